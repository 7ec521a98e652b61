import type { AlertEvaluation } from '@footfall/core-domain'

/** A value of a range and of the same hours of each of the weeks before that was collected. */
export interface Observed {
  readonly value: number
  readonly earlier: readonly number[]
  /** Visitors below which a value is not shown; it starts no alert either. */
  readonly threshold: number
}

export type Evaluated = Pick<AlertEvaluation, 'problem' | 'value' | 'usual'> & {
  /** Whether it happens. */
  readonly holds: boolean
  /** Whether the alert clears. Between the two nothing changes, so that a value near the limit notifies once. */
  readonly isOver: boolean
  /** When it began, if not just now. */
  readonly atMs?: number
}

export const notEvaluated = (problem: NonNullable<AlertEvaluation['problem']>): Evaluated => ({
  problem,
  value: null,
  usual: null,
  holds: false,
  isOver: false,
})
