import { allOf, anyOf, integer, joinSql, not, type Sql, sql } from '@footfall/warehouse'
import { DENOMINATOR } from '../definitions/denominator.ts'
import type { PlannedMetric } from '../plan/pass.ts'
import { type Plan, placeOfVisitors } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { complementName, keyName, type PeriodName, peopleName, valueName, withheldName } from './columns.ts'
import { complementCells } from './complement.ts'
import { keyDimensions } from './keys.ts'
import { cellsOf } from './passes.ts'
import { type Column, withheldMarked } from './withheld-rows.ts'

/** The rows of a period and of the earlier one that it is compared with, by their keys, ranked together. */
export function breakdownStatement(current: Plan, earlier: Plan | undefined): Sql {
  const { question } = current
  const { threshold, rows } = question
  const { columns, keys, shown } = shownRows(current, earlier)
  const marks = threshold > 0 ? columns.map(({ at, range }) => withheldName(at, range)) : []
  const selected = [...keys, ...columns.map(({ at, range }) => valueName(at, range)), ...marks]
  // One more than asked for shows whether there are others.
  return sql`SELECT ${joinSql(selected, ', ')} FROM (
${shown})
WHERE ${enoughVisitors(question, columns)}
ORDER BY ${joinSql([...orderOf(question, columns), ...byKey(question)], ', ')} LIMIT ${integer(rows.limit + 1)} OFFSET ${integer(rows.offset)}`
}

/**
 * The rows whose first metric differs most from the earlier period, up to the limit of each direction, largest difference
 * first. Rows that are withheld in either period are left out.
 */
export function moversStatement(current: Plan, earlier: Plan): Sql {
  const { question } = current
  const { columns, keys, shown } = shownRows(current, earlier)
  const selected = [...keys, ...columns.map(({ at, range }) => valueName(at, range))]
  const isKnown = question.threshold > 0 ? not(anyOf(MARKS_OF_CHANGE)) : sql`1`
  return sql`SELECT ${joinSql(selected, ', ')}, ${DIFFERENCE} AS difference FROM (
${shown})
WHERE ${isKnown} AND difference != 0
ORDER BY abs(difference) DESC, ${joinSql(byKey(question), ', ')} LIMIT ${integer(question.rows.limit)} BY sign(difference)`
}

/** The rows of both periods, each with a mark where it is withheld. */
function shownRows(current: Plan, earlier: Plan | undefined) {
  const { dimensions, threshold } = current.question
  const columns = [...columnsOf(current, 'current'), ...(earlier ? columnsOf(earlier, 'earlier') : [])]
  const keys = keyDimensions(dimensions).map((_, i) => keyName(i))
  const cells = cellsByKey(current, earlier, keys, columns)
  const marked = threshold > 0 ? withheldMarked(cells, keys, columns, current.question) : cells
  const hasComplements = current.question.complements.length > 0
  return { columns, keys, shown: hasComplements ? sql`SELECT * FROM (${marked}) WHERE is_present = 1` : marked }
}

/** How much the first metric changed. Values that differ by less than the precision of fractions are equal. */
const DIFFERENCE = sql`round(${valueName(0)} - ifNull(${valueName(0, 'earlier')}, 0), 9)`
const MARKS_OF_CHANGE = [withheldName(0), withheldName(0, 'earlier')]

function columnsOf({ rows }: Plan, range: PeriodName): readonly Column[] {
  return rows
    .flatMap(({ metrics }) => metrics)
    .filter((planned) => isRead(planned, range))
    .map(({ at, metric: { definition } }) => ({
      at,
      range,
      isAverage: definition.isAverage,
      isDivided: definition.of !== undefined,
    }))
    .sort((a, b) => a.at - b.at)
}

/** The visitors of earlier rows are not returned, but the denominator of their numbers decides whether these are shown. */
function isRead({ isCompanion, metric }: PlannedMetric, range: PeriodName): boolean {
  return range === 'current' || !isCompanion || metric.definition === DENOMINATOR
}

/** The cells of all passes over both periods, one row for each key that anything asked for has. */
function cellsByKey(current: Plan, earlier: Plan | undefined, keys: readonly Sql[], columns: readonly Column[]): Sql {
  const hasPeople = current.question.threshold > 0
  const parts = [
    ...cellParts(current, 'current', columns, hasPeople),
    ...(earlier ? cellParts(earlier, 'earlier', columns, hasPeople) : []),
    ...complementParts(current, 'current', columns),
    ...(earlier ? complementParts(earlier, 'earlier', columns) : []),
  ]
  const [only] = parts
  if (only !== undefined && parts.length === 1) return sql`SELECT * FROM (${only}) WHERE is_present`
  const merged = columns.flatMap(({ at, range, isAverage: mayBeNull }) => {
    const planned = sql`max(parts.${valueName(at, range)})`
    return [
      sql`${mayBeNull ? planned : sql`ifNull(${planned}, 0)`} AS ${valueName(at, range)}`,
      ...(hasPeople ? [sql`max(parts.${peopleName(at, range)}) AS ${peopleName(at, range)}`] : []),
      ...current.question.complements.map(
        (_, i) => sql`max(parts.${complementName(at, i, range)}) AS ${complementName(at, i, range)}`,
      ),
    ]
  })
  // Keys that only the reader's filters exclude decide what is withheld, but are not rows.
  const hasComplements = current.question.complements.length > 0
  const present = hasComplements ? [sql`max(parts.is_present) AS is_present`] : []
  return sql`SELECT ${joinSql([...keys, ...merged, ...present], ', ')} FROM (
${joinSql(parts, '\nUNION ALL\n')}) AS parts
GROUP BY ${joinSql(keys, ', ')} ${hasComplements ? sql`` : sql`HAVING max(parts.is_present) = 1`}`
}

