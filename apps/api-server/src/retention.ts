import type { Clock, ProductId, Store } from '@footfall/core-domain'

const DAY_MS = 86_400_000

/** Deletes what each product keeps no longer. A day's grace: a day ends at another time in every zone. */
export async function applyRetention(
  store: Store,
  enforce: (product: ProductId, beforeMs: number) => Promise<void>,
  clock: Clock,
): Promise<void> {
  for (const { id } of await store.products.all()) {
    const { retention_days } = await store.settings.get(id, 'preferences')
    await enforce(id, clock.now() - (retention_days + 1) * DAY_MS)
  }
}
