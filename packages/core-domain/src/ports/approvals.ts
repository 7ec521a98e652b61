import type { AccountId, ApprovalId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { AuditEntry } from './audit.ts'
import type { Page, PageRequest } from './paging.ts'

/**
 * - `waiting`: nobody decided yet.
 * - `executed`: a person approved it, and it was executed.
 * - `declined`: a person declined it, or it could no longer be executed when a person approved it.
 * - `expired`: nobody decided in time.
 */
export type ApprovalState = 'waiting' | 'executed' | 'declined' | 'expired'

/** A confirmed change that waits for a person, and what became of it. It holds no secret. */
export interface Approval {
  readonly id: ApprovalId
  /** The id of the credential that asked. */
  readonly credential: string
  /** The credential as it was let in, as JSON: what it may do is checked again before the change is executed. */
  readonly principal: string
  /** The account of the credential. */
  readonly account: AccountId
  readonly product: ProductId | undefined
  readonly operation: string
  /** The checked input of the operation. */
  readonly input: Readonly<Record<string, unknown>>
  /** What the preview said. */
  readonly summary: string
  readonly changes: AuditEntry['changes']
  readonly names: Readonly<Record<string, string>>
  /** Of the resource in the preview; null for a creation. */
  readonly revision: number | null
  readonly idempotency_key: string
  readonly channel: AuditEntry['channel']
  readonly address: string | undefined
  readonly request_id: string | undefined
  readonly created_at: Timestamp
  readonly expires_at: Timestamp
  /** How long the record of its idempotency key lasts, and this with it. */
  readonly kept_until: Timestamp
  readonly decision: ApprovalDecision | undefined
}

export interface ApprovalDecision {
  readonly state: Exclude<ApprovalState, 'waiting'>
  readonly at: Timestamp
  /** Undefined if nobody decided. */
  readonly by: AccountId | undefined
  /** The words of the person, or why it could not be executed. */
  readonly words: string | undefined
  /** The recorded result of an executed change, as JSON. */
  readonly result: string | undefined
}

export type ApprovalOwner =
  | { readonly credential: string }
  | { readonly account: AccountId }
  | { readonly product: ProductId }

export interface ApprovalReader {
  find(id: ApprovalId): Promise<Approval | undefined>
  /** Those of the products of an account, and those of its own credentials that are on no product; newest first. */
  pageForAccount(
    account: AccountId,
    state: 'waiting' | 'all',
    now: Timestamp,
    page: PageRequest,
  ): Promise<Page<Approval>>
  countWaiting(owner: ApprovalOwner, now: Timestamp): Promise<number>
  /** Those of the credentials of an account that were asked for since, decided or not. */
  countAsked(account: AccountId, since: Timestamp): Promise<number>
}

export interface ApprovalRepository extends ApprovalReader {
  insert(approval: Omit<Approval, 'decision'>): Promise<void>
  /** Decides it, once: false, changing nothing, if it was decided before. */
  decide(id: ApprovalId, decision: ApprovalDecision): Promise<boolean>
  /** Marks those that expired, at most `limit`; returns their number. */
  expire(now: Timestamp, limit: number): Promise<number>
  /** Forgets those that were to be kept until then. */
  purge(now: Timestamp): Promise<void>
}
