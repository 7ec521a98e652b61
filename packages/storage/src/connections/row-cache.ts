/**
 * Rows that are the same objects until something commits, so that callers can keep what they make of a row in a WeakMap.
 * Every call asks the change counter of the database, which other processes raise as well: no row outlives a commit.
 */
export interface RowCache {
  /** The cached row of the statement with these parameters, or the row that `read` reads now. */
  find<Row>(statement: object, parameters: readonly unknown[], read: () => Row | undefined): Row | undefined
}

/** Rows of any size; a few per credential and product. */
const ROWS_MAX = 5_000
const SEPARATOR = '\u0000'

/** The counter must change with each commit that a later `read` can see, and be asked before it. */
export function rowCache(changeCounter: () => unknown): RowCache {
  let seen: unknown
  let rows = new WeakMap<object, Map<string, unknown>>()
  let count = 0
  const clear = () => {
    rows = new WeakMap()
    count = 0
  }
  return {
    find<Row>(statement: object, parameters: readonly unknown[], read: () => Row | undefined): Row | undefined {
      const current = changeCounter()
      if (current !== seen || count >= ROWS_MAX) clear()
      seen = current
      const key = parameters.join(SEPARATOR)
      const ofStatement = rows.get(statement) ?? new Map<string, unknown>()
      const known = ofStatement.get(key)
      // The statement decides the shape of its rows.
      if (known !== undefined) return known as Row
      const row = read()
      if (row === undefined) return undefined
      if (ofStatement.size === 0) rows.set(statement, ofStatement)
      ofStatement.set(key, row)
      count++
      return row
    },
  }
}
