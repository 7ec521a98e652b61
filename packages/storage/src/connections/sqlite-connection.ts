import { setTimeout as wait } from 'node:timers/promises'
import type SqliteFile from 'better-sqlite3'
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type { UnflushedQuery } from './database.ts'
import { isBusy, translateFailure } from './failures.ts'
import { BUSY_TIMEOUT_MS } from './time-limits.ts'

const BUSY_RETRY_MS = 10
/** Statements differ only by the length of their lists, so there are a few hundred. */
const STATEMENTS_MAX = 500

const BEGIN = CompiledQuery.raw('begin immediate')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

/** A connection to a file, whose prepared statements are kept. */
export class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile.Database
  readonly #statements = new Map<string, SqliteFile.Statement<unknown[], unknown>>()

  constructor(file: SqliteFile.Database) {
    this.#file = file
  }

  get inTransaction(): boolean {
    return this.#file.inTransaction
  }

  /** Runs the statement before it returns, unless another process holds the write lock. */
  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return Promise.resolve(this.#run<Row>(query))
    } catch (error) {
      if (isBusy(error)) return this.#retryWhileBusy(() => this.#run<Row>(query))
      return Promise.reject(translateFailure(error))
    }
  }

  // biome-ignore lint/correctness/useYield: the interface requires the method, and nothing streams.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Streaming is not supported.')
  }

  /** Takes the write lock first: SQLite cannot upgrade a read transaction after another writer has committed. */
  begin(): Promise<void> {
    return this.#command(BEGIN)
  }

  commit(): Promise<void> {
    return this.#command(COMMIT)
  }

  async rollback(): Promise<void> {
    // Some failures, such as a full disk, roll back by themselves.
    if (this.#file.inTransaction) await this.#command(ROLLBACK)
  }

  synchronous(level: 'normal' | 'full'): void {
    this.#file.exec(`pragma synchronous = ${level}`)
  }

  /** The first row of a statement that reads. */
  firstRow<Row>({ sql, parameters }: CompiledQuery<Row>): Row | undefined {
    try {
      return this.#prepare(sql).get(parameters) as Row | undefined
    } catch (error) {
      throw translateFailure(error)
    }
  }

  /** The only column of the first row of a statement that reads. */
  firstValue({ sql }: CompiledQuery): unknown {
    try {
      const known = this.#statements.get(sql)
      return (known ?? this.#prepare(sql).pluck()).get()
    } catch (error) {
      throw translateFailure(error)
    }
  }

  async #command(statement: CompiledQuery): Promise<void> {
    await this.executeQuery(statement)
  }

  #run<Row>(query: CompiledQuery): QueryResult<Row> {
    const { sql, parameters } = query
    const statement = this.#prepare(sql)
    const run = () =>
      statement.reader
        ? { rows: statement.all(parameters) as Row[] }
        : { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) }
    return isUnflushed(query) ? this.#unflushed(run) : run()
  }

  /** Runs a statement again while another process holds the write lock. A rejected statement has changed nothing. */
  async #retryWhileBusy<T>(run: () => T): Promise<T> {
    for (let waitedMs = 0; ; ) {
      await wait(BUSY_RETRY_MS)
      waitedMs += BUSY_RETRY_MS
      try {
        return run()
      } catch (error) {
        if (!isBusy(error) || waitedMs >= BUSY_TIMEOUT_MS) throw translateFailure(error)
      }
    }
  }

  /** Synchronous, so that no other statement commits without a flush. */
  #unflushed<T>(run: () => T): T {
    this.synchronous('normal')
    try {
      return run()
    } finally {
      this.synchronous('full')
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
