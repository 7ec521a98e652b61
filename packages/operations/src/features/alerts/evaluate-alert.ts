import { type AlertEvaluation, type StoredAlert, timestamp } from '@footfall/core-domain'
import type { Evaluated } from './evaluated.ts'
import type { AlertReports } from './kind.ts'
import { watchOf } from './kinds/index.ts'

export type Transition = 'started' | 'ended' | undefined

export interface Outcome {
  readonly evaluation: AlertEvaluation
  readonly transition: Transition
  /** When it began; the same instant as before while it lasts. */
  readonly activeSince: StoredAlert['active_since']
}

/** Evaluates an alert. Throws `ServiceUnavailable` during an outage of the warehouse. */
export async function evaluateAlert(
  alert: Pick<StoredAlert, 'rule' | 'active_since' | 'last_judgement'>,
  given: AlertReports,
): Promise<Outcome> {
  const { rule, active_since: activeSince, last_judgement: lastEvaluation } = alert
  const evaluated = await watchOf(rule).evaluate({ ...given, activeSince, lastEvaluation })
  return outcomeOf(evaluated, activeSince, given.nowMs)
}

function outcomeOf(
  { problem, value, usual, holds, isOver, atMs }: Evaluated,
  activeSince: StoredAlert['active_since'],
  nowMs: number,
): Outcome {
  const evaluation = { at: timestamp(nowMs), problem, value, usual }
  if (activeSince === undefined)
    return holds
      ? { evaluation, transition: 'started', activeSince: timestamp(atMs ?? nowMs) }
      : { evaluation, transition: undefined, activeSince }
  return isOver
    ? { evaluation, transition: 'ended', activeSince: undefined }
    : { evaluation, transition: undefined, activeSince }
}
