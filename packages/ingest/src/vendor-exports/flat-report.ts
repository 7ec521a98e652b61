import type { ImportedNumber, LocalDate, NamedDimension } from '@footfall/core-domain'
import type { Place } from './files/place.ts'
import type { ExportedDay, ExportSink } from './reading.ts'

/** A row of a report: numbers of a day by the values of some dimensions. */
export interface FlatRow {
  readonly day: LocalDate
  readonly keys: ReadonlyMap<NamedDimension, readonly string[]>
  readonly numbers: ExportedDay['numbers']
  readonly place: Place
}

export interface FlatReport {
  /** Identifies the report; numbers of different reports are not added. */
  readonly name: string
  /** How many columns split a day into rows: dimensions, ours or not, and hours. */
  readonly splits: number
  /** Whether the rows are complete, so that they add up to the whole product. */
  readonly complete: boolean
  readonly rows: readonly FlatRow[]
}

/** Matches every cell of a column of numbers; a cell may be empty. */
export const NUMBER = /^-?[\d.,]*%?$/

/** A wrong guess would lose totals or count them several times. */
export const UNKNOWN_NUMBERS =
  'is an unknown column of numbers, which may be a metric or split the rows; export the report again without it'

/** What happens within a visit: a visit is in several of its rows. */
const OF_EVENTS: ReadonlySet<NamedDimension> = new Set(['page', 'title', 'hostname', 'event'])
/** Dimensions that are parts of another one and split its rows no further. */
const PARTS: Readonly<Partial<Record<NamedDimension, readonly NamedDimension[]>>> = {
  browser_version: ['browser'],
  os_version: ['os'],
  region: ['country'],
  city: ['region', 'country'],
}
const ADDS_UP_ALWAYS: ReadonlySet<ImportedNumber> = new Set(['pageviews', 'events'])

/**
 * Hands over reports, the least split first, so that a report by day is taken before one that only adds up to it.
 * Visitors are never added: they are taken where a row is a whole day, or a whole day of one value.
 */
export function takeReports(sink: ExportSink, reports: readonly FlatReport[]): void {
  for (const report of reports.toSorted((one, other) => one.splits - other.splits)) {
    for (const row of report.rows) takeRow(sink, report, row)
  }
}

function takeRow(
  sink: ExportSink,
  { name, splits, complete }: FlatReport,
  { day, keys, numbers, place }: FlatRow,
): void {
  const dimensions = [...keys.keys()]
  if (splits > 0 && !complete && dimensions.length === 0)
    sink.leftOut('rows split by columns that Footfall has no dimension for', place)
  if (splits === 0 || complete) {
    const total = numbersOf(numbers, splits === 0, dimensions, undefined)
    if (Object.keys(total).length > 0)
      sink.day({ report: name, day, dimension: undefined, keys: [], numbers: total }, place)
  }
  for (const [dimension, own] of keys) {
    const others = dimensions.filter((other) => other !== dimension && !PARTS[dimension]?.includes(other))
    const taken = numbersOf(numbers, splits - (dimensions.length - others.length) === 0, others, dimension)
    if (Object.keys(taken).length > 0) sink.day({ report: name, day, dimension, keys: own, numbers: taken }, place)
  }
}

/** The numbers that a row may give: all if nothing else splits the row, otherwise those that add up over the other dimensions. */
function numbersOf(
  numbers: ExportedDay['numbers'],
  isWhole: boolean,
  others: readonly NamedDimension[],
  dimension: NamedDimension | undefined,
): ExportedDay['numbers'] {
  const ofEvents = others.some((other) => OF_EVENTS.has(other))
  const kept = (name: string, value: number | undefined): value is number => {
    if (value === undefined) return false
    // Of one event or page, the visits of a row are those that it is in, and its bounces and times those of visits.
    if (dimension === 'event') return name === 'events' || name === 'pageviews' || (isWhole && name === 'visitors')
    if (isWhole) return true
    return ADDS_UP_ALWAYS.has(name as ImportedNumber) || (name !== 'visitors' && !ofEvents)
  }
  return Object.fromEntries(Object.entries(numbers).filter(([name, value]) => kept(name, value)))
}
