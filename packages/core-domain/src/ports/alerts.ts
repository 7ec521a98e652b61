import type { AlertEvaluation, StoredRule } from '../entities/alert.ts'
import type { AlertId, ProductId } from '../ids.ts'
import type { Timestamp } from '../time/instant.ts'
import type { StoredTarget } from './deliveries.ts'

export interface StoredAlert {
  readonly id: AlertId
  readonly product: ProductId
  readonly name: string
  readonly rule: StoredRule
  readonly target: StoredTarget
  /** The next instant at which it is evaluated; undefined while it is disabled. */
  readonly due_at: Timestamp | undefined
  /** Since when its condition holds; undefined while it does not. */
  readonly active_since: Timestamp | undefined
  readonly last_judgement: AlertEvaluation | undefined
  readonly created_at: Timestamp
  readonly revision: number
  readonly updated_at: Timestamp
}

export interface AlertReader {
  /** Oldest first. */
  list(product: ProductId): Promise<readonly StoredAlert[]>
  find(product: ProductId, id: AlertId): Promise<StoredAlert | undefined>
  count(product: ProductId): Promise<number>
}

/** What an evaluation changes. */
export type EvaluatedAlert = Pick<StoredAlert, 'due_at' | 'active_since' | 'last_judgement'>

export interface AlertRepository extends AlertReader {
  insert(alert: StoredAlert): Promise<void>
  /** Replaces these fields and increases the revision. */
  replace(
    product: ProductId,
    id: AlertId,
    change: Pick<StoredAlert, 'name' | 'rule' | 'target'> & EvaluatedAlert,
    at: Timestamp,
  ): Promise<StoredAlert>
  remove(product: ProductId, id: AlertId): Promise<void>
  /** Leases alerts that are due to this process until `leaseUntil`: of the products in turn, the longest due first. */
  take(now: Timestamp, leaseUntil: Timestamp, limit: number): Promise<readonly StoredAlert[]>
  /**
   * Records an evaluation. False, changing nothing, when the alert was evaluated or changed meanwhile: then send no message.
   */
  evaluated(taken: Pick<StoredAlert, 'id' | 'due_at' | 'revision'>, evaluated: EvaluatedAlert): Promise<boolean>
}
