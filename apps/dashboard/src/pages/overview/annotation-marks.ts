import type { Annotation, StatsReport } from '../../api/types.ts'
import type { ChartMark } from '../../chart/mark.ts'
import { annotationColor } from './annotation-colors.ts'

/** Marks each annotation at the interval of its day, with its number in the list and the color of the first one. */
export function marksOf(
  annotations: readonly Annotation[],
  points: NonNullable<StatsReport['series']>,
): readonly ChartMark[] {
  const byInterval = new Map<number, { readonly annotation: Annotation; readonly number: number }[]>()
  annotations.forEach((annotation, index) => {
    const at = points.findLastIndex(({ start }) => start.slice(0, 10) <= annotation.date)
    // With hours, the first hour of the day.
    const first = at < 0 ? 0 : points.findIndex(({ start }) => start.slice(0, 10) === points[at]?.start.slice(0, 10))
    byInterval.set(first, [...(byInterval.get(first) ?? []), { annotation, number: index + 1 }])
  })
  if (points.length === 0) return []
  return [...byInterval].map(([at, marked]) => ({
    at,
    label: marked.map(({ number }) => number).join(', '),
    title: marked.map(({ annotation }) => annotation.title).join(', '),
    color: annotationColor(marked[0]?.annotation.color),
  }))
}
