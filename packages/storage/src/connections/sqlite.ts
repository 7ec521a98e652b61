import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteFile from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Database, DirectReads } from './database.ts'
import { OpenTransaction, transactionCompiler } from './open-transaction.ts'
import { rowCache } from './row-cache.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { BUSY_TIMEOUT_MS } from './time-limits.ts'
import { walFlush } from './wal-flush.ts'

/** Opens the file. A new file, and a new folder, can be read by their owner only. */
export function openSqlite(path: string): Database {
  const isNew = !existsSync(path)
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const writer = openFile(path)
  if (isNew) chmodSync(path, 0o600)
  const reader = openFile(path)
  reader.pragma('query_only = on')
  // SQLite would block this thread while it waits for the write lock; see `SqliteConnection`.
  writer.pragma('busy_timeout = 0')
  const writing = new SqliteConnection(writer)
  const readingConnection = new SqliteConnection(reader)
  const dialect = dialectOf(writing, new WriterAdapter())
  const write = new Kysely<Tables>({ dialect })
  const transactions = sqliteTransactions(write, dialect, writing)
  const { flush, close } = walFlush(path, write)
  return {
    dialect: 'sqlite',
    read: new Kysely<Tables>({ dialect: dialectOf(readingConnection, new SharedConnectionAdapter()) }),
    write,
    transaction: (work) => transactions(work),
    flushing: { flush, transaction: (work) => transactions(work, 'unflushed') },
    direct: directReads(readingConnection, writing),
    async close() {
      await close()
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

function dialectOf(connection: SqliteConnection, adapter: SqliteAdapter): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => new SqliteFileDriver(connection),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/**
 * The counter of the cache is the `data_version` of the reading connection, which rises with every commit of another connection, of
 * this process or another. Rows are read on the writing connection while it has no transaction: its pages stay in memory when it
 * commits, where the reading connection reads all pages again.
 */
function directReads(reading: SqliteConnection, writing: SqliteConnection): DirectReads {
  const version = CompiledQuery.raw('pragma data_version')
  const cache = rowCache(() => reading.firstValue(version))
  const firstRow = <Row>(query: CompiledQuery<Row>): Row | undefined => {
    if (writing.inTransaction) return reading.firstRow(query)
    try {
      return writing.firstRow(query)
    } catch {
      // The reading connection waits where another process locks the file, which is rare.
      return reading.firstRow(query)
    }
  }
  return {
    run: (query) => (writing.inTransaction ? reading : writing).executeQuery(query),
    cached: (statement, parameters) => cache.find(statement, parameters, () => firstRow({ ...statement, parameters })),
  }
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
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  beginTransaction(): Promise<void> {
    return this.#connection.begin()
  }
  commitTransaction(): Promise<void> {
    return this.#connection.commit()
  }
  rollbackTransaction(): Promise<void> {
    return this.#connection.rollback()
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** Kysely's queue of the writing connection decides whose transaction is next. */
function sqliteTransactions(write: Kysely<Tables>, dialect: Dialect, connection: SqliteConnection) {
  const compiler = transactionCompiler(dialect)
  const queue = write.getExecutor()
  const now = (statement: Promise<void>) => statement
  const shared = { executeQuery: connection.executeQuery.bind(connection), later: now, ahead: now }

  async function run<T>(work: (trx: OpenTransaction) => Promise<T>): Promise<T> {
    await connection.begin()
    const trx = new OpenTransaction(dialect, compiler, shared)
    try {
      const result = await work(trx)
      await connection.commit()
      return result
    } catch (error) {
      await connection.rollback()
      throw error
    } finally {
      trx.end()
    }
  }

  return <T>(work: (trx: OpenTransaction) => Promise<T>, commit: 'flushed' | 'unflushed' = 'flushed'): Promise<T> =>
    // `write.connection()` would compose another Kysely each time, which costs more than to begin and to commit.
    queue.provideConnection(async () => {
      if (commit === 'flushed') return run(work)
      // SQLite applies the change only between transactions. Nothing else runs on this connection meanwhile.
      connection.synchronous('normal')
      try {
        return await run(work)
      } finally {
        connection.synchronous('full')
      }
    })
}
