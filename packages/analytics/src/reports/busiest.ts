import type { ProductId } from '@footfall/core-domain'
import { sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { ofProduct } from '../days/rows-within.ts'

/** The products that have the most events, the most first, then those without any, by one statement over the rollup. */
export async function busiestProducts(
  reader: Reader,
  products: readonly ProductId[],
  count: number,
): Promise<readonly ProductId[]> {
  const rows = await reader.rowsOfMinute<{ product: ProductId }>(
    products,
    sql`SELECT product_id AS product FROM events_15m WHERE ${ofProduct(products)}
GROUP BY product ORDER BY sum(pageviews) + sum(customs) DESC, product`,
  )
  return [...new Set([...rows.map(({ product }) => product), ...products])].slice(0, count)
}
