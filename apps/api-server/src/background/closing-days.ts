import { MINUTE_MS } from '@footfall/core-domain'
import type { Rollups } from '@footfall/operate'
import { recurring, type TaskLog } from './recurring.ts'

const EVERY_MS = 10 * MINUTE_MS
/** Leaves time for the work of the start. */
const FIRST_MS = MINUTE_MS

/** Closes days. A stop waits for the statement that runs, and no other begins. */
export function recurringClosing(
  rollups: Rollups,
  log: TaskLog,
  exclusively: (job: string, work: () => Promise<void>) => Promise<void>,
) {
  const stopping = new AbortController()
  const task = recurring(
    'Closing days',
    EVERY_MS,
    async () => {
      await exclusively('closing days', () => rollups.closeDue(stopping.signal))
      if (!stopping.signal.aborted) await rollups.count()
    },
    log,
    FIRST_MS,
  )
  return {
    async stop() {
      stopping.abort()
      await task.stop()
    },
  }
}
