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

  async executeQuery<Row>(query: CompiledQuery | NamedQuery): Promise<QueryResult<Row>> {
    if (!('name' in query)) return this.#run(query)
    try {
      return await this.#run(query, query.name)
    } catch (error) {
      if (!hasOutdatedPlan(error)) throw error
      return this.#run(query)
    }
  }

  /** Plans of transactions are kept apart, since their settings choose other ones. With an outdated one, the transaction fails. */
  executeInTransaction<Row>(query: CompiledQuery | NamedQuery): Promise<QueryResult<Row>> {
    return this.#run(query, 'name' in query ? `${query.name}_in_transaction` : undefined)
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

  async #run<Row>({ sql: text, parameters }: CompiledQuery, name?: string): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#query({
      text,
      values: [...parameters],
      ...(name !== undefined && { name }),
    })
    if (command === 'SELECT') return { rows: rows as Row[] }
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
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
