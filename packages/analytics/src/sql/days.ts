import type { Dimension } from '@footfall/core-domain'
import {
  allOf,
  anyOf,
  DAY_KEYS,
  DAY_PARTS,
  dayColumn,
  dayDimension,
  identifier,
  integer,
  joinSql,
  oneOf,
  type Sql,
  sql,
  VISIT_NUMBERS,
} from '@footfall/warehouse'
import { DAY_AGGREGATES, ROWS_OF_NUMBER } from '../days/day-aggregates.ts'
import { ofProduct } from '../days/rows-within.ts'
import { type ComputedMetric, type RollupNumber, sqlArithmetic } from '../definitions/metric.ts'
import type { UsedDay } from '../plan/days.ts'
import type { DaysPass, ImportedPart, PlannedMetric } from '../plan/pass.ts'
import type { Question } from '../question/question.ts'
import { bucketOf, type Cells, type Grouping, grouped, valueColumns } from './cells.ts'
import { filterOf, firstRowsOfVisits, passesOnKeys } from './conditions.ts'
import { IMPORTED_NUMBER, importedKey, importedRows } from './imported-days.ts'
import { keyDimensions, keyedRows } from './keys.ts'
import { rowsIn, rowsOfVisitsBegunIn } from './rows.ts'

/** The numbers of closed days and the same numbers from the rows of other days, added up. */
export function daysCells(pass: DaysPass, question: Question, grouping: Grouping): Cells {
  const formulas = pass.metrics.map((planned) => {
    const { rollup } = planned.metric.definition
    if (rollup === undefined) throw new TypeError('the plan takes closed days for a metric that they do not hold')
    return { planned, rollup }
  })
  const numbers = new Set([...formulas.flatMap(({ rollup }) => rollup.numbers), ...visitorsBehind(question)])
  const parts = partsOf(pass, question, grouping, [...numbers])
  const keys = keysOf(question, grouping).map((_, i) => keyOfPart(i))
  return {
    columns: formulas.flatMap(({ planned, rollup }) =>
      valueColumns(
        planned.at,
        planned.metric.definition,
        {
          value: rollup.value(sqlArithmetic(sumOf)),
          visitors: pass.hasOwnPeople ? sql`sum(${peopleOfPart(planned.at)})` : sumOf('visitors'),
        },
        question.threshold,
      ),
    ),
    ...grouped(keys, typeof grouping === 'string' ? undefined : BUCKET),
    from: sql`(${joinSql(parts, '\nUNION ALL\n')}) AS days`,
    present: anyOf(
      formulas
        .filter(({ planned }) => !planned.isCompanion)
        .flatMap(({ rollup }) => rollup.presentBy ?? rollup.numbers)
        .map((number) => sql`${sumOf(number)} != 0`),
    ),
  }
}

/** Every part has the same columns. */
export const keyOfPart = (i: number) => identifier(`of_key_${i}`)
export const BUCKET = identifier('of_bucket')
const peopleOfPart = (at: number) => identifier(`of_people_${at}`)
export const ofPart = (number: RollupNumber) => identifier(`of_${number}`)
const sumOf = (number: RollupNumber) => sql`sum(${ofPart(number)})`

const isOfVisits = (number: RollupNumber) => VISIT_NUMBERS.some((name) => name === number)
const visitorsBehind = ({ threshold }: Question): readonly RollupNumber[] => (threshold > 0 ? ['visitors'] : [])

function keysOf({ dimensions }: Question, grouping: Grouping): readonly Dimension[] {
  return grouping === 'rows' ? keyDimensions(dimensions) : []
}

/** What the numbers of a part are grouped by. */
export interface PartGroups {
  readonly keys: readonly Dimension[]
  readonly bucket: PartBuckets | undefined
}

interface PartBuckets {
  ofDays(used: readonly UsedDay[]): Sql
  /** Of rows that are counted as events or as those of visits. */
  ofRows(counts: 'events' | 'visits'): Sql
}

function groupsOf(question: Question, grouping: Grouping): PartGroups {
  const ofRows = (counts: 'events' | 'visits') => bucketOf(grouping, counts === 'visits' ? sql`visit_start` : sql`ts`)
  const isOfIntervals = typeof grouping !== 'string'
  return {
    keys: keysOf(question, grouping),
    bucket: isOfIntervals ? { ofDays: bucketOfDay, ofRows: (counts) => ofRows(counts) ?? sql`0` } : undefined,
  }
}

