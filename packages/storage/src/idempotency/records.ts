import { ServiceUnavailable } from '@footfall/core-domain'
import type { Claim, Completion, RecordStore } from '@footfall/idempotency'
import { runSteps, type SqlRecords, sqlRecords } from '@footfall/idempotency/sql'
import { type Database, type Executor, reading, writing } from '../connections/database.ts'
import { isForeignKeyViolation } from '../connections/failures.ts'
import { runRaw } from '../connections/raw-statement.ts'

/** The records of confirmed requests, in the database that the requests change. */
export type IdempotencyRecords = SqlRecords<Executor>

/** A transaction that can complete a claim. */
export interface CompletingTransaction {
  readonly idempotency: {
    /** False, changing nothing, when the claim no longer holds its key. */
    complete(claim: Claim, completion: Completion): Promise<boolean>
  }
}

export function idempotencyRecords(database: Database): IdempotencyRecords {
  const { dialect } = database
  const [reader, writer] = [reading(database), writing(database)]
  const records = sqlRecords<Executor>(
    {
      run: (steps) => runSteps(steps(), (statement) => runRaw(statement.readOnly ? reader : writer, statement)),
      within: (executor, steps) => runSteps(steps(), (statement) => runRaw(executor, statement)),
      mayHaveCommitted: (error) => dialect === 'postgres' && error instanceof ServiceUnavailable,
    },
    // Everything that leaves the service goes through the outbox, so effects are in transactions only.
    { dialect, unflushedClaims: true },
  )
  return {
    ...records,
    async renew(claim, leaseUntil) {
      try {
        return await records.renew(claim, leaseUntil)
      } catch (error) {
        // In our schema a renewal refers to its record, which was removed meanwhile.
        if (isForeignKeyViolation(error)) return false
        throw error
      }
    },
  }
}

/** The same records for a coordinator, whose transactions are those of the service. */
export function coordinatedRecords(records: IdempotencyRecords): RecordStore<CompletingTransaction> {
  return { ...records, complete: (tx, claim, completion) => tx.idempotency.complete(claim, completion) }
}
