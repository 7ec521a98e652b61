import { type BackupSummary, summaryOf } from '../backup-target.ts'
import { backupIds, DamagedBackup, readBucketManifest } from './bucket-manifest.ts'
import type { Bucket } from './open-bucket.ts'

/** A backup, or why its manifest cannot be read. */
export type ListedBackup =
  | { readonly id: string; readonly summary: BackupSummary }
  | { readonly id: string; readonly problem: string }

/** The newest first. Throws `BackupError`. */
export async function listBackups(bucket: Bucket): Promise<readonly ListedBackup[]> {
  const listed: ListedBackup[] = []
  for (const id of await backupIds(bucket)) listed.push(await listedBackup(bucket, id))
  return listed
}

async function listedBackup(bucket: Bucket, id: string): Promise<ListedBackup> {
  try {
    return { id, summary: summaryOf(await readBucketManifest(bucket, id)) }
  } catch (error) {
    if (!(error instanceof DamagedBackup)) throw error
    return { id, problem: error.message }
  }
}