function partsOf(
  pass: DaysPass,
  question: Question,
  grouping: Grouping,
  numbers: readonly RollupNumber[],
): readonly Sql[] {
  const parts = [
    ...(pass.days.used.length > 0 ? closedParts(pass, question, grouping, numbers) : []),
    ...(pass.imported ? [importedDaysPart(pass.imported, pass, question, grouping, numbers)] : []),
  ]
  if (pass.days.raw.length === 0) return parts
  return [...parts, ...rawParts(pass, question, groupsOf(question, grouping), numbers)]
}

/** What decides how the rows of days are read. */
export type RawDays = Pick<DaysPass, 'metrics' | 'isAboutVisits' | 'hasOwnPeople'> & {
  readonly days: Pick<DaysPass['days'], 'raw'>
}

/** The numbers of rows, those of events and those of visits. */
export function rawParts(
  pass: RawDays,
  question: Question,
  groups: PartGroups,
  numbers: readonly RollupNumber[],
): readonly Sql[] {
  const only = { ...question, range: { ...question.range, kept: { ...question.range.kept, only: pass.days.raw } } }
  const ofVisits = numbers.filter(isOfVisits)
  const ofEvents = numbers.filter((number) => !isOfVisits(number))
  return [
    ...(ofEvents.length > 0 ? [rawPart('events', ofEvents, pass, only, groups, numbers)] : []),
    ...(ofVisits.length > 0 ? [rawPart('visits', ofVisits, pass, only, groups, numbers)] : []),
  ]
}

/** In a series two parts of a day may count, in one interval each. Otherwise each day counts once. */
function closedParts(
  pass: DaysPass,
  question: Question,
  grouping: Grouping,
  numbers: readonly RollupNumber[],
): readonly Sql[] {
  const { used } = pass.days
  const groups = groupsOf(question, grouping)
  if (typeof grouping === 'string') return [closedPart(pass, question, groups, numbers, used)]
  const byPart = PARTS.map((part) => used.filter((day) => day.part === part)).filter(({ length }) => length > 0)
  return byPart.map((days) => closedPart(pass, question, groups, numbers, days))
}

/** The kept numbers of days, each day once. */
export function closedPart(
  { list }: Pick<DaysPass, 'list'>,
  question: Question,
  groups: PartGroups,
  numbers: readonly RollupNumber[],
  used: readonly UsedDay[],
): Sql {
  const columnOf = (dimension: Dimension) => identifier(DAY_KEYS[keyPlace(list.dimensions, dimension)] ?? DAY_KEYS[0])
  const keys = groups.keys.map((dimension, i) => sql`${columnOf(dimension)} AS ${keyOfPart(i)}`)
  const buckets = groups.bucket ? [sql`${groups.bucket.ofDays(used)} AS ${BUCKET}`] : []
  const values = numbers.map((number) => sql`${keptNumber(number, used)} AS ${ofPart(number)}`)
  return sql`SELECT ${joinSql([...keys, ...buckets, ...values], ', ')} FROM day_figures
WHERE ${ofProduct(question.product)} AND ${oneOf(sql`dimension`, dayDimensions(list.name, question))} AND ${ofDays(used)}
  AND ${passesOnKeys(question.filters, columnOf)}`
}

/** The dimensions of the rows of `day_figures` that add up to the numbers of the visits of a question. */
export function dayDimensions(list: string, { range: { kept } }: Pick<Question, 'range'>): readonly string[] {
  const { traffic = 'all' } = kept
  return traffic === 'all' ? [dayDimension(list, 'human'), dayDimension(list, 'added')] : [dayDimension(list, traffic)]
}

/** The rows of `day_figures` of these closed days, each in its version. */
export function ofDays(used: readonly UsedDay[]): Sql {
  const numbers = used.map(({ closed }) => closed.day)
  // Bare numbers: the engine takes far longer to read calls of functions.
  const days = used.map(({ closed }) => sql`(${integer(closed.day)}, ${integer(BigInt(closed.version))})`)
  return sql`day >= toDate(${integer(Math.min(...numbers))}) AND day <= toDate(${integer(Math.max(...numbers))})
  AND (toUInt16(day), version) IN (${joinSql(days, ', ')})`
}

/** The list of a city has its region and country beside it. */
function keyPlace(list: readonly Dimension[], dimension: Dimension): number {
  return keyDimensions(list).indexOf(dimension)
}

const PARTS = ['whole', ...DAY_PARTS] as const

/** Of each day the part that counts. */
export function keptNumber(number: RollupNumber, used: readonly UsedDay[]): Sql {
  const byPart = PARTS.map((part) => ({ part, days: used.filter((each) => each.part === part) }))
  const cases = byPart
    .filter(({ days }) => days.length > 0)
    .map(({ part, days }) => ({ value: partOfNumber(number, part), days: joinSql(days.map(dayNumber), ', ') }))
  const [most, ...others] = cases
  if (most === undefined) throw new TypeError('no day is read')
  if (others.length === 0) return most.value
  const branches = others.flatMap(({ value, days }) => [sql`toUInt16(day) IN (${days})`, value])
  return sql`multiIf(${joinSql([...branches, most.value], ', ')})`
}

