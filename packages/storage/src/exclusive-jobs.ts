import type pg from 'pg'

/** The first half of the key of the advisory lock, which keeps jobs apart from other locks. */
const JOB_LOCKS = 0x666f6a62

/**
 * Does the work unless another process is doing this job; returns whether it was done here. When a process dies, its job
 * is free. The work must tolerate running twice: a process that lost its connection goes on without the lock.
 */
export type ExclusiveJobs = (job: string, work: () => Promise<void>) => Promise<boolean>

/** Holds an advisory lock of a session, on a separate connection, while the work runs. */
export function postgresJobs(pool: pg.Pool): ExclusiveJobs {
  return async (job, work) => {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      const key = [JOB_LOCKS, job]
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, hashtext($2)) as taken',
        key,
      )
      if (rows[0]?.taken !== true) return false
      try {
        await work()
      } finally {
        // A connection that cannot release the lock is closed, which releases it.
        await client.query('select pg_advisory_unlock($1, hashtext($2))', key).catch((error: Error) => {
          broken = error
        })
      }
      return true
    } finally {
      client.release(broken)
    }
  }
}

/** On SQLite one process owns the file, and runs each job once at a time. */
export const localJobs: ExclusiveJobs = async (_job, work) => {
  await work()
  return true
}
