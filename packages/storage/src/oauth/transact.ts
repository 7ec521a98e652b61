import type { Transaction } from 'kysely'
import type { Database } from '../connections/database.ts'
import type { Tables } from '../schema/tables.ts'

/** Thrown to undo a transaction whose condition turned out not to hold. */
class NotMet extends Error {}

export function assertMet(condition: boolean): asserts condition {
  if (!condition) throw new NotMet()
}

/** Runs the work in a transaction; false, with everything undone, when one of its conditions did not hold. */
export async function onlyIf(database: Database, work: (trx: Transaction<Tables>) => Promise<void>): Promise<boolean> {
  try {
    await database.write.transaction().execute(work)
    return true
  } catch (error) {
    if (error instanceof NotMet) return false
    throw error
  }
}