function partOfNumber(number: RollupNumber, part: UsedDay['part']): Sql {
  if (part !== 'whole') return identifier(dayColumn(number, part))
  if (number === 'visitors') return identifier(number)
  return joinSql(
    DAY_PARTS.map((each) => identifier(dayColumn(number, each))),
    ' + ',
  )
}

const dayNumber = ({ closed }: UsedDay) => integer(closed.day)

function bucketOfDay(used: readonly UsedDay[]): Sql {
  const days = used.map(({ closed }) => integer(closed.day))
  const buckets = used.map(({ bucket = 0 }) => integer(bucket))
  return sql`transform(toInt64(toUInt16(day)), [${joinSql(days, ', ')}], [${joinSql(buckets, ', ')}], toInt64(0))`
}

/** The numbers of days that are known from imports. Visitors of a day are those behind each of its numbers. */
function importedDaysPart(
  imported: ImportedPart,
  pass: DaysPass,
  question: Question,
  grouping: Grouping,
  numbers: readonly RollupNumber[],
): Sql {
  const places = imported.list === '' ? [] : keyDimensions([imported.list])
  const columnOf = (dimension: Dimension) => importedKey(places.indexOf(dimension))
  const keys = keysOf(question, grouping).map((dimension, i) => sql`${columnOf(dimension)} AS ${keyOfPart(i)}`)
  const buckets =
    typeof grouping === 'string' ? [] : [sql`${grouping.keyOfDay(sql`toInt64(toUInt16(day))`)} AS ${BUCKET}`]
  const values = numbers.map((number) => sql`${IMPORTED_NUMBER[number]} AS ${ofPart(number)}`)
  const people = peopleColumns(pass, () => IMPORTED_NUMBER.visitors)
  return sql`SELECT ${joinSql([...keys, ...buckets, ...values, ...people], ', ')} FROM imported_days
WHERE ${importedRows(question.product, imported)} AND ${passesOnKeys(question.filters, columnOf)}`
}

/** A column for each metric, where each has its own visitors. */
function peopleColumns({ hasOwnPeople, metrics }: RawDays, peopleOf: (planned: PlannedMetric) => Sql): readonly Sql[] {
  if (!hasOwnPeople) return []
  return metrics.map((planned) => sql`toUInt64(${peopleOf(planned)}) AS ${peopleOfPart(planned.at)}`)
}

/** The same numbers from rows, of events or of visits; the others are 0. */
function rawPart(
  counts: 'events' | 'visits',
  own: readonly RollupNumber[],
  pass: RawDays,
  question: Question,
  grouped: PartGroups,
  numbers: readonly RollupNumber[],
): Sql {
  const { product, range } = question
  const keyed = keyedRows(question, counts, grouped.keys)
  const bucket = grouped.bucket?.ofRows(counts)
  const keys = keyed.keys.map((_, i) => keyOfPart(i))
  const groups = [...keys, ...(bucket ? [BUCKET] : [])]
  const columns = [
    ...keyed.keys.map((key, i) => sql`${key} AS ${keyOfPart(i)}`),
    ...(bucket ? [sql`${bucket} AS ${BUCKET}`] : []),
    ...numbers.map((number) => {
      const value = own.includes(number) ? DAY_AGGREGATES[number]((condition) => condition) : sql`toUInt64(0)`
      return sql`${value} AS ${ofPart(number)}`
    }),
    ...peopleColumns(pass, ({ metric }) =>
      metric.definition.counts === counts ? visitorsOf(metric.definition) : sql`toUInt64(0)`,
    ),
  ]
  const isVisitorsOnly = own.every((number) => number === 'visitors')
  const where = allOf([
    counts === 'visits' ? rowsOfVisitsBegunIn(product, range.kept) : rowsIn(product, range.kept),
    filterOf(counts, question, keyed),
    anyOf(own.map((number) => ROWS_OF_NUMBER[number])),
    pass.isAboutVisits && isVisitorsOnly ? firstRowsOfVisits(range.kept) : sql`1`,
  ])
  return sql`SELECT ${joinSql(columns, ', ')} FROM ${keyed.from} WHERE ${where}
${groups.length > 0 ? sql`GROUP BY ${joinSql(groups, ', ')}` : sql``}`
}

/** The visitors behind a metric of events or of visits, from the rows that it is made of. */
function visitorsOf({ formula }: ComputedMetric): Sql {
  const none = sql`0`
  return formula({ on: (condition) => condition, converts: none, pays: none, couldConvert: undefined }).visitors
}
