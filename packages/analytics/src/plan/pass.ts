import type { Dimension } from '@footfall/core-domain'
import type { DayList } from '../days/day-lists.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { DaysRead } from './days.ts'
import type { ImportedRange } from './imported-use.ts'

/** One reading of a source, from which several metrics are computed. */
export type Pass = RowsPass | DaysPass

export interface RowsPass {
  readonly source: 'rollup' | 'rows' | 'page_visits'
  readonly metrics: readonly PlannedMetric[]
  /** Set where the first row of each visit is enough. */
  readonly oneRowPerVisit: boolean
  /** Of the rollup: the quarters of an hour that are counted from rows, in epoch seconds. */
  readonly marked?: readonly number[]
}

/** The numbers of closed days, and the rows of days that are not closed. */
export interface DaysPass {
  readonly source: 'days'
  readonly metrics: readonly PlannedMetric[]
  readonly list: DayList
  readonly days: DaysRead
  /** Set where keys and filters are the same for all rows of a visit. */
  readonly isAboutVisits: boolean
  /** The days that are known from imports; undefined where there are none. */
  readonly imported: ImportedPart | undefined
  /** Set where the visitors behind a number are those of its own rows, and not those of all rows. */
  readonly hasOwnPeople: boolean
  /** Set where the closed days are added up in this process: those of the whole product, in all of which it is known. */
  readonly isHeld: boolean
}

export function isHeld(pass: Pass): pass is DaysPass {
  return pass.source === 'days' && pass.isHeld
}

export interface ImportedPart {
  /** The dimension of their rows; empty for the numbers of the whole product. */
  readonly list: Dimension | ''
  readonly ranges: readonly ImportedRange[]
}

/** A metric, and its place among the values of a statement. */
export interface PlannedMetric {
  readonly at: number
  readonly metric: AskedMetric
  /** Not asked for: a number that goes with others, and makes no row by itself. */
  readonly isCompanion: boolean
}
