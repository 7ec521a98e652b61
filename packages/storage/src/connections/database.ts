import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * The connections to one database. On SQLite `read` is a connection of its own, which refuses writes, so that an open
 * transaction never makes readers wait; on PostgreSQL both are the pool.
 */
export interface Database {
  readonly dialect: Dialect
  readonly read: Kysely<Tables>
  readonly write: Kysely<Tables>
  /** Absent on PostgreSQL, which lets commits share a flush by itself. */
  readonly flushing?: Flushing
  /** Closes every connection; what is asked afterwards is refused as unavailable. */
  close(): Promise<void>
}

/** Committing apart from flushing, so that requests are read and answered while the disk works. */
export interface Flushing {
  /** Runs a transaction whose commit does not wait for the disk. Nobody may be told of it before `flush`. */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Resolves when everything that was committed before is on the disk. */
  flush(): Promise<void>
}

/**
 * A writing statement of its own, never one of a transaction, whose commit SQLite need not flush to the disk: a later
 * commit that is flushed takes it along.
 */
export interface UnflushedQuery extends CompiledQuery {
  readonly unflushed: true
}

/** Where a repository runs its statements: on a connection of its own, or inside a transaction. */
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
