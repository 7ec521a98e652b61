import type { CompiledQuery, Kysely } from 'kysely'
import type { Tables } from '../schema/tables.ts'
import type { Database, Dialect } from './database.ts'

/**
 * A reading query that is compiled once per dialect and run with fresh parameters ever after, for what every request
 * asks: compiling costs several times what running does.
 */
export function compiledOnce<Parameters extends readonly unknown[], Row>(
  build: (db: Kysely<Tables>) => { compile(): CompiledQuery<Row> },
): (database: Database, ...parameters: Parameters) => Promise<Row | undefined> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>()
  return async (database, ...parameters) => {
    let query = compiled.get(database.dialect)
    if (!query) {
      query = build(database.read).compile()
      compiled.set(database.dialect, query)
    }
    return (await database.read.executeQuery<Row>({ ...query, parameters })).rows[0]
  }
}

/** Stands where a parameter will be: what it holds is never sent. */
export function parameter<T>(): T {
  return '' as T
}
