import { ServiceUnavailable } from '@footfall/core-domain'
import type { Claim, Completion, OneTransactionStore } from '@footfall/idempotency'
import { runSteps, type SqlRecords, sqlRecords } from '@footfall/idempotency/sql'
import { type Database, type Executor, reading, writing } from '../connections/database.ts'
import { isLockTimeout } from '../connections/failures.ts'
import { runRaw } from '../connections/raw-statement.ts'

/** The records of confirmed requests, in the database that the requests change. */
export type IdempotencyRecords = SqlRecords<Executor>

/** A transaction that can claim a key and complete its claim. */
export interface ClaimingTransaction {
  readonly idempotency: {
    /** See `OneTransactionStore.claimWithin`. On PostgreSQL it resolves before the answer. */
    claim(claim: Claim, waitMs: number): Promise<void>
    /** False, changing nothing, when the claim does not hold its key. */
    complete(claim: Claim, completion: Completion): Promise<boolean>
  }
}

export function idempotencyRecords(database: Database): IdempotencyRecords {
  const { dialect } = database
  const [reader, writer] = [reading(database), writing(database)]
  return sqlRecords<Executor>(
    {
      run: (steps) => runSteps(steps(), (statement) => runRaw(statement.readOnly ? reader : writer, statement)),
      within: (executor, steps) => runSteps(steps(), (statement) => runRaw(executor, statement)),
      mayHaveCommitted: (error) => dialect === 'postgres' && error instanceof ServiceUnavailable,
      waitedTooLong: isLockTimeout,
    },
    { dialect },
  )
}

/** The same records for a coordinator, whose transactions are those of the service. */
export function coordinatedRecords(records: IdempotencyRecords): OneTransactionStore<ClaimingTransaction> {
  return {
    read: (ref) => records.read(ref),
    removeExpired: (ref, now) => records.removeExpired(ref, now),
    purge: (now) => records.purge(now),
    claimWithin: (tx, claim, waitMs) => tx.idempotency.claim(claim, waitMs),
    completeWithin: (tx, claim, completion) => tx.idempotency.complete(claim, completion),
  }
}
