import { AbortedTransactionError, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type pg from 'pg'
import { breaksConnection, translateFailure } from './failures.ts'

/** A connection of the pool, until it is released. */
export class PostgresConnection implements DatabaseConnection {
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

  async #query(sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> {
    try {
      return await this.#client.query(sql, [...parameters])
    } catch (error) {
      this.broken ||= breaksConnection(error)
      throw translateFailure(error)
    }
  }
}
