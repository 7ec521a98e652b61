import type { Transaction } from 'kysely'
import type { Database } from '../connections/database.ts'
import { groupCommit } from '../connections/group-commit.ts'
import type { Tables } from '../tables/tables.ts'

/** Thrown to undo a transaction whose condition turned out not to hold. */
class NotMet extends Error {}

export function assertMet(condition: boolean): asserts condition {
  if (!condition) throw new NotMet()
}

type Transacting = <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>

/** One group per database, whoever asks. */
const groups = new WeakMap<Database['write'], Transacting>()

/** On SQLite, transactions that meet share a commit; PostgreSQL does the same by itself. */
function transacting({ dialect, write, flushing }: Database): Transacting {
  if (dialect === 'postgres') return (work) => write.transaction().execute(work)
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

/** Runs the work in a transaction; false, with everything undone, when one of its conditions did not hold. */
export async function onlyIf(database: Database, work: (trx: Transaction<Tables>) => Promise<void>): Promise<boolean> {
  try {
    await transact(database, work)
    return true
  } catch (error) {
    if (error instanceof NotMet) return false
    throw error
  }
}
