import type { AskedProducts, InstantRange } from '@footfall/core-domain'
import { allOf, anyOf, dateTime, rowsOfTraffic, type Sql, sql, text } from '@footfall/warehouse'
import { type KeptRange, type RowsOfDays, VISIT_MS_MAX } from '../calendar/date-range.ts'
import { ofProduct, within } from '../days/rows-within.ts'

/** Path of the last pageview, as an aggregate over the rows of one visit. By `(ts, pv_seq)` it takes three times as long. */
const EXIT_PAGE = sql`argMaxIf(path, pv_seq, kind = 'pageview')`

/** Rows of the products of a question in a period. The engine prunes by both, through the table's key. */
export function rowsIn(product: AskedProducts, { only, traffic, ...range }: KeptRange): Sql {
  return allOf([ofProduct(product), only ? ofDays(only, eventsOf) : within(range), ofTraffic(traffic)])
}

function ofTraffic(traffic: KeptRange['traffic'] = 'all'): Sql {
  return rowsOfTraffic(traffic)
}

/** Rows of some days: of visits that began in one period, with instants in another. */
function ofDays(
  only: readonly RowsOfDays[],
  rangesOf: (days: RowsOfDays) => readonly [InstantRange, InstantRange],
): Sql {
  return anyOf(
    only.map((days) => {
      const [begun, at] = rangesOf(days)
      return sql`${begunIn(begun)} AND ${within(at)}`
    }),
  )
}

const eventsOf = ({ days, counted, endedMs = counted.endMs }: RowsOfDays) =>
  [days, { startMs: Math.max(days.startMs, counted.startMs), endMs: Math.min(counted.endMs, endedMs) }] as const

const visitsOf = ({ days, counted, endedMs = Number.POSITIVE_INFINITY }: RowsOfDays) => {
  const startMs = Math.max(days.startMs, counted.startMs)
  const begun = { startMs, endMs: Math.min(days.endMs, counted.endMs) }
  return [begun, { startMs, endMs: Math.min(counted.endMs + VISIT_MS_MAX, endedMs) }] as const
}

/** The rows of days that count as events, and those that count as rows of visits, without the product. */
export function countedRows(only: readonly RowsOfDays[]): { readonly events: Sql; readonly visits: Sql } {
  return { events: ofDays(only, eventsOf), visits: ofDays(only, visitsOf) }
}

const wholeVisitsOf = ({ days }: RowsOfDays) => [days, untilVisitsEnd(days)] as const

/** Rows of every visit that touches a period. */
export function rowsOfVisitsIn(product: AskedProducts, { only, ...range }: KeptRange): Sql {
  const around = rowsIn(product, aroundVisits(range))
  return only ? allOf([around, ofDays(only, wholeVisitsOf)]) : around
}

/** The period in which the rows of every visit lie that touches a period. */
export function aroundVisits({ startMs, endMs, traffic }: KeptRange): KeptRange {
  return { startMs: startMs - VISIT_MS_MAX, endMs: endMs + VISIT_MS_MAX, ...(traffic && { traffic }) }
}

/** Rows of the visits that began in a period, however late they came. */
export function rowsOfVisitsBegunIn(product: AskedProducts, { only, ...range }: KeptRange): Sql {
  if (only) return allOf([ofProduct(product), ofDays(only, visitsOf), ofTraffic(range.traffic)])
  return sql`${rowsIn(product, untilVisitsEnd(range))} AND ${begunIn(range)}`
}

export function untilVisitsEnd({ startMs, endMs, traffic }: KeptRange): KeptRange {
  return { startMs, endMs: endMs + VISIT_MS_MAX, ...(traffic && { traffic }) }
}

/** Rows that are events of a visit: engagement is none, and payments may have none. */
export const EVENT_OF_VISIT = sql`kind != 'engagement' AND visit != 0`

/** Pageviews that belong to the sequence of pages of a visit. */
export const PAGEVIEW_OF_VISIT = sql`kind = 'pageview' AND visit != 0`

/** The last page of each visit that touches a period, as `exit_visit` and `exit_path`. */
export function exitPages(product: AskedProducts, range: KeptRange): Sql {
  return sql`SELECT visit AS exit_visit, ${EXIT_PAGE} AS exit_path FROM events
    WHERE ${rowsOfVisitsIn(product, range)} AND ${PAGEVIEW_OF_VISIT} GROUP BY visit`
}

/**
 * What the rows of each visit that touches a period are together, as `whole_visit`, `bounced` and the numbers of visits in
 * thousandths, so that they stay whole.
 */
export function wholeVisits(product: AskedProducts, range: KeptRange): Sql {
  return sql`SELECT visit AS whole_visit, if(sum(unbounce) = 0, 'true', 'false') AS bounced, sum(gap_ms) AS visit_duration,
      1000 * countIf(kind = 'pageview') AS visit_pageviews, 1000 * countIf(kind != 'engagement') AS visit_events FROM events
    WHERE ${rowsOfVisitsIn(product, range)} AND visit != 0 GROUP BY visit`
}

export const NO_NEXT_PAGE = '(exit)'
export const NO_PREVIOUS_PAGE = '(entry)'

/** An order of the rows of a visit in which an event comes after the pageviews of its own millisecond. */
export const ROW_AT = sql`toUInt64(toUnixTimestamp64Milli(ts)) * 65536 + if(kind = 'pageview', pv_seq, 65535)`

/** The text after a table by which its rows get `next_path` and `previous_path`, those of the page they happened on. */
export function withPageSteps(product: AskedProducts, range: KeptRange): Sql {
  return sql` ASOF LEFT JOIN (${pageSteps(product, range)}) AS steps ON visit = step_visit AND ${ROW_AT} >= step_at`
}

/** Rows of no visit, or of one without pages, came from nowhere and went nowhere. */
export const NEXT_PAGE = sql`if(step_visit = 0, ${text(NO_NEXT_PAGE)}, next_path)`
export const PREVIOUS_PAGE = sql`if(step_visit = 0, ${text(NO_PREVIOUS_PAGE)}, previous_path)`

/** The pages before and after each pageview, and before the first of a visit. */
function pageSteps(product: AskedProducts, range: KeptRange): Sql {
  const views = sql`${rowsOfVisitsIn(product, range)} AND ${PAGEVIEW_OF_VISIT}`
  return sql`SELECT visit AS step_visit, ${ROW_AT} AS step_at,
      leadInFrame(path, 1, ${text(NO_NEXT_PAGE)}) OVER visit_pages AS next_path,
      lagInFrame(path, 1, ${text(NO_PREVIOUS_PAGE)}) OVER visit_pages AS previous_path
    FROM events WHERE ${views}
    WINDOW visit_pages AS (PARTITION BY visit ORDER BY pv_seq, ts ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
    UNION ALL
    SELECT visit, toUInt64(0), argMin(path, pv_seq), ${text(NO_PREVIOUS_PAGE)} FROM events WHERE ${views} GROUP BY visit`
}

export function begunIn({ startMs, endMs }: InstantRange): Sql {
  return sql`visit_start >= ${dateTime(startMs)} AND visit_start < ${dateTime(endMs)}`
}
