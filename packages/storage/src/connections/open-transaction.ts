import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  type QueryResult,
  Transaction,
} from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** A connection inside a transaction. */
export interface TransactionConnection extends Pick<DatabaseConnection, 'executeQuery'> {
  /** Waits for a statement before the commit, where the connection can send the next one meanwhile; otherwise now. */
  later(statement: Promise<void>): Promise<void>
  /** See `Executor.ahead`. */
  ahead(statement: Promise<void>): Promise<void>
}

/**
 * A transaction whose statements go to its connection at once. Kysely's own keeps a queue and answers one statement before
 * it sends the next, and costs more than a short statement on SQLite. The caller that opens it begins, commits and ends it.
 */
export class OpenTransaction extends Transaction<Tables> {
  readonly #connection: TransactionConnection
  #ended = false

  constructor(dialect: Dialect, compiler: DefaultQueryExecutor, connection: TransactionConnection) {
    const sending: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => this.run<Row>(query),
      streamQuery: () => {
        throw new Error('Streaming is not supported.')
      },
    }
    const executor = compiler.withConnectionProvider({ provideConnection: (consumer) => consumer(sending) })
    super({ config: { dialect }, dialect, driver: new DummyDriver(), executor })
    this.#connection = connection
  }

  /** Runs a compiled statement. */
  run<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#ended) return Promise.reject(new Error('The transaction has ended.'))
    return this.#connection.executeQuery<Row>(query)
  }

  /** See `TransactionConnection`. */
  later(statement: Promise<void>): Promise<void> {
    return this.#connection.later(statement)
  }

  /** See `Executor.ahead`. */
  ahead(statement: Promise<void>): Promise<void> {
    return this.#connection.ahead(statement)
  }

  /** Rejects every later statement. */
  end(): void {
    this.#ended = true
  }
}

/** What compiles the statements of a dialect's transactions. */
export function transactionCompiler(dialect: Dialect): DefaultQueryExecutor {
  return new DefaultQueryExecutor(dialect.createQueryCompiler(), dialect.createAdapter(), {
    provideConnection: () => Promise.reject(new Error('The transaction has no connection.')),
  })
}
