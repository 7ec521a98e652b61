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
/** Statements differ only by the length of their lists, so there are a few hundred. */
const STATEMENTS_MAX = 500

/** Opens the file. A new file, and a new folder, can be read by their owner only. */
export function openSqlite(path: string): Database {
  const isNew = !existsSync(path)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const writer = openFile(path)
  if (isNew) chmodSync(path, 0o600)
  const reader = openFile(path)
  reader.pragma('query_only = on')
  // SQLite would block this thread while it waits for the write lock; see `retryWhileBusy`.
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
  // A commit survives a power cut.
  file.pragma('synchronous = full')
  // Rows with random keys change the same pages often; a write-ahead log of 32 MB checkpoints them less often.
  file.pragma('wal_autocheckpoint = 8000')
  file.pragma('foreign_keys = on')
  // Overwrites deleted content, so that no free page holds a deleted salt.
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

/** SQLite can roll back schema changes, although Kysely's adapter says otherwise. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Reads need no queue, since each is one synchronous call. Transactions use the writer. */
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
  /** Takes the write lock first: SQLite cannot upgrade a read transaction after another writer has committed. */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some failures, such as a full disk, roll back by themselves.
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
      return await retryWhileBusy(isUnflushed(query) ? () => this.#unflushed(run) : run)
    } catch (error) {
      throw translateFailure(error)
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method, and nothing streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.')
  }

  /** Synchronous, so that no other statement commits without a flush. */
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

/** Runs a statement again while another process holds the write lock. A refused statement has changed nothing. */
async function retryWhileBusy<T>(run: () => T): Promise<T> {
  for (let waitedMs = 0; ; waitedMs += BUSY_RETRY_MS) {
    try {
      return run()
    } catch (error) {
      if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw error
      await wait(BUSY_RETRY_MS)
    }
  }
}
