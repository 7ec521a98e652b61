import type { CollectOutcome, Collector, RequestOrigin } from '@footfall/core-domain'
import type { EventInput } from '../collector/collect-event.ts'

/** An event as one replica hands it to another: as it came, with the address that stays in memory on both sides. */
export interface ForwardedEvent {
  readonly event: EventInput
  readonly origin: RequestOrigin
}

/** What the other replica says of one event: what came of it, or why it did not take it. */
export type ForwardedOutcome =
  | { readonly outcome: CollectOutcome }
  | { readonly refused: 'not_found' | 'service_unavailable' }
  | { readonly refused: 'rate_limited'; readonly retry_after_seconds: number; readonly detail: string }

/** Another replica of this service, as far as collecting goes. */
export interface Replica {
  /** The same name everywhere: all replicas choose by it. */
  readonly id: string
  /**
   * Outcomes in the order of the events. Throws `NotTaken` when the replica has certainly taken none of them, and
   * `ServiceUnavailable` when nobody knows.
   */
  events(batch: readonly ForwardedEvent[]): Promise<readonly ForwardedOutcome[]>
  /** Throws what recording it there threw, `ServiceUnavailable` also when the replica is away. */
  readonly payment: Collector['payment']
}

/** The replica could not be asked, so another one may. */
export class NotTaken extends Error {
  constructor(cause?: unknown) {
    super('the replica is away')
    this.name = 'NotTaken'
    this.cause = cause
  }
}
