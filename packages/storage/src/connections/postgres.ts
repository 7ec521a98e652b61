import { isRecord } from '@footfall/core-domain'
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables/tables.ts'
import type { Database } from './database.ts'
import { translateFailure } from './failures.ts'
import { PostgresConnection } from './postgres-connection.ts'
import { postgresTransactions } from './postgres-transactions.ts'
import { ANSWER_TIMEOUT_MS, CONNECT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './time-limits.ts'

/** A transaction whose process hangs must release its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
const INT8_OID = 20
export interface PostgresConfig {
  /** With `pgbouncer=true` in its query if a pooler gives each transaction any of its connections. */
  readonly url: string
  /** The maximum number of connections of this process. */
  readonly poolMax?: number
}

/** The pool connects on first use and reconnects after a restart of the server. */
export function openPostgres(
  { url, poolMax = 10 }: PostgresConfig,
  onConnectionError: (error: Error) => void,
): { pool: pg.Pool; database: Database } {
  const { connectionString, isPooled } = withoutPooler(url)
  const pool = new pg.Pool({
    connectionString,
    max: poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    ...(!isPooled && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    }),
    keepAlive: true,
    // Several statements can be sent before the first is answered; see `postgresTransactions`.
    pipeline: true,
    application_name: 'footfall',
    types: { getTypeParser: parserFor },
  })
  // Without listeners, an error of an idle connection ends the process. The pool repeats the errors of its idle clients.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onConnectionError))
  if (isPooled) pool.on('connect', prepareNothing)
  const driver = new PostgresPoolDriver(pool)
  const dialect: Dialect = {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
  const kysely = new Kysely<Tables>({ dialect })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.end()
    return closed
  }
  const transaction = postgresTransactions(dialect, () => driver.acquireConnection())
  const direct = { run: <Row>(query: CompiledQuery<Row>) => driver.run(query) }
  return { pool, database: { dialect: 'postgres', read: kysely, write: kysely, transaction, direct, close } }
}

/**
 * A pooler in transaction mode keeps neither the settings of a session nor its prepared statements. The parameter is the one
 * that operators know from Prisma.
 */
function withoutPooler(url: string): { connectionString: string; isPooled: boolean } {
  const parsed = new URL(url)
  const isPooled = parsed.searchParams.get('pgbouncer') === 'true'
  parsed.searchParams.delete('pgbouncer')
  return { connectionString: isPooled ? parsed.href : url, isPooled }
}

/** Removes the names of statements, those of libraries too: the server prepares a statement for its name. */
function prepareNothing(client: pg.PoolClient): void {
  client.query = new Proxy(client.query, {
    apply: (query, self, [statement, ...rest]: readonly unknown[]) =>
      Reflect.apply(query, self, [
        isRecord(statement) && typeof statement.submit !== 'function' ? { ...statement, name: undefined } : statement,
        ...rest,
      ]),
  })
}

/** The clock of the server in epoch milliseconds, only for reporting clock skew. */
export async function serverNow(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return Number(rows[0]?.now)
}

/** `int8` becomes a number, as in SQLite; no value here comes near 2^53. */
const parserFor: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === INT8_OID ? Number : pg.types.getTypeParser(oid, format as 'text')

class PostgresPoolDriver implements Driver {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<PostgresConnection> {
    try {
      return new PostgresConnection(await this.#pool.connect())
    } catch (error) {
      throw translateFailure(error)
    }
  }
  /** Runs one statement on its own connection of the pool. */
  async run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
    const connection = await this.acquireConnection()
    try {
      return await connection.executeQuery<Row>(query)
    } finally {
      connection.release()
    }
  }
  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.command('begin')
  }
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit()
  }
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback()
  }
  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }
  async destroy(): Promise<void> {}
}
