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
/** The server gives up a statement first; when even its answer does not arrive, the client does. */
const STATEMENT_TIMEOUT_MS = 15_000
const ANSWER_TIMEOUT_MS = 20_000
/** A transaction whose process froze must not hold its locks for ever. */
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000
const INT8_OID = 20
/**
 * A serializable transaction that reads a table from end to end, as it pays for small ones, conflicts with every change
 * of that table; through an index it conflicts with what it read.
 */
const PREFER_INDEXES = 'set local enable_seqscan = off; set local jit = off'

export interface PostgresConfig {
  readonly url: string
  /** How many connections this process may hold. */
  readonly poolMax?: number
}

/** The pool connects when first asked, and again whenever asked, so it outlives every restart of the server. */
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
  // Without listeners, a connection that dies while idle, or between two statements of a transaction, ends the process.
  // The pool repeats what its idle clients say.
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

/** What the server's clock says, in epoch milliseconds: for telling that it goes wrong, and for nothing else. */
export async function serverNow(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')
  return Number(rows[0]?.now)
}

/** Counts arrive as numbers, as they do from SQLite; none of ours comes near 2^53. */
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
    // The server answers a commit of a failed transaction with a rollback, and no error.
    if ((await connection.command('commit')) === 'ROLLBACK') throw new AbortedTransactionError()
  }
  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    // A broken connection is closed when it is released, and that rolls back; the first failure is the one to report.
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

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for the method.
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
