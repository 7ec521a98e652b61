import type { Fingerprint } from './fingerprint.ts'
import type { AsGiven, Claim, EpochMs, KeyRef } from './records.ts'

export interface Request extends KeyRef {
  readonly operation: string
  readonly fingerprint: Fingerprint
  /** Absent if it named everything by its id. */
  readonly asGiven?: AsGiven
}

export interface Claiming {
  now(): EpochMs
  newClaimId(): string
  readonly leaseMs: number
}

export function newClaim(
  { owner, key, operation, fingerprint, asGiven }: Request,
  { now, newClaimId, leaseMs }: Claiming,
): Claim {
  const claimedAt = now()
  const request = { owner, key, operation, fingerprint, ...(asGiven && { asGiven }) }
  return { ...request, id: newClaimId(), claimedAt, leaseUntil: claimedAt + leaseMs }
}
