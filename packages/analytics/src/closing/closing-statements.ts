import { DAY_MS, isNamedDimension, type NamedDimension, type ProductId } from '@footfall/core-domain'
import {
  allOf,
  anyOf,
  DAY_KEYS,
  type DayTraffic,
  dayDimension,
  identifier,
  integer,
  joinSql,
  rowsOfTraffic,
  type Sql,
  sql,
  text,
  uint64,
} from '@footfall/warehouse'
import type { Calendar } from '../calendar/calendar.ts'
import { VISIT_MS_MAX } from '../calendar/date-range.ts'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { DAY_LISTS, type DayList } from '../days/day-lists.ts'
import { subjectOf } from '../definitions/dimensions.ts'
import { keyDimensions, keyedRows } from '../sql/keys.ts'
import { EVENT_OF_VISIT, rowsIn } from '../sql/rows.ts'
import { inDays } from './day-rows.ts'
import { NUMBER_COLUMNS, type NumberColumn } from './number-columns.ts'

/** Days that are closed together, each with rows. */
export interface ClosingBatch {
  readonly product: ProductId
  readonly calendar: Calendar
  readonly days: readonly ClosingDay[]
  /** When the cut of each of them is, after the day began. */
  readonly cutAfterMs: number
  /** Decimal text. */
  readonly version: string
}

export interface ClosingDay {
  /** Days since 1970-01-01. */
  readonly day: number
  readonly rows: number
  /** Rows of suspected automation among them. */
  readonly suspected: number
  /** The instant of the last event; the start of the day where it has none. */
  readonly lastMs: number
}

/** Of `events`, on average. */
const ROWS_PER_KEY = 16
/** A statement may group as many rows, once for each of its lists: more would exceed its memory. */
const GROUPED_ROWS = 8_000_000

/** Which lists are kept of each day, by their names. */
export type KeptLists = ReadonlyMap<number, ReadonlySet<string>>

/** About how many keys each list has on each day, as `of_day` and an array `keys` in the order of `DAY_LISTS`. */
export function countKeys(batch: ClosingBatch): Sql {
  // Exit pages need a join through which every column goes; there are about as many of them as of entry pages.
  const counted = (list: DayList) =>
    keysOfList(list).map((dimension) => (dimension === 'exit_page' ? 'entry_page' : dimension))
  const dimensions = [...new Set(DAY_LISTS.flatMap(counted))]
  const { keys, from } = keyed(batch, dimensions)
  const counts = DAY_LISTS.map((list) => {
    const own = counted(list).map((dimension) => keys[dimensions.indexOf(dimension)] ?? text(''))
    return own.length === 0 ? sql`toUInt64(1)` : sql`uniqCombined(12)(${joinSql(own, ', ')})`
  })
  return sql`SELECT ${OF_DAY}, [${joinSql(counts, ', ')}] AS keys
FROM ${from} WHERE ${rowsOfDays(batch)} GROUP BY of_day`
}

/** The lists of a day that are worth keeping: fewer rows per key are read as fast as stored numbers. The whole day is always kept. */
export function listsThatPay(rows: number, keys: readonly number[]): ReadonlySet<string> {
  const pays = (_: DayList, i: number) => (keys[i] ?? Number.POSITIVE_INFINITY) * ROWS_PER_KEY <= rows
  return new Set(['', ...DAY_LISTS.filter(pays).map(({ name }) => name)])
}

/** What to insert into the columns `INSERTED` of `day_figures`. The first of them has the numbers of the whole day. */
export function numberStatements(batch: ClosingBatch, kept: KeptLists): readonly Sql[] {
  const suspected = { ...batch, days: batch.days.filter((day) => day.suspected > 0) }
  return [
    ...statementsOf({ ...batch, traffic: 'human' }, kept),
    ...(suspected.days.length === 0
      ? []
      : [
          ...statementsOf({ ...suspected, traffic: 'suspected' }, kept),
          ...statementsOf({ ...suspected, traffic: 'added' }, kept),
        ]),
  ]
}

/** Days that are closed together, and whose numbers. */
interface TrafficBatch extends ClosingBatch {
  readonly traffic: DayTraffic
}

function statementsOf(batch: TrafficBatch, kept: KeptLists): readonly Sql[] {
  const rows = batch.days.reduce((sum, day) => sum + day.rows, 0)
  const listsAtOnce = Math.max(1, Math.floor(GROUPED_ROWS / rows))
  const lists = DAY_LISTS.filter(({ name }) => batch.days.some(({ day }) => kept.get(day)?.has(name)))
  const ofRows = lists.filter((list) => !isOfSeen(list) && !isOfExits(list))
  // By themselves, since every column of the others would go through their join too.
  const ofExits = lists.filter(isOfExits)
  const ofSeen = lists.filter(isOfSeen)
  return [
    ...[...chunksOf(ofRows, listsAtOnce), ...chunksOf(ofExits, 1)].map((some) =>
      numbers(batch, kept, some, byRowKeys(batch, some, NUMBER_COLUMNS, [])),
    ),
    ...chunksOf(ofSeen, listsAtOnce).map((some) => numbers(batch, kept, some, bySeenKeys(batch, some))),
  ]
}

