import { enforceRetention, retentionEdge } from '@footfall/analytics'
import { type Clock, NotFound, type ProductId, type Store } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'

/** Deletes the events of each product that are older than its retention, and invalidates its cached reports. */
export async function applyRetention(
  store: Store,
  engine: Engine,
  clock: Clock,
  bump: (product: ProductId) => void,
): Promise<void> {
  for (const { id, timezone } of await store.products.inTurns()) {
    const preferences = await store.settings.get(id, 'preferences').catch(unlessDeleted)
    // The product was deleted in the meantime; its events are purged.
    if (preferences === undefined) continue
    await enforceRetention(engine, id, retentionEdge(timezone, preferences, clock.now()))
    bump(id)
  }
}

function unlessDeleted(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
