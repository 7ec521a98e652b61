import type { AccountId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A new secret, encrypted, that a person of the account may see once. */
export interface KeptSecretRecord {
  /** SHA-256 of the handle in the address of its page. */
  readonly handle_hash: string
  readonly account: AccountId
  readonly sealed: string
  readonly expires_at: Timestamp
}

/** New secrets that wait to be shown. One that was shown is forgotten, and only that it was shown is kept. */
export interface KeptSecretRepository {
  insert(record: KeptSecretRecord): Promise<void>
  /** Undefined for one of another account, and for one that has expired. */
  find(handleHash: string, account: AccountId, now: Timestamp): Promise<{ readonly isShown: boolean } | undefined>
  /** Removes the encrypted secret and returns it; undefined where `find` finds none, or one that was shown. */
  take(handleHash: string, account: AccountId, now: Timestamp): Promise<string | undefined>
  /** Forgets what had expired at that time. */
  purge(expiredBy: Timestamp): Promise<void>
}
