import { enforceRetention, retentionEdge } from '@footfall/analytics'
import { type Clock, NotFound, type ProductId, type Store } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'

/** Deletes what each product keeps no longer, and lets cached reports of it end. */
export async function applyRetention(
  store: Store,
  engine: Engine,
  clock: Clock,
  bump: (product: ProductId) => void,
): Promise<void> {
  for (const { id, timezone } of await store.products.all()) {
    const preferences = await store.settings.get(id, 'preferences').catch(unlessGone)
    // Deleted meanwhile; all of it is purged.
    if (preferences === undefined) continue
    await enforceRetention(engine, id, retentionEdge(timezone, preferences, clock.now()))
    bump(id)
  }
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof NotFound)) throw error
}
