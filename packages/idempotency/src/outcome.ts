import type { EpochMs } from './records.ts'

/** The outcome of a confirmed request. Only `executed` ran the effect in this call. */
export type Outcome<Answer> =
  | { readonly kind: 'executed'; readonly answer: Answer; readonly expiresAt: EpochMs }
  /** The recorded result of the first execution, as JSON text. */
  | { readonly kind: 'replayed'; readonly result: string; readonly expiresAt: EpochMs }
  /** An operator resolved it as executed; its result is unknown. */
  | { readonly kind: 'resolved_executed'; readonly resolvedAt: EpochMs }
  | ConfirmFailure

export type ConfirmFailure =
  /** The key belongs to a request with another operation or other input. */
  | { readonly kind: 'arguments_differ' }
  /** The same request is executing and did not end in time. A claim in the transaction of its change has no lease. */
  | { readonly kind: 'still_executing'; readonly leaseUntil?: EpochMs }
  /**
   * Whether the effect happened is unknown. A retry finds out if the claim was in the transaction of the change; otherwise the key
   * stays blocked until an operator resolves it.
   */
  | { readonly kind: 'outcome_unknown'; readonly claimedAt: EpochMs }
