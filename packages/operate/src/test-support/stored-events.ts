import type { ProductId } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'

/** How many events of a product the engine has. */
export async function storedEvents(engine: Engine, product: ProductId): Promise<number> {
  const [row] = await engine.rows<{ n: string }>(`SELECT count() AS n FROM events WHERE product_id = '${product}'`)
  return Number(row?.n)
}
