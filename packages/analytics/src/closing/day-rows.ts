import { DAY_MS, type ProductId } from '@footfall/core-domain'
import { dateTime, dateTime64, integer, joinSql, rowsOfTraffic, type Sql, sql, text } from '@footfall/warehouse'
import { DAY_OF_VISIT } from '../days/closed-days.ts'

/** The rows of `events`, those of suspected automation among them, and the instant of the last one, of each of the days that has any. */
export function countRows(product: ProductId, days: readonly number[]): Sql {
  const firstMs = Math.min(...days) * DAY_MS
  return sql`SELECT toUInt32(${DAY_OF_VISIT}) AS of_day, count() AS counted,
  countIf(${rowsOfTraffic('suspected')}) AS suspected, toUnixTimestamp64Milli(max(ts)) AS last_ms
FROM events WHERE product_id = ${text(product)} AND ts >= ${dateTime64(firstMs)} AND ${inDays(days)} GROUP BY of_day`
}

/** One period of `visit_start` and, where days between are left out, their numbers. */
export function inDays(days: readonly number[]): Sql {
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const within = sql`visit_start >= ${dateTime(first * DAY_MS)} AND visit_start < ${dateTime((last + 1) * DAY_MS)}`
  if (last - first + 1 === days.length) return within
  return sql`${within} AND ${DAY_OF_VISIT} IN (${joinSql(days.map(integer), ', ')})`
}
