import {
  type Clock,
  dateIn,
  earlierDate,
  firstKeptDay,
  InvalidRequest,
  laterDate,
  type TrackingProfile,
  type Vendor,
} from '@footfall/core-domain'
import type { ReadProgress } from '../import/progress.ts'
import { collection, type EarlierImports } from './collection.ts'
import type { EventFiles } from './event-files.ts'
import { openExport } from './files/open-export.ts'
import type { MemoryGuard } from './memory-guard.ts'
import type { ExportSink, ReadingTools } from './reading.ts'
import { readingProgress } from './reading-progress.ts'
import { requireRecognized } from './recognize.ts'
import type { ExportSummary } from './summary.ts'

interface ReadExportOptions {
  readonly file: string
  readonly profile: TrackingProfile
  readonly source: Vendor | undefined
  readonly site: string | undefined
  readonly clock: Clock
  readonly earlier: EarlierImports
  readonly secret: Uint8Array
  readonly tools: ReadingTools
  /** A file for events; closed at the end. */
  readonly files: EventFiles
  readonly guard: MemoryGuard
  readonly onProgress: (progress: ReadProgress) => void
  readonly signal?: AbortSignal | undefined
}

export type ReadExport = Awaited<ReturnType<typeof readExport>>

/** Reads and checks everything. Events go to a file of lines as `importEvents` takes them. */
export async function readExport(options: ReadExportOptions) {
  const { file, files } = options
  try {
    const opened = await openExport(file)
    try {
      return await readOpened(opened, options)
    } finally {
      opened.close()
    }
  } finally {
    await files.close()
  }
}

async function readOpened(
  opened: Awaited<ReturnType<typeof openExport>>,
  { profile, source, site, clock, earlier, secret, tools, files, guard, onProgress, signal }: ReadExportOptions,
) {
  const reported = readingProgress(opened, {
    onProgress,
    onChunk: () => {
      signal?.throwIfAborted()
      guard.check()
    },
  })
  const recognized = await requireRecognized({ ...opened, entries: reported.entries }, source)
  const zone = profile.preferences.timezone
  const collected = collection({
    zone,
    hostname: profile.domains.domains[0]?.hostname ?? 'unknown.invalid',
    site,
    nowMs: clock.now(),
    keptFrom: firstKeptDay(zone, profile.preferences, clock.now()),
    earlier,
    secret,
    write: files.write,
  })
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
  for (const { format, entries } of recognized.parts) await format.read(entries, sink, tools)
  await collected.sink.flush()
  for (const name of recognized.others)
    collected.leftOut.add('entries that do not belong to the export', { entry: name, line: 1 })
  const taken = collected.sites.one()
  return { source: recognized.vendor, site: taken, ...collected, ...rangeOf(collected, zone) }
}

/** First and last day. Throws if there is none. */
function rangeOf(
  { days, events, leftOut }: ReturnType<typeof collection>,
  zone: TrackingProfile['preferences']['timezone'],
) {
  const ofDays = days.range()
  const range = events.range()
  const ofEvents = range && { from: dateIn(zone, range.firstMs), to: dateIn(zone, range.lastMs) }
  if (ofDays && ofEvents)
    return { from: earlierDate(ofDays.from, ofEvents.from), to: laterDate(ofDays.to, ofEvents.to) }
  const either = ofDays ?? ofEvents
  if (either) return either
  const why = leftOut.list().map(({ what, count }) => `${count.toLocaleString('en')} ${what}`)
  throw new InvalidRequest([
    {
      path: 'file',
      message: why.length === 0 ? 'has no days with data' : `has nothing to import; left out: ${why.join('; ')}`,
    },
  ])
}

/** What an import of the export would store. */
export function exportSummary(read: ReadExport): Omit<ExportSummary, 'seconds'> {
  const { source, site, from, to, leftOut } = read
  const [events, figures, tooOld] = [read.events.count(), read.days.count(), read.tooOld.counted()]
  return { source, site, from, to, rows: events + figures, events, figures, leftOut: leftOut.list(), tooOld }
}
