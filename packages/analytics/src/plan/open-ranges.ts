import { type Bucket, type Bucketing, bucketing } from '../calendar/buckets.ts'
import type { RowsOfDays } from '../calendar/date-range.ts'
import type { Question } from '../question/question.ts'

/**
 * The intervals of a series that the rows of some days lie in. A total takes those of a series by days, so that both are
 * answered by one statement.
 */
export function openRanges(
  { range, weekStart }: Question,
  raw: readonly RowsOfDays[],
  intervals: Bucketing | undefined,
): readonly Bucket[] {
  const startMs = Math.min(...raw.map(({ days, counted }) => Math.max(days.startMs, counted.startMs)))
  const endMs = Math.max(...raw.map(({ counted }) => counted.endMs))
  const all = intervals ?? bucketing(range.calendar, 'day', weekStart, { startMs, endMs })
  return all.buckets
    .filter((bucket) => bucket.endMs > startMs && bucket.startMs < endMs)
    .map((bucket) => ({ ...bucket, startMs: Math.max(bucket.startMs, startMs), endMs: Math.min(bucket.endMs, endMs) }))
}
