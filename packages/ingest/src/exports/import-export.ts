import type { Clock, ImportId, ImportSource, LocalDate, RandomSource, TrackingProfile } from '@footfall/core-domain'
import { InvalidRequest } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import type { Geo } from '../enrich/geo.ts'
import type { ImportProgress } from '../import/progress.ts'

/** A product whose exports are read. `footfall` files are events already: `importEvents` takes them. */
export type ExportSource = Exclude<ImportSource, 'footfall'>

export interface ImportExportOptions {
  readonly engine: Engine
  /** The product with its settings; days of its zone. */
  readonly profile: TrackingProfile
  /** What every stored row carries. An interrupted import continues under its id. */
  readonly importId: ImportId
  readonly file: string
  /** Whose export it is, where that is not to be recognised by content. */
  readonly source?: ExportSource | undefined
  /** Which site of an export of several; one of `sites` of the refusal. */
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
  readonly onProgress?: (progress: ImportProgress) => void
}

/** What an import does not take, with the first lines of it, at most 20 in a summary. */
export interface LeftOut {
  /** What and why, as a phrase: `cities without a name`. */
  readonly what: string
  readonly count: number
  /** Of the file, or of the entry that is named. */
  readonly lines: readonly LeftOutLine[]
}

export interface LeftOutLine {
  /** The entry of an archive; empty for a file without entries. */
  readonly entry: string
  readonly line: number
}

export interface ExportSummary {
  readonly source: ExportSource
  /** The site that was taken, as the export names it; null where exports of the product name none. */
  readonly site: string | null
  /** First and last day with data, in the zone of the product. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** Stored events and stored lines of daily figures; on a dry run, those that would be. */
  readonly rows: number
  readonly events: number
  /** Lines of daily figures. */
  readonly figures: number
  readonly leftOut: readonly LeftOut[]
  readonly seconds: number
}

/**
 * Imports what another product exported. The whole file is read and checked before anything is stored, so a refused one
 * leaves nothing behind. Throws `InvalidRequest` for a file of no product that is known, of several sites without
 * `site`, without days, with a number in another format, damaged, or of which everything was imported before.
 */
export async function importExport({ file }: ImportExportOptions): Promise<ExportSummary> {
  throw new InvalidRequest([{ path: 'file', message: `${file} is not an export of a product that is known` }])
}

/** Whether a file is an export of another product by its content; undefined where it is not, such as for our own format. */
export async function recogniseExport(_file: string): Promise<ExportSource | undefined> {
  return undefined
}
