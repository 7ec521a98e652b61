import type { CompiledQuery, Dialect, QueryResult } from 'kysely'
import type { Database } from './database.ts'
import { followsFailure } from './failures.ts'
import { OpenTransaction, type TransactionConnection, transactionCompiler } from './open-transaction.ts'
import type { PostgresConnection } from './postgres-connection.ts'

/**
 * A sequential scan, which the planner prefers for small tables, makes a serializable transaction conflict with every
 * change of the table; an index scan conflicts only with the rows it read.
 */
const PREFER_INDEXES = 'set local enable_seqscan = off; set local jit = off'
const BEGIN = { serializable: `begin isolation level serializable; ${PREFER_INDEXES}`, default: 'begin' }

/** Runs transactions with few round trips: those of `PipelinedTransaction`, and one for the commit. */
export function postgresTransactions(
  dialect: Dialect,
  acquire: () => Promise<PostgresConnection>,
): Database['transaction'] {
  const compiler = transactionCompiler(dialect)
  return async (work, isolation) => {
    const connection = await acquire()
    const statements = new PipelinedTransaction(connection, BEGIN[isolation ?? 'default'])
    const trx = new OpenTransaction(dialect, compiler, statements)
    try {
      const result = await work(trx)
      await statements.settled()
      trx.end()
      await connection.commit()
      return result
    } catch (error) {
      trx.end()
      const cause = await statements.causeOf(error)
      await connection.rollback()
      throw cause
    } finally {
      connection.release()
    }
  }
}

/**
 * Sends statements as they come, without waiting for the answers of earlier ones. The server runs them in this order, and
 * none after one that failed. `begin` is sent with the first statement if that only reads: should `begin` fail, what
 * follows it would commit by itself.
 */
class PipelinedTransaction implements TransactionConnection {
  readonly #connection: PostgresConnection
  readonly #begin: string
  readonly #later: Promise<void>[] = []
  #begun: Promise<unknown> | undefined
  #failure: unknown
  /** What the failed statement without which nothing counts rejected with. */
  #decided: { readonly failure: unknown } | undefined

  constructor(connection: PostgresConnection, begin: string) {
    this.#connection = connection
    this.#begin = begin
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#begun ??= this.#connection.command(this.#begin)
    try {
      if (!onlyReads(query)) await this.#begun
      const [result] = await Promise.all([this.#connection.executeInTransaction<Row>(query), this.#begun])
      return result
    } catch (error) {
      // The server rejects every statement after a failed one; the first failure is the cause.
      const cause = followsFailure(error) ? (this.#failure ?? error) : error
      this.#failure ??= cause
      throw cause
    }
  }

  async later(statement: Promise<void>): Promise<void> {
    // Its failure is reported before the commit, or replaced by the failure that ends the transaction.
    statement.catch(() => {})
    this.#later.push(statement)
  }

  ahead(statement: Promise<void>): Promise<void> {
    return this.later(
      statement.catch((failure: unknown) => {
        this.#decided = { failure }
        throw failure
      }),
    )
  }

  /** Waits for every statement that was sent for later; throws the first failure among them. */
  async settled(): Promise<void> {
    await this.#begun
    for (const outcome of await Promise.allSettled(this.#later)) if (outcome.status === 'rejected') throw outcome.reason
  }

  /** The error that ends the transaction. The caller of a later statement may have given its failure a meaning. */
  async causeOf(error: unknown): Promise<unknown> {
    const later = await this.settled().catch((failure: unknown) => ({ failure }))
    if (this.#decided !== undefined) return this.#decided.failure
    return later !== undefined && error === this.#failure ? later.failure : error
  }
}

function onlyReads({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && query.with === undefined
}
