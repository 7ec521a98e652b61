import { joinSql, type Sql, sql, text } from '@footfall/warehouse'
import type { Bucketing } from '../calendar/buckets.ts'
import { isHeld, type Pass } from '../plan/pass.ts'
import type { Plan } from '../plan/plan.ts'
import { breakdownStatement, moversStatement } from './breakdown.ts'
import { bucketName, keyName } from './columns.ts'
import { complementCells } from './complement.ts'
import { cellsOf } from './passes.ts'

/** The statements that answer a plan, in addition to the passes over what this process holds. */
export interface Statements {
  /** The numbers of each interval, and those of the whole period as a separate row: `is_total` is 1. */
  readonly series: readonly Sql[]
  /** The numbers of the whole period, where no series has them. */
  readonly totals: readonly Sql[]
}

export function compileTotals({ question, totals, series }: Plan): Statements {
  const ofEngine = totals.filter((pass) => !isHeld(pass))
  if (series === undefined) return { series: [], totals: ofEngine.map((pass) => totalStatement(pass, question)) }
  const passes = series.passes.filter((pass) => !isHeld(pass))
  return {
    series: passes.map((pass) => seriesStatement(pass, question, series.kept)),
    totals: totalsBesideSeries(ofEngine, passes, question).map((pass) => totalStatement(pass, question)),
  }
}

/** The statements for the complements of totals and points; a total beside points is a separate row. */
export function compileComplements({ question, complements, series }: Plan): Statements {
  if (complements === undefined) return { series: [], totals: [] }
  return {
    totals: complements.totals.map((pass) => {
      const { columns, from } = complementCells(pass, question, 'none')
      return sql`SELECT ${joinSql(columns, ', ')} FROM ${from}`
    }),
    series:
      series === undefined
        ? []
        : complements.series.map((pass) => {
            const { columns, groups, from } = complementCells(pass, question, series.kept)
            return sql`SELECT ${joinSql([...groups, ...columns], ', ')}, grouping(${bucketName}) AS is_total
FROM ${from} GROUP BY ${bucketName} WITH ROLLUP`
          }),
  }
}

/** The statements for the complements of rows. */
export function compileComplementRows({ question, complements }: Plan): readonly Sql[] {
  return (complements?.rows ?? []).map((pass) => {
    const { columns, groups, groupBy, from } = complementCells(pass, question, 'rows')
    return sql`SELECT ${joinSql([...groups, ...columns], ', ')} FROM ${from} GROUP BY ${joinSql(groupBy, ', ')}`
  })
}

function seriesStatement(pass: Pass, question: Plan['question'], intervals: Bucketing): Sql {
  const { columns, groups, from } = cellsOf(pass, question, intervals)
  const grouping = addsUp(pass, question) ? sql`WITH ROLLUP` : sql``
  return sql`SELECT ${joinSql([...groups, ...columns], ', ')}, grouping(${bucketName}) AS is_total
FROM ${from} GROUP BY ${bucketName} ${grouping}`
}

/**
 * The deepest points of a visit's intervals are not those of the visit, so their average is not the total. Nor is a
 * visitor of a closed day one only, whose visit runs from one interval to the next; the other numbers of days add up.
 */
function addsUp({ source, metrics }: Pass, { threshold }: Plan['question']): boolean {
  switch (source) {
    case 'rollup':
    case 'rows':
      return true
    case 'page_visits':
      return false
    case 'days':
      return threshold === 0 && !metrics.some(({ metric }) => metric.definition.rollup?.numbers.includes('visitors'))
  }
}

/** The passes of totals that no series has. */
function totalsBesideSeries(
  totals: readonly Pass[],
  series: readonly Pass[],
  question: Plan['question'],
): readonly Pass[] {
  const inSeries = new Set(
    series
      .filter((pass) => addsUp(pass, question))
      .flatMap(({ metrics }) => metrics)
      .map(({ at }) => at),
  )
  return totals.filter(({ metrics }) => metrics.some(({ at }) => !inSeries.has(at)))
}

/** The rows of a breakdown, of the period and of the earlier one that it is compared with. */
export function compileRows(current: Plan, earlier: Plan | undefined): Sql | undefined {
  const isNothing = current.rows.length === 0 && (earlier?.rows.length ?? 0) === 0
  return isNothing ? undefined : breakdownStatement(current, earlier)
}

/** A breakdown of a period and of the earlier one, under its own name. */
export interface NamedRows {
  readonly name: string
  readonly current: Plan
  readonly earlier: Plan
}

/** What moved most in several breakdowns of the same metric, as one statement; `of_list` is the name of each. */
export function compileMovers(lists: readonly NamedRows[]): Sql | undefined {
  const readable = lists.filter(({ current, earlier }) => current.rows.length > 0 && earlier.rows.length > 0)
  if (readable.length === 0) return undefined
  const parts = readable.map(
    ({ name, current, earlier }) => sql`SELECT ${text(name)} AS of_list, * FROM (${moversStatement(current, earlier)})`,
  )
  return sql`SELECT * FROM (
${joinSql(parts, '\nUNION ALL\n')}) ORDER BY of_list, abs(difference) DESC, ${keyName(0)}`
}

function totalStatement(pass: Pass, question: Plan['question']): Sql {
  const { columns, from } = cellsOf(pass, question, 'none')
  return sql`SELECT ${joinSql(columns, ', ')} FROM ${from}`
}
