import type { EngineShare, IntakeTurns } from '@footfall/core-domain'
import { fairQueue, NO_LIMITS, type SlotLimits, type ThreadClock, threadPauses } from '@footfall/warehouse'
import type { ActiveAccounts } from './active-accounts.ts'

export interface IntakeTurnsOptions extends ThreadClock {
  readonly active: ActiveAccounts
}

/** Each of those that wait holds a body of up to 2 MiB. */
const ONE: SlotLimits = { running: 1, waiting: 50 }

/**
 * Lets a part of one request from a server be taken in in each turn of the event loop, of one account after the other, and one
 * request of an account at a time. A batch of a thousand events takes a tenth of a second, so many of them at once would
 * keep the events and reports of other accounts waiting for all of them. While other accounts use the service, an account that
 * sends much also pauses between the parts: without end it gets a quarter of the thread. Throws `Overloaded` when too many
 * requests of the account wait.
 */
export function intakeTurns({ active, ...clock }: IntakeTurnsOptions): (share: EngineShare) => Promise<IntakeTurns> {
  const message = 'Too many batches of this account are waiting; try again shortly.'
  const ofAccounts = fairQueue({ total: NO_LIMITS, account: ONE, person: ONE, message })
  const ofThread = fairQueue({ total: { ...NO_LIMITS, running: 1 }, account: NO_LIMITS, person: NO_LIMITS, message })
  const pauses = threadPauses(clock)

  return async (share) => {
    active.seen(share.account)
    let leave: (() => void) | undefined = await ofAccounts.waitForSlot(share)
    let endPart: (() => number) | undefined
    let pauseMs = 0
    const stopCounting = () => {
      pauseMs += endPart?.() ?? 0
      endPart = undefined
    }
    const afterPause = (then: () => void) => {
      stopCounting()
      const ms = active.areOthersThan(share.account) ? pauseMs : 0
      pauseMs = 0
      pauses.afterPause(ms, then)
    }
    const turns: IntakeTurns = {
      async next() {
        await new Promise<void>(afterPause)
        const pass = await ofThread.waitForSlot(share)
        endPart = pauses.begin(share.account)
        setImmediate(() => {
          stopCounting()
          pass()
        })
      },
      end() {
        if (leave === undefined) return
        afterPause(leave)
        leave = undefined
      },
    }
    await turns.next()
    return turns
  }
}
