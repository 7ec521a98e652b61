import type { Reports as AllReports, InstantRange, Metric, ReportScope, StatsReport } from '@footfall/core-domain'
import type { Observed } from './evaluated.ts'
import { type ComparedRanges, daysOf } from './spans.ts'

type Reports = Pick<AllReports, 'query' | 'goals'>

/**
 * The visitors or events of a range and of those before it, read without suppression: what compares them shows no value of
 * too few visitors.
 */
export async function readObserved(
  reports: Reports,
  { preferences, ...scope }: ReportScope,
  { range, earlier, countedUntilMs }: ComparedRanges,
  metric: Extract<Metric, 'visitors' | 'events'>,
): Promise<Observed | 'not_counted_yet' | 'not_collected'> {
  const exact = { ...scope, preferences: { ...preferences, suppression_threshold: 0 } }
  const now = await countIn(reports, exact, range, metric)
  if (Date.parse(now.freshUntil) < countedUntilMs) return 'not_counted_yet'
  // What is not known is no drop and no silence.
  if (now.isUnavailable) return 'not_collected'
  const before: number[] = []
  for (const one of earlier) {
    const { count } = await countIn(reports, exact, one, metric)
    if (count !== undefined) before.push(count)
  }
  return { value: now.count ?? 0, earlier: before, threshold: preferences.suppression_threshold }
}

/** The count is undefined for a range that was not collected, or not kept. */
async function countIn(
  reports: Reports,
  scope: ReportScope,
  range: InstantRange,
  metric: Metric,
): Promise<{ readonly count: number | undefined; readonly isUnavailable: boolean; readonly freshUntil: string }> {
  const { data, meta } = await readRange(reports, scope, range, metric)
  const isUnavailable = [data, ...pointsIn(range, data)].some(({ state }) => state === 'unavailable')
  return { count: countOf(range, data), isUnavailable, freshUntil: meta.fresh_until }
}

export async function readRange(reports: Reports, scope: ReportScope, range: InstantRange, metric: Metric) {
  const { data, meta } = await reports.query(scope, {
    ...daysOf(range, scope.timezone),
    metrics: [metric],
    interval: 'hour',
    dimensions: [],
    filters: [],
    limit: 1,
    offset: 0,
  })
  if (!('metric' in data)) throw new TypeError('one metric was asked for')
  return { data, meta }
}

/** A day has as many visitors as it says, and not as many as its hours have together. */
function countOf(range: InstantRange, data: StatsReport): number | undefined {
  if (data.state === 'unavailable') return undefined
  return isWhole(range, data) ? (data.value ?? 0) : sumOf(range, data)
}

export function pointsIn({ startMs, endMs }: InstantRange, { series = [] }: StatsReport) {
  return series.filter(({ start }) => Date.parse(start) >= startMs && Date.parse(start) < endMs)
}

export function isWhole(range: InstantRange, report: StatsReport): boolean {
  const inside = pointsIn(range, report)
  return inside.length === report.series?.length && inside.length > 1
}

/** Undefined if one of the hours was not collected. */
function sumOf(range: InstantRange, report: StatsReport): number | undefined {
  const inside = pointsIn(range, report)
  if (inside.length === 0 || inside.some(({ state }) => state === 'unavailable')) return undefined
  return inside.reduce((sum, { value }) => sum + (value ?? 0), 0)
}
