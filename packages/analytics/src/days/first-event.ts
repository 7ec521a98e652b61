import type { ProductId } from '@footfall/core-domain'
import { type Sql, sql, text } from '@footfall/warehouse'

/** The quarter of an hour of a product’s first event as `first`, in epoch seconds; no row where there is none. */
export function firstEventStatement(product: ProductId): Sql {
  // In the order of the table's key, so that one row is read of each part.
  return sql`SELECT toUnixTimestamp(t) AS first FROM events_15m WHERE product_id = ${text(product)} ORDER BY product_id, t LIMIT 1`
}