/** One SELECT for each pass over a period, all with the same columns. */
function cellParts(
  { question, rows }: Plan,
  range: PeriodName,
  columns: readonly Column[],
  hasPeople: boolean,
): readonly Sql[] {
  return rows.flatMap((pass) => {
    const metrics = pass.metrics.filter((planned) => isRead(planned, range))
    if (metrics.length === 0) return []
    const cells = cellsOf({ ...pass, metrics }, question, 'rows')
    const own = new Set(metrics.map(({ at }) => at))
    const placed = columns.flatMap((column) => {
      const isOwn = column.range === range && own.has(column.at)
      const planned = isOwn ? sql`cells.${valueName(column.at)}` : sql`CAST(NULL, 'Nullable(Float64)')`
      const people = isOwn ? sql`cells.${peopleName(column.at)}` : sql`toUInt64(0)`
      return [
        sql`${planned} AS ${valueName(column.at, column.range)}`,
        ...(hasPeople ? [sql`${people} AS ${peopleName(column.at, column.range)}`] : []),
        ...question.complements.map((_, i) => sql`toUInt64(0) AS ${complementName(column.at, i, column.range)}`),
      ]
    })
    const grouped = joinSql([...cells.groups, ...cells.columns, sql`toUInt8(${cells.present}) AS is_present`], ', ')
    return [
      sql`SELECT ${joinSql([...cells.groupBy, ...placed, sql`is_present`], ', ')} FROM (
SELECT ${grouped}
FROM ${cells.from} GROUP BY ${joinSql(cells.groupBy, ', ')}) AS cells`,
    ]
  })
}

/** One SELECT for each pass over complements, with the same columns. A key that only complements have is not a row. */
function complementParts(
  { question, complements }: Plan,
  range: PeriodName,
  columns: readonly Column[],
): readonly Sql[] {
  return (complements?.rows ?? []).flatMap((pass) => {
    const metrics = pass.metrics.filter((planned) => isRead(planned, range))
    if (metrics.length === 0) return []
    const cells = complementCells({ ...pass, metrics }, question, 'rows')
    const own = new Set(metrics.map(({ at }) => at))
    const placed = columns.flatMap((column) => [
      sql`CAST(NULL, 'Nullable(Float64)') AS ${valueName(column.at, column.range)}`,
      sql`toUInt64(0) AS ${peopleName(column.at, column.range)}`,
      ...question.complements.map((_, i) => {
        const isOwn = column.range === range && own.has(column.at)
        const value = isOwn ? sql`cells.${complementName(column.at, i)}` : sql`toUInt64(0)`
        return sql`${value} AS ${complementName(column.at, i, column.range)}`
      }),
    ])
    return [
      sql`SELECT ${joinSql([...cells.groupBy, ...placed, sql`toUInt8(0) AS is_present`], ', ')} FROM (
SELECT ${joinSql([...cells.groups, ...cells.columns], ', ')}
FROM ${cells.from} GROUP BY ${joinSql(cells.groupBy, ', ')}) AS cells`,
    ]
  })
}

const NUMBERS = ['weekday', 'hour_of_day', 'weeks_since_first'] as const

/** By code point, but numbers by value. */
function byKey({ dimensions }: Question): readonly Sql[] {
  return keyDimensions(dimensions).map((dimension, i) => {
    const isNumber = NUMBERS.some((name) => name === dimension)
    return isNumber ? sql`toUInt16OrZero(${keyName(i)})` : keyName(i)
  })
}

/** Withheld values come last, then what has no value. Rows without a value are ordered by their keys. */
function orderOf({ rows, threshold, metrics }: Question, columns: readonly Column[]): readonly Sql[] {
  const { order } = rows
  const has = (at: number, range: PeriodName) => columns.some((column) => column.at === at && column.range === range)
  const by = (value: Sql, marks: readonly Sql[], direction: 'asc' | 'desc') => {
    const way = direction === 'asc' ? sql`ASC NULLS LAST` : sql`DESC NULLS LAST`
    if (threshold === 0) return [sql`${value} ${way}`]
    const isWithheld = sql`(${joinSql(marks, ' OR ')})`
    return [isWithheld, sql`if(${isWithheld}, NULL, ${value}) ${way}`]
  }
  switch (order.by) {
    case 'key':
      return []
    case 'change': {
      if (!has(0, 'current') || !has(0, 'earlier')) return []
      return by(DIFFERENCE, MARKS_OF_CHANGE, order.direction)
    }
    case 'metric': {
      const at = metrics.findIndex(({ name }) => name === order.metric)
      return has(at, 'current') ? by(valueName(at), [withheldName(at)], order.direction) : []
    }
  }
}

/** A row that is withheld has too few visitors for any limit. */
function enoughVisitors({ rows, threshold, metrics }: Question, columns: readonly Column[]): Sql {
  if (rows.minVisitors === 0) return sql`1`
  const asked = metrics.findIndex(({ name }) => name === 'visitors')
  const at = asked === -1 ? placeOfVisitors({ metrics }) : asked
  if (!columns.some((column) => column.at === at && column.range === 'current')) return sql`0`
  const enough = sql`${valueName(at)} >= ${integer(rows.minVisitors)}`
  return threshold > 0 ? allOf([sql`NOT ${withheldName(at)}`, enough]) : enough
}
