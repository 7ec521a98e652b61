import { firstKeptDay, type Preferences, type ProductId, startOfDay, type TimeZone } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { dateTime, deleteRows, PRODUCT_TABLES, type ProductTable, type Sql, sql, text } from '@footfall/warehouse'

/** The instant before which a product keeps nothing: the start of the first day that its reports still show. */
export function retentionEdge(
  timezone: TimeZone,
  preferences: Pick<Preferences, 'retention_days'>,
  nowMs: number,
): number {
  return startOfDay(timezone, firstKeptDay(timezone, preferences, nowMs))
}

/**
 * Removes what a product collected before an instant. Reports do not show it from the moment it is too old; this
 * takes it off the disk, and is for a quiet hour: a day for all products, not a minute.
 */
export async function enforceRetention(engine: Engine, product: ProductId, beforeMs: number): Promise<void> {
  const own = sql`product_id = ${text(product)}`
  const before = dateTime(beforeMs)
  // A visit lasts at most two days, so events of the two days before may have come since.
  const wholeDays = sql`day < toDate(${before}) - 2`
  const aged: Readonly<Record<ProductTable, Sql>> = {
    events: sql`ts < ${before}`,
    events_15m: sql`t < ${before}`,
    event_days: wholeDays,
    named_days: wholeDays,
    // Visitors who came since are kept with their first day, so that nobody becomes new again.
    identified_visitors: sql`last_at < ${before}`,
    closed_days: wholeDays,
    day_figures: wholeDays,
    crawler_hits: sql`ts < ${before}`,
    rejected_events: sql`hour < ${before}`,
    proxied_events: sql`hour < ${before}`,
    search_console: sql`date < toDate(${before})`,
    imported_days: sql`day < toDate(${before})`,
    imported_event_ids: sql`day < toDate(${before})`,
    moved_visits: sql`visit_start < ${before}`,
    moved_quarters: sql`t < ${before}`,
  }
  for (const table of PRODUCT_TABLES) await deleteRows(engine, table, sql`${own} AND ${aged[table]}`)
}
