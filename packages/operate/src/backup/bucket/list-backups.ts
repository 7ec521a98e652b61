import { type BackupSummary, summaryOf } from '../backup-target.ts'
import { backupIds, readBucketManifest } from './bucket-manifest.ts'
import type { Bucket } from './open-bucket.ts'

export interface ListedBackup extends BackupSummary {
  readonly id: string
}

/** The newest first. Throws `BackupError`. */
export async function listBackups(bucket: Bucket): Promise<readonly ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const id of await backupIds(bucket)) listed.push({ id, ...summaryOf(await readBucketManifest(bucket, id)) })
  return listed
}
