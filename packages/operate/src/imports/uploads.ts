import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  AlreadyExists,
  CallerGone,
  type Clock,
  HOUR_MS,
  ImportId,
  type ImportRecord,
  type ImportUploads,
  InvalidRequest,
  idFactory,
  PayloadTooLarge,
  type ProductId,
  type RandomSource,
  ServiceUnavailable,
  type TransactionalStore,
  timestamp,
} from '@footfall/core-domain'
import type { CheckPlace, CheckQueue } from './check-queue.ts'
import { importDirectories, knownFile, lockedProduct } from './import-files.ts'
import { newRecord } from './import-record.ts'
import { ImportStopped, type Imports } from './imports.ts'

export interface UploadsOptions {
  readonly store: Pick<TransactionalStore, 'transaction' | 'imports' | 'products'>
  readonly imports: Imports
  /** The queue of the process, which dry runs of the operator also use. */
  readonly checks: CheckQueue
  readonly dataDir: string
  /** Of one file; all files together may have `FILES_TOGETHER` times as much. */
  readonly bytesMax: number
  /** Whether no other replica has files of its own. */
  readonly isSole: boolean
  readonly clock: Clock
  readonly random: RandomSource
}

const FILES_TOGETHER = 4
/** Files of one account, so that it leaves room for those of others. */
const FILES_OF_ACCOUNT = 1
const ARRIVES_WITHIN_HOURS = 3
/** An upload keeps its place in the queue until its last byte, so it must end at some time. */
const ARRIVES_WITHIN_MS = ARRIVES_WITHIN_HOURS * HOUR_MS
/** What uploads leave free on the disk, for events and for the engine. */
const FREE_BYTES_MIN = 256 * 1024 ** 2
const CHECK_ROOM_EVERY_BYTES = 16 * 1024 ** 2
const ABANDONED_AFTER_MS = 24 * HOUR_MS
/** The longest time between the first byte of a file and its record. */
const NO_RECORD_AFTER_MS = 6 * HOUR_MS

export interface Uploads extends ImportUploads {
  /** Continues started imports and removals, and deletes unneeded files. Once aborted, ends at the next step of an import. */
  continueAll(signal: AbortSignal): Promise<void>
}

