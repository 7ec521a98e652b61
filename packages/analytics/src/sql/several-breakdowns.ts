import type { Dimension } from '@footfall/core-domain'
import { allOf, anyOf, dateTime64, identifier, integer, joinSql, oneOf, type Sql, sql, text } from '@footfall/warehouse'
import type { KeptRange } from '../calendar/date-range.ts'
import { ofProduct } from '../days/rows-within.ts'
import { distinctVisitors, OF_VISITOR } from '../definitions/metric.ts'
import type { DaysRead, UsedDay } from '../plan/days.ts'
import type { Plan } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { keyName, valueName } from './columns.ts'
import { dayDimensions, keptNumber, ofDays } from './days.ts'
import { type ArrayLimits, limitedArrays } from './held.ts'
import { keyDimensions, keyedRows } from './keys.ts'
import { rowsIn } from './rows.ts'

/** Visitors by one dimension, of a period and of the earlier one that it is compared with. */
export interface AskedBreakdown {
  readonly dimension: Dimension
  /** The name of the list of dimensions that closed days keep. */
  readonly list: string
  readonly current: RangeRead
  readonly earlier: RangeRead | undefined
  /** Set where this process holds the numbers of closed days, so that only the other days are read. */
  readonly isHeld: boolean
}

/** Which rows of one period are read. */
export interface RangeRead {
  readonly question: Question
  /** Undefined where all of it is read from rows. */
  readonly days: DaysRead | undefined
}

/**
 * What a breakdown asks of the engine, if one statement can read it together with others; undefined where it cannot: for
 * other numbers than visitors, under filters, where rows have to be withheld, and by dimensions that rows have only
 * together with other rows.
 */
export function togetherWithOthers(
  list: string | undefined,
  current: Plan,
  earlier: Plan | undefined,
): AskedBreakdown | undefined {
  const { question } = current
  const [dimension, ...others] = question.dimensions
  if (list === undefined || dimension === undefined || others.length > 0) return undefined
  if (!isOfVisitors(question) || !isPlain(question)) return undefined
  if (keyDimensions(question.dimensions).length > 1) return undefined
  if (keyedRows(question, 'events', question.dimensions).from.text !== 'events') return undefined
  if (earlier && earlier.question.range.kept.endMs > question.range.kept.startMs) return undefined
  const isHeld = current.held !== undefined && (earlier === undefined || earlier.held !== undefined)
  const read = isHeld ? heldRead(current) : rangeRead(current)
  const readEarlier = earlier && (isHeld ? heldRead(earlier) : rangeRead(earlier))
  if (read === undefined || (earlier !== undefined && readEarlier === undefined)) return undefined
  return { dimension, list, current: read, earlier: readEarlier, isHeld }
}

function isOfVisitors({ metrics }: Question): boolean {
  return metrics.length === 1 && metrics[0]?.name === 'visitors'
}

function isPlain({ filters, threshold, rows }: Question): boolean {
  const { order, minVisitors, offset } = rows
  return (
    filters.length === 0 &&
    threshold === 0 &&
    minVisitors === 0 &&
    offset === 0 &&
    order.by === 'metric' &&
    order.direction === 'desc'
  )
}

function rangeRead({ question, rows }: Plan): RangeRead | undefined {
  const [pass, ...others] = rows
  if (pass === undefined || others.length > 0) return undefined
  if (pass.source === 'rows') return { question, days: undefined }
  return pass.source === 'days' && pass.imported === undefined ? { question, days: pass.days } : undefined
}

function heldRead({ question, held }: Plan): RangeRead | undefined {
  return held && { question, days: held.days }
}

/** Equal for breakdowns whose days are read alike. */
export function readingOf({ current, earlier, isHeld }: AskedBreakdown): string {
  const ranges = [current, earlier].map((range) => range && [range.question.range.kept, daysKey(range.days)])
  return JSON.stringify([isHeld, ranges])
}

function daysKey(days: DaysRead | undefined) {
  return days && [days.raw, days.used.map(({ closed, part }) => [closed.day, closed.version, part])]
}

const LIST = identifier('of_list')
const KEY = identifier('of_key')
const IS_EARLIER = identifier('is_earlier')
const VISITORS = identifier('of_visitors')

/**
 * The first rows of several breakdowns whose days are read alike; `of_list` is the dimension of each. The tables are read
 * once for all of them: reading a statement and opening tables takes longer than counting the visitors of most products.
 */
export function severalBreakdownsStatement(asked: readonly [AskedBreakdown, ...AskedBreakdown[]]): Sql {
  const [{ current, earlier }] = asked
  const { limit } = current.question.rows
  const parts = [...closedParts(asked), ...rowsPart(asked)]
  const sumOf = (isInRange: Sql) => sql`toFloat64(sumIf(${VISITORS}, ${isInRange}))`
  const numbers = [
    sql`${sumOf(sql`NOT ${IS_EARLIER}`)} AS ${valueName(0)}`,
    ...(earlier ? [sql`${sumOf(IS_EARLIER)} AS ${valueName(0, 'earlier')}`] : []),
  ]
  return sql`SELECT ${LIST}, ${KEY} AS ${keyName(0)}, ${joinSql(numbers, ', ')} FROM (
${joinSql(parts, '\nUNION ALL\n')})
GROUP BY ${LIST}, ${keyName(0)} HAVING sum(${VISITORS}) != 0
ORDER BY ${LIST}, ${valueName(0)} DESC, ${keyName(0)} LIMIT ${integer(limit + 1)} BY ${LIST}`
}

