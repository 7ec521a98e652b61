import { type AskedScope, MINUTE_MS, type RealtimeReport, SECOND_MS, timestamp, trafficOf } from '@footfall/core-domain'
import { dateTime64, integer, rowsOfTraffic, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toMs, toNumber } from '../cache/reader.ts'
import { collectedData } from '../days/collected.ts'
import { AVAILABLE, EMPTY, WITHHELD } from '../read/states.ts'
import { hidesSums, isTooFew, withheldCells } from '../read/suppression.ts'
import { ofProduct } from './context.ts'

const WINDOW_MINUTES = 30
/** Who had an event in the last minutes is there now. */
export const ACTIVE_MINUTES = 5
const TOP = 10

interface MinuteRow {
  readonly minute: string
  readonly total: string | number
  readonly pageviews: string
  readonly visitors: string
  readonly active: string
}
interface TopRow {
  readonly list: string
  readonly group_key: string
  readonly visitors: string
}

/** Who is there now. Minutes and rows of too few visitors are left out, since their numbers cannot be null. */
export async function realtimeReport(reader: Reader, scope: AskedScope): Promise<RealtimeReport> {
  // Whole seconds, so that dashboards that refresh together share one reading.
  const nowMs = Math.floor(reader.now() / SECOND_MS) * SECOND_MS
  const firstMinuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - (WINDOW_MINUTES - 1) * MINUTE_MS
  const recent = sql`${ofProduct(scope)} AND ${rowsOfTraffic(trafficOf(scope))} AND ts >= ${dateTime64(firstMinuteMs)} AND ts <= ${dateTime64(nowMs + 999)} AND kind != 'engagement'`
  const [minutes, tops, firstEvent] = await Promise.all([
    reader.rows<MinuteRow>(scope.product, minutesStatement(recent, nowMs)),
    reader.rows<TopRow>(scope.product, topsStatement(recent)),
    collectedData(reader, scope).firstEventMs(),
  ])
  const total = minutes.find((row) => Number(row.total) === 1)
  const threshold = scope.preferences.suppression_threshold
  const ofParts = hidesSums({ parts: scope.parts, threshold })
    ? await withheldInParts(reader, scope, recent, nowMs)
    : undefined
  const tooFew = (people: number, value = people) => isTooFew({ people, value }, threshold)
  const active = toNumber(total?.active)
  const pageviews = toNumber(total?.pageviews)
  const visitors = toNumber(total?.visitors)
  const state = firstEvent === undefined ? EMPTY : tooFew(active) || ofParts?.active ? WITHHELD : AVAILABLE
  const isHidden = state.state === 'empty' || tooFew(visitors) || ofParts?.visitors === true
  // With a threshold, a list of several products less those of the others would reveal the few visitors of one.
  const list = (name: string) =>
    (ofParts ? [] : tops)
      .filter((row) => row.list === name && !tooFew(Number(row.visitors)))
      .map((row) => ({ key: row.group_key, visitors: Number(row.visitors) }))
  return {
    ...state,
    active_visitors: state.state === 'available' ? active : null,
    active_minutes: ACTIVE_MINUTES,
    window_minutes: WINDOW_MINUTES,
    visitors: isHidden ? null : visitors,
    pageviews: isHidden || tooFew(visitors, pageviews) ? null : pageviews,
    minutes: state.state === 'empty' || ofParts ? [] : shownMinutes(filled(minutes, firstMinuteMs), threshold),
    pages: list('page'),
    sources: list('source'),
    countries: list('country'),
  }
}

