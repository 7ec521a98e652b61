import type { CompiledQuery, Kysely, QueryResult } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Dialect, Executor, NamedQuery } from './database.ts'

/**
 * Statements that are compiled once per dialect, for what every request runs: compiling costs several times what running
 * costs. Parameters are given in the order in which the statement names them.
 */

/** A query; returns its first row. */
export function compiledOnce<Parameters extends readonly unknown[], Row>(
  build: Build<Row>,
): (executor: Executor, ...parameters: Parameters) => Promise<Row | undefined> {
  const run = prepared(build)
  return async (executor, ...parameters) => (await run(executor, parameters)).rows[0]
}

/**
 * A query for what every request asks again; returns its first row. Outside transactions, where the database has a change
 * counter, it is the same object until something commits, and must not be changed.
 */
export function cachedOnce<Parameters extends readonly unknown[], Row>(
  build: Build<Row>,
): (executor: Executor, ...parameters: Parameters) => Promise<Row | undefined> {
  const compile = compiler(build)
  return async (executor, ...parameters) => {
    const query = compile(executor)
    if (executor.cached !== undefined) return executor.cached(query, parameters)
    return (await executor.run<Row>({ ...query, parameters })).rows[0]
  }
}

/** A statement that writes; returns its first row, if any, and the number of rows it changed. */
export function writtenOnce<Parameters extends readonly unknown[], Row>(
  build: Build<Row>,
): (executor: Executor, ...parameters: Parameters) => Promise<{ row: Row | undefined; changed: number }> {
  const run = prepared(build)
  return async (executor, ...parameters) => {
    const { rows, numAffectedRows } = await run(executor, parameters)
    return { row: rows[0], changed: Number(numAffectedRows ?? rows.length) }
  }
}

/** Inserts a row into a table; every row has the same columns. */
export function insertedOnce<Table extends keyof Tables>(table: Table) {
  const columns: (keyof Tables[Table])[] = []
  const run = prepared((db) => {
    const row = Object.fromEntries(columns.map((column) => [column, parameter()]))
    return db.insertInto(table).values(row as never)
  })
  return async (executor: Executor, row: Tables[Table]): Promise<void> => {
    if (columns.length === 0) columns.push(...(Object.keys(row) as (keyof Tables[Table])[]))
    await run(
      executor,
      columns.map((column) => row[column]),
    )
  }
}

/** A placeholder for a parameter. Its value is never sent. */
export function parameter<T>(): T {
  return '' as T
}

type Build<Row> = (db: Kysely<Tables>, dialect: Dialect) => { compile(): CompiledQuery<Row> }

function prepared<Row>(build: Build<Row>) {
  const compile = compiler(build)
  return (executor: Executor, parameters: readonly unknown[]): Promise<QueryResult<Row>> =>
    executor.run<Row>({ ...compile(executor), parameters })
}

let names = 0

/** The statement with a name that no other has in this process. */
export function named<Row>(query: CompiledQuery<Row>): NamedQuery<Row> {
  return { ...query, name: `footfall_${++names}` }
}

/** Returns the same compiled statement for every call on a dialect. */
function compiler<Row>(build: Build<Row>): (executor: Executor) => NamedQuery<Row> {
  const compiled = new Map<Dialect, NamedQuery<Row>>()
  return ({ dialect, db }) => {
    const known = compiled.get(dialect)
    if (known) return known
    const query = named(build(db, dialect).compile())
    compiled.set(dialect, query)
    return query
  }
}