export const INSERTED: Sql = joinSql(
  [...['product_id', 'dimension', 'day', 'version', ...DAY_KEYS].map(identifier), ...namesOf(NUMBER_COLUMNS)],
  ', ',
)

function isOfExits({ dimensions }: DayList): boolean {
  return dimensions.includes('exit_page')
}

/** Visits are counted by the keys of any of their events, and events by their own. */
function isOfSeen({ dimensions }: DayList): boolean {
  return dimensions.some((dimension) => ['place', 'happening'].includes(subjectOf(dimension)))
}

/** The numbers of several lists, of the days of which they are kept. */
function numbers(
  { product, version, days, traffic }: TrafficBatch,
  kept: KeptLists,
  lists: readonly DayList[],
  byList: Sql,
): Sql {
  const without = lists.map(({ name }) => ({
    name,
    days: days.filter(({ day }) => !kept.get(day)?.has(name)).map(({ day }) => integer(day)),
  }))
  const isKept = without
    .filter((list) => list.days.length > 0)
    .map((list) => sql`NOT (list = ${text(list.name)} AND of_day IN (${joinSql(list.days, ', ')}))`)
  return sql`SELECT ${text(product)}, concat(${text(dayDimension('', traffic))}, list), toDate(toUInt16(of_day)), ${uint64(version)},
  ${joinSql([...KEYS, ...namesOf(NUMBER_COLUMNS)], ', ')}
FROM (
${byList})
WHERE ${allOf(isKept)}`
}

/** Every list in one pass, by what each row has for a key. Columns that are `absent` are 0. */
function byRowKeys(
  batch: TrafficBatch,
  lists: readonly DayList[],
  present: readonly NumberColumn[],
  absent: readonly NumberColumn[],
): Sql {
  const dimensions = [...new Set(lists.flatMap(keysOfList))]
  const { keys, from } = keyed(batch, dimensions)
  const named = keys.map((key, i) => sql`${key} AS ${valueName(i)}`)
  const values = present.map(({ name, value }) => sql`${value(batch.cutAfterMs, batch.traffic)} AS ${name}`)
  const sets = lists.map((list) => sql`(${joinSql([sql`of_day`, ...valuesOf(list, dimensions)], ', ')})`)
  const grouping = joinSql([sql`of_day`, ...dimensions.map((_, i) => valueName(i))], ', ')
  // Of each row, which of the dimensions it is not grouped by, the first as the highest bit.
  const masks = lists.map((list) => {
    const own = new Set<NamedDimension>(keysOfList(list))
    return integer(dimensions.reduce((mask, dimension) => mask * 2 + (own.has(dimension) ? 0 : 1), 0))
  })
  const keyAt = (place: number) => {
    const cases = lists.flatMap((list, i) => {
      const value = valuesOf(list, dimensions)[place]
      return value === undefined ? [] : [masks[i] ?? sql`0`, value]
    })
    const branches = cases.map((part, i) => (i % 2 === 0 ? sql`mask = ${part}` : part))
    return branches.length === 0 ? text('') : sql`multiIf(${joinSql([...branches, text('')], ', ')})`
  }
  const names = lists.map(({ name }) => text(name))
  const zeros = absent.map(({ name }) => sql`toUInt64(0) AS ${name}`)
  return sql`SELECT of_day, transform(mask, [${joinSql(masks, ', ')}], [${joinSql(names, ', ')}], '?') AS list,
  ${joinSql([...KEYS.map((name, place) => sql`${keyAt(place)} AS ${name}`), ...namesOf(present), ...zeros], ', ')}
FROM (
SELECT ${joinSql([OF_DAY, ...named, ...values, sql`grouping(${grouping}) AS mask`], ', ')}
FROM ${from} WHERE ${rowsOf(batch, present)} GROUP BY GROUPING SETS (${joinSql(sets, ', ')}))`
}

/** Events by their own keys, and visits by those of any of their events. */
function bySeenKeys(batch: TrafficBatch, lists: readonly DayList[]): Sql {
  const ofEvents = NUMBER_COLUMNS.filter(({ kind }) => kind === 'events')
  const ofVisits = NUMBER_COLUMNS.filter(({ kind }) => kind === 'visits')
  const sums = NUMBER_COLUMNS.map(({ name }) => sql`sum(parts.${name}) AS ${name}`)
  return sql`SELECT of_day, list, ${joinSql([...KEYS, ...sums], ', ')} FROM (
${byRowKeys(batch, lists, ofEvents, ofVisits)}
UNION ALL
${visitsBySeenKeys(batch, lists, ofVisits, ofEvents)}) AS parts
GROUP BY of_day, list, ${joinSql(KEYS, ', ')}`
}

