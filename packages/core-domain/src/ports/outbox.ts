import type { MemberId, PasswordResetId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A mail that is sent after its transaction has committed, at least once. */
export interface OutboxMail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The invitation that the mail is about. The sender adds its link, which is not stored. */
  readonly invitation?: MemberId | undefined
  /** The password reset that the mail is about. The sender adds its link, which is not stored. */
  readonly password_reset?: PasswordResetId | undefined
  readonly created_at: Timestamp
}

/** An email and its state. */
export interface OutboxEntry extends OutboxMail {
  readonly attempts: number
  readonly delivered_at: Timestamp | null
  readonly problem: string | null
}

export interface OutboxReader {
  /** Newest first. Delivered emails are kept for a while. */
  list(limit: number): Promise<readonly OutboxEntry[]>
  find(id: string): Promise<OutboxEntry | undefined>
}

export interface OutboxRepository extends OutboxReader {
  enqueue(mail: OutboxMail): Promise<void>
  /** Invitations to an address that were enqueued since. */
  countInvitations(to: string, since: Timestamp): Promise<number>
  /**
   * Leases due mails to this sender until `leaseUntil`: the oldest of each recipient, then the second one of each, and so on.
   */
  take(
    now: Timestamp,
    leaseUntil: Timestamp,
    limit: number,
  ): Promise<readonly (OutboxMail & { readonly attempts: number })[]>
  /** With a problem, it was not sent and will not be: an operator passes it on. */
  delivered(id: string, at: Timestamp, problem?: string): Promise<void>
  /** Makes it due again at `nextAt`. The problem is for the operator and holds no secret. */
  failed(id: string, nextAt: Timestamp, problem: string): Promise<void>
  /** Removes mails that were delivered earlier. */
  purge(deliveredBefore: Timestamp): Promise<number>
}
