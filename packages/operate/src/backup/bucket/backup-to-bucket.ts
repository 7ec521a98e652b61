import type { Settings } from '@footfall/config'
import type { RandomSource } from '@footfall/core-domain'
import { type CopyProgress, makeBackup } from '../make-backup.ts'
import { BackupError, type BackupManifest } from '../manifest.ts'
import { type BucketBackup, bucketTarget } from './bucket-target.ts'
import { type Bucket, type BucketDependencies, openBucket } from './open-bucket.ts'

export interface BucketOptions extends Omit<BucketDependencies, 'bucket'> {
  readonly settings: Settings
}

export interface BucketBackupOptions extends BucketOptions {
  readonly scope: BackupManifest['scope']
  /** Takes the place in the bucket over from another data directory. */
  readonly adopt: boolean
  readonly random: RandomSource
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined
}

/** The bucket of the settings. Throws `BackupError` if there is none. */
export function backupBucket({ settings, ...dependencies }: BucketOptions): Bucket {
  const bucket = settings.backupBucket
  if (bucket === undefined)
    throw new BackupError(
      'BACKUP_S3_URL is not set: the address of the bucket, with BACKUP_S3_KEY_ID and BACKUP_S3_SECRET_KEY.',
    )
  return openBucket({ ...dependencies, bucket })
}

/** Makes a backup in the bucket of the settings, and removes old ones from it. Throws `BackupError`. */
export async function backupToBucket(options: BucketBackupOptions): Promise<BucketBackup> {
  const { settings, scope, adopt, random, clock, onProgress } = options
  const { dataDir, backupsKept: kept } = settings
  const target = bucketTarget({ bucket: backupBucket(options), dataDir, kept, adopt, random })
  return makeBackup({ settings, clock, target, scope, onProgress })
}
