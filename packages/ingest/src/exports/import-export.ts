import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type Clock,
  type ImportId,
  InvalidRequest,
  type LocalDate,
  type RandomSource,
  type TrackingProfile,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import { type ImportSummary, importEvents } from '../import/import-events.ts'
import { parquetToNdjson } from '../import/parquet.ts'
import type { ImportProgress } from '../import/progress.ts'
import type { Disk } from '../log/disk.ts'
import type { CollectedEvent } from './collection.ts'
import { earlierFrom } from './earlier-days.ts'
import { earlierImports } from './earlier-imports.ts'
import { eventsFile, idsFile, openEventFiles } from './event-files.ts'
import type { ExportEntry } from './files/archive.ts'
import { openExport } from './files/open-export.ts'
import { parquetTool } from './files/parquet-entry.ts'
import { type MemoryUse, memoryGuard, memoryOfProcess } from './memory-guard.ts'
import { exportSummary, type ReadExport, readExport } from './read-export.ts'
import { afterReading } from './reading-progress.ts'
import { recogniseEntries } from './recognise.ts'
import { storeEventIds, storeFigures } from './store-figures.ts'
import type { ExportSource, ExportSummary } from './summary.ts'

export interface ImportExportOptions {
  readonly engine: Engine
  /** The product with its settings; days are those of its zone. */
  readonly profile: TrackingProfile
  /** What every stored row carries. An interrupted import continues under its id. */
  readonly importId: ImportId
  readonly file: string
  /** Whose export it is, where that is not to be recognised by content. */
  readonly source?: ExportSource | undefined
  /** Which site of an export of several; one of those that the refusal names. */
  readonly site?: string | undefined
  /** Directory for temporary files and the state of imports; used by the service only. */
  readonly stateDir: string
  readonly geo: Geo
  readonly clock: Clock
  readonly random: RandomSource
  /** As `importEvents` has it. */
  readonly threads?: number
  /** What this process uses; measured where it is absent. */
  readonly memory?: () => MemoryUse
  /** Where the events of the export wait; that of this machine where it is absent. */
  readonly disk?: Pick<Disk, 'freeBytes'>
  readonly onProgress?: (progress: ImportProgress) => void
  /** Once it is aborted, reading ends with its reason. An error that `onProgress` throws stops the rest. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Imports what another product exported. The whole file is read and checked before anything is stored, so a refused one
 * leaves nothing behind. Throws `InvalidRequest` for a file of no product that is known, of several sites without
 * `site`, without days, with a number in another format, damaged, or of which everything was imported before.
 */
export async function importExport(options: ImportExportOptions): Promise<ExportSummary> {
  const { engine, profile, stateDir, importId, file, source, site, clock, onProgress, signal, disk } = options
  const startedMs = clock.now()
  const directory = join(stateDir, importId)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const earlier = earlierImports(engine, profile.product, importId, signal)
    const read = await readExport({
      ...{ file, profile, source, site, clock, onProgress, signal },
      earlier: earlierFrom(await earlier.days(), earlier.idsOf),
      tools: parquetTool((parquet, json) => parquetToNdjson(engine, parquet, json, { signal }), directory),
      guard: memoryGuard(options.memory ?? memoryOfProcess),
      files: await openEventFiles(directory, disk),
    })
    const stored = await store(options, directory, read)
    await rm(directory, { recursive: true, force: true })
    return { ...exportSummary(read, stored), seconds: (clock.now() - startedMs) / 1000 }
  } catch (error) {
    if (error instanceof InvalidRequest) await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/** Whose export a file is by its content; undefined where it is nobody's, such as a file in our own format. */
export async function recogniseExport(file: string, signal?: AbortSignal): Promise<ExportSource | undefined> {
  const opened = await openExport(file)
  const entries = opened.entries.map((entry) => stoppableEntry(entry, signal))
  try {
    return (await recogniseEntries({ ...opened, entries }))?.source
  } finally {
    opened.close()
  }
}

/** A Parquet entry is read to its end, since the names of its columns are there. */
function stoppableEntry({ name, content }: ExportEntry, signal: AbortSignal | undefined): ExportEntry {
  return {
    name,
    async *content() {
      for await (const chunk of content()) {
        signal?.throwIfAborted()
        yield chunk
      }
    },
  }
}

async function store(
  options: ImportExportOptions,
  directory: string,
  read: ReadExport,
): Promise<ImportSummary | undefined> {
  const { engine, profile, importId } = options
  const stored = { product: profile.product, importId }
  await storeFigures(engine, { ...stored, source: read.source }, read.days.all(), join(directory, 'figures.tsv'))
  if (read.events.count() === 0) return undefined
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
