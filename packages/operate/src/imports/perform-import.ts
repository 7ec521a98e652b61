import {
  BeyondRetention,
  type Clock,
  dateIn,
  firstKeptDay,
  type ImportId,
  ImportLeftOut,
  InvalidRequest,
  LocalDate,
  type RandomSource,
  startOfDay,
  type TimeZone,
  type TrackingProfile,
} from '@footfall/core-domain'
import {
  checkEvents,
  checkExport,
  type ExportSummary,
  type ImportSummary,
  importEvents,
  importExport,
  type openGeo,
} from '@footfall/ingest'
import { dateTime64, type Engine, sql, text } from '@footfall/warehouse'
import { z } from 'zod'
import type { KnownFile } from './import-files.ts'

export interface PerformOptions {
  readonly engine: Engine
  readonly profile: TrackingProfile
  readonly zone: TimeZone
  readonly stateDir: string
  readonly geo: Awaited<ReturnType<typeof openGeo>>
  readonly threads: number
  readonly clock: Clock
  readonly random: RandomSource
  readonly onProgress: (progress: ImportProgressed) => void
  /** Ends the reading of the file. */
  readonly signal: AbortSignal | undefined
}

export const ImportProgressed = z.object({
  /** The current step, for people. */
  step: z.string(),
  /** 0 to 1. */
  done: z.number(),
  rows: z.number(),
  rows_per_second: z.number(),
})
export type ImportProgressed = z.infer<typeof ImportProgressed>

const Skipped = z.object({ line: z.number(), field: z.string(), message: z.string() })

/** What an import stored, or would store. */
export const ImportTotals = z.object({
  site: z.string().nullable(),
  from: LocalDate.nullable(),
  to: LocalDate.nullable(),
  rows: z.number(),
  events: z.number(),
  /** Lines of daily totals. */
  figures: z.number(),
  crawler_hits: z.number(),
  bots_left_out: z.number(),
  stray_engagements: z.number(),
  skipped: z.number(),
  first_skipped: z.array(Skipped),
  left_out: z.array(ImportLeftOut),
  /** Null where the product keeps every day of the file. */
  beyond_retention: BeyondRetention.nullable(),
  seconds: z.number(),
  resumed: z.boolean(),
})
export type Performed = z.infer<typeof ImportTotals>

/** Imports a file under the id of its record. Throws `InvalidRequest` for an invalid file, of which nothing is stored. */
export async function performImport(file: KnownFile, id: ImportId, options: PerformOptions): Promise<Performed> {
  if (file.source === 'footfall') {
    const summary = await importEvents({ ...eventOptions(file, options), import: id })
    return { ...ofEvents(summary), ...(await storedDays(options, id)) }
  }
  return ofExport(await importExport({ ...exportOptions(file, file.source, options), importId: id }), options)
}

/** What an import would store; stores nothing. */
export async function checkImport(file: KnownFile, id: ImportId, options: PerformOptions): Promise<Performed> {
  if (file.source === 'footfall') {
    const startedMs = options.clock.now()
    const checked = await checkEvents(eventOptions(file, options), options.zone)
    const seconds = (options.clock.now() - startedMs) / 1000
    const { from, to, tooOld } = checked
    const beyond_retention = beyondRetention(tooOld, options)
    return { ...ofEvents({ ...checked, strayEngagements: 0, seconds, resumed: false }), from, to, beyond_retention }
  }
  const exported = exportOptions(file, file.source, options)
  return ofExport(await checkExport({ ...exported, importId: id }), options)
}

function eventOptions(file: KnownFile, { zone: _, onProgress, ...options }: PerformOptions) {
  if (file.format === undefined) throw new InvalidRequest([{ path: 'format', message: 'is required' }])
  return {
    ...options,
    file: file.path,
    format: file.format,
    skipInvalid: file.skipInvalid,
    onProgress: progressed(onProgress),
  }
}

