import type { EngineShare, IntakeTurns } from '@footfall/core-domain'
import { fairQueue, type SlotLimits } from '@footfall/warehouse'

const NO_LIMIT: SlotLimits = { running: Number.POSITIVE_INFINITY, waiting: Number.POSITIVE_INFINITY }
/** Each of those that wait holds a body of up to 2 MiB. */
const ONE: SlotLimits = { running: 1, waiting: 50 }

/**
 * Lets a part of one request from a server be taken in in each turn of the event loop, of one account after the other, and one
 * request of an account at a time. A batch of a thousand events takes a tenth of a second, so many of them at once would
 * keep the events and reports of other accounts waiting for all of them. Throws `Overloaded` when too many requests of the
 * account wait.
 */
export function intakeTurns(): (share: EngineShare) => Promise<IntakeTurns> {
  const message = 'Too many batches of this account are waiting; try again shortly.'
  const ofAccounts = fairQueue({ total: NO_LIMIT, account: ONE, person: ONE, message })
  const ofThread = fairQueue({ total: { ...NO_LIMIT, running: 1 }, account: NO_LIMIT, person: NO_LIMIT, message })

  return async (share) => {
    let leave: (() => void) | undefined = await ofAccounts.waitForSlot(share)
    const turns: IntakeTurns = {
      async next() {
        const pass = await ofThread.waitForSlot(share)
        setImmediate(pass)
      },
      end() {
        leave?.()
        leave = undefined
      },
    }
    await turns.next()
    return turns
  }
}
