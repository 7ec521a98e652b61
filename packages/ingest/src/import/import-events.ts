import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, ImportFormat, ImportId, RandomSource, TrackingProfile } from '@footfall/core-domain'
import { InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { dropStaged, ensureTable, IMPORT_STAGING, releaseMemory } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import { onCsvThread, onThisThread, onThreads } from './block-source.ts'
import { csvReader } from './csv.ts'
import { fingerprint } from './fingerprint.ts'
import { ndjsonReader } from './ndjson.ts'
import { parquetToNdjson } from './parquet.ts'
import { type ImportProgress, progressReporter } from './progress.ts'
import { type BlockSource, stageFile } from './stage.ts'
import { type ImportState, newState, type SkippedLine, stateFile } from './state.ts'
import { sliceCount, storeVisits } from './store-visits.ts'

export interface ImportOptions {
  readonly engine: Engine
  /** The record of the import, which every stored row names; without it, nothing can remove the rows again. */
  readonly import?: ImportId
  /** The product of the events with its settings. Shields apply to live traffic only. */
  readonly profile: TrackingProfile
  readonly file: string
  readonly format: ImportFormat
  /** Directory for the state of imports, so that an interrupted one can continue; used by the service only. */
  readonly stateDir: string
  readonly geo: Geo
  readonly clock: Clock
  readonly random: RandomSource
  /** Skips and counts invalid lines; otherwise the first one stops the import. */
  readonly skipInvalid?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Stops the conversion of Parquet; an error that `onProgress` throws stops the rest. */
  readonly signal?: AbortSignal | undefined
  /**
   * Threads that check and describe the rows; CSV takes one of them. 0, the default, does it on this thread. Further
   * threads need a `geo` with a database and a file of half a megabyte.
   */
  readonly threads?: number
  /** Bytes of the file that are read at once. */
  readonly blockBytes?: number
  /** Rows inserted into visits by one statement: a trade-off between memory and the number of parts. */
  readonly sliceRows?: number
}

export interface ImportSummary {
  /** Stays the same when the file is imported again. */
  readonly id: string
  /** Imported events. */
  readonly events: number
  /** Rows of bots that became crawler hits. */
  readonly crawlerHits: number
  /** Rows of bots that the product does not track. */
  readonly botsLeftOut: number
  /** Engagement events without a visit before them. */
  readonly strayEngagements: number
  readonly skipped: number
  readonly firstSkipped: readonly SkippedLine[]
  readonly seconds: number
  /** Whether an earlier run had done a part of it. */
  readonly resumed: boolean
  /** Whether this file was already imported into this product; then nothing was done. */
  readonly repeated: boolean
}

const BLOCK_BYTES = 8 * 1024 * 1024
/** Smaller files are described before another thread has started. */
const OTHER_THREAD_BYTES = 512 * 1024

/**
 * Imports historical events from a file. All rows are checked before any becomes an event, so a rejected file leaves no
 * data behind. Killed at any moment and started again, it continues, and nothing counts twice.
 */
export async function importEvents(options: ImportOptions): Promise<ImportSummary> {
  const startedMs = options.clock.now()
  const file = await open(options.file, 'r')
  try {
    const key = await importKey(options, file)
    const states = stateFile(join(options.stateDir, `${key}.json`))
    const earlier = await states.load()
    await ensureTable(options.engine, IMPORT_STAGING)
    const first = earlier ?? newState(randomHex(options, 16), randomHex(options, 32))
    if (!earlier) await states.save(first)
    const scratch = join(options.stateDir, key)
    const discard = () =>
      Promise.all([
        dropStaged(options.engine, first.import_id),
        rm(`${scratch}.ndjson`, { force: true }),
        rm(`${scratch}.tsv`, { force: true }),
      ])
    const last = await run(options, { file, scratch, save: states.save, startedMs }, first).catch(
      async (error: unknown) => {
        // After a rejection the state is removed, so the same content can be imported again.
        if (error instanceof InvalidRequest) {
          await discard()
          await states.remove()
        }
        throw error
      },
    )
    await discard()
    return {
      id: last.import_id,
      events: last.events - last.stray_engagements,
      crawlerHits: last.crawler_hits,
      botsLeftOut: last.bots_left_out,
      strayEngagements: last.stray_engagements,
      skipped: last.skipped,
      firstSkipped: last.first_skipped,
      seconds: (options.clock.now() - startedMs) / 1000,
      resumed: earlier !== undefined && earlier.phase !== 'done',
      repeated: earlier?.phase === 'done',
    }
  } finally {
    await file.close()
  }
}

interface Run {
  readonly file: FileHandle
  /** Path, without extension, of temporary files. */
  readonly scratch: string
  readonly save: (state: ImportState) => Promise<void>
  readonly startedMs: number
}

async function run(options: ImportOptions, { file, scratch, save, startedMs }: Run, from: ImportState) {
  const { engine, profile, clock, onProgress } = options
  const progressTo = (bytesTotal: number) =>
    progressReporter({ onProgress, clock, bytesTotal, startedMs, earlierRows: from.rows })
  let state = from
  if (state.phase === 'staging') {
    const source = options.format === 'parquet' ? await parquetText(options, `${scratch}.ndjson`) : file
    const { size } = await source.stat()
    const blocks = await blockSource(options, source, size, state)
    try {
      const staging = {
        engine,
        source: blocks,
        clock,
        scratch: `${scratch}.tsv`,
        save,
        onBlock: progressTo(size).block,
      }
      state = await stageFile(staging, state)
    } finally {
      await blocks.close()
      if (source !== file) await source.close()
    }
    state = { ...state, phase: 'visits', slices: sliceCount(state.rows, options.sliceRows) }
    await save(state)
    await releaseMemory(engine)
  }
  if (state.phase === 'visits') {
    const progress = progressTo(state.offset)
    const stored = { product: profile.product, import: options.import ?? '' }
    state = await storeVisits({ engine, stored, save, onSlice: progress.slice }, state)
    state = { ...state, phase: 'done', secret: '' }
    await save(state)
  }
  return state
}

async function blockSource(
  {
    profile,
    geo,
    format,
    threads = 0,
    blockBytes = BLOCK_BYTES,
    skipInvalid = false,
    file: path,
  }: Pick<ImportOptions, 'profile' | 'geo' | 'format' | 'threads' | 'blockBytes' | 'skipInvalid' | 'file'>,
  file: FileHandle,
  bytes: number,
  { import_id: importId, secret }: Pick<ImportState, 'import_id' | 'secret'>,
): Promise<BlockSource> {
  const describing = { importId, secret: Buffer.from(secret, 'hex'), profile, skipInvalid }
  const reader = format === 'csv' ? await csvReader(file, blockBytes) : ndjsonReader(file, blockBytes)
  const needed = Math.min(threads, Math.ceil(bytes / blockBytes))
  // A block keeps its thread for most of a second, and this one may collect events and answer reports.
  if (needed === 0 || bytes < OTHER_THREAD_BYTES || geo.database === undefined)
    return onThisThread(reader, geo, describing)
  if (format === 'csv') return onCsvThread({ path, blockBytes }, geo.database, describing)
  return onThreads(file, blockBytes, needed, geo.database, describing)
}

async function parquetText(
  { engine, file, signal }: Pick<ImportOptions, 'engine' | 'file' | 'signal'>,
  scratch: string,
): Promise<FileHandle> {
  await parquetToNdjson(engine, file, scratch, { signal })
  return open(scratch, 'r')
}

async function importKey(
  { profile, format }: Pick<ImportOptions, 'profile' | 'format'>,
  file: FileHandle,
): Promise<string> {
  const content = await fingerprint(file)
  return createHash('sha256').update(`${profile.product}\0${format}\0${content}`).digest('hex')
}

/** What an installation from before imports had records keeps of an import; undefined where it keeps nothing. */
export async function earlierImport(
  options: Pick<ImportOptions, 'profile' | 'format' | 'file' | 'stateDir'>,
): Promise<'begun' | 'done' | undefined> {
  const file = await open(options.file, 'r')
  try {
    const state = await stateFile(join(options.stateDir, `${await importKey(options, file)}.json`)).load()
    return state && (state.phase === 'done' ? 'done' : 'begun')
  } finally {
    await file.close()
  }
}

/** The same for files of the same content. */
export async function contentOf(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    return await fingerprint(file)
  } finally {
    await file.close()
  }
}

function randomHex({ random }: ImportOptions, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex')
}
