import type { ProductId } from '@footfall/core-domain'
import type { Engine } from '../engine/engine.ts'
import { second, sql, text } from '../engine/literal.ts'

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
