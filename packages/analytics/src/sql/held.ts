import { DAY_MS, type InstantRange, type ProductId } from '@footfall/core-domain'
import {
  allOf,
  anyOf,
  DAY_PARTS,
  dateTime,
  dateTime64,
  dayColumn,
  identifier,
  integer,
  joinSql,
  rowsOfTraffic,
  type Sql,
  sql,
  text,
  VISIT_NUMBERS,
} from '@footfall/warehouse'
import type { RowsOfDays } from '../calendar/date-range.ts'
import { DAY_OF_VISIT } from '../days/closed-days.ts'
import { DAY_AGGREGATES } from '../days/day-aggregates.ts'
import { within } from '../days/rows-within.ts'
import type { RollupNumber } from '../definitions/metric.ts'
import type { Block } from '../plan/blocks.ts'
import type { UsedDay } from '../plan/days.ts'
import type { HeldBreakdown } from '../plan/passes.ts'
import { isOfWholeVisits } from '../plan/whole-visits.ts'
import type { Question } from '../question/question.ts'
import { firstRowsOfVisits } from './conditions.ts'
import { BUCKET, closedPart, keyOfPart, ofDays, ofPart, type PartGroups, rawParts } from './days.ts'
import { keyDimensions } from './keys.ts'
import { begunIn, countedRows, untilVisitsEnd } from './rows.ts'

/** Every number of a closed day, in the order in which the numbers of the whole product are held. */
export const HELD_NUMBERS: readonly RollupNumber[] = [
  'visitors',
  'pageviews',
  'customs',
  'engaged_ms',
  'visits',
  'unbounced',
  'gap_ms',
  'visit_pageviews',
]

/** The same for each part of a day: first the whole day, which only visitors have as a column. */
export const HELD_COLUMNS: readonly string[] = [
  'visitors',
  ...HELD_NUMBERS.flatMap((number) => DAY_PARTS.map((part) => dayColumn(number, part))),
]

/** A row for each day: its number, and `numbers` in the order of `HELD_COLUMNS`. */
export function dayTotalsStatement(product: ProductId, days: readonly UsedDay[]): Sql {
  const numbers = HELD_COLUMNS.map((name) => sql`sum(${identifier(name)})`)
  return sql`SELECT toUInt32(day) AS of_day, arrayMap(x -> toFloat64(x), [${joinSql(numbers, ', ')}]) AS numbers
FROM day_figures WHERE product_id = ${text(product)} AND dimension = '' AND ${ofDays(days)} GROUP BY day`
}

/**
 * The numbers of the days that are read from rows, by the names that `openNumber` gives them: as a whole of one range, of each of
 * several ranges and of all visitors.
 */
export function openTotalsStatement(
  product: ProductId,
  raw: readonly RowsOfDays[],
  ranges: readonly InstantRange[],
): Sql {
  const counted = countedRows(raw)
  const rows = raw.map(({ days, counted: { startMs, endMs }, endedMs = Number.POSITIVE_INFINITY }) => {
    const untilMs = untilVisitsEnd({ startMs, endMs }).endMs
    return { days, at: { startMs: Math.max(days.startMs, startMs), endMs: Math.min(untilMs, endedMs) } }
  })
  const rowsOfDays = anyOf(rows.map(({ days, at }) => sql`${begunIn(days)} AND ${within(at)}`))
  const isOfVisits = (number: RollupNumber) => VISIT_NUMBERS.some((name) => name === number)
  const isIn = (number: RollupNumber, { startMs, endMs }: InstantRange) =>
    isOfVisits(number)
      ? sql`visit_start >= ${dateTime(startMs)} AND visit_start < ${dateTime(endMs)}`
      : sql`ts >= ${dateTime64(startMs)} AND ts < ${dateTime64(endMs)}`
  const numberOf = (number: RollupNumber, condition: Sql) =>
    DAY_AGGREGATES[number]((of) => allOf([of, isOfVisits(number) ? sql`is_of_visits` : sql`is_event`, condition]))
  // Of visits that began within the days, the first rows have all visitors.
  const firstRows = firstRowsOfVisits({ startMs: Math.max(...rows.map(({ at }) => at.startMs)) })
  const allOfThem = (number: RollupNumber) =>
    sql`${numberOf(number, number === 'visitors' ? sql`(${firstRows})` : sql`1`)} AS ${openNumber(number)}`
  // All rows lie in the ranges, so only visitors of several of them do not add up.
  const columns =
    ranges.length <= 1
      ? HELD_NUMBERS.map(allOfThem)
      : [
          allOfThem('visitors'),
          ...HELD_NUMBERS.flatMap((number) =>
            ranges.map((range, i) => sql`${numberOf(number, isIn(number, range))} AS ${openNumber(number, i)}`),
          ),
        ]
  return sql`SELECT ${joinSql(columns, ', ')}
FROM (SELECT *, (${counted.events}) AS is_event, (${counted.visits}) AS is_of_visits FROM events
WHERE product_id = ${text(product)} AND ${rowsOfTraffic('human')} AND ${rowsOfDays})`
}

