import type { Transaction } from 'kysely'
import type { Database } from '../connections/database.ts'
import { groupCommit } from '../connections/group-commit.ts'
import type { Tables } from '../tables/tables.ts'

/** Thrown to roll back a transaction whose condition does not hold. */
class ConditionFailed extends Error {}

export function assertCondition(condition: boolean): asserts condition {
  if (!condition) throw new ConditionFailed()
}

type Transacting = <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>

/** One group per database. */
const groups = new WeakMap<Database['write'], Transacting>()

/** On SQLite, concurrent transactions share a commit; PostgreSQL has its own group commit. */
function transacting({ dialect, write, transaction, flushing }: Database): Transacting {
  if (dialect === 'postgres') return (work) => transaction(work)
  const known = groups.get(write)
  if (known) return known
  const group = groupCommit(write, flushing)
  groups.set(write, group)
  return group
}

/** Runs the work in a transaction. */
export function transact<T>(database: Database, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return transacting(database)(work)
}

/** Runs the work in a transaction; rolls back and returns false when one of its conditions does not hold. */
export async function transactIf(
  database: Database,
  work: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> {
  try {
    await transact(database, work)
    return true
  } catch (error) {
    if (error instanceof ConditionFailed) return false
    throw error
  }
}
