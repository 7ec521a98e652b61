import { HOUR_MS, type Logger } from '@footfall/core-domain'
import { type BucketBackupOptions, backupToBucket } from './bucket/backup-to-bucket.ts'
import { lastBackups, recordFailure } from './last-backups.ts'
import { BackupError } from './manifest.ts'

export interface ScheduledBackupDependencies
  extends Pick<BucketBackupOptions, 'settings' | 'fetch' | 'clock' | 'random' | 'pause'> {
  readonly log: Pick<Logger, 'info' | 'warn'>
}

/** After a failure, unless backups are more often than that. */
const RETRY_AFTER_MS = HOUR_MS

/**
 * Backups that the service makes of itself. The first is made at once, and the next are counted from the last that the directory
 * knows of, so that a restart changes nothing. The service copies from its own snapshot, as for `footfall backup`.
 */
export function scheduledBackups({ log, ...dependencies }: ScheduledBackupDependencies) {
  const { settings, clock } = dependencies
  const { dataDir, backupBucket, backupEveryHours } = settings
  const everyMs = backupEveryHours * HOUR_MS
  let nextMs: number | undefined

  async function runDue(signal: AbortSignal): Promise<void> {
    if (backupBucket === undefined || everyMs === 0 || signal.aborted) return
    nextMs ??= nextAfter(await lastBackups(dataDir), everyMs)
    const now = clock.now()
    // Further away than ever: the clock was moved back.
    if (now < nextMs && nextMs - now <= everyMs) return
    try {
      const { id, place, bytes, sent, removed } = await backupToBucket({
        ...dependencies,
        scope: 'everything',
        adopt: false,
        signal,
      })
      nextMs = now + everyMs
      log.info({ backup: id, place, bytes, sent, removed }, 'made a backup in the bucket')
      if (removed.problem !== undefined)
        log.warn({ problem: removed.problem }, 'old backups could not be removed from the bucket')
    } catch (error) {
      // It is made after the restart.
      if (signal.aborted) return
      nextMs = now + Math.min(everyMs, RETRY_AFTER_MS)
      const reason =
        error instanceof BackupError ? error.message : 'The backup failed; the log of the service has the reason.'
      await recordFailure(dataDir, { at: new Date(clock.now()).toISOString(), reason })
      log.warn({ err: error }, 'no backup was made in the bucket; it will be retried')
    }
  }

  return { runDue }
}

function nextAfter({ bucket: { made, failed } }: Awaited<ReturnType<typeof lastBackups>>, everyMs: number): number {
  if (failed !== null) return Date.parse(failed.at) + Math.min(everyMs, RETRY_AFTER_MS)
  return made === null ? Number.NEGATIVE_INFINITY : Date.parse(made.made_at) + everyMs
}
