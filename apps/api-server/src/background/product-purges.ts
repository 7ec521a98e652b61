import { eraseProduct } from '@footfall/analytics'
import {
  type Clock,
  HOUR_MS,
  type Logger,
  MINUTE_MS,
  type ProductId,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'

/** Longer than the deletion of a large product takes, so that no other replica repeats it. */
const LEASE_MS = HOUR_MS
const RETRY_AFTER_MS = MINUTE_MS

/**
 * Deletes the events of deleted products. Further events can arrive from the log of a replica that was down, so each
 * deletion is repeated without end: after a minute, and then whenever the time since the deletion has doubled. That is about
 * twenty times in ten years.
 */
export async function purgeProducts(
  { transaction }: Pick<TransactionalStore, 'transaction'>,
  engine: Engine,
  clock: Clock,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  const postpone = (product: ProductId, until: number) =>
    transaction((tx) => tx.store.productPurges.postpone(product, timestamp(until)))
  for (;;) {
    const now = clock.now()
    const [purge] = await transaction((tx) => tx.store.productPurges.take(timestamp(now), timestamp(now + LEASE_MS), 1))
    if (purge === undefined) return
    const rows = await eraseProduct(engine, purge.product).catch(async (error: unknown) => {
      await postpone(purge.product, clock.now() + RETRY_AFTER_MS)
      throw error
    })
    if (rows > 0) log.info({ product: purge.product, rows }, 'purged a deleted product')
    const deletedMs = clock.now() - Date.parse(purge.deleted_at)
    await postpone(purge.product, clock.now() + Math.max(deletedMs, RETRY_AFTER_MS))
  }
}
