import { joinSql, type Sql, sql } from '@footfall/warehouse'
import type { Pass, Plan } from '../plan/plan.ts'
import { breakdownStatement } from './breakdown.ts'
import { bucketName } from './columns.ts'
import { cellsOf } from './passes.ts'

/** The statements that answer a plan. */
export interface Statements {
  /** The figures of each interval, and those of the whole span as a row of its own: `is_total` is 1. */
  readonly series: readonly Sql[]
  /** The figures of the whole span, where no series tells them. */
  readonly totals: readonly Sql[]
}

export function compileTotals({ question, totals, series }: Plan): Statements {
  if (series === undefined) return { series: [], totals: totals.map((pass) => totalStatement(pass, question)) }
  return {
    series: totals.map((pass) => {
      const { columns, groups, from } = cellsOf(pass, question, series.kept)
      return sql`SELECT ${joinSql([...groups, ...columns], ', ')}, grouping(${bucketName}) AS is_total
FROM ${from} GROUP BY ${bucketName} WITH ROLLUP`
    }),
    // The deepest points of a visit's intervals are not those of the visit, so their average is not the total.
    totals: totals.filter(({ source }) => source === 'page_visits').map((pass) => totalStatement(pass, question)),
  }
}

/** The rows of a breakdown, of the span and of the earlier one that it is compared with. */
export function compileRows(current: Plan, earlier: Plan | undefined): Sql | undefined {
  const isNothing = current.rows.length === 0 && (earlier?.rows.length ?? 0) === 0
  return isNothing ? undefined : breakdownStatement(current, earlier)
}

function totalStatement(pass: Pass, question: Plan['question']): Sql {
  const { columns, from } = cellsOf(pass, question, 'none')
  return sql`SELECT ${joinSql(columns, ', ')} FROM ${from}`
}
