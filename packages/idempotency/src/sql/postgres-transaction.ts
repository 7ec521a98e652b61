import type { PooledClient, PostgresPool } from './postgres-client.ts'

export interface TransactionOptions {
  /** As the database has it by default, which is mostly `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /** How often the work runs when it conflicts with other transactions: 5 times by default. */
  readonly attemptsMax?: number
}

/** A serialization failure and a deadlock: the transaction was rolled back and may run again. */
const CONFLICTS: readonly unknown[] = ['40001', '40P01']

/**
 * Runs work in a transaction on a client of the pool. Rejects with what the work or the database throws, after the transaction
 * was rolled back or its connection closed.
 */
export function postgresTransaction<Client extends PooledClient = PooledClient>(
  pool: PostgresPool<Client>,
  { isolation, attemptsMax = 5 }: TransactionOptions = {},
): <T>(work: (tx: Client) => Promise<T>) => Promise<T> {
  const begin = isolation === undefined ? 'begin' : `begin isolation level ${isolation}`
  return async (work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(pool, begin, work)
      } catch (error) {
        if (attempt >= attemptsMax || !CONFLICTS.includes(codeOf(error))) throw error
      }
    }
  }
}

async function once<Client extends PooledClient, T>(
  pool: PostgresPool<Client>,
  begin: string,
  work: (tx: Client) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  // A connection that breaks between two statements is an event, which ends the process if nobody listens. The next statement fails.
  client.on('error', ignore)
  let broken: Error | undefined
  try {
    await client.query(begin)
    const done = await work(client)
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error.
    const { command } = await client.query('commit')
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back, since one of its statements had failed.')
    return done
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.off('error', ignore)
    client.release(broken)
  }
}

const ignore = () => {}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
