import type pg from 'pg'

/** The first half of the key of the advisory lock, which keeps jobs apart from other locks. */
const JOB_LOCKS = 0x666f6a62

/**
 * Does the work unless another process is doing this job; returns whether it was done here. When a process dies, its job
 * is free. The work must tolerate running twice: a process that lost its connection goes on without the lock.
 */
export type ExclusiveJobs = (job: string, work: () => Promise<void>) => Promise<boolean>

/**
 * Holds an advisory lock of a transaction, on a separate connection, while the work runs. A lock of the session would outlive
 * the job behind a pooler such as PgBouncer, which gives each transaction any of its connections.
 */
export function postgresJobs(pool: pg.Pool): ExclusiveJobs {
  return async (job, work) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('begin')
      // The transaction is idle for as long as the work takes, and reads nothing that would keep old rows.
      await client.query('set local idle_in_transaction_session_timeout = 0')
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_xact_lock($1, hashtext($2)) as taken',
        [JOB_LOCKS, job],
      )
      const taken = rows[0]?.taken === true
      if (taken) await work()
      return taken
    } finally {
      // A connection that cannot end its transaction is closed, which releases the lock.
      await client.query('rollback').catch((error: Error) => {
        broken = error
      })
      client.release(broken)
    }
  }
}

/** On SQLite one process owns the file, and runs each job once at a time. */
export const localJobs: ExclusiveJobs = async (_job, work) => {
  await work()
  return true
}
