import {
  type Clock,
  type CollectOutcome,
  type Collector,
  DomainError,
  NotFound,
  RateLimited,
  type RequestOrigin,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { EventInput } from '../collector/collect-event.ts'
import { normalizeAddress } from '../enrich/address.ts'
import { boundedOrigin } from '../enrich/origin.ts'
import { visitorId } from '../enrich/visitor.ts'
import { inBatches } from './in-batches.ts'
import { rendezvous } from './rendezvous.ts'
import { type ForwardedEvent, type ForwardedOutcome, NotTaken, type Replica } from './replica.ts'

export interface SharedCollectorOptions {
  /** This replica's own way into the engine, and its name among the others. */
  readonly local: Collector
  readonly self: string
  readonly others: readonly Replica[]
  /** The same on all replicas. People are told apart under it in memory only; it is never written down with them. */
  readonly key: Uint8Array
  readonly clock: Clock
}

/** For how long a replica that was away is not asked again. */
const AWAY_MS = 1000

/**
 * Collects where a visit is kept: every event goes to the replica that looks after its sender, whichever one it reached.
 * So a visit stays whole, and its columns are right when they are written. While that replica is away the next one in
 * the sender's order takes over; visits that were going on there begin anew.
 *
 * A payment waits for its replica instead, since only that one's log tells whether an interrupted try was written.
 */
export function sharedCollector({ local, self, others, key, clock }: SharedCollectorOptions): Collector {
  const members: readonly Member[] = [
    { id: self, replica: undefined },
    ...others.map((replica) => ({ id: replica.id, replica: reachable(replica, clock) })),
  ]
  const orderFor = (person: string) => rendezvous(person, members)
  const personOf = (product: string, address: string, userAgent: string) =>
    visitorId(key, { product, address: normalizeAddress(address), userAgent })

  return {
    async event(event, received) {
      const origin = boundedOrigin(received)
      let refusal = new ServiceUnavailable(new Error('no replica took the event'))
      for (const { replica } of orderFor(personOf(event.product, origin.address, origin.userAgent))) {
        if (replica !== undefined) {
          const outcome = await replica.event(event, origin)
          if (outcome !== 'not_taken') return outcome
          continue
        }
        try {
          return await local.event(event, origin)
        } catch (error) {
          // The log here is full; another's may not be.
          if (!(error instanceof ServiceUnavailable)) throw error
          refusal = error
        }
      }
      throw refusal
    },
    payment(product, payment, key) {
      const { visitor, id } = payment
      const [first] = orderFor(
        visitor ? personOf(product, visitor.address, visitor.user_agent) : personOf(product, '', id),
      )
      return first?.replica === undefined
        ? local.payment(product, payment, key)
        : first.replica.payment(product, payment, key)
    },
    refused: (product) => local.refused(product),
    crawls: (product, hits) => local.crawls(product, hits),
  }
}

interface Member {
  readonly id: string
  /** Undefined for this replica itself. */
  readonly replica: ReachableReplica | undefined
}

interface ReachableReplica {
  event(event: EventInput, origin: RequestOrigin): Promise<CollectOutcome | 'not_taken'>
  payment: Replica['payment']
}

/** A replica that is passed over for a moment after it was away. */
function reachable(replica: Replica, clock: Clock): ReachableReplica {
  const forward = inBatches(replica)
  let awayUntil = Number.NEGATIVE_INFINITY
  return {
    async event(event, origin) {
      if (clock.now() < awayUntil) return 'not_taken'
      try {
        const answer = await forward({ event, origin })
        if ('outcome' in answer) return answer.outcome
        if (answer.refused === 'not_found') throw new NotFound()
        if (answer.refused === 'rate_limited') {
          const { retry_after_seconds, detail } = answer
          throw new RateLimited(retry_after_seconds, { detail })
        }
        // Its log is full, or its stores are away: it took nothing.
        return 'not_taken'
      } catch (error) {
        if (!(error instanceof DomainError) || error instanceof ServiceUnavailable) awayUntil = clock.now() + AWAY_MS
        if (error instanceof NotTaken) return 'not_taken'
        throw error
      }
    },
    payment: (product, payment, key) => replica.payment(product, payment, key),
  }
}

/** Takes what another replica sent, here and nowhere else: two lists that differ must not send an event in circles. */
export async function takeForwarded(
  local: Collector,
  batch: readonly ForwardedEvent[],
): Promise<readonly ForwardedOutcome[]> {
  return Promise.all(
    batch.map(async ({ event, origin }): Promise<ForwardedOutcome> => {
      try {
        return { outcome: await local.event(event, origin) }
      } catch (error) {
        if (error instanceof NotFound) return { refused: 'not_found' }
        if (error instanceof ServiceUnavailable) return { refused: 'service_unavailable' }
        if (error instanceof RateLimited)
          return { refused: 'rate_limited', retry_after_seconds: error.retryAfterSeconds, detail: error.detail }
        throw error
      }
    }),
  )
}
