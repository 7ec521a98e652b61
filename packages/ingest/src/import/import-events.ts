import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, RandomSource, TrackingProfile } from '@footfall/core-domain'
import { InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { dropStaged, ensureTable, IMPORT_STAGING, releaseMemory } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import type { FileReader } from './blocks.ts'
import { csvReader } from './csv.ts'
import { fingerprint } from './fingerprint.ts'
import { ndjsonReader } from './ndjson.ts'
import { parquetToNdjson } from './parquet.ts'
import { stageFile } from './stage.ts'
import { describer } from './staged-row.ts'
import { type ImportState, newState, type SkippedLine, stateFile } from './state.ts'
import { sliceCount, storeVisits } from './store-visits.ts'

export type ImportFormat = 'ndjson' | 'csv' | 'parquet'

export interface ImportOptions {
  readonly engine: Engine
  /** The product that the events belong to, and how it wants them treated. Shields are for live traffic only. */
  readonly profile: TrackingProfile
  readonly file: string
  readonly format: ImportFormat
  /** Where imports keep their state, so that one that was cut off goes on; a directory of the service's own. */
  readonly stateDir: string
  readonly geo: Geo
  readonly clock: Clock
  readonly random: RandomSource
  /** Passes over lines that are not valid and counts them; otherwise the first one stops the import. */
  readonly skipInvalid?: boolean
  readonly onProgress?: (progress: ImportProgress) => void
  /** Bytes of the file that are taken at once. */
  readonly blockBytes?: number
  /** Rows that are put into visits in one statement: small enough for a modest memory, large enough for few parts. */
  readonly sliceRows?: number
}

export interface ImportProgress {
  readonly phase: 'reading' | 'storing'
  readonly bytes: number
  readonly bytesTotal: number
  readonly rows: number
  /** Of the whole way, 0 to 1. */
  readonly done: number
  readonly rowsPerSecond: number
}

export interface ImportSummary {
  /** The same however often the file comes. */
  readonly id: string
  /** Events that count. */
  readonly events: number
  /** Rows of bots, which became crawler hits. */
  readonly crawlerHits: number
  /** Rows of bots that the product does not want to know of. */
  readonly botsLeftOut: number
  /** Engagement without a visit before it. */
  readonly strayEngagements: number
  readonly skipped: number
  readonly firstSkipped: readonly SkippedLine[]
  readonly seconds: number
  /** Whether an earlier run had done a part of it. */
  readonly resumed: boolean
  /** Whether this very file had been imported into this product before; then nothing was done. */
  readonly repeated: boolean
}

const BLOCK_BYTES = 8 * 1024 * 1024
/** Of the time an import takes, about this much passes until all rows are staged. */
const READING_SHARE = 0.6

/**
 * Imports historical events from a file. All rows are checked before any becomes an event, so a refused file leaves no
 * trace; killed at any moment and called again it goes on where it was, and nothing counts twice.
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
        // A refused file is forgotten: the next one of this content begins anew.
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
  /** Path, without ending, of files that the import may make. */
  readonly scratch: string
  readonly save: (state: ImportState) => Promise<void>
  readonly startedMs: number
}

async function run(options: ImportOptions, { file, scratch, save, startedMs }: Run, from: ImportState) {
  const { engine, profile } = options
  let state = from
  if (state.phase === 'staging') {
    const source = options.format === 'parquet' ? await parquetText(options, `${scratch}.ndjson`) : file
    const progress = reporter(options, (await source.stat()).size, startedMs, from)
    try {
      state = await stageFile(
        {
          engine,
          reader: await readerOf(options, source),
          describe: describer({
            importId: state.import_id,
            secret: Buffer.from(state.secret, 'hex'),
            profile,
            geo: options.geo,
          }),
          clock: options.clock,
          skipInvalid: options.skipInvalid ?? false,
          scratch: `${scratch}.tsv`,
          save,
          onBlock: progress.block,
        },
        state,
      )
    } finally {
      if (source !== file) await source.close()
    }
    state = { ...state, phase: 'visits', slices: sliceCount(state.rows, options.sliceRows) }
    await save(state)
    await releaseMemory(engine)
  }
  if (state.phase === 'visits') {
    const progress = reporter(options, state.offset, startedMs, from)
    state = await storeVisits({ engine, product: profile.product, save, onSlice: progress.slice }, state)
    state = { ...state, phase: 'done', secret: '' }
    await save(state)
  }
  return state
}

function readerOf(
  { format, blockBytes = BLOCK_BYTES }: ImportOptions,
  source: FileHandle,
): Promise<FileReader> | FileReader {
  return format === 'csv' ? csvReader(source, blockBytes) : ndjsonReader(source, blockBytes)
}

async function parquetText({ engine, file }: ImportOptions, scratch: string): Promise<FileHandle> {
  await parquetToNdjson(engine, file, scratch)
  return open(scratch, 'r')
}

function reporter({ onProgress, clock }: ImportOptions, bytesTotal: number, startedMs: number, from: ImportState) {
  const report = (phase: ImportProgress['phase'], state: ImportState, done: number) =>
    onProgress?.({
      phase,
      bytes: state.offset,
      bytesTotal,
      rows: state.rows,
      done,
      rowsPerSecond: (state.rows - from.rows) / Math.max(0.001, (clock.now() - startedMs) / 1000),
    })
  return {
    block: (state: ImportState) => report('reading', state, (READING_SHARE * state.offset) / Math.max(1, bytesTotal)),
    slice: (state: ImportState) =>
      report('storing', state, READING_SHARE + ((1 - READING_SHARE) * state.slices_done) / state.slices),
  }
}

async function importKey({ profile, format }: ImportOptions, file: FileHandle): Promise<string> {
  const content = await fingerprint(file)
  return createHash('sha256').update(`${profile.product}\0${format}\0${content}`).digest('hex')
}

function randomHex({ random }: ImportOptions, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex')
}
