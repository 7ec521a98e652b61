import { type Filters, type ProductId, type SegmentId, timestamp } from '@footfall/core-domain'
import type { TestDatabase } from '@footfall/testkit'

/** A segment with these filters, whose name a shared link must not show. */
export async function secretSegment(database: TestDatabase, product: ProductId, filters: Filters): Promise<SegmentId> {
  const id = database.ids.segment()
  const at = timestamp(database.clock.now())
  const made = { id, name: 'Secret', filters, created_at: at, revision: 1, updated_at: at }
  await database.store.transaction((tx) => tx.store.segments.insert(product, made))
  return id
}
