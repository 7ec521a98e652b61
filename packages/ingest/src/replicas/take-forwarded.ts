import {
  type Collector,
  IdentityOff,
  type IntakeTurns,
  NotFound,
  RateLimited,
  ServiceUnavailable,
} from '@footfall/core-domain'
import type { LocalCollector } from '../collector/collect-batch.ts'
import type { ForwardedBatch, ForwardedBatchOutcome, ForwardedEvent, ForwardedOutcome } from './replica.ts'

type Rejection = Extract<ForwardedBatchOutcome, { readonly refused: string }>

/**
 * Collects events that another replica forwarded, always locally: with differing replica lists, forwarding again could
 * send an event in circles.
 */
export async function takeForwarded(
  local: Pick<Collector, 'event'>,
  batch: readonly ForwardedEvent[],
): Promise<readonly ForwardedOutcome[]> {
  return Promise.all(
    batch.map(async ({ event, origin }): Promise<ForwardedOutcome> => {
      try {
        return { outcome: await local.event(event, origin) }
      } catch (error) {
        return rejectionOf(error)
      }
    }),
  )
}

/**
 * The replica that received the batch lets its account wait. Here the parts of a batch only let other requests in between, and
 * no request waits for all of its events.
 */
const BETWEEN_TURNS: IntakeTurns = { next: () => new Promise((resolve) => setImmediate(resolve)), end() {} }

/** The same for events of a batch that came from a server. */
export async function takeForwardedBatch(
  local: Pick<LocalCollector, 'batch'>,
  { product, events, isTakenOver }: ForwardedBatch,
): Promise<ForwardedBatchOutcome> {
  try {
    return { outcomes: await local.batch(product, events, BETWEEN_TURNS, { isTakenOver }) }
  } catch (error) {
    return rejectionOf(error)
  }
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof NotFound) return { refused: 'not_found' }
  if (error instanceof IdentityOff) return { refused: 'identity_off' }
  if (error instanceof ServiceUnavailable) return { refused: 'service_unavailable' }
  if (error instanceof RateLimited)
    return { refused: 'rate_limited', retry_after_seconds: error.retryAfterSeconds, detail: error.detail }
  throw error
}
