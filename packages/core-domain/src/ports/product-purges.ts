import type { ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A product that is gone from the control data, and of whose events the engine may still hold some. */
export interface ProductPurge {
  readonly product: ProductId
  readonly deleted_at: Timestamp
}

export interface ProductPurgeRepository {
  /** Written in the transaction that deletes the product; due at once. */
  enqueue(product: ProductId, deletedAt: Timestamp): Promise<void>
  /**
   * Takes what is due, oldest first, for this process alone until `leaseUntil`; a process that dies leaves it to the
   * next.
   */
  take(now: Timestamp, leaseUntil: Timestamp, limit: number): Promise<readonly ProductPurge[]>
  /** To be looked at again then. */
  postpone(product: ProductId, until: Timestamp): Promise<void>
}
