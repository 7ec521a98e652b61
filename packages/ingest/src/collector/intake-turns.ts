import type { EngineShare } from '@footfall/core-domain'
import { fairQueue, type SlotLimits } from '@footfall/warehouse'

const NO_LIMIT = Number.POSITIVE_INFINITY
const ONE_WAITING_50: SlotLimits = { running: 1, waiting: 50 }

/**
 * Lets the body of one request from a server be read in each turn of the event loop, of one account after the other. Reading
 * a batch of a thousand events takes tens of milliseconds, so many of them at once would keep the events of other accounts
 * waiting for all of them. Throws `Overloaded` when too many of the account wait: each holds a body of up to 2 MiB.
 */
export function intakeTurns(): (share: EngineShare) => Promise<void> {
  const turns = fairQueue({
    total: { running: 1, waiting: NO_LIMIT },
    account: ONE_WAITING_50,
    person: ONE_WAITING_50,
    refusal: 'Too many batches of this account are waiting; try again shortly.',
  })
  return async (share) => {
    const end = await turns.waitForSlot(share)
    setImmediate(end)
  }
}
