import { assertMembers } from '@footfall/http-primitives'
import type { Database, Outcome, Row, Statement, Steps, Value } from './sql-stores/steps.ts'
import { type SqlStores, sqlStores } from './sql-stores/stores.ts'
import { schemaOf, type TableOptions, tablesOf } from './sql-stores/tables.ts'

export type { SqlStores } from './sql-stores/stores.ts'
export type { TableOptions } from './sql-stores/tables.ts'

/** What the stores use of a database of `better-sqlite3`, or of `DatabaseSync` of `node:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown
  prepare(sql: string): SqliteStatement
  /** Whether a transaction is open: the name in `better-sqlite3`. */
  readonly inTransaction?: boolean
  /** The same in `node:sqlite`. */
  readonly isTransaction?: boolean
}

export interface SqliteStatement {
  all(...values: Value[]): unknown[]
  run(...values: Value[]): { readonly changes: number | bigint }
}

/**
 * Stores in a SQLite database (3.37 or newer), which other processes may have open too. Give them a connection of their own: a
 * call is refused while its connection is inside a transaction of somebody else. Call `createTables` first, or run
 * `sqliteSchema()` in a migration. Throws a `TypeError` for a prefix that is not valid.
 */
export function sqliteStores(database: SqliteDatabase, options?: TableOptions): SqlStores {
  assertMembers('database', database, { exec: 'function', prepare: 'function' })
  const tables = tablesOf('sqlite', options)
  return {
    ...sqlStores(driver(database), tables),
    createTables: async () => {
      inTransaction(database, () => database.exec(sqliteSchema(options)))
    },
  }
}

/** The SQL text that creates the tables and indexes that do not exist. */
export function sqliteSchema(options?: TableOptions): string {
  return schemaOf(tablesOf('sqlite', options))
    .map((statement) => `${statement};\n`)
    .join('')
}

function driver(database: SqliteDatabase): Database {
  const prepared = new Map<string, SqliteStatement>()
  const statementOf = (sql: string) => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  const execute = ({ sql, values, returnsRows }: Statement): Outcome => {
    const statement = statementOf(sql)
    if (returnsRows) return { rows: statement.all(...values).filter(isRow), changed: 0 }
    return { rows: [], changed: Number(statement.run(...values).changes) }
  }
  const runAll = <T>(steps: Steps<T>): T => {
    let step = steps.next()
    while (!step.done) step = steps.next(execute(step.value))
    return step.value
  }
  return {
    run: async (steps) => {
      // What is changed now, such as a code that is used up, would be rolled back with the work of somebody else.
      if (database.inTransaction ?? database.isTransaction)
        throw new Error('The connection of the stores is inside a transaction of somebody else.')
      return runAll(steps())
    },
    transaction: async (steps) => inTransaction(database, () => runAll(steps())),
  }
}

/** Takes the write lock at once, so that what is read in the transaction stays true until it ends. */
function inTransaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('begin immediate')
  try {
    const result = work()
    database.exec('commit')
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

/** SQLite ends some failed transactions itself, and then there is nothing left to roll back. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('rollback')
  } catch {
    // The error that is thrown already says more.
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null
}
