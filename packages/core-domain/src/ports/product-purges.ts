import type { ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'

/** A deleted product whose events the warehouse may still hold. */
export interface ProductPurge {
  readonly product: ProductId
  readonly deleted_at: Timestamp
}

export interface ProductPurgeRepository {
  /** Call it in the transaction that deletes the product. Due immediately. */
  enqueue(product: ProductId, deletedAt: Timestamp): Promise<void>
  /**
   * Leases the due purges to this process until `leaseUntil`, oldest first.
   */
  take(now: Timestamp, leaseUntil: Timestamp, limit: number): Promise<readonly ProductPurge[]>
  /** Makes it due again at `until`. */
  postpone(product: ProductId, until: Timestamp): Promise<void>
}
