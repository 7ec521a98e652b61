import type {
  AlertRule,
  Reports as AllReports,
  InstantSpan,
  LocalDate,
  Metric,
  ReportScope,
  StatsReport,
} from '@footfall/core-domain'
import { type Judged, judgeLimit, notJudged, type Observed } from './judge.ts'
import { type ComparedSpans, daysOf } from './spans.ts'

type Reports = Pick<AllReports, 'query' | 'goals'>

/**
 * The visitors or events of a span and of those before it. They are read without suppression: whoever judges shows no figure
 * of too few visitors.
 */
export async function readObserved(
  reports: Reports,
  { preferences, ...scope }: ReportScope,
  { span, earlier, countedUntilMs }: ComparedSpans,
  metric: Extract<Metric, 'visitors' | 'events'>,
): Promise<Observed | 'not_counted_yet'> {
  const exact = { ...scope, preferences: { ...preferences, suppression_threshold: 0 } }
  const now = await countIn(reports, exact, span, metric)
  if (Date.parse(now.freshUntil) < countedUntilMs) return 'not_counted_yet'
  const before: number[] = []
  for (const one of earlier) {
    const { count } = await countIn(reports, exact, one, metric)
    if (count !== undefined) before.push(count)
  }
  return { value: now.count ?? 0, earlier: before, threshold: preferences.suppression_threshold }
}

/** What an alert of errors or web vitals finds in its span. A figure of too few visitors is not judged. */
export async function judgeMeasured(
  reports: Reports,
  scope: ReportScope,
  { span, countedUntilMs }: ComparedSpans,
  { measure, limit }: Extract<AlertRule, { kind: 'errors' }>,
): Promise<Judged> {
  const { data, meta } = await askedBy(reports, scope, span, measure)
  if (Date.parse(meta.fresh_until) < countedUntilMs) return notJudged('not_counted_yet')
  if (data.reason === 'metric_not_collected') return notJudged('not_collected')
  const inside = pointsIn(span, data)
  const [only] = inside
  const { value, state } = isWhole(span, data) || only === undefined ? data : only
  return state === 'withheld' ? notJudged('withheld') : judgeLimit(value, limit)
}

/** Conversions of a goal on a day; null where they are withheld, undefined where there is no such goal. */
export async function readConversions(
  reports: Reports,
  scope: ReportScope,
  goal: string,
  day: LocalDate,
): Promise<number | null | undefined> {
  const { data } = await reports.goals(scope, { from: day, to: day, filters: [] })
  const found = data.goals.find(({ name }) => name === goal)
  if (found === undefined) return undefined
  return found.state === 'withheld' ? null : (found.conversions ?? 0)
}

/** The count is undefined for a span that was not collected, or not kept. */
async function countIn(
  reports: Reports,
  scope: ReportScope,
  span: InstantSpan,
  metric: Metric,
): Promise<{ readonly count: number | undefined; readonly freshUntil: string }> {
  const { data, meta } = await askedBy(reports, scope, span, metric)
  return { count: countOf(span, data), freshUntil: meta.fresh_until }
}

async function askedBy(reports: Reports, scope: ReportScope, span: InstantSpan, metric: Metric) {
  const { data, meta } = await reports.query(scope, {
    ...daysOf(span, scope.timezone),
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
function countOf(span: InstantSpan, data: StatsReport): number | undefined {
  if (data.state === 'unavailable') return undefined
  return isWhole(span, data) ? (data.value ?? 0) : sumOf(span, data)
}

function pointsIn({ startMs, endMs }: InstantSpan, { series = [] }: StatsReport) {
  return series.filter(({ start }) => Date.parse(start) >= startMs && Date.parse(start) < endMs)
}

function isWhole(span: InstantSpan, report: StatsReport): boolean {
  const inside = pointsIn(span, report)
  return inside.length === report.series?.length && inside.length > 1
}

/** Undefined where one of the hours was not collected. */
function sumOf(span: InstantSpan, report: StatsReport): number | undefined {
  const inside = pointsIn(span, report)
  if (inside.length === 0 || inside.some(({ state }) => state === 'unavailable')) return undefined
  return inside.reduce((sum, { value }) => sum + (value ?? 0), 0)
}