function visitsBySeenKeys(
  batch: TrafficBatch,
  lists: readonly DayList[],
  present: readonly NumberColumn[],
  absent: readonly NumberColumn[],
): Sql {
  const dimensions = [...new Set(lists.flatMap(keysOfList))]
  const { keys, from } = keyed(batch, dimensions)
  const isSeen = (dimension: NamedDimension) => subjectOf(dimension) !== 'visit'
  const found = keys.map((key, i) => {
    const isOfEvent = dimensions.some((dimension, at) => at === i && isSeen(dimension))
    return sql`groupUniqArrayIf(${key}, ${isOfEvent ? EVENT_OF_VISIT : sql`1`}) AS ${valueName(i)}`
  })
  const values = present.map(({ name, value }) => sql`${value(batch.cutAfterMs, batch.traffic)} AS ${name}`)
  // A list has one dimension of events at most; what rows of a visit share is an array of one value.
  const entries = lists.map((list) => {
    const own = keysOfList(list)
    const seen = own.findIndex(isSeen)
    const places = KEYS.map((_, place) => {
      if (place >= own.length) return text('')
      return place === seen ? sql`value` : sql`${valuesOf(list, dimensions)[place] ?? text('')}[1]`
    })
    const each = valuesOf(list, dimensions)[seen] ?? text('')
    return sql`arrayMap(value -> (${joinSql([text(list.name), ...places], ', ')}), ${each})`
  })
  const [only] = entries
  const all = only !== undefined && entries.length === 1 ? only : sql`arrayConcat(${joinSql(entries, ', ')})`
  const sums = present.map(({ name }) => sql`sum(visits.${name}) AS ${name}`)
  const zeros = absent.map(({ name }) => sql`toUInt64(0) AS ${name}`)
  // In the order of the columns that it is joined to.
  const columns = [...KEYS.map((name, i) => sql`entry.${integer(i + 2)} AS ${name}`), ...zeros, ...sums]
  return sql`SELECT of_day, entry.1 AS list, ${joinSql(columns, ', ')} FROM (
SELECT of_day, ${joinSql([...namesOf(present), sql`${all} AS entries`], ', ')} FROM (
SELECT ${joinSql([OF_DAY, ...found, ...values], ', ')}
FROM ${from} WHERE ${rowsOf(batch, present)} AND visit != 0 GROUP BY of_day, visit)) AS visits
ARRAY JOIN entries AS entry GROUP BY of_day, entry`
}

const OF_DAY = sql`toUInt32(${DAY_OF_VISIT}) AS of_day`
const KEYS = DAY_KEYS.map(identifier)

function namesOf(columns: readonly NumberColumn[]): readonly Sql[] {
  return columns.map(({ name }) => name)
}

function keyed({ product, calendar, days }: ClosingBatch, dimensions: readonly NamedDimension[]) {
  const range = { calendar, kept: rangeOf(days) }
  // No list of dimensions depends on weeks.
  const question = { product, filters: [], goals: [], chosenGoals: [], range, weekStart: 'monday' } as const
  return keyedRows(question, 'events', dimensions)
}

/** A period in which all the visits began, and in whose visits all the rows lie. */
function rangeOf(days: readonly ClosingDay[]) {
  const ends = days.map(({ day, lastMs }) => Math.max((day + 1) * DAY_MS, lastMs + 1 - VISIT_MS_MAX))
  return { startMs: Math.min(...days.map(({ day }) => day)) * DAY_MS, endMs: Math.max(...ends) }
}

function rowsOfDays({ product, days }: ClosingBatch): Sql {
  const numbers = days.map(({ day }) => day)
  const range = { startMs: Math.min(...numbers) * DAY_MS, endMs: Math.max(...days.map(({ lastMs }) => lastMs)) + 1 }
  return sql`${rowsIn(product, range)} AND ${inDays(numbers)}`
}

/** The rows from which the numbers of visits of a kind are computed. */
function rowsOf(batch: TrafficBatch, columns: readonly NumberColumn[]): Sql {
  const rows = rowsOfDays(batch)
  const suspected = rowsOfTraffic('suspected')
  switch (batch.traffic) {
    case 'human':
    case 'suspected':
      return allOf([rows, rowsOfTraffic(batch.traffic)])
    case 'added': {
      if (columns.every(({ kind }) => kind === 'visits')) return allOf([rows, suspected])
      const visitors = sql`SELECT visitor FROM events WHERE ${rows} AND ${suspected} AND visitor != 0`
      return allOf([rows, anyOf([suspected, sql`visitor GLOBAL IN (${visitors})`])])
    }
  }
}

function keysOfList({ dimensions }: DayList): readonly NamedDimension[] {
  return keyDimensions(dimensions).filter(isNamedDimension)
}

function valuesOf(list: DayList, dimensions: readonly NamedDimension[]): readonly Sql[] {
  return keysOfList(list).map((dimension) => valueName(dimensions.indexOf(dimension)))
}

function valueName(i: number): Sql {
  return identifier(`value_${i}`)
}

function chunksOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size))
}
