import type { IdempotencyRecord } from '@footfall/idempotency'
import type { Kysely } from 'kysely'
import type { Tables } from '../tables/tables.ts'

/** Records with the end of their last renewal. */
export function recordRows(db: Kysely<Tables>) {
  return db
    .selectFrom('idempotency_records')
    .leftJoin('idempotency_renewals', 'idempotency_renewals.claim_id', 'idempotency_records.id')
    .selectAll('idempotency_records')
    .select('idempotency_renewals.lease_until as renewed_until')
}

export type RecordRow = Awaited<ReturnType<ReturnType<typeof recordRows>['executeTakeFirstOrThrow']>>

export function toRecord(row: RecordRow): IdempotencyRecord {
  const claim = {
    id: row.id,
    owner: row.owner,
    key: row.key,
    operation: row.operation,
    fingerprint: row.fingerprint,
    claimedAt: row.claimed_at,
    leaseUntil: row.renewed_until ?? row.lease_until,
  }
  const { state, result, completed_at, expires_at, resolved_at } = row
  if (state === 'executing') return { ...claim, state }
  if (state === 'resolved_executed' && resolved_at !== null) return { ...claim, state, resolvedAt: resolved_at }
  if (state === 'completed' && result !== null && completed_at !== null && expires_at !== null)
    return { ...claim, state, result, completedAt: completed_at, expiresAt: expires_at }
  throw new Error(`The idempotency record ${row.id} is incomplete.`)
}
