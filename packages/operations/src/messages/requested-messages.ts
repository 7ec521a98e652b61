import {
  type Clock,
  DAY_MS,
  type DeliveryReader,
  type DeliverySource,
  RateLimited,
  timestamp,
} from '@footfall/core-domain'

const REQUESTS_PER_DAY = 10

/** Begins the occurrence of a message that a person asked for. */
export const REQUESTED = 'requested '

/** Throws `RateLimited` if people had a report or an alert sent ten times in the last 24 hours. */
export async function assertMayBeRequested(
  { store, clock }: { readonly store: { readonly deliveries: DeliveryReader }; readonly clock: Clock },
  source: DeliverySource,
  detail: string,
): Promise<void> {
  const since = timestamp(clock.now() - DAY_MS)
  if ((await store.deliveries.countOccurrences(source, REQUESTED, since)) < REQUESTS_PER_DAY) return
  throw new RateLimited(DAY_MS / REQUESTS_PER_DAY / 1000, { detail })
}
