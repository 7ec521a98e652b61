import type { FieldError, ImportFormat, LocalDate, TimeZone, TrackingProfile, Vendor } from '@footfall/core-domain'
import type { ReadProgress } from '../import/progress.ts'
import type { SkippedLine } from '../import/state.ts'
import type { TooOld } from '../import/too-old.ts'
import type { EarlierDays } from '../vendor-exports/earlier-days.ts'
import type { StoredFor } from '../vendor-exports/store-export.ts'
import type { ExportSummary } from '../vendor-exports/summary.ts'

/** What an import of a file of events would store. */
export interface CheckedEvents {
  readonly events: number
  readonly crawlerHits: number
  readonly botsLeftOut: number
  readonly skipped: number
  readonly firstSkipped: readonly SkippedLine[]
  /** The first and the last day with data, in the zone given; null if there is no row. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  readonly tooOld: TooOld
}

/** A file of events. Crosses threads, as everything here does, so it is plain data. */
export interface EventsJob {
  readonly kind: 'events'
  readonly file: string
  readonly format: Exclude<ImportFormat, 'parquet'>
  readonly profile: TrackingProfile
  readonly skipInvalid: boolean
  readonly zone: TimeZone
  readonly nowMs: number
  readonly secret: Uint8Array
  readonly geoDatabase: SharedArrayBuffer | undefined
}

/** An export of another product, to be checked or to be stored. */
export interface ExportJob {
  readonly kind: 'export'
  readonly file: string
  readonly profile: TrackingProfile
  readonly source: Vendor | undefined
  readonly site: string | undefined
  readonly nowMs: number
  readonly earlier: EarlierDays
  /** Random for each job, so that nobody can predict the places of its ids in memory. */
  readonly secret: Uint8Array
  /** For temporary files, and for files of data to store. */
  readonly directory: string
  /** The most that the thread keeps in memory. */
  readonly memoryBytesMax: number
  /** Undefined for a check, which stores nothing. */
  readonly storedFor: StoredExport | undefined
}

/** The import for which events and days are written to files, and the space that the files leave free on the disk. */
export interface StoredExport extends StoredFor {
  readonly freeBytesMin: number
}

/** A file whose vendor is to be recognized. */
interface RecognitionJob {
  readonly kind: 'recognition'
  readonly file: string
}

export type CheckJob = EventsJob | ExportJob | RecognitionJob

/** The result of a check, without its duration. */
export interface CheckedExport extends Omit<ExportSummary, 'seconds'> {
  /** The number of files with days that wait to be stored. */
  readonly dayFiles: number
}

export interface CheckedBy {
  readonly events: CheckedEvents
  readonly export: CheckedExport
  readonly recognition: Vendor | undefined
}

/** What only the thread with the engine can do. */
export type Question =
  | { readonly ask: 'earlier ids'; readonly day: LocalDate; readonly after: string }
  | { readonly ask: 'parquet'; readonly parquet: string; readonly json: string }

export type FromThread<Checked = CheckedBy[CheckJob['kind']]> =
  | { readonly kind: 'checked'; readonly checked: Checked }
  | { readonly kind: 'rejected'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'progress'; readonly progress: ReadProgress }
  | { readonly kind: 'question'; readonly id: number; readonly question: Question }

export type ToThread =
  | { readonly id: number; readonly ids: readonly string[] }
  | { readonly id: number; readonly rejected: readonly FieldError[] }
