import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * The connections to one database. On SQLite `read` is a connection of its own that refuses writes, so that readers never
 * wait for a transaction; on PostgreSQL both are the pool.
 */
export interface Database {
  readonly dialect: Dialect
  readonly read: Kysely<Tables>
  readonly write: Kysely<Tables>
  /** Absent on PostgreSQL, where commits share a flush anyway. */
  readonly flushing?: Flushing
  /** Closes every connection; later calls throw `ServiceUnavailable`. */
  close(): Promise<void>
}

/** Commits and flushes separately, so that the process answers requests during the flush. */
export interface Flushing {
  /** Runs a transaction whose commit is not flushed. Its result must not be reported before `flush`. */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Resolves when every earlier commit is on the disk. */
  flush(): Promise<void>
}

/**
 * A statement outside any transaction whose commit SQLite does not flush. The next flush of the write-ahead log includes
 * it.
 */
export interface UnflushedQuery extends CompiledQuery {
  readonly unflushed: true
}

/** Runs the statements of a repository, outside or inside a transaction. */
export interface Executor {
  readonly dialect: Dialect
  readonly db: Kysely<Tables>
}

/** Runs statements outside any transaction. */
export function reading({ dialect, read }: Database): Executor {
  return { dialect, db: read }
}

/** Runs statements inside the transaction. */
export function within({ dialect }: Pick<Database, 'dialect'>, trx: Transaction<Tables>): Executor {
  return { dialect, db: trx }
}
