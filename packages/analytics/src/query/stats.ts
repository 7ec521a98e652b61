import type {
  LocalDate,
  ReportRange,
  ReportScope,
  StatsAnswer,
  StatsQuery,
  StatsReport,
  StatsRow,
} from '@footfall/core-domain'
import { bucketing } from './buckets.ts'
import { addDays, dayNumber, yearBefore } from './calendar.ts'
import { METRIC_CATALOG } from './catalog.ts'
import { factsOf } from './facts.ts'
import { type Figures, readFigures } from './figures.ts'
import type { Reader } from './reader.ts'
import { metaOf, resolveSpan } from './span.ts'
import { assertAllowed, assertPoints } from './validate.ts'

/** Answers one question about one product. */
export async function answerStats(reader: Reader, scope: ReportScope, query: StatsQuery): Promise<StatsAnswer> {
  assertAllowed(query)
  const span = resolveSpan(scope, query, reader.now())
  const freshUntil = reader.freshUntil()
  if (query.interval) {
    const { buckets } = bucketing(span.calendar, query.interval, span.weekStart, span.asked.start, span.asked.end)
    assertPoints(buckets.length)
  }
  const facts = factsOf(reader, scope.product)
  const figures = await readFigures({ reader, facts, scope, query, span })
  const { unit } = METRIC_CATALOG[query.metric]
  const comparison = query.compare ? await compare(reader, scope, query, figures) : undefined
  const data: StatsReport = {
    metric: query.metric,
    unit,
    ...(unit === 'currency' ? { currency: scope.preferences.currency } : {}),
    ...reportOf(figures),
    ...(comparison ? { comparison } : {}),
  }
  const rowsWithheld = figures.rows?.filter((row) => row.state === 'withheld').length ?? 0
  return { data, meta: metaOf(scope, query, { span, freshUntil, rowsWithheld }), more: figures.more }
}

function reportOf({ state, reason, value, series, rows }: Figures) {
  return {
    state,
    reason,
    value,
    ...(series ? { series: [...series] } : {}),
    ...(rows ? { rows: [...rows] } : {}),
  }
}

async function compare(
  reader: Reader,
  scope: ReportScope,
  query: StatsQuery,
  current: Figures,
): Promise<NonNullable<StatsReport['comparison']>> {
  const period = query.compare ?? 'previous_period'
  const range = earlierRange(query, period)
  const keys = current.rows?.map((row) => row.key)
  const earlier = await readFigures({
    reader,
    facts: factsOf(reader, scope.product),
    scope,
    query: { ...query, ...range },
    span: resolveSpan(scope, range, reader.now()),
    ...(keys ? { keys } : {}),
  })
  const report = reportOf(earlier)
  return {
    period,
    ...range,
    ...report,
    ...(keys ? { rows: inOrder(keys, earlier) } : {}),
    change: change(current.value, earlier.value),
  }
}

function earlierRange({ from, to }: ReportRange, period: NonNullable<StatsQuery['compare']>) {
  if (period === 'previous_year') return { from: yearBefore(from), to: yearBefore(to) }
  const days = dayNumber(to) - dayNumber(from) + 1
  return { from: addDays(from, -days), to: addDays(from, -1) as LocalDate }
}

/** The rows of the page, each with what it was before: in the same order, zero where there was nothing to count. */
function inOrder(keys: readonly string[], earlier: Figures): StatsRow[] {
  const known = new Map(earlier.rows?.map((row) => [row.key, row]))
  return keys.map((key) => known.get(key) ?? { key, ...earlier.missing })
}

function change(value: number | null, earlier: number | null): number | null {
  return value === null || earlier === null || earlier === 0 ? null : (value - earlier) / earlier
}
