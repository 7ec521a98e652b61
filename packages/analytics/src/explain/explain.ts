import type { AskedScope, ReportHint, ReportMeta } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { Plans } from '../plan/plans.ts'
import type { UnderstoodInquiry } from '../question/understood-filters.ts'
import type { ComparedNumbers } from '../read/compared-numbers.ts'
import type { Numbers } from '../read/numbers.ts'
import type { Stated } from '../read/states.ts'
import { type Explanation, explained, NOTHING_TO_SAY } from './explanation.ts'
import { explainIdentity } from './identity.ts'
import { importedNotes } from './imported.ts'
import { negationHints } from './negation-hints.ts'
import type { Unexplained } from './unexplained.ts'
import { explainZeros } from './zeros.ts'

/** The numbers of a question, with the reasons for those that do not answer it. */
export interface ExplainedNumbers {
  readonly current: Numbers
  readonly earlier: Numbers | undefined
  /** Set where a breakdown has no rows to show. */
  readonly noRows: boolean
  readonly hints: readonly ReportHint[]
  readonly imported: ReportMeta['imported']
}

export async function explainCompared(
  reader: Reader,
  scope: AskedScope,
  { question, understood }: UnderstoodInquiry,
  { plan, collected }: Pick<Plans, 'plan' | 'collected'>,
  { current, earlier }: ComparedNumbers,
): Promise<ExplainedNumbers> {
  const hasImported = plan.imported?.totals.some(({ used, leftOut }) => used.length + leftOut.length > 0) ?? false
  // Imports have values that no event has, so events explain nothing.
  const explanation = hasImported
    ? NOTHING_TO_SAY
    : await explain({ reader, scope, question, filters: understood, collected, numbers: current })
  const { hints, imported } = importedNotes(scope, plan, current.totals)
  const own = explanation.hints.length > 0 ? explanation.hints : negationHints(question, understood)
  return {
    current: explained(current, explanation),
    earlier: earlier && explained(earlier, explanation),
    noRows: explanation.noRows,
    hints: [...own, ...hints],
    imported,
  }
}

/**
 * Explains numbers that are zero or empty although the product collected events: a value or a property that was never
 * collected, conditions that no event passes together, a metric that no passing event can have.
 */
export async function explain(asked: Unexplained): Promise<Explanation> {
  const identity = await explainIdentity(asked)
  if (identity?.stated !== undefined) {
    const { stated } = identity
    const states = asked.numbers.totals.flatMap(({ reason }, at) => (isOutside(reason) ? [] : [[at, stated] as const]))
    return { states: new Map(states), noRows: true, hints: [] }
  }
  const explanation = await explainZeros(asked)
  return identity ? { ...explanation, hints: [...explanation.hints, ...identity.hints] } : explanation
}

/** Whether the period cannot have data. */
function isOutside(reason: Stated['reason']): boolean {
  return reason === 'beyond_retention' || reason === 'in_the_future'
}
