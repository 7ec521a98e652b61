import { type RealtimeReport, type ReportScope, timestamp } from '@footfall/core-domain'
import { instant, integer, type Sql, sql } from '@footfall/warehouse'
import { AVAILABLE, EMPTY, factsOf, WITHHELD } from '../query/facts.ts'
import { type Reader, toMs, toNumber } from '../query/reader.ts'
import { isTooFew } from '../query/suppression.ts'
import { ofProduct } from './context.ts'

const WINDOW_MINUTES = 30
const ACTIVE_MINUTES = 5
const TOP = 10
const MINUTE_MS = 60_000

interface MinuteRow {
  readonly minute: string
  readonly total: string | number
  readonly pageviews: string
  readonly visitors: string
  readonly active: string
}
interface TopRow {
  readonly list: string
  readonly k: string
  readonly visitors: string
}

/** Who is there now. Minutes and rows of too few visitors are left out, since their figures cannot be null. */
export async function realtimeReport(reader: Reader, scope: ReportScope): Promise<RealtimeReport> {
  // Whole seconds, so that dashboards that refresh together share one reading.
  const now = Math.floor(reader.now() / 1000) * 1000
  const firstMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS - (WINDOW_MINUTES - 1) * MINUTE_MS
  const recent = sql`${ofProduct(scope)} AND ts >= ${instant(firstMinute)} AND ts <= ${instant(now + 999)} AND kind != 'engagement'`
  const [minutes, tops, firstEvent] = await Promise.all([
    reader.rows<MinuteRow>(scope.product, minutesStatement(recent, now)),
    reader.rows<TopRow>(scope.product, topsStatement(recent)),
    factsOf(reader, scope.product).firstEvent(),
  ])
  const total = minutes.find((row) => Number(row.total) === 1)
  const threshold = scope.preferences.suppression_threshold
  const tooFew = (people: number, value = people) => isTooFew({ people, value }, threshold)
  const active = toNumber(total?.active)
  const pageviews = toNumber(total?.pageviews)
  const visitors = toNumber(total?.visitors)
  const state = firstEvent === undefined ? EMPTY : tooFew(active) ? WITHHELD : AVAILABLE
  const list = (name: string) =>
    tops
      .filter((row) => row.list === name && !tooFew(Number(row.visitors)))
      .map((row) => ({ key: row.k, visitors: Number(row.visitors) }))
  return {
    ...state,
    active_visitors: state.state === 'available' ? active : null,
    window_minutes: WINDOW_MINUTES,
    pageviews: state.state === 'empty' || tooFew(visitors, pageviews) ? null : pageviews,
    minutes:
      state.state === 'empty' ? [] : filled(minutes, firstMinute).filter((row) => !tooFew(row.visitors, row.pageviews)),
    pages: list('page'),
    sources: list('source'),
    countries: list('country'),
  }
}

function minutesStatement(recent: Sql, now: number): Sql {
  const active = sql`ts > ${instant(now - ACTIVE_MINUTES * MINUTE_MS)}`
  return sql`SELECT toUnixTimestamp(toStartOfMinute(ts)) AS minute, grouping(minute) AS total,
  countIf(kind = 'pageview') AS pageviews, uniqExactIf(visitor, visitor != 0) AS visitors,
  uniqExactIf(visitor, visitor != 0 AND ${active}) AS active
FROM events WHERE ${recent} GROUP BY minute WITH ROLLUP`
}

function topsStatement(recent: Sql): Sql {
  const top = (name: Sql, key: Sql) => sql`SELECT ${name} AS list, ${key} AS k, uniqExact(visitor) AS visitors
FROM events WHERE ${recent} AND visitor != 0 GROUP BY k ORDER BY visitors DESC, k LIMIT ${integer(TOP)}`
  return sql`SELECT list, k, visitors FROM (
${top(sql`'page'`, sql`path`)}
UNION ALL ${top(sql`'source'`, sql`toString(source)`)}
UNION ALL ${top(sql`'country'`, sql`toString(toStringCutToZero(country))`)}
) ORDER BY list, visitors DESC, k`
}

function filled(rows: readonly MinuteRow[], firstMinute: number): RealtimeReport['minutes'] {
  const known = new Map(rows.filter((row) => Number(row.total) === 0).map((row) => [toMs(row.minute), row]))
  return Array.from({ length: WINDOW_MINUTES }, (_, i) => {
    const start = firstMinute + i * MINUTE_MS
    const row = known.get(start)
    return { start: timestamp(start), pageviews: toNumber(row?.pageviews), visitors: toNumber(row?.visitors) }
  })
}
