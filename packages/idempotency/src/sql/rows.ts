import { type RecordRow, recordOf } from '../record-row.ts'
import type { Claim, IdempotencyRecord } from '../records.ts'
import type { Resolved } from '../resolver.ts'

/** The record in a row of a driver, which may give a `bigint` column as a text or a BigInt. */
export function parseRow(row: unknown): IdempotencyRecord {
  // The columns are ours: the statement that read the row names them, and only this package writes them.
  const columns = row as RecordRow
  return recordOf({
    ...columns,
    claimed_at: Number(columns.claimed_at),
    lease_until: Number(columns.lease_until),
    renewed_until: numberOrNull(columns.renewed_until),
    completed_at: numberOrNull(columns.completed_at),
    expires_at: numberOrNull(columns.expires_at),
    resolved_at: numberOrNull(columns.resolved_at),
  })
}

/** The request in a row that a resolution returned. */
export function requestOf(row: unknown): Extract<Resolved, { kind: 'resolved' }>['request'] {
  const { owner, key, operation } = row as RecordRow
  return { owner, key, operation }
}

/** The values of the statement `claim`. */
export function claimValues({ id, owner, key, operation, fingerprint, asGiven, claimedAt, leaseUntil }: Claim) {
  const given = [asGiven?.fingerprint ?? null, asGiven?.meant ?? null]
  return [id, owner, key, operation, fingerprint, ...given, claimedAt, leaseUntil]
}

const numberOrNull = (value: unknown) => (value === null ? null : Number(value))
