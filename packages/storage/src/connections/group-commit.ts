import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import type { Flushing } from './database.ts'

type Work<T> = (trx: Transaction<Tables>) => Promise<T>

interface Job {
  /** Runs inside the shared transaction and answers what to do once that has been committed. */
  run(trx: Transaction<Tables>): Promise<() => void>
  fail(error: unknown): void
}

/** So many at most share one commit, so that the first of them does not wait for long. */
const GROUP_MAX = 64

/**
 * Lets transactions that are asked for at the same time share one commit, and so one flush to the disk, which costs
 * more than all their statements. Each runs in a savepoint of its own: what one of them undoes is its own work alone.
 * All are answered after the commit, and if that fails, all of them fail. With `flushing` the disk works on another thread
 * before they are answered, while those who come meanwhile gather to the next group.
 *
 * Only for work that awaits nothing but its own statements; it would hold up all the others.
 */
export function groupCommit(write: Kysely<Tables>, flushing?: Flushing): <T>(work: Work<T>) => Promise<T> {
  const commit: Flushing['transaction'] = (work) =>
    flushing ? flushing.transaction(work) : write.transaction().execute(work)
  const waiting: Job[] = []
  let committing = false

  async function commitAll(): Promise<void> {
    committing = true
    while (waiting.length > 0) {
      // Requests that have arrived already get the chance to join.
      await new Promise((resolve) => setImmediate(resolve))
      const group = waiting.splice(0, GROUP_MAX)
      try {
        const answers = await commit(async (trx) => {
          const answered: (() => void)[] = []
          for (const job of group) answered.push(await job.run(trx))
          return answered
        })
        await flushing?.flush()
        for (const answer of answers) answer()
      } catch (error) {
        for (const job of group) job.fail(error)
      }
    }
    committing = false
  }

  return (work) =>
    new Promise((resolve, reject) => {
      waiting.push({
        async run(trx) {
          const raw = (sql: string) => trx.executeQuery(CompiledQuery.raw(sql))
          await raw('savepoint member')
          try {
            const result = await work(trx)
            await raw('release member')
            return () => resolve(result)
          } catch (error) {
            // Where the whole transaction is gone, this fails and takes the group along, as it must.
            await raw('rollback to member')
            await raw('release member')
            return () => reject(error)
          }
        },
        fail: reject,
      })
      if (!committing) void commitAll()
    })
}
