import type { EpochMs } from './records.ts'

/** How a confirmed request ended. Only `executed` ran the effect in this call; the rest ran nothing. */
export type Outcome<Answer> =
  | { readonly kind: 'executed'; readonly answer: Answer; readonly expiresAt: EpochMs }
  /** The recorded result of the first execution, as JSON text. */
  | { readonly kind: 'replayed'; readonly result: string; readonly expiresAt: EpochMs }
  /** An operator decided that it happened; its result is not known. */
  | { readonly kind: 'resolved_executed'; readonly resolvedAt: EpochMs }
  | ConfirmFailure

export type ConfirmFailure =
  /** The key belongs to a request with another operation or other input. */
  | { readonly kind: 'arguments_differ' }
  /** The same request is executing and did not end within the wait. */
  | { readonly kind: 'still_executing'; readonly leaseUntil: EpochMs }
  /** Whether the effect happened cannot be told; the key stays blocked until an operator decides. */
  | { readonly kind: 'outcome_unknown'; readonly claimedAt: EpochMs }