/** The column of a number, of all rows or of those in a range by its place. */
export function openNumber(number: RollupNumber, range?: number): Sql {
  return identifier(range === undefined ? `all_${number}` : `range_${range}_${number}`)
}

/** What arrays of keys and numbers may hold. They are parsed without a pause, so beyond it they are empty and `is_large` is 1. */
export interface ArrayLimits {
  readonly keys: number
  /** Of the keys and numbers of one row as text, about. */
  readonly characters: number
}

/** Of all rows of one statement together, where it has more than a few. */
const CHARACTERS_TOGETHER_MAX = 8 * 1024 * 1024
const CHARACTERS_OF_NUMBER = 8

/**
 * A row for each block that has any number: its place among them as `of_block`, arrays of its keys by `keysName`, and of
 * numbers by `numbersName`. Where all blocks together have too much text, those of more than an equal part of it are left out as large.
 */
export function blocksStatement(
  { question, list, metrics }: Asked,
  numbers: readonly RollupNumber[],
  blocks: readonly Block[],
  limits: ArrayLimits,
): Sql {
  const places = blocks.flatMap(({ days }, place) => days.map(({ closed: { day } }) => ({ day, place })))
  const placeOf = (day: Sql) =>
    sql`transform(toInt64(${day}), [${joinSql(
      places.map((one) => integer(one.day)),
      ', ',
    )}], [${joinSql(
      places.map((one) => integer(one.place)),
      ', ',
    )}], toInt64(-1))`
  const groups: PartGroups = {
    keys: keyDimensions(list.dimensions),
    bucket: { ofDays: () => placeOf(sql`toUInt16(day)`), ofRows: () => placeOf(DAY_OF_VISIT) },
  }
  const days = blocks.flatMap((block) => block.days)
  const kept = days.filter(({ closed }) => closed.lists.has(list.name))
  const raw = rowsOfClosed(days.filter(({ closed }) => !closed.lists.has(list.name)))
  const parts = [
    ...(kept.length > 0 ? [closedPart({ list }, question, groups, numbers, kept)] : []),
    ...(raw.length > 0 ? rawParts(rawOf({ question, metrics }, raw), question, groups, numbers) : []),
  ]
  const partOfAll = integer(Math.floor(CHARACTERS_TOGETHER_MAX / blocks.length))
  const isLeftOut = sql`characters > ${partOfAll} AND sum(characters) OVER () > ${integer(CHARACTERS_TOGETHER_MAX)}`
  const names = [...groups.keys.map((_, i) => keysName(i)), ...numbers.map(numbersName)]
  return sql`SELECT of_block, toUInt8(is_large OR is_left_out) AS is_large,
  ${joinSql(
    names.map((name) => sql`if(is_left_out, [], ${name}) AS ${name}`),
    ', ',
  )} FROM (
SELECT *, ${isLeftOut} AS is_left_out FROM (
SELECT toInt32(${BUCKET}) AS of_block, ${arrays(groups, numbers, limits)} FROM (
${summed(parts, [BUCKET], groups, numbers)}) WHERE ${BUCKET} >= 0 GROUP BY ${BUCKET}))`
}

/**
 * A row with the same arrays for each of some periods, of their days that are read from rows; `of_period` is the place of the
 * period. Undefined where no period has such days.
 */
export function openRowsStatement(
  periods: readonly Asked[],
  numbers: readonly RollupNumber[],
  limits: ArrayLimits,
): Sql | undefined {
  const rows = periods.flatMap(({ question, list, metrics, days: { raw } }, period) => {
    if (raw.length === 0) return []
    const groups: PartGroups = { keys: keyDimensions(list.dimensions), bucket: undefined }
    const parts = rawParts(rawOf({ question, metrics }, raw), question, groups, numbers)
    return [
      sql`SELECT toUInt8(${integer(period)}) AS of_period, ${arrays(groups, numbers, limits)} FROM (
${summed(parts, [], groups, numbers)})`,
    ]
  })
  return rows.length === 0 ? undefined : joinSql(rows, '\nUNION ALL\n')
}

