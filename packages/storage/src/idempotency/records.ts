import { ServiceUnavailable } from '@footfall/core-domain'
import {
  type Claim,
  type Completion,
  type EpochMs,
  type KeyRef,
  type RecordStore,
  recordOf,
} from '@footfall/idempotency'
import { type Kysely, sql } from 'kysely'
import { parameter, writtenOnce } from '../connections/compiled.ts'
import type { Database, Executor } from '../connections/database.ts'
import { isForeignKeyViolation } from '../connections/failures.ts'
import { changedRows } from '../repositories/rows.ts'
import type { Tables } from '../tables/tables.ts'
import { claiming } from './claiming.ts'
import { recordRows } from './record-row.ts'

/** A transaction that can complete a claim. */
export interface CompletingTransaction {
  readonly idempotency: {
    /** False, changing nothing, when the claim no longer holds its key. */
    complete(claim: Claim, completion: Completion): Promise<boolean>
  }
}

/** The records of confirmed requests, in the database that the requests change. Only `complete` is part of a transaction. */
export function idempotencyRecords(database: Database): RecordStore<CompletingTransaction> {
  const { dialect, write } = database
  const claimOrRead = claiming(database)

  return {
    async claim(claim) {
      let lost = false
      for (;;) {
        try {
          const held = await claimOrRead(claim)
          if (held === 'claimed') return undefined
          if (held !== undefined) return lost && held.id === claim.id ? undefined : held
          // The key was freed, or taken, while it was asked for.
        } catch (error) {
          // The claim may have committed although the connection broke. A second attempt then finds its own record.
          if (lost || dialect === 'sqlite' || !(error instanceof ServiceUnavailable)) throw error
          lost = true
        }
      }
    },

    async find(ref) {
      // The row lock waits for a transaction that changes the row; SQLite has one writer.
      const row = await withKey(write, ref)
        .$if(dialect === 'postgres', (query) => query.forShare('idempotency_records'))
        .executeTakeFirst()
      return row && recordOf(row)
    },

    async renew({ id }, leaseUntil) {
      try {
        const { numInsertedOrUpdatedRows } = await write
          .insertInto('idempotency_renewals')
          .columns(['claim_id', 'lease_until'])
          .expression((db) =>
            db
              .selectFrom('idempotency_records')
              .select(['id', sql.val(leaseUntil).as('lease_until')])
              .where('id', '=', id)
              .where('state', '=', 'executing'),
          )
          .onConflict((conflict) => conflict.column('claim_id').doUpdateSet({ lease_until: leaseUntil }))
          .executeTakeFirstOrThrow()
        return numInsertedOrUpdatedRows === 1n
      } catch (error) {
        // The record was removed before the renewal referred to it.
        if (isForeignKeyViolation(error)) return false
        throw error
      }
    },

    async release({ id }) {
      await write.deleteFrom('idempotency_records').where('id', '=', id).where('state', '=', 'executing').execute()
    },

    complete: (tx, claim, completion) => tx.idempotency.complete(claim, completion),

    async removeExpired({ owner, key }, now) {
      await expired(write, now).where('owner', '=', owner).where('key', '=', key).execute()
    },

    purge: (now) => changedRows(expired(write, now)),
  }
}

/** Completes a claim inside a transaction. */
export async function completeClaim(
  executor: Executor,
  { id }: Claim,
  { result, completedAt, expiresAt }: Completion,
): Promise<boolean> {
  const { changed } = await completion(executor, result, completedAt, expiresAt, id)
  return changed === 1
}

const completion = writtenOnce<[string, EpochMs, EpochMs, string], unknown>((db) =>
  db
    .updateTable('idempotency_records')
    .set({
      state: sql.lit('completed'),
      result: parameter<string>(),
      completed_at: parameter<EpochMs>(),
      expires_at: parameter<EpochMs>(),
    })
    .where('id', '=', parameter<string>())
    .where('state', '=', sql.lit('executing')),
)

function withKey(db: Kysely<Tables>, { owner, key }: KeyRef) {
  return recordRows(db).where('idempotency_records.owner', '=', owner).where('idempotency_records.key', '=', key)
}

/** Blocked and resolved records never expire. */
function expired(db: Kysely<Tables>, now: number) {
  return db.deleteFrom('idempotency_records').where('state', '=', 'completed').where('expires_at', '<=', now)
}
