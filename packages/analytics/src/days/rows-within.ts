import type { AskedProducts, InstantRange } from '@footfall/core-domain'
import { dateTime64, oneOf, type Sql, sql, text } from '@footfall/warehouse'

/** Rows of the products of a question, in any table. */
export function ofProduct(product: AskedProducts): Sql {
  return typeof product === 'string' ? sql`product_id = ${text(product)}` : oneOf(sql`product_id`, product)
}

export function within({ startMs, endMs }: InstantRange): Sql {
  return sql`ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
}
