import type { Fingerprint } from '../fingerprint.ts'
import type { IdempotencyKey } from '../idempotency-key.ts'
import type { Claim, IdempotencyRecord } from '../records.ts'
import type { Resolved } from '../resolver.ts'
import type { Row, Value } from './steps.ts'

/** A driver may give a `bigint` column as a number, a text or a BigInt. */
type Time = number | string | bigint

/** A row of the records, joined with the end of the last renewal of its claim. */
interface RecordRow {
  readonly id: string
  readonly owner: string
  readonly key: IdempotencyKey
  readonly operation: string
  readonly fingerprint: Fingerprint
  /** Of the input as given; null, like `meant`, if it named everything by its id. */
  readonly given_fingerprint: Fingerprint | null
  readonly meant: string | null
  readonly state: IdempotencyRecord['state']
  readonly claimed_at: Time
  readonly lease_until: Time
  readonly renewed_until: Time | null
  readonly completed_at: Time | null
  readonly expires_at: Time | null
  readonly result: string | null
  readonly resolved_at: Time | null
}

/** The columns are ours: the statement that read the row names them, and only this package writes them. */
const columnsOf = (row: Row) => row as unknown as RecordRow

/** The record that a row holds. Throws for a row that lacks what its state needs. */
export function recordOf(row: Row): IdempotencyRecord {
  const columns = columnsOf(row)
  const { id, owner, key, operation, fingerprint, given_fingerprint: given, meant } = columns
  const asGiven = given === null || meant === null ? {} : { asGiven: { fingerprint: given, meant } }
  const times = {
    claimedAt: Number(columns.claimed_at),
    leaseUntil: Number(columns.renewed_until ?? columns.lease_until),
  }
  const claim = { id, owner, key, operation, fingerprint, ...asGiven, ...times }
  const { state, result, completed_at, expires_at, resolved_at } = columns
  if (state === 'executing') return { ...claim, state }
  if (state === 'resolved_executed' && resolved_at !== null) return { ...claim, state, resolvedAt: Number(resolved_at) }
  if (state === 'completed' && result !== null && completed_at !== null && expires_at !== null)
    return { ...claim, state, result, completedAt: Number(completed_at), expiresAt: Number(expires_at) }
  throw new Error(`The idempotency record ${id} is incomplete.`)
}

/** The request in a row that a resolution returned. */
export function requestOf(row: Row): Extract<Resolved, { kind: 'resolved' }>['request'] {
  const { owner, key, operation } = columnsOf(row)
  return { owner, key, operation }
}

/** The values of the statement `claim`. */
export function claimValues(claim: Claim): readonly Value[] {
  const { id, owner, key, operation, fingerprint, asGiven, claimedAt, leaseUntil } = claim
  return [
    id,
    owner,
    key,
    operation,
    fingerprint,
    asGiven?.fingerprint ?? null,
    asGiven?.meant ?? null,
    claimedAt,
    leaseUntil,
  ]
}