/** Whether one of several products has too few visitors for its numbers to be part of a sum. */
async function withheldInParts(reader: Reader, scope: AskedScope, recent: Sql, nowMs: number) {
  const { suppression_threshold: threshold } = scope.preferences
  const rows = await reader.rows<{ visitors: string; active: string }>(
    scope.product,
    sql`SELECT uniqExactIf(visitor, visitor != 0) AS visitors,
  uniqExactIf(visitor, visitor != 0 AND ${activeAt(nowMs)}) AS active FROM events WHERE ${recent} GROUP BY product_id`,
  )
  const isFew = (count: string) => isTooFew({ people: toNumber(count), value: toNumber(count) }, threshold)
  return { visitors: rows.some(({ visitors }) => isFew(visitors)), active: rows.some(({ active }) => isFew(active)) }
}

/** Only the visitors of the last minutes: `active_visitors` of the whole report. */
export async function activeVisitors(reader: Reader, scope: AskedScope): Promise<RealtimeReport['active_visitors']> {
  const nowMs = Math.floor(reader.now() / SECOND_MS) * SECOND_MS
  const threshold = scope.preferences.suppression_threshold
  const [rows, firstEvent] = await Promise.all([
    reader.rows<Pick<MinuteRow, 'active'>>(
      scope.product,
      sql`SELECT uniqExact(visitor) AS active FROM events
WHERE ${ofProduct(scope)} AND ${rowsOfTraffic(trafficOf(scope))} AND ${activeAt(nowMs)} AND ts <= ${dateTime64(nowMs + 999)} AND kind != 'engagement' AND visitor != 0 GROUP BY product_id`,
    ),
    collectedData(reader, scope).firstEventMs(),
  ])
  const ofEach = rows.map(({ active }) => toNumber(active))
  const active = ofEach.reduce((sum, each) => sum + each, 0)
  const isWithheld = ofEach.some((each) => isTooFew({ people: each, value: each }, threshold))
  return firstEvent === undefined || isWithheld ? null : active
}

const activeAt = (nowMs: number) => sql`ts > ${dateTime64(nowMs - ACTIVE_MINUTES * MINUTE_MS)}`

function minutesStatement(recent: Sql, nowMs: number): Sql {
  return sql`SELECT toUnixTimestamp(toStartOfMinute(ts)) AS minute, grouping(minute) AS total,
  countIf(kind = 'pageview') AS pageviews, uniqExactIf(visitor, visitor != 0) AS visitors,
  uniqExactIf(visitor, visitor != 0 AND ${activeAt(nowMs)}) AS active
FROM events WHERE ${recent} GROUP BY minute WITH ROLLUP`
}

function topsStatement(recent: Sql): Sql {
  const top = (name: Sql, key: Sql) => sql`SELECT ${name} AS list, ${key} AS group_key, uniqExact(visitor) AS visitors
FROM events WHERE ${recent} AND visitor != 0 GROUP BY group_key ORDER BY visitors DESC, group_key LIMIT ${integer(TOP)}`
  return sql`SELECT list, group_key, visitors FROM (
${top(sql`'page'`, sql`path`)}
UNION ALL ${top(sql`'source'`, sql`toString(source)`)}
UNION ALL ${top(sql`'country'`, sql`toString(toStringCutToZero(country))`)}
) ORDER BY list, visitors DESC, group_key`
}

/** Without minutes of too few visitors, and those that are withheld so that the pageviews of all do not reveal theirs. */
function shownMinutes(minutes: RealtimeReport['minutes'], threshold: number): RealtimeReport['minutes'] {
  const cells = minutes.map(({ pageviews, visitors }) => ({ value: pageviews, people: visitors }))
  const withheld = withheldCells(cells, threshold)
  return minutes.filter((_, index) => !withheld.has(index))
}

function filled(rows: readonly MinuteRow[], firstMinuteMs: number): RealtimeReport['minutes'] {
  const known = new Map(rows.filter((row) => Number(row.total) === 0).map((row) => [toMs(row.minute), row]))
  return Array.from({ length: WINDOW_MINUTES }, (_, i) => {
    const startMs = firstMinuteMs + i * MINUTE_MS
    const row = known.get(startMs)
    return { start: timestamp(startMs), pageviews: toNumber(row?.pageviews), visitors: toNumber(row?.visitors) }
  })
}
