import type { LocalDate, Vendor } from '@footfall/core-domain'
import type { TooOld } from '../import/too-old.ts'
import type { Place } from './files/place.ts'

/** What an import does not take. */
export interface LeftOut {
  /** What and why, as a phrase: `cities without a name`. */
  readonly what: string
  readonly count: number
  /** The first of them; at most 20 in a summary. */
  readonly lines: readonly Place[]
}

export interface ExportSummary {
  readonly source: Vendor
  /** The site that was taken, as the export names it; null where it names none. */
  readonly site: string | null
  /** First and last day with data, in the zone of the product. */
  readonly from: LocalDate
  readonly to: LocalDate
  /** Stored events and stored lines of daily totals; on a dry run, those that would be. */
  readonly rows: number
  readonly events: number
  /** Lines of daily totals. */
  readonly figures: number
  readonly leftOut: readonly LeftOut[]
  /** What the product does not keep of it. */
  readonly tooOld: TooOld
  readonly seconds: number
}
