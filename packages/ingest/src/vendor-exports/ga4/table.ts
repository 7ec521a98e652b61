import { addDays, type LocalDate, type NamedDimension } from '@footfall/core-domain'
import { localDay } from '../fields/local-day.ts'
import { known } from '../fields/names.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import { decimalNumber, wholeNumber } from '../files/plain-number.ts'
import { type FlatReport, type FlatRow, NUMBER, UNKNOWN_NUMBERS } from '../flat-report.ts'
import type { ExportSink } from '../reading.ts'
import { AUTOMATIC_EVENTS, type Ga4Column, ga4Columns } from './columns.ts'

/** The days that a report is about, where it says them. */
export interface ReportSpan {
  readonly from: LocalDate
  readonly to: LocalDate
}

type Figures = { -readonly [Name in keyof FlatRow['figures']]: number }

/** A table of a report of Google Analytics 4, of which rows are added one by one. */
export function ga4Table(
  sink: ExportSink,
  name: string,
  header: readonly string[],
  span: ReportSpan | undefined,
  place: Place,
  metricsFrom?: number,
) {
  const columns = ga4Columns(header, metricsFrom)
  /** Unknown columns in which only numbers were seen. */
  const numbers = new Set(columns.flatMap(({ kind }, i) => (kind === 'unknown' ? [i] : [])))
  const rows: FlatRow[] = []
  const hasDay = columns.some(({ kind }) => kind === 'day' || kind === 'nth_day' || kind === 'hour')
  const single = span !== undefined && span.from === span.to ? span.from : undefined
  header.forEach((column, i) => {
    if (columns[i]?.kind === 'other_number')
      sink.leftOut(`columns ${JSON.stringify(column)}, which no figure here is`, place)
  })

  return {
    add(cells: readonly string[], at: Place): void {
      for (const i of numbers) if (!NUMBER.test(cells[i]?.trim() ?? '')) numbers.delete(i)
      const read = readRow(columns, header, cells, at, span)
      const day = read.day ?? single
      if (day === undefined) sink.leftOut('rows of tables without days', at)
      else if (AUTOMATIC_EVENTS.has(read.keys.get('event')?.[0] ?? ''))
        sink.leftOut('session_start, first_visit and user_engagement, which are no custom events', at)
      else {
        columns.forEach((column, i) => {
          if (isUnmapped(column, cells[i]?.trim() ?? ''))
            sink.leftOut(`values of ${JSON.stringify(header[i])} that are not known here`, at)
        })
        rows.push({ day, keys: withPlaces(read.keys), figures: countedFigures(read.figures, read.keys), place: at })
      }
    },
    /** Throws for a column of numbers that may be a metric or split the rows. */
    report(): FlatReport {
      for (const i of numbers) if (rows.length > 0) throw rejectionAt(place, JSON.stringify(header[i]), UNKNOWN_NUMBERS)
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

/** Whether a country or a kind of device is none of ours. */
function isUnmapped(column: Ga4Column, cell: string): boolean {
  if (column.kind !== 'dimension' || (column.dimension !== 'country' && column.dimension !== 'device')) return false
  return known(cell) !== '' && column.value(cell) === ''
}

interface ReadRow {
  readonly day: LocalDate | undefined
  readonly keys: Map<NamedDimension, readonly string[]>
  readonly figures: Figures
}

function readRow(
  columns: readonly Ga4Column[],
  header: readonly string[],
  cells: readonly string[],
  place: Place,
  span: ReportSpan | undefined,
): ReadRow {
  let day: LocalDate | undefined
  let engaged: number | undefined
  let seconds: number | undefined
  let users: number | undefined
  const keys = new Map<NamedDimension, readonly string[]>()
  const figures: Figures = {}
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
        if (span === undefined) throw rejectionAt(place, field, 'counts from a start date, which the file does not say')
        day = addDays(span.from, wholeNumber(cell, place, field))
        break
      case 'dimension':
        keys.set(column.dimension, [column.value(cell)])
        break
      case 'figure':
        figures[column.figure] = wholeNumber(cell, place, field)
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
        refuseOtherFormat(cell, place, field)
    }
  })
  const { visits } = figures
  if (users !== undefined) figures.visitors ??= users
  if (visits !== undefined && engaged !== undefined) figures.bounces = Math.max(0, visits - engaged)
  if (visits !== undefined && seconds !== undefined) figures.visit_seconds = visits * seconds
  return { day, keys, figures }
}

/** A number of another locale in a column that is not known shows how the others are written. */
function refuseOtherFormat(cell: string, place: Place, field: string): void {
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
function countedFigures(
  { events, ...figures }: Figures,
  keys: ReadonlyMap<NamedDimension, readonly string[]>,
): Figures {
  const name = keys.get('event')?.[0]
  if (events === undefined || name === undefined) return figures
  return { ...figures, events, pageviews: name === 'pageview' ? events : 0 }
}
