import { type AskedProducts, DAY_MS } from '@footfall/core-domain'
import { integer, type Sql, sql } from '@footfall/warehouse'
import { type Reader, toMs } from '../cache/reader.ts'
import { ofProduct } from './rows-within.ts'

/** The quarter of an hour of the first event of products as `first`, in epoch seconds; no row where there is none. */
export function firstEventStatement(product: AskedProducts): Sql {
  if (typeof product !== 'string')
    return sql`SELECT toUnixTimestamp(min(t)) AS first FROM events_15m WHERE ${ofProduct(product)} HAVING count() > 0`
  // In the order of the table's key, so that one row is read of each part.
  return sql`SELECT toUnixTimestamp(t) AS first FROM events_15m WHERE ${ofProduct(product)} ORDER BY product_id, t LIMIT 1`
}

/** What a row of `firstDataStatement` is about. */
export const DATA_PARTS = { firstEvent: 0, imported: 1, marked: 2 } as const

/** What a product has: its first event, whether it has imported days, and quarters of an hour that are marked. */
export interface FirstDataRow {
  /** As `firstEventStatement` has it; 0 on the row of imported days, and the start of a marked quarter. */
  readonly first: string
  /** One of `DATA_PARTS`. */
  readonly part: number
}

/** A row for the first event and one for imported days, where there are any: together they cost one statement. */
function firstDataStatement(product: AskedProducts): Sql {
  return sql`SELECT first, toUInt8(${integer(DATA_PARTS.firstEvent)}) AS part FROM (${firstEventStatement(product)})
UNION ALL
SELECT toUInt32(0), toUInt8(${integer(DATA_PARTS.imported)}) FROM (SELECT 1 FROM imported_days WHERE ${ofProduct(product)} LIMIT 1)
UNION ALL
SELECT DISTINCT toUnixTimestamp(t), toUInt8(${integer(DATA_PARTS.marked)}) FROM moved_quarters WHERE ${ofProduct(product)}`
}

/** Rows of the running day change none of it, once the product has an earlier event. */
export async function firstData(
  reader: Pick<Reader, 'rows' | 'pastRows' | 'now'>,
  product: AskedProducts,
): Promise<readonly FirstDataRow[]> {
  const known = await reader.pastRows<FirstDataRow>(product, firstDataStatement(product))
  const today = Math.floor(reader.now() / DAY_MS) * DAY_MS
  if (known.some(({ part, first }) => part === DATA_PARTS.firstEvent && toMs(first) < today)) return known
  return reader.rows<FirstDataRow>(product, firstDataStatement(product))
}
