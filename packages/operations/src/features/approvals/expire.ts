import { type Clock, type TransactionalStore, timestamp } from '@footfall/core-domain'

const BATCH = 200

/** Marks the changes that nobody approved in time. Any number of replicas may do it at once. Returns their number. */
export async function expireApprovals({
  store,
  clock,
}: {
  readonly store: TransactionalStore
  readonly clock: Clock
}): Promise<number> {
  const now = timestamp(clock.now())
  for (let total = 0; ; ) {
    const expired = await store.transaction((tx) => tx.store.approvals.expire(now, BATCH))
    total += expired
    if (expired < BATCH) return total
  }
}
