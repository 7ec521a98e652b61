import type { CompiledQuery, Kysely, Transaction } from 'kysely'
import type { Tables } from '../schema/tables.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * Where statements go. On SQLite `read` is a connection of its own, so that a transaction that is still deciding never
 * makes readers wait; on PostgreSQL both are the pool. Inside a transaction both are that transaction.
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

/** Runs several statements as one: in the transaction that is under way, or in one of their own. */
export function atomically<T>(database: Database, work: (trx: Kysely<Tables>) => Promise<T>): Promise<T> {
  return database.write.isTransaction ? work(database.write) : database.write.transaction().execute(work)
}

export function within(database: Database, trx: Kysely<Tables>): Database {
  return { ...database, read: trx, write: trx }
}
