import { addDays, type LocalDate, type NamedDimension } from '@footfall/core-domain'
import { localDay } from '../fields/local-day.ts'
import { known } from '../fields/names.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import { decimalNumber, wholeNumber } from '../files/plain-number.ts'
import { type FlatReport, type FlatRow, NUMBER, UNKNOWN_NUMBERS } from '../flat-report.ts'
import type { ExportSink } from '../reading.ts'
import { AUTOMATIC_EVENTS, type Ga4Column, ga4Columns } from './columns.ts'

/** The days of a report, if it names them. */
export interface ReportDays {
  readonly from: LocalDate
  readonly to: LocalDate
}

type Numbers = { -readonly [Name in keyof FlatRow['numbers']]: number }

/** A table of a report of Google Analytics 4, of which rows are added one by one. */
export function ga4Table(
  sink: ExportSink,
  name: string,
  header: readonly string[],
  range: ReportDays | undefined,
  place: Place,
  metricsFrom?: number,
) {
  const columns = ga4Columns(header, metricsFrom)
  /** Unknown columns in which only numbers were seen. */
  const numeric = new Set(columns.flatMap(({ kind }, i) => (kind === 'unknown' ? [i] : [])))
  const rows: FlatRow[] = []
  const hasDay = columns.some(({ kind }) => kind === 'day' || kind === 'nth_day' || kind === 'hour')
  const single = range !== undefined && range.from === range.to ? range.from : undefined
  header.forEach((column, i) => {
    if (columns[i]?.kind === 'other_number')
      sink.leftOut(`columns ${JSON.stringify(column)}, which Footfall has no metric for`, place)
  })

  return {
    add(cells: readonly string[], at: Place): void {
      for (const i of numeric) if (!NUMBER.test(cells[i]?.trim() ?? '')) numeric.delete(i)
      const read = readRow(columns, header, cells, at, range)
      const day = read.day ?? single
      if (day === undefined) sink.leftOut('rows of tables without days', at)
      else if (AUTOMATIC_EVENTS.has(read.keys.get('event')?.[0] ?? ''))
        sink.leftOut('session_start, first_visit and user_engagement, which are not custom events', at)
      else {
        columns.forEach((column, i) => {
          if (isUnmapped(column, cells[i]?.trim() ?? ''))
            sink.leftOut(`values of ${JSON.stringify(header[i])} that are not known here`, at)
        })
        rows.push({ day, keys: withPlaces(read.keys), numbers: countedNumbers(read.numbers, read.keys), place: at })
      }
    },
    /** Throws for a column of numbers that may be a metric or split the rows. */
    report(): FlatReport {
      for (const i of numeric) if (rows.length > 0) throw rejectionAt(place, JSON.stringify(header[i]), UNKNOWN_NUMBERS)
      return {
        name,
        splits: columns.filter(({ kind }) => SPLITTING.has(kind)).length,
        complete: false,
        rows: hasDay || single !== undefined ? rows : [],
      }
    },
  }
}

const SPLITTING: ReadonlySet<Ga4Column['kind']> = new Set(['dimension', 'other', 'unknown', 'hour'])

/** Whether Footfall does not have this country or kind of device. */
function isUnmapped(column: Ga4Column, cell: string): boolean {
  if (column.kind !== 'dimension' || (column.dimension !== 'country' && column.dimension !== 'device')) return false
  return known(cell) !== '' && column.value(cell) === ''
}

interface ReadRow {
  readonly day: LocalDate | undefined
  readonly keys: Map<NamedDimension, readonly string[]>
  readonly numbers: Numbers
}

function readRow(
  columns: readonly Ga4Column[],
  header: readonly string[],
  cells: readonly string[],
  place: Place,
  range: ReportDays | undefined,
): ReadRow {
  let day: LocalDate | undefined
  let engaged: number | undefined
  let seconds: number | undefined
  let users: number | undefined
  const keys = new Map<NamedDimension, readonly string[]>()
  const numbers: Numbers = {}
  columns.forEach((column, i) => {
    const cell = cells[i]?.trim() ?? ''
    const field = header[i] ?? ''
    switch (column.kind) {
      case 'day':
        day = localDay(cell, place, field)
        break
      case 'hour':
        day = localDay(cell.slice(0, 8), place, field)
        break
      case 'nth_day':
        if (range === undefined)
          throw rejectionAt(place, field, 'counts from a start date, which the file does not say')
        day = addDays(range.from, wholeNumber(cell, place, field))
        break
      case 'dimension':
        keys.set(column.dimension, [column.value(cell)])
        break
      case 'number':
        numbers[column.number] = wholeNumber(cell, place, field)
        break
      case 'engaged_sessions':
        engaged = wholeNumber(cell, place, field)
        break
      case 'total_users':
        users = wholeNumber(cell, place, field)
        break
      case 'session_seconds':
        seconds = decimalNumber(cell, place, field)
        break
      case 'other_number':
      case 'other':
      case 'unknown':
        rejectOtherFormat(cell, place, field)
    }
  })
  const { visits } = numbers
  if (users !== undefined) numbers.visitors ??= users
  if (visits !== undefined && engaged !== undefined) numbers.bounces = Math.max(0, visits - engaged)
  if (visits !== undefined && seconds !== undefined) numbers.visit_seconds = visits * seconds
  return { day, keys, numbers }
}

/** A number of another locale in a column that is not known shows how the others are written. */
function rejectOtherFormat(cell: string, place: Place, field: string): void {
  if (/^\d{1,3}(?:[.,\u00a0\u202f' ]\d{3})+(?:[.,]\d+)?$|^\d+(?:[.,]\d+)?\s*%$|^\d+,\d+$/.test(cell))
    decimalNumber(cell, place, field)
}

/** Rows of places have their region and country too, where the report has them. */
function withPlaces(keys: Map<NamedDimension, readonly string[]>): ReadonlyMap<NamedDimension, readonly string[]> {
  const city = keys.get('city')
  if (city !== undefined) {
    const part = (name: 'region' | 'country') => keys.get(name)?.[0] ?? ''
    keys.set('city', [city[0] ?? '', part('region'), part('country')])
  }
  return keys
}

/** Without names, the count of events has those that Google Analytics makes itself. */
function countedNumbers(
  { events, ...numbers }: Numbers,
  keys: ReadonlyMap<NamedDimension, readonly string[]>,
): Numbers {
  const name = keys.get('event')?.[0]
  if (events === undefined || name === undefined) return numbers
  return { ...numbers, events, pageviews: name === 'pageview' ? events : 0 }
}