/** Files that people upload, in `DATA_DIR/uploads` of the replica that took them; that replica imports them. */
export function createUploads(options: UploadsOptions): Uploads {
  const { store, imports, checks, dataDir, bytesMax, isSole, clock, random } = options
  const directories = importDirectories(dataDir)
  const { uploads } = directories
  const ids = idFactory(random)
  const forget = (id: ImportId) => rm(directories.uploadOf(id), { force: true })

  async function waitingOf(product: ProductId): Promise<readonly ImportRecord[]> {
    return (await store.imports.uploaded()).filter((record) => record.product === product)
  }

  /** Deletes an upload, unless it was started meanwhile. */
  async function abandon({ id }: ImportRecord): Promise<void> {
    const isAbandoned = await store.transaction(async (tx) => {
      if ((await tx.store.imports.find(id))?.status !== 'uploaded') return false
      await tx.store.imports.delete(id)
      return true
    })
    if (isAbandoned) await forget(id)
  }

  /** The account whose limits work on a product counts against; the product itself if it has no owner. */
  async function ownerOf(product: ProductId): Promise<string> {
    return (await store.products.findOwned(product))?.owner ?? product
  }

  /** The sizes of the files that wait or are being imported into products of an account. */
  async function bytesOf(owner: string): Promise<number> {
    let bytes = 0
    for (const { id, product } of [...(await store.imports.uploaded()), ...(await store.imports.unfinished())])
      if ((await ownerOf(product)) === owner) bytes += await sizeOf(directories.uploadOf(id))
    return bytes
  }

  type Receive = Parameters<ImportUploads['receive']>

  /** Stores the bytes of a file, and its record once it was checked. */
  async function take(
    place: CheckPlace,
    owner: string,
    ...[product, given, body, signal, recorded]: Receive
  ): Promise<ImportRecord> {
    for (const earlier of await waitingOf(product)) await abandon(earlier)
    const bytesLeft = FILES_OF_ACCOUNT * bytesMax - (await bytesOf(owner))
    if ((given.bytes ?? 0) > bytesLeft) throw noRoomOfAccount()
    await assertRoom(uploads, given.bytes ?? 0, bytesMax)
    const id = ids.import()
    const path = directories.uploadOf(id)
    try {
      const untilMs = clock.now() + ARRIVES_WITHIN_MS
      await writeFile(
        path,
        limited(body, uploads, { bytesMax, bytesLeft, isLate: () => clock.now() > untilMs }),
        signal,
      )
      return await place.inTurn(signal, async (within) => {
        const file = await knownFile({ ...given, path }, within)
        if ((await store.imports.findByContent(product, file.content)) !== undefined)
          throw new AlreadyExists('This file was already imported into this product.')
        const checked = await imports.check(product, file, { signal: within })
        const { source, site, from, to, rows, left_out, beyond_retention } = checked
        const made = newRecord(id, product, { ...file, source }, 'uploaded', timestamp(clock.now()))
        const record = { ...made, site, from, to, rows, left_out, beyond_retention }
        await store.transaction(async (tx) => {
          await tx.store.imports.insert(record)
          await recorded(tx, record)
        })
        return record
      })
    } catch (error) {
      await forget(id)
      throw signal.aborted ? new CallerGone(error) : error
    }
  }

  return {
    receive(...received) {
      const [product, given] = received
      return lockedProduct(uploads, product, 0, async () => {
        if (given.bytes !== undefined && given.bytes > bytesMax) throw new PayloadTooLarge(bytesMax)
        const owner = await ownerOf(product)
        const place = checks.take(owner)
        try {
          return await take(place, owner, ...received)
        } finally {
          place.release()
        }
      })
    },

    async continueAll(signal) {
      const seen = new Set<ImportId>()
      for (let round = await nextOfEach(seen); round.length > 0; round = await nextOfEach(seen)) {
        for (const record of round) {
          if (signal.aborted) return
          seen.add(record.id)
          await continueOne(record, signal)
        }
      }
      await sweep()
    },
  }

  /** One unfinished import of each account, so that no account waits for all imports of another. */
  async function nextOfEach(seen: ReadonlySet<ImportId>): Promise<readonly ImportRecord[]> {
    const first = new Map<string, ImportRecord>()
    for (const record of await store.imports.unfinished()) {
      if (seen.has(record.id)) continue
      const owner = await ownerOf(record.product)
      if (!first.has(owner)) first.set(owner, record)
    }
    return [...first.values()]
  }

  async function continueOne(record: ImportRecord, signal: AbortSignal): Promise<void> {
    if (record.status === 'removing') await imports.remove(record.id).catch(whileAnotherRuns)
    else if (await exists(directories.uploadOf(record.id))) {
      await imports.runStarted(record, { signal }).catch(whileStopped)
      const { status } = (await store.imports.find(record.id)) ?? {}
      if (status !== 'running') await forget(record.id)
    } else if (isWithoutFile(record)) await imports.endWithoutFile(record).catch(whileAnotherRuns)
  }

  /** Whether no replica has the file of an import: another replica would have continued it. */
  function isWithoutFile({ uploaded, updated_at }: ImportRecord): boolean {
    return uploaded && (isSole || clock.now() - Date.parse(updated_at) > ABANDONED_AFTER_MS)
  }

  /** Deletes the files of ended imports, and uploads that were never started. */
  async function sweep(): Promise<void> {
    const nowMs = clock.now()
    for (const record of await store.imports.uploaded()) {
      if (nowMs - Date.parse(record.created_at) > ABANDONED_AFTER_MS) await abandon(record)
      else if (isSole && !(await exists(directories.uploadOf(record.id))))
        await imports.endWithoutFile(record).catch(whileAnotherRuns)
    }
    await deleteUnneeded(uploads, NO_RECORD_AFTER_MS, ['uploaded', 'running'])
    // Also the state of checks whose process died.
    await deleteUnneeded(directories.imports, ABANDONED_AFTER_MS, ['running'])
  }

  /** Deletes entries named after an import in another state, and old entries of unknown imports. */
  async function deleteUnneeded(
    directory: string,
    unknownMs: number,
    needing: readonly ImportRecord['status'][],
  ): Promise<void> {
    const nowMs = clock.now()
    for (const name of await readdir(directory).catch(() => [])) {
      const { data: id } = ImportId.safeParse(name)
      if (id === undefined) continue
      const path = join(directory, name)
      const record = await store.imports.find(id)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: nowMs }))
      const isNeeded = record === undefined ? nowMs - mtimeMs <= unknownMs : needing.includes(record.status)
      if (!isNeeded) await rm(path, { recursive: true, force: true })
    }
  }
}

