import { integer, joinSql, type Sql, sql } from '@footfall/warehouse'
import type { Bucketing } from './buckets.ts'
import { oneOf } from './match.ts'
import { groupNames, type Measure } from './measure.ts'

/** One figure as the engine returns it. Counts come as text, and a share of nothing as null. */
export interface FigureRow {
  readonly v: string | number | null
  /** Visitors behind the figure; only asked for when cells may have to be withheld. */
  readonly p?: string | number
}
export interface SeriesRow extends FigureRow {
  readonly b: string | number
  readonly total: string | number
}
export interface BreakdownRow extends FigureRow {
  readonly k: string
  readonly w?: string | number
}

/** The figure of the whole span, and with `intervals` one for each of them in the same pass. */
export function totalStatement(measure: Measure, people: boolean): Sql {
  const { from } = measure.grouped({})
  return sql`SELECT ${figures(measure, people)} FROM ${from}`
}

export function seriesStatement(measure: Measure, intervals: Bucketing, people: boolean): Sql {
  const groups = { b: intervals.keyOf(measure.instant) }
  const { columns, from } = measure.grouped(groups)
  return sql`SELECT ${joinSql([...columns, figures(measure, people)], ', ')}, grouping(b) AS total
FROM ${from} GROUP BY ${groupNames(groups)} WITH ROLLUP`
}

export interface BreakdownPage {
  readonly limit: number
  readonly offset: number
  /** Only these keys, for the rows of another span. */
  readonly keys?: readonly string[]
  /** Fewest visitors that a cell may show; 0 shows all. */
  readonly threshold: number
}

export function breakdownStatement(measure: Measure, page: BreakdownPage): Sql {
  const key = measure.key
  if (!key) throw new TypeError('a breakdown needs a dimension')
  const { columns, from } = measure.grouped({ k: key })
  const cells = sql`SELECT ${joinSql([...columns, figures(measure, page.threshold > 0)], ', ')}
FROM ${from} GROUP BY k HAVING ${measure.present}`
  const shown = page.threshold > 0 ? withheldMarked(cells, page.threshold) : sql`SELECT k, v FROM (${cells})`
  const only = page.keys ? sql` WHERE ${oneOf(sql`k`, page.keys)}` : sql``
  const order = page.threshold > 0 ? sql`w, if(w, 0, v) DESC, k` : sql`v DESC, k`
  return sql`${shown}${only} ORDER BY ${order} LIMIT ${integer(page.limit)} OFFSET ${integer(page.offset)}`
}

/**
 * Marks the cells of too few visitors and, if there are any, the next smallest until the marked ones together reach
 * the threshold: otherwise the total less the other rows would give a single small cell away. All of it happens
 * before paging, so that every page of a breakdown tells the same.
 */
function withheldMarked(cells: Sql, threshold: number): Sql {
  const least = integer(threshold)
  return sql`SELECT k, v, p, small OR (smalls > 0 AND filled AND before < ${least}) AS w FROM (
SELECT k, v, p, p > 0 OR v != 0 AS filled, p < ${least} AND (p > 0 OR v != 0) AS small,
  sum(p < ${least} AND (p > 0 OR v != 0)) OVER () AS smalls,
  sum(p) OVER (ORDER BY p, k ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
FROM (${cells}))`
}

function figures({ value, people }: Measure, withPeople: boolean): Sql {
  return withPeople ? sql`${value} AS v, ${people} AS p` : sql`${value} AS v`
}
