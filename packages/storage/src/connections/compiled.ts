import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import type { Database, Dialect } from './database.ts'

/**
 * Statements that are compiled once per dialect and run with fresh parameters ever after, for what every request runs:
 * compiling costs several times what running does. Parameters come in the order in which the statement names them.
 */

/** A reading query; answers its first row. */
export function compiledOnce<Parameters extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>, dialect: Dialect) => { compile(): CompiledQuery<Row> },
): (database: Database, ...parameters: Parameters) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (database, ...parameters) => (await run(database, database.read, parameters)).rows[0]
}

/** A writing statement; answers its first row, where it returns any, and how many rows it changed. */
export function writtenOnce<Parameters extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>, dialect: Dialect) => { compile(): CompiledQuery<Row> },
): (database: Database, ...parameters: Parameters) => Promise<{ row: Row | undefined; changed: number }> {
  const run = prepared(build)
  return async (database, ...parameters) => {
    const { rows, numAffectedRows } = await run(database, database.write, parameters)
    return { row: rows[0], changed: Number(numAffectedRows ?? rows.length) }
  }
}

/** Adds a row to a table; every row names the same columns. */
export function insertedOnce<Table extends keyof Tables>(table: Table) {
  const columns: (keyof Tables[Table])[] = []
  const run = prepared((db) => {
    const row = Object.fromEntries(columns.map((column) => [column, parameter()]))
    return db.insertInto(table).values(row as never)
  })
  return async (database: Database, row: Tables[Table]): Promise<void> => {
    if (columns.length === 0) columns.push(...(Object.keys(row) as (keyof Tables[Table])[]))
    await run(
      database,
      database.write,
      columns.map((column) => row[column]),
    )
  }
}

/** Stands where a parameter will be: what it holds is never sent. */
export function parameter<T>(): T {
  return '' as T
}

function prepared<Row>(build: (db: Kysely<Tables>, dialect: Dialect) => { compile(): CompiledQuery<Row> }) {
  const compiled = new Map<Dialect, CompiledQuery<Row>>()
  return ({ dialect }: Database, on: Kysely<Tables>, parameters: readonly unknown[]): Promise<QueryResult<Row>> => {
    let query = compiled.get(dialect)
    if (!query) {
      query = build(on, dialect).compile()
      compiled.set(dialect, query)
    }
    return on.executeQuery<Row>({ ...query, parameters })
  }
}