function exportOptions(
  file: KnownFile,
  source: ExportSummary['source'],
  { zone: _, onProgress, ...options }: PerformOptions,
) {
  return { ...options, file: file.path, source, site: file.site, onProgress: progressed(onProgress) }
}

const STEPS = { reading: 'Reading', storing: 'Storing visits' } as const

function progressed(onProgress: PerformOptions['onProgress']) {
  return (progress: { phase: keyof typeof STEPS; done: number; rows: number; rowsPerSecond: number }) =>
    onProgress({
      step: STEPS[progress.phase],
      done: progress.done,
      rows: progress.rows,
      rows_per_second: progress.rowsPerSecond,
    })
}

function ofEvents(
  summary: Pick<
    ImportSummary,
    'events' | 'crawlerHits' | 'botsLeftOut' | 'strayEngagements' | 'skipped' | 'firstSkipped' | 'seconds' | 'resumed'
  >,
): Omit<Performed, 'from' | 'to' | 'beyond_retention'> {
  const { skipped, firstSkipped } = summary
  return {
    site: null,
    rows: summary.events + summary.crawlerHits,
    events: summary.events,
    figures: 0,
    crawler_hits: summary.crawlerHits,
    bots_left_out: summary.botsLeftOut,
    stray_engagements: summary.strayEngagements,
    skipped,
    first_skipped: [...firstSkipped],
    left_out:
      skipped === 0
        ? []
        : [{ what: 'invalid lines', count: skipped, lines: firstSkipped.map(({ line }) => ({ entry: '', line })) }],
    seconds: summary.seconds,
    resumed: summary.resumed,
  }
}

function ofExport(summary: ExportSummary, options: PerformOptions): Performed {
  const { site, from, to, rows, events, figures, leftOut, tooOld, seconds } = summary
  return {
    site,
    from,
    to,
    rows,
    events,
    figures,
    crawler_hits: 0,
    bots_left_out: 0,
    stray_engagements: 0,
    skipped: 0,
    first_skipped: [],
    left_out: leftOut.map(({ what, count, lines }) => ({ what, count, lines: [...lines] })),
    beyond_retention: beyondRetention(tooOld, options),
    seconds,
    resumed: false,
  }
}

type Keeping = Pick<PerformOptions, 'profile' | 'zone' | 'clock'>

const keptFrom = ({ profile, zone, clock }: Keeping) => firstKeptDay(zone, profile.preferences, clock.now())

/** Null where the product keeps everything. */
function beyondRetention(
  { events, figures, days }: Omit<ExportSummary['tooOld'], 'days'> & { readonly days: { readonly length: number } },
  keeping: Keeping,
): Performed['beyond_retention'] {
  if (days.length === 0) return null
  const { retention_days } = keeping.profile.preferences
  return { retention_days, kept_from: keptFrom(keeping), days: days.length, events, figures }
}

/** The first and the last day of the events that an import stored, and what of them the product does not keep. */
async function storedDays(options: PerformOptions, id: ImportId) {
  const { engine, profile, zone } = options
  const isOld = sql`ts < ${dateTime64(startOfDay(zone, keptFrom(options)))}`
  const [row] = await engine.rows<{ rows: string; first_ms: string; last_ms: string; old: string; old_days: string }>(
    sql`SELECT count() AS rows, toUnixTimestamp64Milli(min(ts)) AS first_ms, toUnixTimestamp64Milli(max(ts)) AS last_ms,
  countIf(${isOld}) AS old, uniqExactIf(toDate(ts, ${text(zone)}), ${isOld}) AS old_days
FROM events WHERE product_id = ${text(profile.product)} AND import = ${text(id)}`.text,
    { purpose: 'maintenance' },
  )
  if (row === undefined || Number(row.rows) === 0) return { from: null, to: null, beyond_retention: null }
  const tooOld = { events: Number(row.old), figures: 0, days: { length: Number(row.old_days) } }
  return {
    from: dateIn(zone, Number(row.first_ms)),
    to: dateIn(zone, Number(row.last_ms)),
    beyond_retention: beyondRetention(tooOld, options),
  }
}
