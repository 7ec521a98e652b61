import {
  type Dimension,
  IMPORTED_NUMBERS,
  type ImportedNumber,
  type ImportSource,
  type ProductId,
} from '@footfall/core-domain'
import { dateTime, identifier, integer, joinSql, oneOf, type Sql, sql } from '@footfall/warehouse'
import type { Reader } from '../cache/reader.ts'
import { bucketing } from '../calendar/buckets.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { ofProduct } from './rows-within.ts'

/** What an import reports for a day by one dimension, or of the day as a whole. */
export interface ImportedOfDay {
  readonly import: string
  /** Those that are known of every key. */
  readonly numbers: ReadonlySet<ImportedNumber>
}

/** The days of a product that are answered by imports: no event was collected on them. */
export interface ImportedDays {
  /** The first and the last imported day of the product, with events or without. In days since 1970-01-01. */
  readonly first: number
  readonly last: number
  /** Those within the days that were asked for, in order. */
  readonly days: readonly number[]
  /** What they report by each dimension, by `''` for the whole day. Where two imports report the same, one of them counts. */
  readonly by: ReadonlyMap<Dimension | '', ReadonlyMap<number, ImportedOfDay>>
  readonly sources: ReadonlyMap<string, ImportSource>
}

export interface ImportedDaysAsked {
  /** Of the product, whatever zone the question is asked in. */
  readonly calendar: Calendar
  /** Numbers of days, both included. */
  readonly fromDay: number
  readonly toDay: number
  readonly lists: readonly (Dimension | '')[]
  readonly firstEventMs: number | undefined
}

interface ListRow {
  readonly import: string
  readonly source: ImportSource
  readonly dimension: Dimension | ''
  readonly first_day: number
  readonly last_day: number
}

interface DayRow {
  readonly of_day: number
  readonly of_list: Dimension | ''
  readonly import: string
  /** A bit for each number that every row has, in their order. */
  readonly known: number
}

/** Undefined where the product has no imported day. Three small statements, which only products with imports are asked. */
export async function importedDays(
  reader: Pick<Reader, 'rows'>,
  product: ProductId,
  asked: ImportedDaysAsked,
): Promise<ImportedDays | undefined> {
  const lists = await reader.rows<ListRow>(product, listsStatement(product))
  if (lists.length === 0) return undefined
  const first = Math.min(...lists.map(({ first_day }) => first_day))
  const last = Math.max(...lists.map(({ last_day }) => last_day))
  const [fromDay, toDay] = [Math.max(first, asked.fromDay), Math.min(last, asked.toDay)]
  const sources = new Map(lists.map((row) => [row.import, row.source]))
  const range = { first, last, sources }
  if (fromDay > toDay) return { ...range, days: [], by: new Map() }
  const within = { ...asked, fromDay, toDay }
  const [rows, collected] = await Promise.all([
    reader.rows<DayRow>(product, daysStatement(product, within)),
    collectedDays(reader, product, within),
  ])
  const days = [...new Set(rows.map(({ of_day }) => of_day))].filter((day) => !collected.has(day)).sort((a, b) => a - b)
  return { ...range, days, by: new Map(asked.lists.map((list) => [list, reportedBy(list, rows, lists, days)])) }
}

/** By these every visit has a key, so a day with visits has a row, unless its import lacks the dimension. */
const COMPLETE: readonly (Dimension | '')[] = [
  '',
  'page',
  'entry_page',
  'exit_page',
  'hostname',
  'channel',
  'source',
  'country',
  'device',
  'browser',
  'os',
]
const EVERY_NUMBER: ReadonlySet<ImportedNumber> = new Set(IMPORTED_NUMBERS)

/** By other dimensions a day without a row had no values, where the import has the dimension at all. */
function reportedBy(
  list: Dimension | '',
  rows: readonly DayRow[],
  lists: readonly ListRow[],
  days: readonly number[],
): ReadonlyMap<number, ImportedOfDay> {
  // The smallest id first, which is as good as any other: what counts is that every question takes the same one.
  const ofList = rows.filter(({ of_list }) => of_list === list).sort((a, b) => (a.import < b.import ? -1 : 1))
  const reported = new Map<number, ImportedOfDay>()
  for (const row of ofList)
    if (!reported.has(row.of_day)) reported.set(row.of_day, { import: row.import, numbers: numbersOf(row) })
  if (COMPLETE.includes(list)) return reported
  const imports = new Set(lists.filter(({ dimension }) => dimension === list).map((row) => row.import))
  const ranges = lists.filter((row) => imports.has(row.import))
  for (const day of days) {
    const range = ranges.find(({ first_day, last_day }) => first_day <= day && day <= last_day)
    if (!reported.has(day) && range !== undefined) reported.set(day, { import: range.import, numbers: EVERY_NUMBER })
  }
  return reported
}

function numbersOf({ known }: DayRow): ReadonlySet<ImportedNumber> {
  return new Set(IMPORTED_NUMBERS.filter((_, bit) => ((known >> bit) & 1) === 1))
}

function listsStatement(product: ProductId): Sql {
  return sql`SELECT import, source, dimension, toUInt32(min(day)) AS first_day, toUInt32(max(day)) AS last_day
FROM imported_days WHERE ${ofProduct(product)} GROUP BY import, source, dimension ORDER BY import, dimension`
}

/** A row for each day, import and dimension asked for, and one for each day that has rows of any other. */
function daysStatement(product: ProductId, { fromDay, toDay, lists }: ImportedDaysAsked): Sql {
  const bits = IMPORTED_NUMBERS.map((number, bit) => sql`min(isNotNull(${identifier(number)})) * ${integer(2 ** bit)}`)
  const rows = sql`${ofProduct(product)} AND ${daysIn(fromDay, toDay)}`
  const isAsked = oneOf(sql`dimension`, lists)
  return sql`SELECT toUInt32(day) AS of_day, dimension AS of_list, import, toUInt32(${joinSql(bits, ' + ')}) AS known
FROM imported_days WHERE ${rows} AND ${isAsked} GROUP BY of_day, of_list, import
UNION ALL
SELECT DISTINCT toUInt32(day), '-', '', toUInt32(0) FROM imported_days WHERE ${rows} AND NOT ${isAsked}`
}

export function daysIn(fromDay: number, toDay: number): Sql {
  return sql`day >= toDate(${integer(fromDay)}) AND day <= toDate(${integer(toDay)})`
}

/**
 * Days of the product's zone on which an event was collected: their import does not count. Payments without a visit do not
 * make such a day, since they come for days long before the first visit.
 */
async function collectedDays(
  reader: Pick<Reader, 'rows'>,
  product: ProductId,
  { calendar, fromDay, toDay, firstEventMs }: ImportedDaysAsked,
): Promise<ReadonlySet<number>> {
  const range = { startMs: calendar.startOfDay(fromDay), endMs: calendar.startOfDay(toDay + 1) }
  if (firstEventMs === undefined || range.endMs <= firstEventMs) return new Set()
  const day = bucketing(calendar, 'day', 'monday', range).keyOf(sql`t`)
  const rows = await reader.rows<{ of_day: string }>(
    product,
    sql`SELECT DISTINCT ${day} AS of_day FROM events_15m WHERE ${ofProduct(product)}
  AND t >= ${dateTime(range.startMs)} AND t < ${dateTime(range.endMs)} AND (pageviews > 0 OR visits > 0)`,
  )
  return new Set(rows.map(({ of_day }) => Number(of_day)))
}
