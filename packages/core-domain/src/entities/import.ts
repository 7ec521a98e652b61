import { z } from 'zod'
import type { Dimension } from '../dimensions.ts'
import type { ImportId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import { LocalDate } from '../time/local-date.ts'
import type { ImportSource } from './import-sources.ts'

/** `uploaded`: a person has looked at what its file holds and may start it. `removing` and `removed`: its rows are being deleted, or are gone, and the same file may come again. */
export const IMPORT_STATUSES = ['uploaded', 'running', 'complete', 'failed', 'removing', 'removed'] as const
export type ImportStatus = (typeof IMPORT_STATUSES)[number]

/** An import as people see it. */
export interface Import {
  readonly id: ImportId
  readonly product: ProductId
  readonly source: ImportSource
  /** The first and the last day with data, in the zone of the product; null until they are known. */
  readonly from: LocalDate | null
  readonly to: LocalDate | null
  /** Stored events, or stored lines of daily totals. */
  readonly rows: number
  readonly status: ImportStatus
  readonly created_at: Timestamp
}

/** What an import does not take of its file. */
export const ImportLeftOut = z.object({
  what: z.string().describe('What and why.'),
  count: z.int(),
  lines: z
    .array(z.object({ entry: z.string().describe('Empty for a file without entries.'), line: z.int() }))
    .describe('The first of them, at most 20.'),
})
export type ImportLeftOut = z.infer<typeof ImportLeftOut>

/** What a file has of days that the product does not keep: it is not shown, and soon deleted. */
export const BeyondRetention = z.object({
  retention_days: z.int().describe('Of the product when the file was read.'),
  kept_from: LocalDate.describe('The first day that the product kept then.'),
  days: z.int().describe('Different days with data before it.'),
  events: z.int().describe('Events of these days.'),
  figures: z.int().describe('Lines of daily totals of these days.'),
})
export type BeyondRetention = z.infer<typeof BeyondRetention>

/** Explains it to people, with what to do; `done` after the import. */
export function beyondRetentionText(
  { retention_days, kept_from, days, events, figures }: BeyondRetention,
  when: 'before' | 'done',
): string {
  const counted = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`
  const parts = [
    ...(events > 0 ? [counted(events, 'event')] : []),
    ...(figures > 0 ? [counted(figures, 'daily total')] : []),
  ]
  const what = `${parts.join(' and ')} on ${counted(days, 'day')} before ${kept_from}`
  const why = `The product keeps ${counted(retention_days, 'day')} (retention_days): ${what} are not shown and will be deleted.`
  const raise = '“Keep events for (days)” under Settings → General'
  return when === 'before'
    ? `${why} Raise ${raise} first.`
    : `${why} To keep them, raise ${raise} now; if they are deleted already, remove the import and import the file again.`
}

export const ImportFormat = z.enum(['ndjson', 'csv', 'parquet'])
export type ImportFormat = z.infer<typeof ImportFormat>

/** What an import needs to continue after its process died, and what people see of it. */
export interface ImportRecord extends Import {
  readonly file_name: string
  /** Whether the service has the file, since somebody uploaded it; a command is given its path each time. */
  readonly uploaded: boolean
  /** Of an export of several sites. */
  readonly site: string | null
  /** Of a file of our own format. */
  readonly format: ImportFormat | null
  readonly skip_invalid: boolean
  /** What the file holds, as a hash: two files of the same content are one import. */
  readonly content: string
  /** 0 to 100. */
  readonly percent: number
  /** Why it failed, for people. */
  readonly problem: string | null
  readonly left_out: readonly ImportLeftOut[]
  /** Null where the product keeps every day of the file. */
  readonly beyond_retention: BeyondRetention | null
  readonly updated_at: Timestamp
}

/** What an export reports about a day, each as a total of that day. Averages come as a total and its denominator. */
export const IMPORTED_NUMBERS = [
  'visitors',
  'visits',
  'pageviews',
  'events',
  'bounces',
  'visit_seconds',
  /** Seconds on the page of all its pageviews together, and their denominator. */
  'page_seconds',
  'page_visits',
] as const
export type ImportedNumber = (typeof IMPORTED_NUMBERS)[number]

/** A line of daily totals: one day, as a whole or by one key of one dimension. Absent numbers are unknown. */
export interface ImportedDay {
  readonly day: LocalDate
  /** Undefined for the whole product. */
  readonly dimension: Dimension | undefined
  /** The key as `rows` of statistics have it; for a city, city, region and country. Empty for the whole product. */
  readonly keys: readonly string[]
  readonly numbers: Readonly<Partial<Record<ImportedNumber, number>>>
}
