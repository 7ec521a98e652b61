import { type AskedProducts, type InstantRange, SECOND_MS } from '@footfall/core-domain'
import { CLASS_OF_EVENT, dateTime, integer, joinSql, type Sql, sql } from '@footfall/warehouse'
import { QUARTER_MS } from '../calendar/buckets.ts'
import { ofProduct } from '../days/rows-within.ts'
import { BEGINS_VISIT, OF_VISITOR } from '../definitions/metric.ts'
import { aroundVisits, begunIn, rowsIn } from './rows.ts'

/**
 * The quarters of an hour of a product in a period, by class, with the columns of the rollup. The rollup has some visits under a
 * class that they had before: the quarters of these are `marked`, in epoch seconds, and counted from rows.
 */
export function quartersIn(product: AskedProducts, { startMs, endMs }: InstantRange, marked: readonly number[]): Sql {
  const own = marked.filter((quarter) => quarter * SECOND_MS >= startMs && quarter * SECOND_MS < endMs)
  const within = sql`${ofProduct(product)} AND t >= ${dateTime(startMs)} AND t < ${dateTime(endMs)}`
  if (own.length === 0) return sql`events_15m WHERE ${within}`
  const seconds = joinSql(own.map(integer), ', ')
  const range = { startMs: Math.min(...own) * SECOND_MS, endMs: Math.max(...own) * SECOND_MS + QUARTER_MS }
  const ofEvent = sql`toStartOfFifteenMinutes(toDateTime(ts, 'UTC'))`
  const ofVisit = sql`toStartOfFifteenMinutes(visit_start)`
  const zero = sql`toUInt64(0)`
  return sql`(SELECT product_id, t, class, pageviews, customs, visits, unbounced, gap_ms, visitors FROM events_15m
  WHERE ${within} AND toUnixTimestamp(t) NOT IN (${seconds})
UNION ALL
SELECT product_id, ${ofEvent} AS t, ${CLASS_OF_EVENT} AS class, countIf(kind = 'pageview'), countIf(kind = 'custom'), countIf(${BEGINS_VISIT}),
  ${zero}, ${zero}, uniqExactStateIf(visitor, ${OF_VISITOR})
FROM events WHERE ${rowsIn(product, range)} AND toUnixTimestamp(${ofEvent}) IN (${seconds}) GROUP BY product_id, t, class
UNION ALL
SELECT product_id, ${ofVisit} AS t, ${CLASS_OF_EVENT} AS class, ${zero}, ${zero}, ${zero},
  sum(unbounce), sum(events.gap_ms), arrayReduce('uniqExactState', emptyArrayUInt64())
FROM events WHERE ${rowsIn(product, aroundVisits(range))} AND ${begunIn(range)} AND toUnixTimestamp(${ofVisit}) IN (${seconds})
GROUP BY product_id, t, class) AS quarters WHERE 1`
}
