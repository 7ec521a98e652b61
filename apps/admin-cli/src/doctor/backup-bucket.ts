import type { Settings } from '@footfall/config'
import { BackupError, backupBucket, backupIds } from '@footfall/operate'
import type { Dependencies } from '../dependencies.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Checks that the bucket can be listed. Whether it can be written shows with the first backup, since checks change nothing. */
export async function backupBucketCheck(
  settings: Settings,
  { fetch, clock, wait }: Pick<Dependencies, 'fetch' | 'clock' | 'wait'>,
): Promise<Finding[]> {
  if (settings.backupBucket === undefined) return []
  const bucket = backupBucket({ settings, fetch, clock, pause: wait })
  try {
    const [newest] = await backupIds(bucket)
    const found = newest === undefined ? 'has no backup yet' : `has backups, the newest is ${newest}`
    return [ok('backup', `${bucket.address} ${found}`)]
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return [failed('backup', error.message, 'footfall backups list tries again.')]
  }
}
