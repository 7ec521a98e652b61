import type { ResolvedRange } from '../calendar/date-range.ts'
import type { ImportedDays } from './imported-days.ts'

/**
 * Whether a period is over, begins within retention and not before the first event or imported day, and whether no days lie
 * in it between the last imported day and the first event: only then it compares like for like. Where there never was
 * anything, nothing is missing from it.
 */
export function isCoveredWhole(
  { asked, kept, calendar, nowMs }: ResolvedRange,
  firstEventMs: number | undefined,
  imported?: Pick<ImportedDays, 'first' | 'last'>,
): boolean {
  const isOver = asked.endMs <= nowMs
  if (imported === undefined) {
    return firstEventMs === undefined || (isOver && asked.startMs >= Math.max(kept.startMs, firstEventMs))
  }
  if (!isOver) return false
  const [importedMs, endedMs] = [calendar.startOfDay(imported.first), calendar.startOfDay(imported.last + 1)]
  const firstMs = firstEventMs ?? Number.POSITIVE_INFINITY
  if (asked.startMs < Math.max(kept.startMs, Math.min(importedMs, firstMs))) return false
  // The day of the first event follows the last imported day, or there is a gap.
  const hasGap = firstEventMs === undefined || calendar.startOfDay(calendar.dayOf(firstEventMs)) > endedMs
  if (!hasGap) return true
  return asked.endMs <= endedMs || asked.startMs >= firstMs
}
