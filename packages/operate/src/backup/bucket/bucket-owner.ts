import { join } from 'node:path'
import { ensureKeptText } from '@footfall/config'
import { type RandomSource, randomId } from '@footfall/core-domain'
import { z } from 'zod'
import { BackupError } from '../manifest.ts'
import type { Bucket } from './open-bucket.ts'
import { sha256Of } from './sha256.ts'

/** The id of the data directory whose backups are in the bucket. */
const NAME = 'owner.json'
/** The same in the data directory. It is not part of backups, so what is restored elsewhere is another directory. */
const FILE = 'backup-id'
const BYTES_MAX = 10_000

const Owner = z.object({ format: z.literal(1), id: z.string().min(1).max(100) })

export interface OwnerOptions {
  readonly bucket: Bucket
  readonly dataDir: string
  readonly adopt: boolean
  readonly random: RandomSource
}

/**
 * Makes the place in the bucket that of this data directory. Two that share it would remove each other's backups, and chunks that the
 * other is about to need. Throws `BackupError` if it is that of another one, unless it is adopted.
 */
export async function claimBucket(options: OwnerOptions): Promise<void> {
  const { bucket, adopt } = options
  const id = await ownId(options)
  const owner = await ownerOf(bucket)
  if (owner === id) return
  if (owner !== undefined && !adopt) throw belongsToAnother(bucket)
  const bytes = new TextEncoder().encode(JSON.stringify({ format: 1, id }))
  await bucket.put(NAME, bytes, await sha256Of(bytes))
}

/** Throws `BackupError` if another data directory took the place over meanwhile. */
export async function assertOwner(options: OwnerOptions): Promise<void> {
  if ((await ownerOf(options.bucket)) !== (await ownId(options))) throw belongsToAnother(options.bucket)
}

async function ownId({ dataDir, random }: OwnerOptions): Promise<string> {
  return (await ensureKeptText(join(dataDir, FILE), () => randomId(random, 'bkp'), random)).trim()
}

/** Undefined if there is none; an unreadable one is nobody's. */
async function ownerOf(bucket: Bucket): Promise<string | undefined> {
  const bytes = await bucket.get(NAME, BYTES_MAX)
  if (bytes === undefined) return undefined
  try {
    return Owner.parse(JSON.parse(new TextDecoder().decode(bytes))).id
  } catch {
    return ''
  }
}

function belongsToAnother({ address }: Bucket): BackupError {
  return new BackupError(
    `${address} has the backups of another data directory. Set another path in BACKUP_S3_URL; or, if this directory replaces that one, for example after a restore, run: footfall backup --to s3 --adopt`,
  )
}
