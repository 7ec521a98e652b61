import {
  type Clock,
  type CollectOutcome,
  type Collector,
  currentKey,
  DomainError,
  IdentityOff,
  type Keyring,
  NotFound,
  RateLimited,
  type RequestOrigin,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { LocalCollector } from '../collector/collect-batch.ts'
import type { EventInput } from '../collector/collect-event.ts'
import { normalizeAddress } from '../enrich/address.ts'
import { boundedOrigin } from '../enrich/origin.ts'
import { visitorId } from '../enrich/visitor.ts'
import { inBatches } from './in-batches.ts'
import { rendezvous } from './rendezvous.ts'
import { NotDelivered, type Replica } from './replica.ts'
import { type BatchForwarder, sharedBatches } from './shared-batches.ts'

export interface SharedCollectorOptions {
  /** This replica’s own collector, and its id among the others. */
  readonly local: LocalCollector
  readonly self: string
  readonly others: readonly Replica[]
  /** The same on all replicas. Persons are pseudonymized under it, in memory only. */
  readonly key: Keyring
  readonly clock: Clock
}

/** How long an unavailable replica is not asked again. */
const RETRY_AFTER_MS = 1000

/**
 * Collects each event on the replica responsible for its sender, whichever replica received it, so that visits stay
 * whole. While that replica is unavailable, the next one in the sender’s order takes over, and live visits start anew
 * there.
 *
 * A payment waits for its replica instead, since only that replica’s log shows whether an interrupted attempt was
 * written.
 */
export function sharedCollector({ local, self, others, key, clock }: SharedCollectorOptions): Collector {
  const members: readonly Member[] = [
    { id: self, replica: undefined },
    ...others.map((replica) => ({ id: replica.id, replica: withBackoff(replica, clock) })),
  ]
  const orderFor = (person: string) => rendezvous(person, members)
  const personOf = (product: string, address: string, userAgent: string) =>
    visitorId(currentKey(key), { product, address: normalizeAddress(address), userAgent })

  return {
    async event(event, received) {
      const origin = boundedOrigin(received)
      let rejection = new ServiceUnavailable(new Error('no replica accepted the event'))
      for (const { replica } of orderFor(personOf(event.product, origin.address, origin.userAgent))) {
        if (replica !== undefined) {
          const outcome = await replica.event(event, origin)
          if (outcome !== 'not_delivered') return outcome
          continue
        }
        try {
          return await local.event(event, origin)
        } catch (error) {
          // The log here is full; that of another replica may not be.
          if (!(error instanceof ServiceUnavailable)) throw error
          rejection = error
        }
      }
      throw rejection
    },
    batch: sharedBatches({ members, local, orderFor: (...sender) => orderFor(personOf(...sender)) }),
    payment(product, payment, key) {
      const { visitor, id } = payment
      const [first] = orderFor(
        visitor ? personOf(product, visitor.address, visitor.user_agent) : personOf(product, '', id),
      )
      return first?.replica === undefined
        ? local.payment(product, payment, key)
        : first.replica.payment(product, payment, key)
    },
    countRejected: (product) => local.countRejected(product),
    crawls: (...crawls) => local.crawls(...crawls),
  }
}

interface Member {
  readonly id: string
  /** Undefined for this replica. */
  readonly replica: EventForwarder | undefined
}

interface EventForwarder extends BatchForwarder {
  event(event: EventInput, origin: RequestOrigin): Promise<CollectOutcome | 'not_delivered'>
  payment: Replica['payment']
}

/** Skips a replica for a moment after it was unavailable. */
function withBackoff(replica: Replica, clock: Clock): EventForwarder {
  const forward = inBatches(replica)
  let unavailableUntil = Number.NEGATIVE_INFINITY
  const isAway = () => clock.now() < unavailableUntil
  const noteFailure = (error: unknown) => {
    if (!(error instanceof DomainError) || error instanceof ServiceUnavailable)
      unavailableUntil = clock.now() + RETRY_AFTER_MS
  }
  return {
    async batch(batch) {
      if (isAway()) return 'not_delivered'
      try {
        const answer = await replica.batch(batch)
        return 'refused' in answer && answer.refused === 'service_unavailable' ? 'not_delivered' : answer
      } catch (error) {
        noteFailure(error)
        if (error instanceof NotDelivered) return 'not_delivered'
        throw error
      }
    },
    async event(event, origin) {
      if (isAway()) return 'not_delivered'
      try {
        const answer = await forward({ event, origin })
        if ('outcome' in answer) return answer.outcome
        if (answer.refused === 'not_found') throw new NotFound()
        if (answer.refused === 'identity_off') throw new IdentityOff()
        if (answer.refused === 'rate_limited') {
          const { retry_after_seconds, detail } = answer
          throw new RateLimited(retry_after_seconds, { detail })
        }
        // Its log is full or its stores are unavailable: it accepted nothing.
        return 'not_delivered'
      } catch (error) {
        noteFailure(error)
        if (error instanceof NotDelivered) return 'not_delivered'
        throw error
      }
    },
    payment: (product, payment, key) => replica.payment(product, payment, key),
  }
}
