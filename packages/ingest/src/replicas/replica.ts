import type {
  BatchedEvent,
  BatchOutcome,
  CollectOutcome,
  Collector,
  ProductId,
  RequestOrigin,
} from '@footfall/core-domain'
import type { EventInput } from '../collector/collect-event.ts'

/** An event forwarded to another replica, unchanged; its address is only in memory on both sides. */
export interface ForwardedEvent {
  readonly event: EventInput
  readonly origin: RequestOrigin
}

/** The other replica’s answer for one event: the outcome, or why it was rejected. */
export type ForwardedOutcome =
  | { readonly outcome: CollectOutcome }
  | { readonly refused: 'not_found' | 'identity_off' | 'service_unavailable' }
  | { readonly refused: 'rate_limited'; readonly retry_after_seconds: number; readonly detail: string }

/** Events of one batch that another replica keeps, or would keep if it were available. */
export interface ForwardedBatch {
  readonly product: ProductId
  readonly events: readonly BatchedEvent[]
  /** A third replica keeps their visitors, and may have accepted them before. */
  readonly isTakenOver: boolean
}
export type ForwardedBatchOutcome =
  | { readonly outcomes: readonly BatchOutcome[] }
  | Exclude<ForwardedOutcome, { readonly outcome: CollectOutcome }>

/** Another replica of this service, for collecting. */
export interface Replica {
  /** The same on all replicas, which choose by it. */
  readonly id: string
  /**
   * Outcomes in the order of the events. Throws `NotDelivered` when the replica certainly accepted none of them, and
   * `ServiceUnavailable` when that is unknown.
   */
  events(batch: readonly ForwardedEvent[]): Promise<readonly ForwardedOutcome[]>
  /** Throws as `events` does. */
  batch(batch: ForwardedBatch): Promise<ForwardedBatchOutcome>
  /** Throws what recording it there threw, and `ServiceUnavailable` when the replica is unavailable. */
  readonly payment: Collector['payment']
}

/** The replica certainly accepted nothing, so another one may be asked. */
export class NotDelivered extends Error {
  constructor(cause?: unknown) {
    super('the replica is unavailable')
    this.name = 'NotDelivered'
    this.cause = cause
  }
}
