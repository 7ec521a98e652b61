import type { MemberId, PasswordResetId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A mail that leaves once the transaction that wrote it has committed; delivered at least once. */
export interface OutboxMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The invitation that the mail tells of. Whoever sends it adds the link, which is kept nowhere. */
  readonly invitation?: MemberId | undefined
  /** The password reset that the mail is about. Whoever sends it adds the link, which is kept nowhere. */
  readonly password_reset?: PasswordResetId | undefined
  readonly created_at: Timestamp
}

export interface OutboxRepository {
  enqueue(mail: OutboxMail): Promise<void>
  /**
   * Takes mails whose time has come, oldest first, for this sender alone until `leaseUntil`; a sender that dies leaves
   * them to the next.
   */
  take(
    now: Timestamp,
    leaseUntil: Timestamp,
    limit: number,
  ): Promise<readonly (OutboxMail & { readonly attempts: number })[]>
  delivered(id: string, at: Timestamp): Promise<void>
  /** Puts it back until `nextAt`; the problem is for the operator and holds no secret. */
  failed(id: string, nextAt: Timestamp, problem: string): Promise<void>
  /** Removes what was delivered before. */
  purge(deliveredBefore: Timestamp): Promise<number>
}
