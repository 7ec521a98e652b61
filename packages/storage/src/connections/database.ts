import type { CompiledQuery, Kysely, QueryResult, Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { OpenTransaction } from './open-transaction.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * The connections to one database. On SQLite `read` is a separate connection that rejects writes, so that readers never
 * wait for a transaction; on PostgreSQL both are the pool.
 */
export interface Database {
  readonly dialect: Dialect
  readonly read: Kysely<Tables>
  readonly write: Kysely<Tables>
  /** Runs the work in a transaction: commits it with a flush, or rolls it back if it throws. */
  transaction<T>(work: (trx: OpenTransaction) => Promise<T>, isolation?: 'serializable'): Promise<T>
  /** Absent on PostgreSQL, where commits share a flush anyway. */
  readonly flushing?: Flushing
  readonly direct: DirectReads
  /** Closes every connection; later calls throw `ServiceUnavailable`. */
  close(): Promise<void>
}

/** Compiled statements that read, outside transactions: without Kysely, whose own steps cost as much as a short statement. */
export interface DirectReads {
  /** On SQLite it runs before the call returns. */
  run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
  /** The first row of a statement; the same object until something commits. Absent on PostgreSQL, which has no counter of commits. */
  cached?<Row>(statement: CompiledQuery<Row>, parameters: readonly unknown[]): Row | undefined
}

/** Commits and flushes separately, so that the process answers requests during the flush. */
export interface Flushing {
  /** Runs a transaction whose commit is not flushed. Its result must not be reported before `flush`. */
  transaction<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Resolves when every earlier commit is on the disk. */
  flush(): Promise<void>
}

/** A statement that PostgreSQL parses and plans once for each connection. */
export interface NamedQuery<Row = unknown> extends CompiledQuery<Row> {
  /** Belongs only to this text. Only for texts that the code has, of which there is a fixed number. */
  readonly name: string
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
  run<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>
  /**
   * For a statement whose result nothing waits for: a transaction on PostgreSQL sends the next statement with it, and
   * fails at its end if this one failed. Everything else waits now.
   */
  later(statement: Promise<void>): Promise<void>
  /** The same for a statement without which nothing after it counts: its failure is that of the transaction, whatever else fails. */
  ahead(statement: Promise<void>): Promise<void>
  /** See `DirectReads`. Absent in transactions. */
  readonly cached?: NonNullable<DirectReads['cached']>
}

/** Runs statements outside any transaction. */
export function reading({ dialect, read, direct }: Database): Executor {
  return { ...plain(dialect, read), ...direct }
}

/** Runs statements that write, each in its own transaction. */
export function writing({ dialect, write }: Database): Executor {
  return plain(dialect, write)
}

/** Runs statements inside the transaction. */
export function within({ dialect }: Pick<Database, 'dialect'>, trx: Transaction<Tables>): Executor {
  if (!(trx instanceof OpenTransaction)) return plain(dialect, trx)
  return {
    dialect,
    db: trx,
    run: (query) => trx.run(query),
    later: (statement) => trx.later(statement),
    ahead: (statement) => trx.ahead(statement),
  }
}

function plain(dialect: Dialect, db: Kysely<Tables>): Executor {
  const now = (statement: Promise<void>) => statement
  return { dialect, db, run: (query) => db.executeQuery(query), later: now, ahead: now }
}
