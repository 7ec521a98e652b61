import type { InstantRange, ProductId } from '@footfall/core-domain'
import { dateTime64, type Sql, sql, text } from '@footfall/warehouse'

/** Rows of one product, in any table. */
export function ofProduct(product: ProductId): Sql {
  return sql`product_id = ${text(product)}`
}

export function within({ startMs, endMs }: InstantRange): Sql {
  return sql`ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
}
