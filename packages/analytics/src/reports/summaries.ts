import {
  dateIn,
  type InstantRange,
  MINUTE_MS,
  type ProductId,
  type ProductSummary,
  type ReportScope,
  rangeOfPeriod,
  SECOND_MS,
  type StatsQuery,
  type SummaryPeriod,
  type SummaryScope,
  trafficOf,
} from '@footfall/core-domain'
import { readQuestion } from '../answer/read-question.ts'
import { NOT_ASKED } from '../answer/report.ts'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { CollectedFacts } from '../days/collected.ts'
import { isCoveredWhole } from '../days/covered.ts'
import { type Plan, planOf } from '../plan/plan.ts'
import { inquiryOf } from '../question/inquiry.ts'
import { change } from '../read/change.ts'
import { numbersOf } from '../read/numbers.ts'
import { isTooFew } from '../read/suppression.ts'
import { type ColumnValues, peopleName, valueName } from '../sql/columns.ts'
import {
  firstEventOf,
  hasImportedSince,
  SUMMARY_PARTS,
  type SummaryRow,
  type SummedProducts,
  summariesStatement,
} from '../sql/summaries.ts'
import { ACTIVE_MINUTES } from './realtime.ts'

/** The visitors of many products over their last days, by one statement. Each has the numbers that a separate question would give. */
export async function summariesReport(
  reader: Reader,
  scopes: readonly SummaryScope[],
  period: SummaryPeriod,
): Promise<ReadonlyMap<ProductId, ProductSummary>> {
  const nowMs = reader.now()
  const asked = scopes.map((scope) => askedOf(scope, period, nowMs))
  if (asked.length === 0) return new Map()
  const products = asked.map(({ product }) => product)
  const rows = await reader.rows<SummaryRow>(products, summariesStatement(groupsOf(asked), activeRange(nowMs)))
  const byProduct = Map.groupBy(rows, ({ product }) => product)
  const summaries = asked.map(
    async (one) => [one.product, await summaryOf(reader, one, byProduct.get(one.product) ?? [])] as const,
  )
  return new Map(await Promise.all(summaries))
}

/** A product with the plans of its period and of the earlier one. */
interface Asked {
  readonly product: ProductId
  readonly timezone: string
  readonly current: Plan
  readonly earlier: Plan
  readonly scope: ReportScope
  readonly query: StatsQuery
}

function askedOf(scope: SummaryScope, period: SummaryPeriod, nowMs: number): Asked {
  const today = dateIn(scope.timezone, nowMs)
  const weekStart = scope.preferences.week_starts_on
  const query = {
    ...rangeOfPeriod(period, { today, weekStart, firstDay: today }),
    period,
    metrics: ['visitors'],
    interval: 'day',
    dimensions: [],
    filters: [],
    compare: { period: 'previous_period', matchWeekday: false },
    limit: 1,
    offset: 0,
  } as const
  const asking = { ...scope, goals: [] }
  const { question, earlier } = inquiryOf(asking, query, nowMs)
  if (earlier === undefined) throw new TypeError('a summary is compared')
  return {
    product: scope.product,
    timezone: scope.timezone,
    current: planOf(question),
    earlier: planOf({ ...question, interval: undefined, range: earlier.range }),
    scope: asking,
    query,
  }
}

/** Products of one time zone are read together, as long as retention cuts their periods alike. */
function groupsOf(asked: readonly Asked[]): readonly SummedProducts[] {
  const rangeOf = ({ question, outside }: Plan) => (outside === undefined ? question.range.kept : undefined)
  const alike = Map.groupBy(asked, ({ timezone, current, earlier }) =>
    JSON.stringify([timezone, rangeOf(current), rangeOf(earlier)]),
  )
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    const range = first && rangeOf(first.current)
    const days = first?.current.series?.kept
    if (first === undefined || range === undefined || days === undefined) return []
    const traffic = trafficOf(first.scope)
    return [{ products: group.map(({ product }) => product), range, days, traffic, earlier: rangeOf(first.earlier) }]
  })
}

async function summaryOf(reader: Reader, asked: Asked, rows: readonly SummaryRow[]): Promise<ProductSummary> {
  const { current, earlier } = asked
  const firstEventMs = rows.map(firstEventOf).find((ms) => ms !== undefined)
  const { from, to } = current.question.range.dates
  const active = firstEventMs === undefined ? null : activeOf(rows, current.question.threshold)
  if (hasImportedSince(rows, earlier.question.range.kept.startMs)) {
    return { from, to, active_visitors: active, ...(await askedAlone(reader, asked)) }
  }
  const { totals, series } = await numbersIn(current, rows, SUMMARY_PARTS.current, firstEventMs)
  const before = await numbersIn(earlier, rows, SUMMARY_PARTS.earlier, firstEventMs)
  const { value, state, reason } = totals[0] ?? NOT_ASKED
  const isCovered = isCoveredWhole(earlier.question.range, firstEventMs)
  const previous = isCovered ? (before.totals[0]?.value ?? null) : null
  const points = (series ?? []).map(({ values }) => values[0]?.value ?? null)
  return {
    from,
    to,
    visitors: value,
    previous,
    change: change(value, previous),
    active_visitors: active,
    series: points,
    state,
    reason,
  }
}

/** Imported days are answered where every question about a product is. */
async function askedAlone(
  reader: Reader,
  { scope, query }: Asked,
): Promise<Pick<ProductSummary, 'visitors' | 'previous' | 'change' | 'series' | 'state' | 'reason'>> {
  const { numbers, compared } = await readQuestion(reader, scope, query)
  const { value, state, reason } = numbers.totals[0] ?? NOT_ASKED
  const previous = compared?.numbers.totals[0]?.value ?? null
  const series = (numbers.series ?? []).map(({ values }) => values[0]?.value ?? null)
  return { visitors: value, previous, change: change(value, previous), series, state, reason }
}

/** The last minutes, as the realtime report has them. */
function activeRange(nowMs: number): InstantRange {
  const secondMs = Math.floor(nowMs / SECOND_MS) * SECOND_MS
  return { startMs: secondMs - ACTIVE_MINUTES * MINUTE_MS + 1, endMs: secondMs + SECOND_MS }
}

/** Who is there now; null where they are too few to be shown. */
function activeOf(rows: readonly SummaryRow[], threshold: number): number | null {
  const active = toNumber(rows.find(({ part }) => part === SUMMARY_PARTS.active)?.people)
  return isTooFew({ people: active, value: active }, threshold) ? null : active
}

/** The numbers of one period of a product, with the states that a question about the product would give them. */
function numbersIn(plan: Plan, rows: readonly SummaryRow[], part: number, firstEventMs: number | undefined) {
  const own = rows.filter((row) => row.part === part)
  const total = own.find(({ is_total }) => is_total === 1)
  const days = own.filter(({ is_total }) => is_total === 0)
  const collected: CollectedFacts = {
    firstEventMs: async () => firstEventMs,
    coveredFromMs: async () => firstEventMs,
    hasImportedDays: async () => plan.imported !== undefined,
    anyIn: async () => total !== undefined,
    hasMetric: async () => firstEventMs !== undefined,
  }
  const byBucket = new Map(days.map((row) => [Number(row.bucket), columnsOf(row)]))
  return numbersOf(plan, { total: total ? columnsOf(total) : {}, byBucket, firstEventMs }, collected)
}

function columnsOf({ people }: SummaryRow): ColumnValues {
  return { [valueName(0).text]: toNumber(people), [peopleName(0).text]: toNumber(people) }
}
