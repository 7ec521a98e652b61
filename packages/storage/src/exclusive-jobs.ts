import type pg from 'pg'

/** The first half of the lock's number, so that no lock of another kind is met. */
const JOB_LOCKS = 0x666f6a62

/**
 * Does the work unless another process is doing this job just now; answers whether it was done here. A process that
 * dies leaves the job to the next. What is done so must bear being done twice: a process that lost its connection
 * goes on without the lock.
 */
export type ExclusiveJobs = (job: string, work: () => Promise<void>) => Promise<boolean>

/** A session's advisory lock, held on a connection of its own for as long as the work runs. */
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
        // A connection that cannot give the lock back must go, since the lock goes with it.
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

/** One process owns the file and asks for each job one run after the other. */
export const aloneJobs: ExclusiveJobs = async (_job, work) => {
  await work()
  return true
}
