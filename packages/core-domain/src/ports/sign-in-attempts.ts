import type { Timestamp } from '../time/instant.ts'

/** Failed attempts to prove a password. */
export interface SignInAttempts {
  /** Attempts since the last success that failed or are being checked. */
  readonly failures: number
  /** No attempt is checked before this time. */
  readonly blocked_until: Timestamp
  /** Start of the hour in which audit entries are counted. */
  readonly hour_began_at: Timestamp
  /** Audit entries about failures in that hour. */
  readonly hour_entries: number
  /** When this record expires. */
  readonly expires_at: Timestamp
  /** Increases with every change, for optimistic locking. */
  readonly version: number
}

/**
 * Shared by all replicas. Subjects are keyed hashes, which do not reveal the account. Each method commits by itself, since
 * a failed attempt counts although its request fails.
 */
export interface SignInAttemptRepository {
  find(subject: string): Promise<SignInAttempts | undefined>
  /** Stores `next` if the stored record is still `before`; otherwise false. */
  replace(subject: string, before: SignInAttempts | undefined, next: SignInAttempts): Promise<boolean>
  remove(subject: string): Promise<void>
  /** Removes the records that have expired by `now`. */
  purge(now: Timestamp): Promise<number>
}
