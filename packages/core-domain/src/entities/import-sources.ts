import { z } from 'zod'

/** A product whose files an import reads. */
interface ImportSourceDefinition {
  /** The name that people know the product by. */
  readonly name: string
  /** The files of the product that are read, as a phrase. */
  readonly files: string
  /** What they become, as a phrase. */
  readonly becomes: string
}

/** One row for each source, in the order in which a file is compared with them. `footfall` is our own format of events. */
const TABLE = {
  footfall: { name: 'Footfall', files: 'a file of events as NDJSON, CSV or Parquet', becomes: 'events' },
  plausible: { name: 'Plausible', files: 'the CSV export, as the zip that it is', becomes: 'daily totals' },
  umami: { name: 'Umami', files: 'a CSV export, or an SQL dump of `website_event` and `session`', becomes: 'events' },
  'simple-analytics': { name: 'Simple Analytics', files: 'the CSV export', becomes: 'events' },
  fathom: { name: 'Fathom', files: 'the CSV export', becomes: 'daily totals' },
  matomo: { name: 'Matomo', files: 'JSON of `Live.getLastVisitsDetails`', becomes: 'events' },
  ga4: {
    name: 'Google Analytics 4',
    files: 'reports as CSV or JSON, or the BigQuery export as NDJSON or Parquet',
    becomes: 'daily totals of reports, or events from BigQuery',
  },
} as const satisfies Readonly<Record<string, ImportSourceDefinition>>

export type ImportSource = keyof typeof TABLE
export const IMPORT_SOURCES = Object.keys(TABLE) as readonly ImportSource[]
export const IMPORT_SOURCE_TABLE: Readonly<Record<ImportSource, ImportSourceDefinition>> = TABLE
export const ImportSource = z.enum(IMPORT_SOURCES)

/** A product whose exports are read. */
export type Vendor = Exclude<ImportSource, 'footfall'>
export const VENDORS: readonly Vendor[] = IMPORT_SOURCES.filter((source) => source !== 'footfall')
