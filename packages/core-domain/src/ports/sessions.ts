import type { Account } from '../entities/account.ts'
import type { AccountId, SessionId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** One browser in which a person is signed in. Its secret is known to that browser alone; here is a hash of it. */
export interface SessionRecord {
  readonly id: SessionId
  readonly secret_hash: string
  readonly account: AccountId
  readonly created_at: Timestamp
  /** When the person proved last who they are: at the sign-in, or by giving the password again. */
  readonly authenticated_at: Timestamp
  readonly expires_at: Timestamp
}

export interface SessionReader {
  /** The session with this secret, unless it has ended by `now`, and whose it is. */
  find(secretHash: string, now: Timestamp): Promise<{ session: SessionRecord; account: Account } | undefined>
  /** Whether the session exists, has not ended by `now`, and its account is not disabled. */
  isLive(id: SessionId, now: Timestamp): Promise<boolean>
  /** When the person last proved who they are; undefined unless the session is live at `now`. */
  authenticatedAt(id: SessionId, now: Timestamp): Promise<Timestamp | undefined>
  /** The sessions of the account that have not ended by `now`, newest first. */
  list(account: AccountId, now: Timestamp): Promise<readonly SessionRecord[]>
}

export interface SessionRepository extends SessionReader {
  insert(session: SessionRecord): Promise<void>
  /** Notes that the person has proved who they are, and replaces the secret. */
  renew(id: SessionId, secretHash: string, authenticatedAt: Timestamp): Promise<void>
  /** Moves the end to a later time; never to an earlier one. */
  extend(id: SessionId, expiresAt: Timestamp): Promise<void>
  /** Returns how many there were: none or one. */
  remove(id: SessionId): Promise<number>
  /** Ends every session of the account, optionally except one, and returns how many there were. */
  removeAll(account: AccountId, except?: SessionId): Promise<number>
  /** Removes those that ended before. */
  purge(endedBefore: Timestamp): Promise<number>
}
