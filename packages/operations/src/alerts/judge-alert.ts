import {
  type AlertJudgement,
  addDays,
  dateIn,
  type LocalDate,
  type ReportScope,
  type Reports,
  SECOND_MS,
  type StoredAlert,
  startOfDay,
  timestamp,
} from '@footfall/core-domain'
import { type Judged, judge, notJudged } from './judge.ts'
import { judgeMeasured, readConversions, readObserved } from './read-figures.ts'
import { spansOf } from './spans.ts'

/** What an alert is judged with. */
export interface AlertReports {
  readonly reports: Pick<Reports, 'query' | 'goals'>
  readonly scope: ReportScope
  readonly nowMs: number
}

export type Transition = 'started' | 'ended' | undefined

export interface Outcome {
  readonly judgement: AlertJudgement
  readonly transition: Transition
  /** When what is told began; the same instant as before while it lasts. */
  readonly activeSince: StoredAlert['active_since']
}

type Told = Pick<StoredAlert, 'rule' | 'active_since' | 'last_judgement'>

/** Judges an alert by its figures. Throws `ServiceUnavailable` when the warehouse does not answer. */
export async function judgeAlert(alert: Told, given: AlertReports): Promise<Outcome> {
  const { rule, active_since } = alert
  const { scope, nowMs } = given
  if (rule.kind === 'goal') return judgeGoal({ ...alert, rule }, given)
  if (rule.kind === 'errors') {
    const judged = await judgeMeasured(given.reports, scope, spansOf(rule, scope.timezone, nowMs), rule)
    return outcomeOf(judged, active_since, nowMs, nowMs)
  }
  const metric = rule.kind === 'silent' ? 'events' : 'visitors'
  const observed = await readObserved(given.reports, scope, spansOf(rule, scope.timezone, nowMs), metric)
  const judged = observed === 'not_counted_yet' ? notJudged(observed) : judge(rule, observed)
  return outcomeOf(judged, active_since, nowMs, nowMs)
}

/** A goal is judged for the day that was last looked at, so that what came shortly before midnight is told as well. */
async function judgeGoal(
  { rule, active_since, last_judgement }: Told & { readonly rule: Extract<Told['rule'], { kind: 'goal' }> },
  { reports, scope, nowMs }: AlertReports,
): Promise<Outcome> {
  const { timezone } = scope
  const today = dateIn(timezone, nowMs)
  const looked = active_since ?? last_judgement?.at
  const yesterday = addDays(today, -1)
  const lookedOn = looked === undefined ? today : dateIn(timezone, Date.parse(looked))
  const day = active_since === undefined && lookedOn < yesterday ? yesterday : lookedOn
  const conversions = await readConversions(reports, scope, rule.goal, day)
  return outcomeOf(judgedGoal(conversions, rule.count, day < today), active_since, nowMs, endOf(day, scope, nowMs))
}

function judgedGoal(conversions: number | null | undefined, count: number, isOver: boolean): Judged {
  if (conversions === undefined) return { ...notJudged('goal_missing'), isOver }
  if (conversions === null) return { ...notJudged('withheld'), isOver }
  return { problem: null, value: conversions, usual: null, holds: conversions >= count, isOver }
}

/** Now, or the last second of a day that is over. */
function endOf(day: LocalDate, { timezone }: ReportScope, nowMs: number): number {
  return Math.min(nowMs, startOfDay(timezone, addDays(day, 1)) - SECOND_MS)
}

function outcomeOf(
  { problem, value, usual, holds, isOver }: Judged,
  activeSince: StoredAlert['active_since'],
  nowMs: number,
  sinceMs: number,
): Outcome {
  const judgement = { at: timestamp(nowMs), problem, value, usual }
  if (activeSince === undefined)
    return holds
      ? { judgement, transition: 'started', activeSince: timestamp(sinceMs) }
      : { judgement, transition: undefined, activeSince }
  return isOver
    ? { judgement, transition: 'ended', activeSince: undefined }
    : { judgement, transition: undefined, activeSince }
}
