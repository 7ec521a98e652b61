import type { Preferences, ProductId, TimeZone } from '@footfall/core-domain'
import type { Engine } from '../engine/engine.ts'
import { second, sql, text } from '../engine/literal.ts'
import { calendarOf, dayNumber } from '../query/calendar.ts'

/** The instant before which a product keeps nothing: the start of the first day that its reports still show. */
export function retentionEdge(
  timezone: TimeZone,
  { retention_days }: Pick<Preferences, 'retention_days'>,
  nowMs: number,
): number {
  const calendar = calendarOf(timezone)
  const today = dayNumber(calendar.dayOf(Math.floor(nowMs / 1000)))
  return calendar.dayStart(today - retention_days) * 1000
}

/**
 * Removes what a product collected before an instant. Reports do not show it from the moment it is too old; this
 * takes it off the disk, and is for a quiet hour: a day for all products, not a minute.
 */
export async function enforceRetention(engine: Engine, product: ProductId, beforeMs: number): Promise<void> {
  const own = sql`product_id = ${text(product)}`
  const before = second(beforeMs)
  const statements = [
    sql`DELETE FROM events WHERE ${own} AND ts < ${before}`,
    sql`DELETE FROM events_15m WHERE ${own} AND t < ${before}`,
    sql`DELETE FROM crawler_hits WHERE ${own} AND ts < ${before}`,
    sql`DELETE FROM rejected_events WHERE ${own} AND hour < ${before}`,
    sql`DELETE FROM proxied_events WHERE ${own} AND hour < ${before}`,
    sql`DELETE FROM search_console WHERE ${own} AND date < toDate(${before})`,
  ]
  for (const { text: statement } of statements) await engine.run(statement, { purpose: 'maintenance' })
}
