import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type pg from 'pg'
import type { NamedQuery } from './database.ts'
import { breaksConnection, hasOutdatedPlan, translateFailure } from './failures.ts'

/** A connection of the pool, until it is released. */
export class PostgresConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient
  broken = false

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  /** Plans of transactions are kept apart, since their settings choose other ones. */
  async executeQuery<Row>(query: CompiledQuery | NamedQuery, inTransaction?: 'transaction'): Promise<QueryResult<Row>> {
    const unnamed = { text: query.sql, values: [...query.parameters] }
    if (!('name' in query)) return resultOf(await this.#query(unnamed))
    try {
      return resultOf(await this.#query({ ...unnamed, name: `${query.name}${inTransaction ?? ''}` }))
    } catch (error) {
      // A transaction runs again, on another connection.
      if (inTransaction !== undefined || !hasOutdatedPlan(error)) throw error
      return resultOf(await this.#query(unnamed))
    }
  }

  async command(sql: string): Promise<string> {
    return (await this.#query({ text: sql })).command
  }

  async commit(): Promise<void> {
    // The server answers the commit of a failed transaction with `ROLLBACK` and no error.
    if ((await this.command('commit')) === 'ROLLBACK') throw new AbortedTransactionError()
  }

  async rollback(): Promise<void> {
    // A broken connection is closed when it is released, which rolls back. The first failure is reported.
    if (this.broken) return
    try {
      await this.command('rollback')
    } catch (error) {
      this.broken = true
      throw error
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method, and nothing streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.')
  }

  release(): void {
    this.#client.release(this.broken)
  }

  async #query(query: pg.QueryConfig): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(query)
    } catch (error) {
      this.broken ||= breaksConnection(error)
      throw translateFailure(error)
    }
  }
}

function resultOf<Row>({ command, rowCount, rows }: pg.QueryResult): QueryResult<Row> {
  if (command === 'SELECT') return { rows: rows as Row[] }
  return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
}
