import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Tables } from '../tables/tables.ts'
import type { Database } from './database.ts'
import { breaksConnection, translateFailure } from './failures.ts'

const CONNECT_TIMEOUT_MS = 5_000
/** The server cancels a statement first; the client gives up when no answer arrives. */
const STATEMENT_TIMEOUT_MS = 15_000
const ANSWER_TIMEOUT_MS = 20_000
/** A transaction whose process hangs must release its locks. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
const INT8_OID = 20
/**
 * A sequential scan, which the planner prefers for small tables, makes a serializable transaction conflict with every
 * change of the table; an index scan conflicts only with the rows it read.
 */
const PREFER_INDEXES = 'set local enable_seqscan = off; set local jit = off'

export interface PostgresConfig {
  readonly url: string
  /** The maximum number of connections of this process. */
  readonly poolMax?: number
}

/** The pool connects on first use and reconnects after a restart of the server. */
export function openPostgres(
  { url, poolMax = 10 }: PostgresConfig,
  onConnectionError: (error: Error) => void,
): { pool: pg.Pool; database: Database } {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'footfall',
    types: { getTypeParser: parserFor },
  })
  // Without listeners, an error of an idle connection ends the process. The pool repeats the errors of its idle clients.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', onConnectionError))
  const kysely = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresPoolDriver(pool),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= pool.end()
    return closed
  }
  return { pool, database: { dialect: 'postgres', read: kysely, write: kysely, close } }
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
  async beginTransaction(connection: PostgresConnection, { isolationLevel }: TransactionSettings): Promise<void> {
    await connection.command(isolationLevel ? `begin isolation level ${isolationLevel}; ${PREFER_INDEXES}` : 'begin')
  }
  async commitTransaction(connection: PostgresConnection): Promise<void> {
    // The server answers the commit of a failed transaction with `ROLLBACK` and no error.
    if ((await connection.command('commit')) === 'ROLLBACK') throw new AbortedTransactionError()
  }
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // A broken connection is closed when it is released, which rolls back. The first failure is reported.
    if (connection.broken) return
    try {
      await connection.command('rollback')
    } catch (error) {
      connection.broken = true
      throw error
    }
  }
  async releaseConnection(connection: PostgresConnection): Promise<void> {
    connection.release()
  }
  async destroy(): Promise<void> {}
}

class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  broken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#query(sql, parameters)
    if (command === 'SELECT') return { rows: rows as Row[] }
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  async command(sql: string): Promise<string> {
    return (await this.#query(sql, [])).command
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method, and nothing streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.')
  }

  release(): void {
    this.#client.release(this.broken)
  }

  async #query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (error) {
      this.broken ||= breaksConnection(error)
      throw translateFailure(error)
    }
  }
}
