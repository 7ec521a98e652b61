import type { Timestamp } from '../time/instant.ts'

/** What is remembered of failed tries to prove a password. */
export interface SignInAttempts {
  /** Tries that failed or are still being judged, since the last success. */
  readonly failures: number
  /** No try is judged before. */
  readonly blocked_until: Timestamp
  /** Begin of the hour in which audit entries are counted. */
  readonly hour_began_at: Timestamp
  /** Audit entries about failures in that hour. */
  readonly hour_entries: number
  /** When all of this is forgotten. */
  readonly expires_at: Timestamp
  /** Counts every change, so that of two that happen at once only one is made. */
  readonly version: number
}

/**
 * Shared by all replicas. Subjects are keyed hashes, which do not reveal whose account was tried. No part of the unit of
 * work: a failed attempt counts although the request that made it fails, so each method commits by itself.
 */
export interface SignInAttemptRepository {
  find(subject: string): Promise<SignInAttempts | undefined>
  /** Writes `next` unless what is kept is no longer `before`; false then. */
  replace(subject: string, before: SignInAttempts | undefined, next: SignInAttempts): Promise<boolean>
  remove(subject: string): Promise<void>
  /** Removes what is forgotten by `now`. */
  purge(now: Timestamp): Promise<number>
}