/** A row for each list and period of which there are any: arrays of keys and of their visitors. */
export interface OpenListRow {
  readonly list: string
  readonly earlier: number
  readonly is_large: number
  readonly keys: readonly string[]
  readonly visitors: readonly number[]
}

/** The visitors by several dimensions of the days that are not held, read once for all of them. Undefined where there are no such days. */
export function severalOpenStatement(
  asked: readonly [AskedBreakdown, ...AskedBreakdown[]],
  limits: ArrayLimits,
): Sql | undefined {
  const [rows] = rowsPart(asked)
  const arrays = [
    { name: identifier('keys'), value: KEY, isText: true },
    { name: identifier('visitors'), value: VISITORS, isText: false },
  ]
  return (
    rows &&
    sql`SELECT ${LIST} AS list, ${IS_EARLIER} AS earlier, ${limitedArrays(arrays, limits)}
FROM (${rows}) WHERE ${VISITORS} != 0 GROUP BY list, earlier`
  )
}

/** A closed day may belong to both periods, each of which counts another part. */
function closedParts(asked: readonly [AskedBreakdown, ...AskedBreakdown[]]): readonly Sql[] {
  const [{ current, earlier }] = asked
  const own = current.days?.used ?? []
  const before = earlier?.days?.used ?? []
  const ownDays = new Set(own.map(({ closed }) => closed.day))
  const isShared = before.some(({ closed }) => ownDays.has(closed.day))
  const firstOwn = Math.min(...ownDays)
  const parts: readonly (readonly [readonly UsedDay[], Sql])[] = isShared
    ? [
        [own, sql`toUInt8(0)`],
        [before, sql`toUInt8(1)`],
      ]
    : own.length === 0
      ? [[before, sql`toUInt8(1)`]]
      : [[[...before, ...own], sql`toUInt16(day) < ${integer(firstOwn)}`]]
  const names = asked.flatMap(({ list }) => dayDimensions(list, current.question))
  // No list has a colon in its name.
  const list = sql`splitByChar(':', toString(dimension))[-1]`
  return parts
    .filter(([days]) => days.length > 0)
    .map(
      ([days, isEarlier]) => sql`SELECT ${list} AS ${LIST}, key_0 AS ${KEY}, ${isEarlier} AS ${IS_EARLIER},
  ${keptNumber('visitors', days)} AS ${VISITORS} FROM day_figures
WHERE ${ofProduct(current.question.product)} AND ${oneOf(sql`dimension`, names)} AND ${ofDays(days)}`,
    )
}

/** One reading of all rows, grouped by each dimension in turn. */
function rowsPart(asked: readonly [AskedBreakdown, ...AskedBreakdown[]]): readonly Sql[] {
  const [{ current, earlier }] = asked
  const ranges = [current, ...(earlier ? [earlier] : [])].flatMap((range) => keptRows(range))
  if (ranges.length === 0) return []
  const { product, range } = current.question
  const name = (i: number) => identifier(`value_${i}`)
  const values = asked.flatMap(({ dimension }, i) =>
    keyedRows(current.question, 'events', [dimension]).keys.map((key) => sql`${key} AS ${name(i)}`),
  )
  const sets = asked.map((_, i) => sql`(${name(i)}, ${IS_EARLIER})`)
  const isOf = (i: number) => sql`grouping(${name(i)}) = 0`
  const chosen = (of: (one: AskedBreakdown, i: number) => Sql) =>
    sql`multiIf(${joinSql(
      asked.flatMap((one, i) => [isOf(i), of(one, i)]),
      ', ',
    )}, '')`
  return [
    sql`SELECT ${chosen(({ list }) => text(list))} AS ${LIST}, ${chosen((_, i) => name(i))} AS ${KEY}, ${IS_EARLIER},
  ${distinctVisitors((condition) => condition)} AS ${VISITORS}
FROM (SELECT ${joinSql(values, ', ')}, ts < ${dateTime64(range.kept.startMs)} AS ${IS_EARLIER}, visitor, kind FROM events
WHERE ${allOf([anyOf(ranges.map((kept) => rowsIn(product, kept))), OF_VISITOR])})
GROUP BY GROUPING SETS (${joinSql(sets, ', ')})`,
  ]
}

/** The rows that are read of a period, in addition to its closed days. */
function keptRows({ question, days }: RangeRead): readonly KeptRange[] {
  const { kept } = question.range
  if (days === undefined) return [kept]
  return days.raw.length === 0 ? [] : [{ ...kept, only: days.raw }]
}
