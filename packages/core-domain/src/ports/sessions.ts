import type { Account } from '../entities/account.ts'
import type { AccountId, SessionId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { Store } from './store.ts'

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

export interface SessionRepository {
  /** Inside the transaction of `within`, where one is given. */
  insert(session: SessionRecord, within?: Store): Promise<void>
  /** The session with this secret, unless it has ended by `now`, and whose it is. */
  find(secretHash: string, now: Timestamp): Promise<{ session: SessionRecord; account: Account } | undefined>
  /** Whether the session is there and has not ended by `now`, as the given store sees it: inside its transaction, where there is one. */
  isLive(id: SessionId, now: Timestamp, seenBy: Store): Promise<boolean>
  /** When the person of a session that is live by `now` proved last who they are, as the given store sees it. */
  authenticatedAt(id: SessionId, now: Timestamp, seenBy: Store): Promise<Timestamp | undefined>
  /** Notes that the person has proved who they are, and replaces the secret; inside the transaction of `within`. */
  renew(id: SessionId, secretHash: string, authenticatedAt: Timestamp, within: Store): Promise<void>
  /** The sessions of the account that have not ended by `now`, newest first. */
  list(account: AccountId, now: Timestamp): Promise<readonly SessionRecord[]>
  /** Moves the end on; never back. */
  extend(id: SessionId, expiresAt: Timestamp): Promise<void>
  /** Answers how many there were: none or one. Inside the transaction of `within`, where one is given. */
  remove(id: SessionId, within?: Store): Promise<number>
  /**
   * Ends every session of the account, except perhaps one, and answers how many there were; inside the transaction of
   * `within`, where one is given.
   */
  removeAll(account: AccountId, but?: SessionId, within?: Store): Promise<number>
  /** Removes those that ended before. */
  purge(endedBefore: Timestamp): Promise<number>
}
