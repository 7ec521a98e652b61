import { BackupError } from '../manifest.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import { backupIds, chunkName, manifestName, readBucketManifest } from './bucket-manifest.ts'
import type { Bucket } from './open-bucket.ts'

export interface Removed {
  readonly backups: number
  readonly chunks: number
  /** Why not everything was removed; undefined if it was. The backup is complete all the same. */
  readonly problem?: string
}

interface Retention {
  /** Stays, also if the clock was moved back since older ones were made. */
  readonly made: string
  /** How many backups of each scope stay. */
  readonly kept: number
  /** The hashes of all chunks in the bucket. */
  readonly chunks: readonly string[]
}

/**
 * Removes all but the newest backups, and chunks that no other backup names. Manifests go first: what is left after an interruption
 * is chunks, which the next run removes. If a manifest cannot be read, nothing is removed.
 */
export async function removeOldBackups(bucket: Bucket, retention: Retention): Promise<Removed> {
  const removed = { backups: 0, chunks: 0 }
  try {
    const { named, old } = await dividedBackups(bucket, retention)
    for (const id of old) {
      await bucket.remove(manifestName(id))
      removed.backups += 1
    }
    const unnamed = retention.chunks.filter((sha256) => !named.has(sha256))
    await mapConcurrently(unnamed, async (sha256) => {
      await bucket.remove(chunkName(sha256))
      removed.chunks += 1
    })
    return removed
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { ...removed, problem: error.message }
  }
}

/** The hashes that the backups to keep name, and the ids of the others. */
async function dividedBackups(bucket: Bucket, { kept, made }: Retention) {
  const named = new Set<string>()
  const old: string[] = []
  const counts = { everything: 0, control_data: 0 }
  for (const id of await backupIds(bucket)) {
    const { scope, chunks } = await readBucketManifest(bucket, id)
    counts[scope] += 1
    if (counts[scope] > kept && id !== made) old.push(id)
    else for (const { sha256 } of chunks) named.add(sha256)
  }
  return { named, old }
}
