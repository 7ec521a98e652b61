import { CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { Tables } from '../tables/tables.ts'
import { type Flushing, within } from './database.ts'

type Work<T> = (trx: Transaction<Tables>) => Promise<T>

interface Job {
  /** Runs inside the shared transaction; returns what to call after its commit. Throws `MemberFailed`. */
  run(trx: Transaction<Tables>): Promise<() => void>
  /** The same in a savepoint, so that what it throws rolls back nothing else. */
  runApart(trx: Transaction<Tables>): Promise<() => void>
  fail(error: unknown): void
}

/** One transaction of a group failed; what it had changed cannot be rolled back without the others. */
class MemberFailed extends Error {}

/** Limits how long the first transaction of a group waits. */
const GROUP_MAX = 64

const SAVEPOINT = CompiledQuery.raw('savepoint member')
const RELEASE = CompiledQuery.raw('release member')
const ROLLBACK = CompiledQuery.raw('rollback to member')

/**
 * Group commit: concurrent transactions share one commit, and so one flush, which costs more than all their statements. If
 * one fails, all are rolled back and run again, each in its own savepoint, so that only the failed one rolls back:
 * savepoints cost a tenth of an exchanged code, and few transactions fail. All of them return after the commit, and fail if
 * it fails. With `flushing`, the flush runs on another thread, and transactions that arrive meanwhile form the next group.
 *
 * Only for work that awaits nothing except its own statements, since anything else delays the whole group, and that may run
 * again.
 */
export function groupCommit(write: Kysely<Tables>, flushing?: Flushing): <T>(work: Work<T>) => Promise<T> {
  const commit: Flushing['transaction'] = (work) =>
    flushing ? flushing.transaction(work) : write.transaction().execute(work)
  const waiting: Job[] = []
  let committing = false

  async function commitGroup(group: readonly Job[], run: 'run' | 'runApart'): Promise<readonly (() => void)[]> {
    return commit(async (trx) => {
      const reports: (() => void)[] = []
      for (const job of group) reports.push(await job[run](trx))
      return reports
    })
  }

  async function commitAll(): Promise<void> {
    committing = true
    while (waiting.length > 0) {
      // Lets requests that have already arrived join the group.
      await new Promise((resolve) => setImmediate(resolve))
      const group = waiting.splice(0, GROUP_MAX)
      try {
        const results = await commitGroup(group, 'run').catch((error: unknown) => {
          if (error instanceof MemberFailed) return commitGroup(group, 'runApart')
          throw error
        })
        await flushing?.flush()
        for (const report of results) report()
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
          try {
            const result = await work(trx)
            return () => resolve(result)
          } catch {
            throw new MemberFailed()
          }
        },
        async runApart(trx) {
          const { run } = within({ dialect: 'sqlite' }, trx)
          await run(SAVEPOINT)
          try {
            const result = await work(trx)
            await run(RELEASE)
            return () => resolve(result)
          } catch (error) {
            // If the whole transaction was rolled back, this fails, and with it the group.
            await run(ROLLBACK)
            await run(RELEASE)
            return () => reject(error)
          }
        },
        fail: reject,
      })
      if (!committing) void commitAll()
    })
}
