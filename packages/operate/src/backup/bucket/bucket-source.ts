import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { summaryOf } from '../backup-target.ts'
import { createDirectories, createLinks } from '../file-tree.ts'
import type { CopyProgress } from '../make-backup.ts'
import { BackupError } from '../manifest.ts'
import { mapConcurrently } from '../map-concurrently.ts'
import type { BackupSource } from '../restore-backup.ts'
import {
  type BucketManifest,
  backupIds,
  CHUNK_BYTES_MAX,
  type Chunk,
  chunkName,
  readBucketManifest,
} from './bucket-manifest.ts'
import type { Bucket } from './open-bucket.ts'
import { sha256Of } from './sha256.ts'

const CHUNKS_IN_FLIGHT = 4

/** A backup in a bucket that can also be checked without restoring it. */
export interface BucketSource extends BackupSource {
  readonly id: string
  /** Reads every chunk and compares its hash. Throws `BackupError`. */
  verify(onProgress: ((progress: CopyProgress) => void) | undefined): Promise<void>
}

/** A backup by its id, or the newest one of everything; of control data if there is no other. Throws `BackupError`. */
export async function bucketSource(bucket: Bucket, wanted: string | undefined): Promise<BucketSource> {
  const { id, manifest } = await chosen(bucket, wanted)
  return {
    id,
    summary: summaryOf(manifest),
    place: `${bucket.address}#${id}`,
    async verify(onProgress) {
      await eachChunk(bucket, manifest, onProgress, async () => {})
    },
    async copyTo(dataDir, onProgress) {
      await createDirectories(dataDir, manifest)
      await mapConcurrently(manifest.files, ({ path }) => createFile(dataDir, path))
      const places = placesOf(manifest)
      await eachChunk(bucket, manifest, onProgress, async (number, bytes) => {
        for (const { path, at, from, length } of places[number] ?? [])
          await writeAt(join(dataDir, path), bytes.subarray(from, from + length), at)
      })
      await mapConcurrently(manifest.files, ({ path }) => syncFile(join(dataDir, path)))
      await createLinks(dataDir, manifest)
    },
  }
}

async function chosen(bucket: Bucket, wanted: string | undefined) {
  if (wanted !== undefined) return { id: wanted, manifest: await readBucketManifest(bucket, wanted) }
  let newest: { readonly id: string; readonly manifest: BucketManifest } | undefined
  for (const id of await backupIds(bucket)) {
    const found = { id, manifest: await readBucketManifest(bucket, id) }
    if (found.manifest.scope === 'everything') return found
    newest ??= found
  }
  if (newest === undefined) throw new BackupError(`No backup in ${bucket.address}.`)
  return newest
}

/** Reads and verifies each chunk once, several at a time. */
async function eachChunk(
  bucket: Bucket,
  { chunks }: BucketManifest,
  onProgress: ((progress: CopyProgress) => void) | undefined,
  use: (number: number, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const bytesTotal = chunks.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  const limit = pLimit({ concurrency: CHUNKS_IN_FLIGHT, rejectOnClear: true })
  const reading = chunks.map((chunk, number) =>
    limit(async () => {
      await use(number, await verifiedChunk(bucket, chunk))
      bytes += chunk.bytes
      onProgress?.({ bytes, bytesTotal })
    }),
  )
  try {
    await Promise.all(reading)
  } catch (error) {
    limit.clearQueue()
    await Promise.allSettled(reading)
    throw error
  }
}

async function verifiedChunk(bucket: Bucket, { sha256 }: Chunk): Promise<Uint8Array> {
  const bytes = await bucket.get(chunkName(sha256), CHUNK_BYTES_MAX)
  if (bytes === undefined) throw new BackupError(`The backup is damaged: chunk ${sha256} is missing.`)
  if ((await sha256Of(bytes)) !== sha256)
    throw new BackupError(`The backup is damaged: chunk ${sha256} does not match its checksum.`)
  return bytes
}

/** Where the slices of each chunk are written, by the number of the chunk. */
function placesOf({ chunks, files }: BucketManifest) {
  const places = chunks.map((): { path: string; at: number; from: number; length: number }[] => [])
  for (const { path, slices } of files) {
    let at = 0
    for (const [number, from, length] of slices) {
      places[number]?.push({ path, at, from, length })
      at += length
    }
  }
  return places
}

async function createFile(dataDir: string, path: string): Promise<void> {
  await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
  const file = await open(join(dataDir, path), 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    throw new BackupError(`The backup is damaged: ${path} is in it twice.`)
  })
  await file.close()
}

async function writeAt(path: string, bytes: Uint8Array, at: number): Promise<void> {
  const file = await open(path, 'r+')
  try {
    let written = 0
    while (written < bytes.length) {
      const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
      written += bytesWritten
    }
  } finally {
    await file.close()
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}
