import { setTimeout as wait } from 'node:timers/promises'
import {
  type Clock,
  oneAtATime,
  type RandomSource,
  ServiceUnavailable,
  type Store,
  type TransactionalStore,
} from '@footfall/core-domain'
import { sql, type Transaction } from 'kysely'
import { type Database, within } from './connections/database.ts'
import { isConflict } from './connections/failures.ts'
import { repositories } from './repositories/repositories.ts'
import type { Tables } from './schema/tables.ts'

const ATTEMPTS_MAX = 8
const BACKOFF_STEP_MS = 8

/**
 * The repositories with transactions around them. On PostgreSQL a transaction is serializable and runs again when the
 * database says that it met another one, so `work` must do nothing but use the store it is given: no mail, no counter.
 * It never runs again after a commit whose answer was lost: only a conflict is a rollback for certain.
 *
 * `underWay` tells of which transaction a store is, for what else is kept in the same database.
 */
export function transactionalStore(
  database: Database,
  { clock, random }: { clock: Clock; random: RandomSource },
  underWay: Map<Store, Transaction<Tables>>,
): TransactionalStore {
  const once = <T>(work: (store: Store) => Promise<T>): Promise<T> => {
    const transaction = database.write.transaction()
    return (database.dialect === 'postgres' ? transaction.setIsolationLevel('serializable') : transaction).execute(
      async (trx) => {
        const store = repositories(within(database, trx), clock)
        underWay.set(store, trx)
        try {
          return await work(store)
        } finally {
          underWay.delete(store)
        }
      },
    )
  }

  /** Those that met once would meet again; one after the other they pass. */
  const alone = oneAtATime()

  return {
    ...repositories(database, clock),

    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await (attempt === 1 ? once(work) : alone(() => once(work)))
        } catch (error) {
          if (!isConflict(error)) throw error
          if (attempt === ATTEMPTS_MAX) throw new ServiceUnavailable(error, 1)
          await wait(backoffMs(attempt, random))
        }
      }
    },

    async ping() {
      const table = database.dialect === 'postgres' ? sql`pg_catalog.pg_class` : sql`sqlite_schema`
      await sql`select 1 from ${table} limit 1`.execute(database.read)
    },

    close: () => database.close(),
  }
}

/** Transactions that met come back at different moments, further apart with every try. */
function backoffMs(attempt: number, random: RandomSource): number {
  const [byte = 0] = random.bytes(1)
  return Math.ceil((attempt * BACKOFF_STEP_MS * (1 + byte)) / 256)
}
