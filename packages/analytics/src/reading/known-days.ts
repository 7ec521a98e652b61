import { DAY_SECONDS, type ProductId } from '@footfall/core-domain'
import { integer, sql, text } from '@footfall/warehouse'
import { closedDays } from '../days/closed-days.ts'
import type { KnownDays } from '../plan/days.ts'
import type { Reader } from './reader.ts'

/** What is known of a product’s days: from which on there may be rows, and which of them are closed. */
export async function knownDays(reader: Reader, product: ProductId): Promise<KnownDays> {
  const own = sql`product_id = ${text(product)}`
  // The rollup tells of rows from before days were counted. Both are in the order of their keys, so little is read.
  const first = reader.rows<{ of_day: string }>(
    product,
    sql`SELECT min(of_day) AS of_day FROM (
SELECT toInt64(toUInt16(day)) AS of_day FROM event_days WHERE ${own} ORDER BY product_id, day LIMIT 1
UNION ALL
SELECT intDiv(toUnixTimestamp(t), ${integer(DAY_SECONDS)}) FROM events_15m
WHERE ${own} ORDER BY product_id, t LIMIT 1)
HAVING count() > 0`,
  )
  const [[row], closed] = await Promise.all([first, closedDays(reader, product)])
  return { firstDay: row && Number(row.of_day), closed }
}
