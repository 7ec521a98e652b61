import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type RandomSource, randomBase62 } from '@footfall/core-domain'
import { type DirectoryLock, lockDirectory } from '@footfall/ingest'
import { copySqlite } from '@footfall/storage'
import { type BackupFacts, type BackupSummary, type BackupTarget, DATABASE, summaryOf } from '../backup-target.ts'
import { type FileTree, walk } from '../file-tree.ts'
import { recordBucketBackup } from '../last-backups.ts'
import { BackupError } from '../manifest.ts'
import {
  type BucketFile,
  type BucketManifest,
  backupId,
  CHUNKS,
  chunkName,
  chunkOf,
  manifestName,
} from './bucket-manifest.ts'
import { assertOwner, claimBucket } from './bucket-owner.ts'
import { type CutChunk, cutFiles } from './cut-files.ts'
import type { Bucket } from './open-bucket.ts'
import { type Removed, removeOldBackups } from './remove-old-backups.ts'
import { sha256Of } from './sha256.ts'

export interface BucketBackup extends BackupSummary {
  readonly id: string
  readonly place: string
  /** What the bucket did not have yet. */
  readonly sent: { readonly chunks: number; readonly bytes: number }
  /** Older backups that were removed, or why none could be. */
  readonly removed: Removed
}

export interface BucketTargetOptions {
  readonly bucket: Bucket
  readonly dataDir: string
  /** How many backups of each scope stay. */
  readonly kept: number
  /** Takes the place over from another data directory. */
  readonly adopt: boolean
  readonly random: RandomSource
}

/** Below DATA_DIR, and not part of backups. Its lock keeps a second backup away, of this command or of the service. */
const WORKING_DIRECTORY = 'backup-work'
/** In memory at once, in addition to the one that is being read. */
const CHUNKS_IN_FLIGHT = 4

/**
 * A bucket. Files are cut into chunks that are named by their SHA-256, so what an earlier backup sent is not sent again, also if
 * that backup was interrupted.
 */
export function bucketTarget(options: BucketTargetOptions): BackupTarget<BucketBackup> {
  const { bucket, dataDir, kept, random } = options
  const working = join(dataDir, WORKING_DIRECTORY)
  let lock: DirectoryLock | undefined
  /** The bytes of each chunk in the bucket, by its hash. */
  let present = new Map<string, number>()
  const content = manifestContent()
  const sent = { chunks: 0, bytes: 0 }

  async function send({ bytes }: CutChunk, sha256: string): Promise<void> {
    if (present.get(sha256) === bytes.length) return
    await bucket.put(chunkName(sha256), bytes, sha256)
    present.set(sha256, bytes.length)
    sent.chunks += 1
    sent.bytes += bytes.length
  }

  async function add(root: string, tree: FileTree, copied: (bytes: number) => void): Promise<void> {
    content.addTree(tree)
    const sending = new Set<Promise<void>>()
    let failure: { readonly error: unknown } | undefined
    try {
      for await (const chunk of cutFiles(root, tree.files)) {
        const sha256 = await sha256Of(chunk.bytes)
        content.addChunk(chunk, sha256)
        const ended: Promise<void> = send(chunk, sha256)
          .then(() => copied(chunk.bytes.length))
          .catch((error: unknown) => {
            failure ??= { error }
          })
          .finally(() => sending.delete(ended))
        sending.add(ended)
        if (sending.size >= CHUNKS_IN_FLIGHT) await Promise.race(sending)
        if (failure !== undefined) break
      }
    } finally {
      await Promise.all(sending)
    }
    if (failure !== undefined) throw failure.error
  }

  return {
    add,
    async prepare() {
      lock = await lockWorkingDirectory(dataDir, working)
      await claimBucket(options)
      present = await chunksIn(bucket)
    },
    async addDatabase(path) {
      const rows = await copySqlite(path, join(working, DATABASE))
      await add(working, await walk(working, [DATABASE], () => false), () => undefined)
      await rm(join(working, DATABASE))
      return rows
    },
    async finish(facts) {
      const manifest = content.manifest(facts)
      present = await chunksIn(bucket)
      const missing = manifest.chunks.filter(({ sha256, bytes }) => present.get(sha256) !== bytes)
      if (missing.length > 0)
        throw new BackupError(
          `${missing.length} of ${manifest.chunks.length} chunks are no longer in ${bucket.address}: something else deletes objects there, such as a rule of the bucket.`,
        )
      await assertOwner(options)
      const id = backupId(manifest.made_at, randomBase62(random, 4))
      const bytes = new TextEncoder().encode(JSON.stringify(manifest))
      await bucket.put(manifestName(id), bytes, await sha256Of(bytes))
      const summary = summaryOf(manifest)
      const place = `${bucket.address}#${id}`
      await recordBucketBackup(dataDir, summary, place)
      const removed = await removeOldBackups(bucket, { made: id, kept, chunks: [...present.keys()] })
      return { ...summary, id, place, sent, removed }
    },
    async close() {
      if (lock === undefined) return
      await rm(join(working, DATABASE), { force: true })
      lock.release()
    },
  }
}

async function lockWorkingDirectory(dataDir: string, working: string): Promise<DirectoryLock> {
  await mkdir(working, { recursive: true, mode: 0o700 })
  let lock: DirectoryLock
  try {
    lock = lockDirectory(working)
  } catch {
    throw new BackupError(`Another backup of ${dataDir} is running; try again when it has ended.`)
  }
  // The copy of a process that was killed.
  for (const name of [DATABASE, `${DATABASE}-journal`, `${DATABASE}-wal`, `${DATABASE}-shm`])
    await rm(join(working, name), { force: true })
  return lock
}

async function chunksIn(bucket: Bucket): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { name, bytes } of await bucket.list(CHUNKS)) {
    const sha256 = chunkOf(name)
    if (sha256 !== undefined) found.set(sha256, bytes)
  }
  return found
}

/** Collects what the manifest says of the files. */
function manifestContent() {
  const trees: FileTree[] = []
  const numbers = new Map<string, number>()
  const chunks: BucketManifest['chunks'] = []
  const files = new Map<string, BucketFile>()

  function numberOf(sha256: string, bytes: number): number {
    const known = numbers.get(sha256)
    if (known !== undefined) return known
    numbers.set(sha256, chunks.length)
    return chunks.push({ sha256, bytes }) - 1
  }

  return {
    addTree(tree: FileTree): void {
      trees.push(tree)
      for (const { path } of tree.files) files.set(path, { path, bytes: 0, slices: [] })
    },
    addChunk({ bytes, slices }: CutChunk, sha256: string): void {
      const number = numberOf(sha256, bytes.length)
      for (const { path, from, length } of slices) {
        const file = files.get(path)
        if (file === undefined) throw new Error(`A slice of ${path}, which is not in the tree`)
        file.slices.push([number, from, length])
        file.bytes += length
      }
    },
    manifest(facts: BackupFacts): BucketManifest {
      return {
        format: 1,
        ...facts,
        directories: trees.flatMap(({ directories }) => directories),
        links: trees.flatMap(({ links }) => links),
        chunks,
        files: [...files.values()],
      }
    },
  }
}
