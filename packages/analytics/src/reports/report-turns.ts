import type { EngineShare } from '@footfall/core-domain'
import { fairQueue, NO_LIMITS, type SlotLimits, type ThreadClock, threadPauses } from '@footfall/warehouse'

export interface ReportTurnsOptions extends ThreadClock {
  /** The message for a report that is rejected. */
  readonly message: string
}

/** Waits until a report may begin. */
export type WaitForTurn = (share: EngineShare, signal: AbortSignal) => Promise<void>

const ONE: Omit<SlotLimits, 'waiting'> = { running: 1 }

/**
 * Lets one report begin in each turn of the event loop, of one account after the other. A report from the result cache is computed
 * without a pause, so many of them at once would keep events and the reports of other accounts waiting for all of them. An account
 * that used much of the thread recently also pauses between its reports: without end it gets a quarter of the thread. Throws
 * `Overloaded` and `CallerGone` as `fairQueue` does.
 */
export function reportTurns({ message, ...clock }: ReportTurnsOptions): WaitForTurn {
  const pauses = threadPauses(clock)
  const ofAccounts = fairQueue({
    total: { ...NO_LIMITS, waiting: 2000 },
    account: { ...ONE, waiting: 500 },
    person: { ...ONE, waiting: 250 },
    message,
  })
  const ofThread = fairQueue({ total: { ...NO_LIMITS, ...ONE }, account: NO_LIMITS, person: NO_LIMITS, message })

  return async (share, signal) => {
    const release = await ofAccounts.waitForSlot(share, { signal })
    const pass = await ofThread.waitForSlot(share, { signal }).catch((error: unknown) => {
      release()
      throw error
    })
    const end = pauses.begin(share.account)
    // Runs when the report has done what it can without waiting for the engine.
    setImmediate(() => {
      const pauseMs = end()
      pass()
      pauses.afterPause(pauseMs, release)
    })
  }
}
