import type { ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { deleteRows, identifier, PRODUCT_TABLES, sql, text } from '@footfall/warehouse'

/**
 * Deletes everything that a product ever collected, and answers of how many rows. What is empty already is only looked
 * at, so asking again costs a count for each table, which the primary key answers.
 */
export async function eraseProduct(engine: Engine, product: ProductId): Promise<number> {
  const own = sql`product_id = ${text(product)}`
  let erased = 0
  for (const table of PRODUCT_TABLES) {
    const [found] = await engine.rows<{ rows: string }>(
      sql`SELECT count() AS rows FROM ${identifier(table)} WHERE ${own}`.text,
      { purpose: 'maintenance' },
    )
    const rows = Number(found?.rows ?? 0)
    if (rows === 0) continue
    await deleteRows(engine, table, own)
    erased += rows
  }
  return erased
}
