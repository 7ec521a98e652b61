import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Database, UnflushedQuery } from './database.ts'
import { isBusy, translateFailure } from './failures.ts'
import { walFlush } from './wal-flush.ts'

/** How long another process may hold the write lock before a statement gives up. */
const BUSY_TIMEOUT_MS = 5_000
const BUSY_RETRY_MS = 10
/** Statements differ by the length of their lists only, so a few hundred are all there are. */
const STATEMENTS_MAX = 500

/** Opens the file, making it and its folder readable for its owner only when they are new. */
export function openSqlite(path: string): Database {
  const isNew = !existsSync(path)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const writer = openFile(path)
  if (isNew) chmodSync(path, 0o600)
  const reader = openFile(path)
  reader.pragma('query_only = on')
  // SQLite would wait for the write lock on this thread, and stop every request of the process; see `whenFree`.
  writer.pragma('busy_timeout = 0')
  const write = kysely(writer, new WriterAdapter())
  const flushing = walFlush(path, write)
  return {
    dialect: 'sqlite',
    read: kysely(reader, new SharedConnectionAdapter()),
    write,
    flushing,
    async close() {
      await flushing.close()
      reader.close()
      writer.close()
    },
  }
}

function openFile(path: string): SqliteFile.Database {
  const file = new SqliteFile(path, { timeout: BUSY_TIMEOUT_MS })
  file.pragma('journal_mode = wal')
  // An acknowledged write survives a power cut.
  file.pragma('synchronous = full')
  // Rows with random keys touch many pages again and again; a log of 32 MB writes each of them back less often.
  file.pragma('wal_autocheckpoint = 8000')
  file.pragma('foreign_keys = on')
  // Deleted content is overwritten: a destroyed salt must not linger in a free page.
  file.pragma('secure_delete = on')
  return file
}

function kysely(file: SqliteFile.Database, adapter: SqliteAdapter): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => new SqliteFileDriver(file),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
}

/** SQLite rolls back changes of the schema like any other, which Kysely's adapter denies. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Lets reads overlap: each is one synchronous call, so they need no queue. Transactions go through the writer. */
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteFileDriver implements Driver {
  readonly #file: SqliteFile.Database
  readonly #connection: SqliteConnection

  constructor(file: SqliteFile.Database) {
    this.#file = file
    this.#connection = new SqliteConnection(file)
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  /** Takes the write lock at once: a transaction that read first and wrote later could not be granted it any more. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some failures, a full disk for one, have rolled back already.
    if (this.#file.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile.Database
  readonly #statements = new Map<string, SqliteFile.Statement<unknown[], unknown>>()

  constructor(file: SqliteFile.Database) {
    this.#file = file
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { sql, parameters } = query
    try {
      const statement = this.#prepare(sql)
      const run = () =>
        statement.reader
          ? { rows: statement.all(parameters) as Row[] }
          : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
      return await whenFree(isUnflushed(query) ? () => this.#unflushed(run) : run)
    } catch (error) {
      throw translateFailure(error)
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here streams; the interface asks for the method.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.')
  }

  /** One uninterrupted call, so that no other statement can commit this way. */
  #unflushed<T>(run: () => T): T {
    this.#file.exec('pragma synchronous = normal')
    try {
      return run()
    } finally {
      this.#file.exec('pragma synchronous = full')
    }
  }

  #prepare(sql: string): SqliteFile.Statement<unknown[], unknown> {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#file.prepare<unknown[], unknown>(sql)
    if (this.#statements.size >= STATEMENTS_MAX) this.#statements.clear()
    this.#statements.set(sql, statement)
    return statement
  }
}

function isUnflushed(query: CompiledQuery): query is UnflushedQuery {
  return 'unflushed' in query
}

/** Runs a statement as soon as nobody else writes. A refused one has changed nothing, so it can be run again. */
async function whenFree<T>(run: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw error
      await wait(BUSY_RETRY_MS)
    }
  }
}
