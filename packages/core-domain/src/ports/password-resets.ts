import type { AccountId, PasswordResetId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A link to set a new password. Its code is derived from this record and a key, and is not stored. */
export interface PasswordReset {
  readonly id: PasswordResetId
  readonly account: AccountId
  /** A hash of the email address and the password of the account: a change of either invalidates the link. */
  readonly bound_to: string
  readonly requested_at: Timestamp
  readonly expires_at: Timestamp
  readonly used_at: Timestamp | undefined
  /** `mails` were sent to the account since `mails_since`. */
  readonly mails_since: Timestamp
  readonly mails: number
}

/** A request on the page; the address may have no account. */
export interface PasswordResetRequest {
  readonly email: string
  readonly requested_at: Timestamp
  readonly address: string | undefined
  readonly request_id: string | undefined
}

export interface PasswordResetReader {
  /** Oldest first. */
  waitingRequests(limit: number): Promise<readonly PasswordResetRequest[]>
  find(id: PasswordResetId): Promise<PasswordReset | undefined>
  findFor(account: AccountId): Promise<PasswordReset | undefined>
}

export interface PasswordResetRepository extends PasswordResetReader {
  /**
   * Stores the request, in place of an earlier one for the same address. Beyond `max` waiting requests it is dropped. The
   * work does not depend on whether the address has an account.
   */
  noteRequest(request: PasswordResetRequest, max: number): Promise<void>
  /** False when another process took it, or a newer request replaced it. */
  takeRequest(request: Pick<PasswordResetRequest, 'email' | 'requested_at'>): Promise<boolean>
  /** Replaces the earlier reset of the account. */
  put(reset: PasswordReset): Promise<void>
  /** False when it was already used. */
  use(id: PasswordResetId, at: Timestamp): Promise<boolean>
  /** Removes resets that ended, and requests that were made, earlier. */
  purge(endedBefore: Timestamp): Promise<void>
}
