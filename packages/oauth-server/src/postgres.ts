import { assertMembers } from '@footfall/http-primitives'
import type { OAuthChange } from './ports.ts'
import { type Database, numbered, type Outcome, type Row, runSteps, type Statement } from './sql-stores/steps.ts'
import { type SqlStores, sqlStores } from './sql-stores/stores.ts'
import { type StoreOptions, schemaOf, type TableOptions, tablesOf } from './sql-stores/tables.ts'

export type { SqlStores } from './sql-stores/stores.ts'
export type { StoreOptions, TableOptions } from './sql-stores/tables.ts'

export interface PostgresOptions extends StoreOptions {
  /**
   * Called in the transaction of each change, with its client, for an audit log for example. If it rejects, nothing is
   * changed. It may be called again for the same change, after a deadlock that rolled everything back.
   */
  readonly onChange?: (change: OAuthChange, client: Pick<PostgresClient, 'query'>) => Promise<void>
}

/** What the stores use of a `Pool` of `pg`. */
export interface PostgresPool {
  query(sql: string, values?: unknown[]): Promise<PostgresResult>
  connect(): Promise<PostgresClient>
}

export interface PostgresClient {
  query(sql: string, values?: unknown[]): Promise<PostgresResult>
  /** With an error or `true` the connection is closed instead of kept. */
  release(error?: Error | boolean): void
  on(event: 'error', listener: (error: Error) => void): unknown
  removeListener(event: 'error', listener: (error: Error) => void): unknown
}

export interface PostgresResult {
  readonly rows: Row[]
  readonly rowCount: number | null
}

/**
 * Stores in PostgreSQL (14 or newer), which other processes may use too. Call `createTables` first, or run `postgresSchema()` in a
 * migration. Throws a `TypeError` for a prefix that is not valid.
 */
export function postgresStores(pool: PostgresPool, options: PostgresOptions = {}): SqlStores {
  assertMembers('pool', pool, { query: 'function', connect: 'function' })
  return {
    ...sqlStores(driver(pool, options), { ...options, dialect: 'postgres' }),
    createTables: async () => {
      // One text is one transaction. Without the lock, processes that create the same table at once fail.
      await pool.query(`select pg_advisory_xact_lock(${SCHEMA_LOCK});\n${postgresSchema(options)}`)
    },
  }
}

/** The SQL text that creates the tables and indexes that do not exist. */
export function postgresSchema(options?: TableOptions): string {
  return schemaOf(tablesOf('postgres', options))
    .map((statement) => `${statement};\n`)
    .join('')
}

/** Any constant. */
const SCHEMA_LOCK = 0x6f617575
/** PostgreSQL ended the transaction because of another one: a deadlock, or a conflict under a stricter isolation level. */
const CONFLICTS: readonly unknown[] = ['40P01', '40001']
const ATTEMPTS_MAX = 5

type Query = Pick<PostgresPool, 'query'>

function driver(pool: PostgresPool, { onChange }: PostgresOptions): Database {
  const performing = (client: Query) => ({
    execute: (statement: Statement) => execute(client, statement),
    record: async (change: OAuthChange) => onChange?.(change, client),
  })
  return {
    read: (steps) => again(() => runSteps(steps(), performing(pool))),
    transaction: (steps) => again(() => inTransaction(pool, (client) => runSteps(steps(), performing(client)))),
  }
}

async function again<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      const isConflict = error instanceof Error && 'code' in error && CONFLICTS.includes(error.code)
      if (!isConflict || count === ATTEMPTS_MAX) throw error
    }
  }
}

async function execute(client: Query, { sql, values }: Statement): Promise<Outcome> {
  const { rows, rowCount } = await client.query(numbered(sql), [...values])
  return { rows, changed: rowCount ?? 0 }
}

/** The rules of the stores need `read committed`: the second of two callers must see what the first one changed. */
async function inTransaction<T>(pool: PostgresPool, work: (client: PostgresClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  // A connection that breaks emits an error as well as rejecting its query, and nobody else listens.
  const ignore = () => {}
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query('begin isolation level read committed')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    broken = await rollBack(client)
    throw error
  } finally {
    client.removeListener('error', ignore)
    client.release(broken)
  }
}

/** Why the connection cannot be used again, or undefined. */
async function rollBack(client: PostgresClient): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
