import type { Annotation, StatsReport } from '../../api/types.ts'
import type { ChartMark } from '../../chart/mark.ts'

/** Marks each annotation at the interval of its day, with its number in the list. */
export function marksOf(
  annotations: readonly Annotation[],
  points: NonNullable<StatsReport['series']>,
): readonly ChartMark[] {
  const byInterval = new Map<number, number[]>()
  annotations.forEach(({ date }, index) => {
    const at = points.findLastIndex(({ start }) => start.slice(0, 10) <= date)
    // With hours, the first hour of the day.
    const first = at < 0 ? 0 : points.findIndex(({ start }) => start.slice(0, 10) === points[at]?.start.slice(0, 10))
    byInterval.set(first, [...(byInterval.get(first) ?? []), index + 1])
  })
  return points.length === 0 ? [] : [...byInterval].map(([at, numbers]) => ({ at, label: numbers.join(', ') }))
}
