import type { Account } from '../entities/account.ts'
import type { AccountId, SessionId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { SecondFactorMethod } from './second-factors.ts'

/** A browser in which a person is signed in. Only that browser knows the secret; its hash is stored. */
export interface SessionRecord {
  readonly id: SessionId
  readonly secret_hash: string
  readonly account: AccountId
  readonly created_at: Timestamp
  /** When the person last signed in or reauthenticated. */
  readonly authenticated_at: Timestamp
  readonly expires_at: Timestamp
  /** How the person proved a second factor; undefined where none was proved. */
  readonly second_factor: SecondFactorMethod | undefined
  /** When the session was last used, accurate to a day. */
  readonly used_at: Timestamp
  /** Client address at the sign-in. */
  readonly address: string | undefined
  /** The `User-Agent` at the sign-in. */
  readonly user_agent: string | undefined
}

export interface SessionReader {
  /**
   * The session whose secret has one of these hashes and its account, unless it has ended by `now`. In one statement, so that
   * a session whose hash is replaced at that moment is found.
   */
  find(
    secretHashes: readonly string[],
    now: Timestamp,
  ): Promise<{ session: SessionRecord; account: Account } | undefined>
  /** Whether the session has not ended by `now` and its account is enabled. */
  isLive(id: SessionId, now: Timestamp): Promise<boolean>
  /** When the person last signed in or reauthenticated; undefined unless the session is live at `now`. */
  authenticatedAt(id: SessionId, now: Timestamp): Promise<Timestamp | undefined>
  /** The sessions of the account that have not ended by `now`, newest first. */
  list(account: AccountId, now: Timestamp): Promise<readonly SessionRecord[]>
}

export interface SessionRepository extends SessionReader {
  insert(session: SessionRecord): Promise<void>
  /** Stores the time of the reauthentication and replaces the secret. A second factor that was proved is stored too. */
  renew(id: SessionId, secretHash: string, authenticatedAt: Timestamp, secondFactor?: SecondFactorMethod): Promise<void>
  /** Replaces the secret, and leaves the time of the authentication. */
  putSecret(id: SessionId, secretHash: string): Promise<void>
  /** Replaces the hash of the secret, after the key of the hashes changed. The secret stays the same. */
  rehash(id: SessionId, from: string, to: string): Promise<void>
  /** Stores that the person proved a second factor in the session. */
  putSecondFactor(id: SessionId, method: SecondFactorMethod): Promise<void>
  /** Stores the time of a use and moves the end to a later time; never an earlier one. */
  extend(id: SessionId, expiresAt: Timestamp, usedAt: Timestamp): Promise<void>
  /** Returns 1, or 0 when the session had ended. */
  remove(id: SessionId): Promise<number>
  /** Ends the sessions of the account that were used longest ago, except so many, and returns how many it ended. */
  removeOldest(account: AccountId, kept: number): Promise<number>
  /** Ends every session of the account, optionally except one, and returns how many there were. */
  removeAll(account: AccountId, except?: SessionId): Promise<number>
  /** Removes the sessions that ended earlier. */
  purge(endedBefore: Timestamp): Promise<number>
}