async function writeFile(path: string, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  try {
    // Opened first: a stream that opens the file itself may do so after a rejected body has had the file deleted.
    const file = await open(path, 'wx', 0o600)
    await pipeline(body, file.createWriteStream(), { signal })
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'))
      throw noRoom(error)
    throw error
  }
  if ((await stat(path)).size === 0) throw new InvalidRequest([{ path: 'file', message: 'is empty' }])
}

interface UploadLimits {
  readonly bytesMax: number
  /** What the files of the account leave of its share of the disk. */
  readonly bytesLeft: number
  readonly isLate: () => boolean
}

async function* limited(
  body: AsyncIterable<Uint8Array>,
  directory: string,
  { bytesMax, bytesLeft, isLate }: UploadLimits,
): AsyncIterable<Uint8Array> {
  let bytes = 0
  let checkedAt = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > bytesMax) throw new PayloadTooLarge(bytesMax)
    if (bytes > bytesLeft) throw noRoomOfAccount()
    if (isLate())
      throw new InvalidRequest([{ path: 'file', message: `took more than ${ARRIVES_WITHIN_HOURS} hours to arrive` }])
    if (bytes - checkedAt >= CHECK_ROOM_EVERY_BYTES) {
      checkedAt = bytes
      // Other uploads may have begun, and not every sender gives the length of its file.
      await assertRoom(directory, 0, bytesMax)
    }
    yield piece
  }
}

async function assertRoom(directory: string, bytes: number, bytesMax: number): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(directory)
  if (bavail * bsize - bytes < FREE_BYTES_MIN) throw noRoom(undefined)
  const names = (await readdir(directory)).filter((name) => ImportId.safeParse(name).success)
  const sizes = await Promise.all(names.map((name) => sizeOf(join(directory, name))))
  if (sizes.reduce((sum, size) => sum + size, bytes) > FILES_TOGETHER * bytesMax) throw noRoom(undefined)
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function noRoomOfAccount(): ServiceUnavailable {
  return new ServiceUnavailable(
    undefined,
    RETRY_AFTER_SECONDS,
    'Other files of the account that owns the product leave no room for this one; wait until they are imported, or remove those that are not needed.',
  )
}

const RETRY_AFTER_SECONDS = 600

function noRoom(cause: unknown): ServiceUnavailable {
  return new ServiceUnavailable(
    cause,
    RETRY_AFTER_SECONDS,
    'The disk of the service has no room for this file now; import it at the command line, or free some space.',
  )
}

function whileAnotherRuns(error: unknown): void {
  if (!(error instanceof AlreadyExists)) throw error
}

/** The service stops, or the import is being removed. */
function whileStopped(error: unknown): void {
  if (!(error instanceof ImportStopped)) throw error
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
