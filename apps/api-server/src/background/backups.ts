import { MINUTE_MS } from '@footfall/core-domain'
import { type ScheduledBackupDependencies, scheduledBackups } from '@footfall/operate'
import type { Logger } from 'pino'
import { recurring } from './recurring.ts'

/** A backup is at most a minute late. */
const EVERY_MS = MINUTE_MS

/** Backups in the bucket, where one is set. They use the operator's socket, so they start after it and stop before it. */
export function recurringBackups({ log, ...dependencies }: ScheduledBackupDependencies & { readonly log: Logger }) {
  const stopping = new AbortController()
  const backups = scheduledBackups({ ...dependencies, log })
  const { clock } = dependencies
  const task = recurring('Backups', EVERY_MS, () => backups.runDue(stopping.signal), { log, clock })
  return {
    async stop() {
      stopping.abort()
      await task.stop()
    },
  }
}
