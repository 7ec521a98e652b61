import { array, integer, joinSql, type Sql, sql, text } from '@footfall/warehouse'

/** A text or a number. */
export type Cell = string | number

/** A ClickHouse array of tuples, `[(…), (…)]`, indexed from 1. */
export function tuples(rows: readonly (readonly Cell[])[]): Sql {
  return sql`[${joinSql(rows.map(tuple), ', ')}]`
}

function tuple(cells: readonly Cell[]): Sql {
  return sql`(${joinSql(
    cells.map((cell) => (typeof cell === 'number' ? integer(cell) : text(cell))),
    ', ',
  )})`
}

export function strings(values: readonly string[]): Sql {
  return array(values.map(text), 'String')
}

export function integers(values: readonly number[]): Sql {
  return array(values.map(integer), 'Int64')
}

/** Positions from 1, each repeated by its weight: a uniform pick from it is a weighted pick. */
export function weighted(weights: readonly number[]): number[] {
  return weights.flatMap((weight, index) => Array.from({ length: weight }, () => index + 1))
}
