import { setTimeout as wait } from 'node:timers/promises'
import {
  type Clock,
  oneAtATime,
  type RandomSource,
  ServiceUnavailable,
  type Transaction,
  type TransactionalStore,
} from '@footfall/core-domain'
import type { EpochMs, Resolution } from '@footfall/idempotency'
import { sql } from 'kysely'
import { type Database, type Executor, reading, within } from './connections/database.ts'
import { isConflict } from './connections/failures.ts'
import { type EngineClaim, replaceEngineClaim } from './engine-claim.ts'
import { type ResolvedRequest, resolveRecord } from './idempotency/admin.ts'
import type { ClaimingTransaction, IdempotencyRecords } from './idempotency/records.ts'
import { type OAuthTransaction, oauthTransaction } from './oauth/stores.ts'
import { readers, repositories } from './repositories/repositories.ts'
import { sessionRepository } from './repositories/sessions.ts'

const ATTEMPTS_MAX = 8
const BACKOFF_STEP_MS = 8

/** Everything in the control database that one transaction can change. */
export interface ControlTransaction extends Transaction {
  readonly oauth: OAuthTransaction
  readonly engineClaim: { replace(claim: EngineClaim): Promise<void> }
  readonly idempotency: ClaimingTransaction['idempotency'] & {
    /** See `resolveRecord`. */
    resolve(id: string, resolution: Resolution, at: EpochMs): Promise<ResolvedRequest>
  }
}

/**
 * Readers, and transactions that write. On PostgreSQL a transaction is serializable and runs again after a serialization
 * failure. It never runs again after a commit whose result is unknown: only a conflict has certainly rolled back.
 */
export function transactionalStore(
  database: Database,
  records: IdempotencyRecords,
  { clock, random }: { clock: Clock; random: RandomSource },
): TransactionalStore<ControlTransaction> {
  const once = <T>(work: (tx: ControlTransaction) => Promise<T>): Promise<T> =>
    database.transaction((trx) => work(controlTransaction(within(database, trx), records, clock)), 'serializable')

  /** Transactions that conflicted run again one at a time. */
  const mutex = oneAtATime()

  return {
    ...readers(reading(database), clock),

    async transaction(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await (attempt === 1 ? once(work) : mutex(() => once(work)))
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

function controlTransaction(executor: Executor, records: IdempotencyRecords, clock: Clock): ControlTransaction {
  return {
    store: repositories(executor, clock),
    sessions: sessionRepository(executor),
    oauth: oauthTransaction(executor),
    engineClaim: { replace: (claim) => replaceEngineClaim(executor, claim) },
    idempotency: {
      claim: (claim, waitMs) => executor.ahead(records.claimWithin(executor, claim, waitMs)),
      complete: (claim, completion) => records.completeWithin(executor, claim, completion),
      resolve: (id, resolution, at) => resolveRecord(records, executor, id, resolution, at),
    },
  }
}

/** Linear backoff with jitter, so that transactions that conflicted do not conflict again. */
function backoffMs(attempt: number, random: RandomSource): number {
  const [byte = 0] = random.bytes(1)
  return Math.ceil((attempt * BACKOFF_STEP_MS * (1 + byte)) / 256)
}
