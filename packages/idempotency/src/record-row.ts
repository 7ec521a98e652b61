import type { Fingerprint } from './fingerprint.ts'
import type { IdempotencyKey } from './idempotency-key.ts'
import type { EpochMs, IdempotencyRecord } from './records.ts'

/** A row of a table of records, joined with the end of the last renewal of its claim. */
export interface RecordRow {
  readonly id: string
  readonly owner: string
  readonly key: IdempotencyKey
  readonly operation: string
  readonly fingerprint: Fingerprint
  /** Of the input as given; null, like `meant`, if it named everything by its id. */
  readonly given_fingerprint: Fingerprint | null
  readonly meant: string | null
  readonly state: IdempotencyRecord['state']
  readonly claimed_at: EpochMs
  readonly lease_until: EpochMs
  readonly renewed_until: EpochMs | null
  readonly completed_at: EpochMs | null
  readonly expires_at: EpochMs | null
  readonly result: string | null
  readonly resolved_at: EpochMs | null
}

/** The record that a row holds. Throws for a row that lacks what its state needs. */
export function recordOf(row: RecordRow): IdempotencyRecord {
  const { id, owner, key, operation, fingerprint } = row
  const times = { claimedAt: row.claimed_at, leaseUntil: row.renewed_until ?? row.lease_until }
  const { given_fingerprint: given, meant } = row
  const asGiven = given === null || meant === null ? {} : { asGiven: { fingerprint: given, meant } }
  const claim = { id, owner, key, operation, fingerprint, ...asGiven, ...times }
  const { state, result, completed_at, expires_at, resolved_at } = row
  if (state === 'executing') return { ...claim, state }
  if (state === 'resolved_executed' && resolved_at !== null) return { ...claim, state, resolvedAt: resolved_at }
  if (state === 'completed' && result !== null && completed_at !== null && expires_at !== null)
    return { ...claim, state, result, completedAt: completed_at, expiresAt: expires_at }
  throw new Error(`The idempotency record ${id} is incomplete.`)
}