export const keysName = (i: number): Sql => identifier(`keys_${i}`)
export const numbersName = (number: RollupNumber): Sql => identifier(`numbers_${number}`)

type Asked = HeldBreakdown & { readonly question: Question }

function rawOf({ question, metrics }: Pick<Asked, 'question' | 'metrics'>, raw: readonly RowsOfDays[]) {
  return { metrics, isAboutVisits: isOfWholeVisits(question), hasOwnPeople: false, days: { raw } }
}

/** Keys without any number are left out. */
function summed(
  parts: readonly Sql[],
  buckets: readonly Sql[],
  { keys }: PartGroups,
  numbers: readonly RollupNumber[],
): Sql {
  const isAny = anyOf(numbers.map((number) => sql`${ofPart(number)} != 0`))
  const [only] = parts
  // The rows of days are grouped already.
  if (only !== undefined && parts.length === 1 && buckets.length === 0)
    return sql`SELECT * FROM (${only}) WHERE ${isAny}`
  const groups = [...buckets, ...keys.map((_, i) => keyOfPart(i))]
  const sums = numbers.map((number) => sql`sum(parts.${ofPart(number)}) AS ${ofPart(number)}`)
  return sql`SELECT ${joinSql([...groups, ...sums], ', ')} FROM (
${joinSql(parts, '\nUNION ALL\n')}) AS parts
GROUP BY ${joinSql(groups, ', ')} HAVING ${isAny}`
}

/** The arrays of a row with `is_large`, and `characters`: about how much text they are. */
function arrays({ keys }: PartGroups, numbers: readonly RollupNumber[], limits: ArrayLimits): Sql {
  return limitedArrays(
    [
      ...keys.map((_, i) => ({ name: keysName(i), value: keyOfPart(i), isText: true })),
      ...numbers.map((number) => ({ name: numbersName(number), value: ofPart(number), isText: false })),
    ],
    limits,
  )
}

interface ArrayOf {
  readonly name: Sql
  readonly value: Sql
  /** Otherwise it is a number. */
  readonly isText: boolean
}

export function limitedArrays(arrays: readonly ArrayOf[], { keys, characters }: ArrayLimits): Sql {
  const lengths = arrays.map(({ value, isText }) => (isText ? sql`length(${value})` : integer(CHARACTERS_OF_NUMBER)))
  const length = sql`sum(${joinSql(lengths, ' + ')})`
  const most = integer(keys + 1)
  const isLarge = sql`count() > ${integer(keys)} OR ${length} > ${integer(characters)}`
  return joinSql(
    [
      sql`toUInt8(${isLarge}) AS is_large`,
      sql`if(is_large = 1, 0, toUInt64(${length})) AS characters`,
      ...arrays.map(
        ({ name, value, isText }) =>
          sql`if(is_large = 1, [], groupArray(${most})(${isText ? value : sql`toFloat64(${value})`})) AS ${name}`,
      ),
    ],
    ', ',
  )
}

/** The rows of closed days, of each the part that counts. */
function rowsOfClosed(days: readonly UsedDay[]): readonly RowsOfDays[] {
  const rows: RowsOfDays[] = []
  for (const { closed, part } of days) {
    const own = { startMs: closed.day * DAY_MS, endMs: (closed.day + 1) * DAY_MS }
    const endedMs = closed.lastMs + 1
    const counted = {
      startMs: part === 'after' ? closed.cutMs : own.startMs,
      endMs: part === 'before' ? closed.cutMs : Math.max(own.endMs, endedMs),
    }
    const before = rows.at(-1)
    if (
      part === 'whole' &&
      before !== undefined &&
      before.days.endMs === own.startMs &&
      before.counted.endMs >= own.startMs
    )
      rows[rows.length - 1] = {
        days: { startMs: before.days.startMs, endMs: own.endMs },
        counted: { startMs: before.counted.startMs, endMs: Math.max(before.counted.endMs, counted.endMs) },
        endedMs: Math.max(before.endedMs ?? 0, endedMs),
      }
    else rows.push({ days: own, counted, endedMs })
  }
  return rows
}
