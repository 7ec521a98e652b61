import { assertMembers } from '@footfall/http-primitives'
import type { OAuthChange } from './ports.ts'
import { type Database, type Outcome, type Row, runStepsNow, type Statement, type Value } from './sql-stores/steps.ts'
import { type SqlStores, sqlStores } from './sql-stores/stores.ts'
import { type StoreOptions, schemaOf, type TableOptions, tablesOf } from './sql-stores/tables.ts'

export type { SqlStores } from './sql-stores/stores.ts'
export type { StoreOptions, TableOptions } from './sql-stores/tables.ts'

export interface SqliteOptions extends StoreOptions {
  /**
   * Called in the transaction of each change, for statements on the same connection, such as an entry in an audit log. If
   * it throws, nothing is changed. It must not be asynchronous.
   */
  readonly onChange?: (change: OAuthChange) => void
}

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
 * Stores in a SQLite database (3.37 or newer), which other processes may have open too. Give them their own connection: a
 * call is rejected while its connection is inside a transaction of somebody else. Call `createTables` first, or run
 * `sqliteSchema()` in a migration. Throws a `TypeError` for a prefix that is not valid.
 */
export function sqliteStores(database: SqliteDatabase, options: SqliteOptions = {}): SqlStores {
  assertMembers('database', database, { exec: 'function', prepare: 'function' })
  return {
    ...sqlStores(driver(database, options), { ...options, dialect: 'sqlite' }),
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

function driver(database: SqliteDatabase, { onChange }: SqliteOptions): Database {
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
  const record = (change: OAuthChange) => {
    const result: unknown = onChange?.(change)
    if (result instanceof Promise) {
      // The error below covers its failure too.
      result.catch(() => {})
      throw new TypeError('onChange must not be asynchronous: the transaction ends when it returns.')
    }
  }
  /** A change, such as a consumed code, would be rolled back with the transaction of the host. */
  const assertFree = () => {
    if (database.inTransaction ?? database.isTransaction)
      throw new Error('The connection of the stores is inside a transaction that the stores did not begin.')
  }
  return {
    read: async (steps) => {
      assertFree()
      return runStepsNow(steps(), execute, record)
    },
    transaction: async (steps) => {
      assertFree()
      return inTransaction(database, () => runStepsNow(steps(), execute, record))
    },
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
