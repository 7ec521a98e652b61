import type { Fingerprint } from './fingerprint.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** Milliseconds since the Unix epoch. */
export type EpochMs = number

/** Whose key it is: keys of different owners never meet. */
export interface KeyRef {
  readonly owner: string
  readonly key: IdempotencyKey
}

/** A key taken for one execution. The id tells this claim from an earlier or later one under the same key. */
export interface Claim extends KeyRef {
  readonly id: string
  readonly operation: string
  readonly fingerprint: Fingerprint
  readonly claimedAt: EpochMs
  readonly leaseUntil: EpochMs
}

/**
 * What is known of a key.
 *
 * - `executing`: claimed; whether the effect happened is not known before it completes. Past its lease: unknown.
 * - `completed`: the effect and this result were committed together.
 * - `resolved_executed`: an operator found that an unknown execution did happen; its result is lost.
 */
export type IdempotencyRecord = Claim &
  (
    | { readonly state: 'executing' }
    | {
        readonly state: 'completed'
        readonly result: string
        readonly completedAt: EpochMs
        readonly expiresAt: EpochMs
      }
    | { readonly state: 'resolved_executed'; readonly resolvedAt: EpochMs }
  )

export interface Completion {
  /** JSON text that replays are made from. It must hold no secret. */
  readonly result: string
  readonly completedAt: EpochMs
  readonly expiresAt: EpochMs
}

/**
 * Where records are kept; (owner, key) is unique there, and that constraint decides every race. `Tx` is the host's
 * transaction: `complete` runs inside the one that makes the change, everything else commits by itself.
 */
export interface RecordStore<Tx> {
  /** Takes the key unless it is taken, in which case the record that holds it comes back. */
  claim(claim: Claim): Promise<IdempotencyRecord | undefined>
  /** Reads a record as it was last committed, waiting for nobody. */
  peek(ref: KeyRef): Promise<IdempotencyRecord | undefined>
  /** Reads a record, after any transaction that is just changing it has ended. */
  find(ref: KeyRef): Promise<IdempotencyRecord | undefined>
  /** Moves the lease on; false when the claim no longer holds the key. */
  renew(claim: Claim, leaseUntil: EpochMs): Promise<boolean>
  /** Frees the key of a claim whose effect certainly did not happen. */
  release(claim: Claim): Promise<void>
  /** Completes the claim inside the transaction; false, changing nothing, when the claim no longer holds the key. */
  complete(tx: Tx, claim: Claim, completion: Completion): Promise<boolean>
  /** Removes this completed record if it has expired by `now`. */
  removeExpired(ref: KeyRef, now: EpochMs): Promise<void>
  /** Removes every completed record that has expired by `now`, never a blocked one; answers how many. */
  purge(now: EpochMs): Promise<number>
}
