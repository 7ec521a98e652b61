import type { AccountId, ProductId } from '@footfall/core-domain'
import type { ActiveAccounts } from '@footfall/ingest'
import { fairQueue, NO_LIMITS, type SlotLimits, type ThreadClock, threadPauses } from '@footfall/warehouse'

export interface RequestTurnsOptions extends ThreadClock {
  readonly active: ActiveAccounts
}

/** Waits until a request of the account may take the thread; undefined if it may at once. */
export type RequestTurn = (account: AccountId | ProductId) => Promise<void> | undefined

/** An account that kept the thread for less recently waits for nothing. Without end, this is a fourteenth of the thread. */
const LIGHT_MS = 1_000
/** Each of those that wait holds a body of up to 256 KiB. */
const ONE: SlotLimits = { running: 1, waiting: 100 }

/**
 * Lets one request of an account that used much of the thread recently begin in each turn of the event loop, with pauses in between,
 * while other accounts use the service: within the limits of an account, requests of 25 ms each would otherwise keep everybody else
 * waiting. Without end, such an account gets a quarter of the thread. Throws `Overloaded` when a hundred of its requests wait.
 */
export function requestTurns({ active, ...clock }: RequestTurnsOptions): RequestTurn {
  const message = 'Too many requests of this account are waiting; try again shortly.'
  const ofAccounts = fairQueue({ total: NO_LIMITS, account: ONE, person: NO_LIMITS, message })
  const pauses = threadPauses(clock)
  let stopCounting: (() => number) | undefined

  /** Counts the time until the next request begins, or the turn of the event loop ends. */
  function begin(account: string): () => number {
    stopCounting?.()
    const end = pauses.begin(account)
    let pauseMs: number | undefined
    stopCounting = () => {
      pauseMs ??= end()
      return pauseMs
    }
    return stopCounting
  }

  async function inTurn(account: AccountId | ProductId): Promise<void> {
    const release = await ofAccounts.waitForSlot({ account, person: 'service', credential: 'any' })
    const end = begin(account)
    setImmediate(() => {
      const pauseMs = end()
      pauses.afterPause(active.areOthersThan(account) ? pauseMs : 0, release)
    })
  }

  return (account) => {
    active.seen(account)
    if (active.areOthersThan(account) && pauses.usedMs(account) >= LIGHT_MS) return inTurn(account)
    setImmediate(begin(account))
    return undefined
  }
}
