import type { AccountId, PasswordResetId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A link by which a person sets a new password. The code in it is derived from this row and a key; nothing else is kept. */
export interface PasswordReset {
  readonly id: PasswordResetId
  readonly account: AccountId
  /** A hash of the email address and the password that the account had: a change of either voids the link. */
  readonly bound_to: string
  readonly requested_at: Timestamp
  readonly expires_at: Timestamp
  readonly used_at: Timestamp | undefined
  /** Mails that went to the account since `mails_since`. */
  readonly mails_since: Timestamp
  readonly mails: number
}

/** What somebody asked for on the page; the address may belong to nobody. */
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
   * Notes the request, in place of an earlier one for the same address. Beyond `max` waiting requests it is dropped. It
   * does the same work whoever the address belongs to.
   */
  noteRequest(request: PasswordResetRequest, max: number): Promise<void>
  /** False when somebody else has taken it, or a newer request replaced it. */
  takeRequest(request: Pick<PasswordResetRequest, 'email' | 'requested_at'>): Promise<boolean>
  /** In place of the account’s earlier one. */
  put(reset: PasswordReset): Promise<void>
  /** False when it was used before. */
  use(id: PasswordResetId, at: Timestamp): Promise<boolean>
  /** Removes resets that ended, and requests that were made, before. */
  purge(endedBefore: Timestamp): Promise<void>
}
