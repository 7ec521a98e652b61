import type { Fingerprint } from './fingerprint.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** Milliseconds since the Unix epoch. */
export type EpochMs = number

/** A key and its owner. The same key of another owner is another key. */
export interface KeyRef {
  readonly owner: string
  readonly key: IdempotencyKey
}

/** A request that named things without their ids: a name may mean something else later. */
export interface AsGiven {
  /** Of the input as it was given. */
  readonly fingerprint: Fingerprint
  /** The ids that the names stood for, as the host wrote them into the executed input. */
  readonly meant: string
}

/** The exclusive right to execute under a key. The id distinguishes it from other claims of the key. */
export interface Claim extends KeyRef {
  readonly id: string
  readonly operation: string
  readonly fingerprint: Fingerprint
  /** Absent if the input named everything by its id. */
  readonly asGiven?: AsGiven
  readonly claimedAt: EpochMs
  readonly leaseUntil: EpochMs
}

/**
 * The state of a key.
 *
 * - `executing`: claimed. After its lease, the outcome is unknown.
 * - `completed`: the effect and this result committed together.
 * - `resolved_executed`: an operator resolved an unknown outcome as executed; the result is unknown.
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
  /** JSON text for replays. It must hold no secret. */
  readonly result: string
  readonly completedAt: EpochMs
  readonly expiresAt: EpochMs
}

/**
 * Stores records. A unique constraint on (owner, key) decides every race. `Tx` is the transaction of the host: `complete`
 * runs inside the one that makes the change, every other method commits by itself.
 */
export interface RecordStore<Tx> {
  /** Claims the key; returns the record that holds it if it is taken, mostly for a replay, which should cost no write. */
  claim(claim: Claim): Promise<IdempotencyRecord | undefined>
  /** Reads a record, after waiting for a transaction that is changing it. */
  find(ref: KeyRef): Promise<IdempotencyRecord | undefined>
  /** Extends the lease; false when the claim no longer holds the key. */
  renew(claim: Claim, leaseUntil: EpochMs): Promise<boolean>
  /** Frees the key of a claim whose effect certainly did not happen. */
  release(claim: Claim): Promise<void>
  /** Completes the claim inside the transaction; false, changing nothing, when the claim no longer holds the key. */
  complete(tx: Tx, claim: Claim, completion: Completion): Promise<boolean>
  /** Removes this completed record if it has expired by `now`. */
  removeExpired(ref: KeyRef, now: EpochMs): Promise<void>
  /** Removes every completed record that has expired by `now`, never a blocked one; returns how many. */
  purge(now: EpochMs): Promise<number>
}

/** A store that can give a lapsed claim to another execution of the same request. */
export interface RetakingStore<Tx> extends RecordStore<Tx> {
  /**
   * Replaces a claim whose lease has ended by `next.claimedAt`. From then on the replaced claim cannot complete, so its transaction
   * rolls back. How the first request named things stays. False, changing nothing, when the claim no longer holds the key or its transaction is completing it.
   */
  retake(lapsed: Claim, next: Claim): Promise<boolean>
}

/** A store on a connection whose calls are synchronous and shared by everything in the process. */
export interface SyncStore<Tx> extends RetakingStore<Tx> {
  /** `complete` without a promise, so that nothing else runs on the connection before the commit. */
  completeNow(tx: Tx, claim: Claim, completion: Completion): boolean
}

/** Another request holds the key. Thrown in a transaction, which must then roll back. */
export class KeyHeld extends Error {
  /** A `record` can be read; a `transaction` that is still open was waited for in vain. */
  readonly by: 'record' | 'transaction'

  constructor(by: KeyHeld['by'], options?: ErrorOptions) {
    super('Another request holds the idempotency key.', options)
    this.name = 'KeyHeld'
    this.by = by
  }
}

/**
 * A store whose claims, changes and completions commit together. The unique constraint on (owner, key) is the lock: a claim
 * waits for the open transaction of another one. `Tx` is the transaction of the host.
 */
export interface OneTransactionStore<Tx> extends Pick<RecordStore<Tx>, 'removeExpired' | 'purge'> {
  /** The committed record that holds the key. Neither locks nor waits: it is all that a replay costs. */
  read(ref: KeyRef): Promise<IdempotencyRecord | undefined>
  /**
   * Claims the key inside the transaction, and waits at most `waitMs` for an open transaction that claimed it. Throws `KeyHeld`.
   * A store that sends statements ahead may resolve before it knows; the transaction then rejects with this error,
   * whatever else fails in it.
   */
  claimWithin(tx: Tx, claim: Claim, waitMs: number): Promise<void>
  /** Completes the claim of this transaction; false when it does not hold the key. */
  completeWithin(tx: Tx, claim: Claim, completion: Completion): Promise<boolean>
}

/** Such a store on a connection whose calls are synchronous. */
export interface SyncOneTransactionStore<Tx> extends OneTransactionStore<Tx> {
  /** `claimWithin` without a promise. */
  claimWithinNow(tx: Tx, claim: Claim): void
  /** `completeWithin` without a promise. */
  completeWithinNow(tx: Tx, claim: Claim, completion: Completion): boolean
}
