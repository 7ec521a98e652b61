import type { EngineShare } from '@footfall/core-domain'
import { fairQueue } from '@footfall/warehouse'

/**
 * Waits until a report may begin: one report begins in each turn of the event loop, in the order of a fair queue. A report from the
 * result cache is computed without a pause, so many of them at once would keep events and the reports of other accounts waiting for
 * all of them. Throws `Overloaded` and `AskerGone` as the queue does.
 */
export function reportTurns(refusal: string): (share: EngineShare, signal: AbortSignal) => Promise<void> {
  const queue = fairQueue({
    total: { running: 1, waiting: 2000 },
    account: { running: 1, waiting: 500 },
    person: { running: 1, waiting: 250 },
    refusal,
  })
  return async (share, signal) => {
    const release = await queue.waitForSlot(share, { signal })
    setImmediate(release)
  }
}
