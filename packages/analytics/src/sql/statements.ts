import { integer, joinSql, oneOf, type Sql, sql } from '@footfall/warehouse'
import type { Bucketing } from '../calendar/buckets.ts'
import type { Plan } from '../plan/plan.ts'
import type { RowPage } from '../question/question.ts'
import { type Source, sourceOf } from './sources.ts'

/** One figure as the engine returns it. Counts come as text, and a share of nothing as null. */
export interface FigureRow {
  readonly figure: string | number | null
  /** Visitors behind the figure; only read when cells may have to be withheld. */
  readonly visitor_count?: string | number
}
export interface SeriesRow extends FigureRow {
  readonly bucket: string | number
  readonly is_total: string | number
}
export interface BreakdownRow extends FigureRow {
  readonly group_key: string
  readonly is_withheld?: string | number
}

/** The statements that answer a plan. */
export interface Statements {
  /** The figure of each interval, and that of the whole span as a row of its own. */
  readonly series: Sql | undefined
  /** The figure of the whole span, where the series cannot tell it. */
  readonly total: Sql | undefined
  readonly rows: Sql | undefined
}

export function compile({ question, totals, series, rows }: Plan): Statements {
  const { threshold, page } = question
  const ofTotals = sourceOf(totals, { ...question, dimension: undefined })
  return {
    series: series && seriesStatement(ofTotals, series.kept, threshold > 0),
    // The deepest points of a visit's intervals are not those of the visit, so their average is not the total.
    total: series === undefined || totals === 'visitPages' ? totalStatement(ofTotals, threshold > 0) : undefined,
    rows: rows && breakdownStatement(sourceOf(rows, question), page, threshold),
  }
}

function totalStatement(source: Source, withVisitors: boolean): Sql {
  return sql`SELECT ${figures(source, withVisitors)} FROM ${source.grouped({}).from}`
}

function seriesStatement(source: Source, intervals: Bucketing, withVisitors: boolean): Sql {
  const { columns, from } = source.grouped({ bucket: intervals.keyOf(source.instant) })
  return sql`SELECT ${joinSql([...columns, figures(source, withVisitors)], ', ')}, grouping(bucket) AS is_total
FROM ${from} GROUP BY bucket WITH ROLLUP`
}

function breakdownStatement(source: Source, page: RowPage, threshold: number): Sql {
  if (!source.key) throw new TypeError('a breakdown needs a dimension')
  const { columns, from } = source.grouped({ group_key: source.key })
  const cells = sql`SELECT ${joinSql([...columns, figures(source, threshold > 0)], ', ')}
FROM ${from} GROUP BY group_key HAVING ${source.present}`
  const shown = threshold > 0 ? withheldMarked(cells, threshold) : sql`SELECT group_key, figure FROM (${cells})`
  const order =
    threshold > 0 ? sql`is_withheld, if(is_withheld, 0, figure) DESC, group_key` : sql`figure DESC, group_key`
  if ('keys' in page)
    return sql`${shown} WHERE ${oneOf(sql`group_key`, page.keys)} ORDER BY ${order} LIMIT ${integer(page.keys.length)}`
  // One more than asked for tells whether there are others.
  return sql`${shown} ORDER BY ${order} LIMIT ${integer(page.limit + 1)} OFFSET ${integer(page.offset)}`
}

/**
 * Marks the cells of too few visitors and, if there are any, the next smallest until the marked ones together reach
 * the threshold: otherwise the total less the other rows would give a single small cell away. All of it happens
 * before paging, so that every page of a breakdown tells the same.
 */
function withheldMarked(cells: Sql, threshold: number): Sql {
  const least = integer(threshold)
  const isFilled = sql`visitor_count > 0 OR figure != 0`
  const isSmall = sql`visitor_count < ${least} AND (${isFilled})`
  return sql`SELECT group_key, figure, visitor_count,
  is_small OR (small_cells > 0 AND is_filled AND visitors_before < ${least}) AS is_withheld FROM (
SELECT group_key, figure, visitor_count, ${isFilled} AS is_filled, ${isSmall} AS is_small,
  sum(${isSmall}) OVER () AS small_cells,
  sum(visitor_count) OVER (ORDER BY visitor_count, group_key ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    AS visitors_before
FROM (${cells}))`
}

function figures({ value, visitors }: Source, withVisitors: boolean): Sql {
  return withVisitors ? sql`${value} AS figure, ${visitors} AS visitor_count` : sql`${value} AS figure`
}
