import { type AlertJudgement, type StoredAlert, timestamp } from '@footfall/core-domain'
import type { Judged } from './judge.ts'
import type { AlertReports } from './kind.ts'
import { watchOf } from './kinds/index.ts'

export type Transition = 'started' | 'ended' | undefined

export interface Outcome {
  readonly judgement: AlertJudgement
  readonly transition: Transition
  /** When it began; the same instant as before while it lasts. */
  readonly activeSince: StoredAlert['active_since']
}

/** Judges an alert. Throws `ServiceUnavailable` during an outage of the warehouse. */
export async function judgeAlert(
  alert: Pick<StoredAlert, 'rule' | 'active_since' | 'last_judgement'>,
  given: AlertReports,
): Promise<Outcome> {
  const { rule, active_since: activeSince, last_judgement: lastJudgement } = alert
  const judged = await watchOf(rule).judge({ ...given, activeSince, lastJudgement })
  return outcomeOf(judged, activeSince, given.nowMs)
}

function outcomeOf(
  { problem, value, usual, holds, isOver, atMs }: Judged,
  activeSince: StoredAlert['active_since'],
  nowMs: number,
): Outcome {
  const judgement = { at: timestamp(nowMs), problem, value, usual }
  if (activeSince === undefined)
    return holds
      ? { judgement, transition: 'started', activeSince: timestamp(atMs ?? nowMs) }
      : { judgement, transition: undefined, activeSince }
  return isOver
    ? { judgement, transition: 'ended', activeSince: undefined }
    : { judgement, transition: undefined, activeSince }
}
