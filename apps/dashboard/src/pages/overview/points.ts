import type { ReportMeta, StatsReport } from '../../api/types.ts'
import { describeState } from '../../statistics/describe-state.ts'
import { formatValue } from '../../statistics/format.ts'
import { NO_VALUE } from '../../ui/no-value.ts'

/** An interval of a series. */
export type Point = NonNullable<StatsReport['series']>[number]

export function isRunning({ complete, value }: Point): boolean {
  return !complete && value !== null
}

/** Index of the first interval that is still running and has a value. */
export function runningFrom(points: readonly Point[]): number | undefined {
  const at = points.findIndex(isRunning)
  return at < 0 ? undefined : at
}

/** Without future intervals, which are not gaps. */
export function pastPoints(points: readonly Point[], { to, today }: ReportMeta): readonly Point[] {
  return to < today ? points : points.slice(0, points.findLastIndex(({ state }) => state !== 'unavailable') + 1)
}

export function formatPoint(point: Point | undefined, report: StatsReport): string {
  if (point === undefined) return NO_VALUE
  if (point.value !== null && point.state === 'available') return formatValue(point.value, report)
  return describeState({ state: point.state, reason: null })?.short ?? NO_VALUE
}
