import { eraseProduct } from '@footfall/analytics'
import {
  type Clock,
  HOUR_MS,
  MINUTE_MS,
  type ProductId,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'

/** Longer than the deletes of a large product take, so that no other replica repeats them. */
const LEASE_MS = HOUR_MS
const AGAIN_AFTER_MS = MINUTE_MS

interface PurgeLog {
  info(context: { product: string; rows: number }, message: string): void
}

/**
 * Deletes what the engine holds of products that are gone. Events may have been on their way, in a log of this or of
 * another replica that was down for a while, so each product is looked at again: after a minute, and then whenever it
 * has been gone twice as long, for ever. That is some twenty looks in ten years.
 */
export async function purgeProducts(
  { transaction }: Pick<TransactionalStore, 'transaction'>,
  engine: Engine,
  clock: Clock,
  log: PurgeLog,
): Promise<void> {
  const postpone = (product: ProductId, until: number) =>
    transaction((tx) => tx.store.productPurges.postpone(product, timestamp(until)))
  for (;;) {
    const now = clock.now()
    const [purge] = await transaction((tx) => tx.store.productPurges.take(timestamp(now), timestamp(now + LEASE_MS), 1))
    if (purge === undefined) return
    const rows = await eraseProduct(engine, purge.product).catch(async (error: unknown) => {
      await postpone(purge.product, clock.now() + AGAIN_AFTER_MS)
      throw error
    })
    if (rows > 0) log.info({ product: purge.product, rows }, 'a deleted product was purged')
    const gone = clock.now() - Date.parse(purge.deleted_at)
    await postpone(purge.product, clock.now() + Math.max(gone, AGAIN_AFTER_MS))
  }
}
