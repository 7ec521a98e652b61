import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { getHeapStatistics } from 'node:v8'
import { InvalidRequest, type LocalDate } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import { type ImportSummary, importEvents } from '../import/import-events.ts'
import type { CollectedEvent } from '../vendor-exports/collection.ts'
import { eventsFile, FREE_BYTES_MIN, idsFile } from '../vendor-exports/event-files.ts'
import { afterReading } from '../vendor-exports/reading-progress.ts'
import { storeDays, storeEventIds } from '../vendor-exports/store-export.ts'
import type { ExportSummary } from '../vendor-exports/summary.ts'
import type { CheckedExport } from './check-job.ts'
import { type ReadOptions, readInThread } from './read-in-thread.ts'

export interface ImportExportOptions extends ReadOptions {
  /** Directory for temporary files and the state of imports; used by the service only. */
  readonly stateDir: string
  readonly geo: Geo
  /** As `importEvents` has it. */
  readonly threads?: number
  /** The most that reading keeps in memory; by default a share of what this process may use. */
  readonly memoryBytesMax?: number
  /** The space that the events of the export leave free on the disk while they wait to be stored. */
  readonly freeBytesMin?: number
}

/** The rest is for events and reports, which the same process serves. */
const MEMORY_SHARE_MAX = 0.7

/**
 * Imports the export of another product. The file is read on a separate thread, since reading blocks. All of it is read and
 * checked before anything is stored, so a rejected file leaves nothing behind. Throws `InvalidRequest` for a file of an unknown
 * product, of several sites without `site`, without days, with a number in another format, damaged, or of which everything was
 * imported before.
 */
export async function importExport(options: ImportExportOptions): Promise<ExportSummary> {
  const { profile, stateDir, importId, clock, freeBytesMin = FREE_BYTES_MIN } = options
  const startedMs = clock.now()
  const directory = join(stateDir, importId)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const { heap_size_limit: heapBytes } = getHeapStatistics()
    const read = await readInThread(options, {
      directory,
      storedFor: { product: profile.product, importId, freeBytesMin },
      memoryBytesMax: options.memoryBytesMax ?? heapBytes * MEMORY_SHARE_MAX,
      heapMib: Math.floor(heapBytes / 1024 ** 2),
    })
    const stored = await store(options, directory, read)
    await rm(directory, { recursive: true, force: true })
    return { ...summaryOf(read, stored), seconds: (clock.now() - startedMs) / 1000 }
  } catch (error) {
    if (error instanceof InvalidRequest) await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/** The summary of a finished import. */
function summaryOf({ dayFiles: _, ...read }: CheckedExport, imported: ImportSummary | undefined) {
  if (imported === undefined) return read
  const events = imported.events + imported.crawlerHits
  const leftOut = [
    ...read.leftOut,
    { what: 'bots that the product does not track', count: imported.botsLeftOut, lines: [] },
    { what: 'times on pages without a visit', count: imported.strayEngagements, lines: [] },
  ].filter(({ count }) => count > 0)
  return { ...read, rows: events + read.figures, events, leftOut }
}

async function store(
  options: ImportExportOptions,
  directory: string,
  read: CheckedExport,
): Promise<ImportSummary | undefined> {
  const { engine, profile, importId } = options
  const stored = { product: profile.product, importId }
  await storeDays(engine, stored, directory, read.dayFiles)
  if (read.events === 0) return undefined
  const { geo, clock, random, threads, onProgress } = options
  const imported = await importEvents({
    engine,
    profile,
    import: importId,
    file: eventsFile(directory),
    format: 'ndjson',
    stateDir: directory,
    geo,
    clock,
    random,
    ...(threads === undefined ? {} : { threads }),
    ...(onProgress === undefined ? {} : { onProgress: afterReading(onProgress) }),
  })
  await rememberEvents(engine, stored, idsFile(directory))
  return imported
}

const IDS_AT_ONCE = 50_000

async function rememberEvents(
  engine: Engine,
  stored: Parameters<typeof storeEventIds>[1],
  file: string,
): Promise<void> {
  let block: Pick<CollectedEvent, 'day' | 'id'>[] = []
  let blocks = 0
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [day = '', id = ''] = line.split('\t')
    block.push({ day: day as LocalDate, id })
    if (block.length < IDS_AT_ONCE) continue
    await storeEventIds(engine, stored, block, blocks++)
    block = []
  }
  await storeEventIds(engine, stored, block, blocks)
}
