import { createReadStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type Clock,
  dateIn,
  earlierDate,
  firstKeptDay,
  type ImportId,
  InvalidRequest,
  type LocalDate,
  laterDate,
  type RandomSource,
  type TrackingProfile,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import { type ImportSummary, importEvents } from '../import/import-events.ts'
import type { ImportProgress } from '../import/progress.ts'
import type { Disk } from '../log/disk.ts'
import { type CollectedEvent, collection } from './collection.ts'
import { earlierImports } from './earlier-imports.ts'
import { eventsFile, idsFile, NO_EVENT_FILES, openEventFiles } from './event-files.ts'
import { openExport } from './files/open-export.ts'
import { parquetTool } from './files/parquet-entry.ts'
import { type MemoryUse, memoryGuard, memoryOfProcess } from './memory-guard.ts'
import type { ExportSink } from './reading.ts'
import { afterReading, readingProgress } from './reading-progress.ts'
import { recogniseEntries, requireRecognised } from './recognise.ts'
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
  /** Reads and checks everything and stores nothing. */
  readonly dryRun?: boolean
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
  const { stateDir, importId, clock } = options
  const startedMs = clock.now()
  const directory = join(stateDir, importId)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  try {
    const read = await readExport(options, directory)
    const stored = options.dryRun ? undefined : await store(options, directory, read)
    await rm(directory, { recursive: true, force: true })
    return summary(read, stored, (clock.now() - startedMs) / 1000)
  } catch (error) {
    if (error instanceof InvalidRequest) await rm(directory, { recursive: true, force: true })
    throw error
  }
}

/** Whose export a file is by its content; undefined where it is nobody's, such as a file in our own format. */
export async function recogniseExport(file: string): Promise<ExportSource | undefined> {
  const opened = await openExport(file)
  try {
    return (await recogniseEntries(opened))?.source
  } finally {
    opened.close()
  }
}

type ReadExport = Awaited<ReturnType<typeof readExport>>

/** Reads and checks everything. Events go to a file of lines as `importEvents` takes them. */
async function readExport(
  {
    engine,
    profile,
    importId,
    file,
    source,
    site,
    clock,
    onProgress,
    signal,
    dryRun,
    memory,
    disk,
  }: ImportExportOptions,
  directory: string,
) {
  const opened = await openExport(file)
  const guard = memoryGuard(memory ?? memoryOfProcess)
  const reported = readingProgress(opened, clock, {
    onProgress,
    onChunk: () => {
      signal?.throwIfAborted()
      guard.check()
    },
  })
  const files = dryRun ? NO_EVENT_FILES : await openEventFiles(directory, disk)
  try {
    const recognised = await requireRecognised({ ...opened, entries: reported.entries }, source)
    const zone = profile.preferences.timezone
    const collected = collection({
      zone,
      hostname: profile.domains.domains[0]?.hostname ?? 'unknown.invalid',
      site,
      nowMs: clock.now(),
      keptFrom: firstKeptDay(zone, profile.preferences, clock.now()),
      earlier: await earlierImports(engine, profile.product, importId),
      write: files.write,
    })
    const tools = parquetTool(engine, directory, signal)
    const sink: ExportSink = {
      ...collected.sink,
      day: (line, place) => {
        guard.line()
        collected.sink.day(line, place)
      },
      flush: async () => {
        await collected.sink.flush()
        reported.report(collected.events.count() + collected.days.count())
      },
    }
    for (const { format, entries } of recognised.parts) await format.read(entries, sink, tools)
    await collected.sink.flush()
    for (const { name } of recognised.others)
      collected.leftOut.add('entries that are no part of the export', { entry: name, line: 1 })
    const taken = collected.sites.one()
    return { source: recognised.source, site: taken, ...collected, ...spanOf(collected, zone) }
  } finally {
    await files.close()
    opened.close()
  }
}

/** First and last day. Throws where there is none. */
function spanOf(
  { days, events, leftOut }: ReturnType<typeof collection>,
  zone: TrackingProfile['preferences']['timezone'],
) {
  const figures = days.span()
  const span = events.span()
  const ofEvents = span && { from: dateIn(zone, span.firstMs), to: dateIn(zone, span.lastMs) }
  if (figures && ofEvents)
    return { from: earlierDate(figures.from, ofEvents.from), to: laterDate(figures.to, ofEvents.to) }
  const either = figures ?? ofEvents
  if (either) return either
  const why = leftOut.list().map(({ what, count }) => `${count.toLocaleString('en')} ${what}`)
  throw new InvalidRequest([
    {
      path: 'file',
      message: why.length === 0 ? 'has no days with figures' : `has nothing to import; left out: ${why.join('; ')}`,
    },
  ])
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

function summary(read: ReadExport, imported: ImportSummary | undefined, seconds: number): ExportSummary {
  const { source, site, from, to, days, leftOut } = read
  const tooOld = read.tooOld.counted()
  if (imported) {
    leftOut.addCount('bots that the product does not track', imported.botsLeftOut)
    leftOut.addCount('times on pages without a visit', imported.strayEngagements)
  }
  const events = imported ? imported.events + imported.crawlerHits : read.events.count()
  const figures = days.count()
  return { source, site, from, to, rows: events + figures, events, figures, leftOut: leftOut.list(), tooOld, seconds }
}
