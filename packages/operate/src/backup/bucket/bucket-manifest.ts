import { z } from 'zod'
import { BackupError, counts, InnerLink, InnerPath, parseJson } from '../manifest.ts'
import type { Bucket } from './open-bucket.ts'

/** A file, or several small ones of a directory, or a part of a large file. Also the largest object that is read. */
export const CHUNK_BYTES_MAX = 8 * 1024 ** 2
const MANIFEST_BYTES_MAX = 256 * 1024 ** 2

const Bytes = z.int().min(0)

const Chunk = z.object({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().min(1).max(CHUNK_BYTES_MAX),
})
export type Chunk = z.infer<typeof Chunk>

/** The number of a chunk in the list, where the slice begins in it, and its length. */
const Slice = z.tuple([Bytes, Bytes, z.int().min(1)])

/** The content of a backup in a bucket. It is written last, so a backup exists once it does. */
const BucketManifest = z
  .object({
    format: z.literal(1),
    made_at: z.iso.datetime(),
    scope: z.enum(['everything', 'control_data']),
    directories: z.array(InnerPath),
    links: z.array(InnerLink),
    chunks: z.array(Chunk),
    /** In the order of their bytes. */
    files: z.array(z.object({ path: InnerPath, bytes: Bytes, slices: z.array(Slice) })),
    control_rows: counts.nullable(),
    analytics: counts.nullable(),
  })
  .refine(({ chunks, files }) =>
    files.every(
      ({ bytes, slices }) =>
        slices.every(([chunk, from, length]) => from + length <= (chunks[chunk]?.bytes ?? 0)) &&
        slices.reduce((sum, [, , length]) => sum + length, 0) === bytes,
    ),
  )
export type BucketManifest = z.infer<typeof BucketManifest>
export type BucketFile = BucketManifest['files'][number]

/** When it was made, so that names sort by it, and four characters that distinguish backups of the same second. */
const BACKUP_ID = /^\d{8}T\d{6}Z-[0-9A-Za-z]{4}$/
const MANIFESTS = 'backups/'
export const CHUNKS = 'chunks/'

export function backupId(madeAt: string, suffix: string): string {
  return `${madeAt.replaceAll(/[:-]|\.\d{3}/g, '')}-${suffix}`
}

export const manifestName = (id: string) => `${MANIFESTS}${id}.json`
export const chunkName = (sha256: string) => `${CHUNKS}${sha256.slice(0, 2)}/${sha256}`

/** The hash in the name of an object; undefined if it is no chunk. */
export function chunkOf(name: string): string | undefined {
  const sha256 = name.slice(-64)
  return /^[0-9a-f]{64}$/.test(sha256) && chunkName(sha256) === name ? sha256 : undefined
}

/** The ids of all backups, the newest first. */
export async function backupIds(bucket: Bucket): Promise<readonly string[]> {
  const objects = await bucket.list(MANIFESTS)
  const ids = objects.map(({ name }) => name.slice(MANIFESTS.length).replace(/\.json$/, ''))
  return ids
    .filter((id) => BACKUP_ID.test(id))
    .sort()
    .reverse()
}

/** A manifest that cannot be read. */
export class DamagedBackup extends BackupError {}

/** Throws `BackupError`, and `DamagedBackup` if there is a manifest. */
export async function readBucketManifest(bucket: Bucket, id: string): Promise<BucketManifest> {
  const bytes = BACKUP_ID.test(id) ? await bucket.get(manifestName(id), MANIFEST_BYTES_MAX) : undefined
  if (bytes === undefined)
    throw new BackupError(
      `The backup ${id} does not exist in ${bucket.address}; \`footfall backups list\` lists those that do.`,
    )
  const parsed = BucketManifest.safeParse(parseJson(new TextDecoder().decode(bytes)))
  if (!parsed.success)
    throw new DamagedBackup(`The backup ${id} in ${bucket.address} is damaged, or of another version of the service.`)
  return parsed.data
}
