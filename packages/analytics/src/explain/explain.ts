import type { AskedFilter, ReportHint, ReportMeta, ReportScope } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { collectedData } from '../days/collected.ts'
import { isProperty } from '../definitions/dimensions.ts'
import type { Plan } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import type { UnderstoodInquiry } from '../question/understood-filters.ts'
import type { ComparedFigures } from '../read/compared-numbers.ts'
import type { Figures } from '../read/figures.ts'
import type { Stated } from '../read/states.ts'
import { evidenceOf, isExplainable } from './evidence.ts'
import { excluded } from './exclusions.ts'
import { type Explanation, explained, NOTHING_TO_SAY } from './explanation.ts'
import { explainIdentity } from './identity.ts'
import { importedNotes } from './imported.ts'
import { missingProperty, passesWithoutProperty } from './missing-property.ts'
import { negationHints } from './near.ts'
import { neverSeen } from './never-seen.ts'

/** The numbers of a question, with the reasons for those that are no answer. */
export interface ExplainedFigures {
  readonly current: Figures
  readonly earlier: Figures | undefined
  /** Set where a breakdown has no rows to show. */
  readonly noRows: boolean
  readonly hints: readonly ReportHint[]
  readonly imported: ReportMeta['imported']
}

export async function explainCompared(
  reader: Reader,
  scope: ReportScope,
  { question, understood }: UnderstoodInquiry,
  plan: Plan,
  { current, earlier }: ComparedFigures,
): Promise<ExplainedFigures> {
  const hasImported = plan.imported?.totals.some(({ used, leftOut }) => used.length + leftOut.length > 0) ?? false
  // Imports have values that no event has, so events explain nothing.
  const explanation = hasImported ? NOTHING_TO_SAY : await explain(reader, scope, question, current, understood)
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
 * Explains figures that are zero or none although the product collected events: a value or a property that never came,
 * conditions that no event passes together, a metric that no passing event can have. Answers with figures cost nothing,
 * except where a property is asked for that may be missing without leaving anything out.
 */
export async function explain(
  reader: Reader,
  scope: ReportScope,
  question: Question,
  figures: Figures,
  filters: readonly AskedFilter[],
): Promise<Explanation> {
  const identity = await explainIdentity(reader, scope, question)
  if (identity?.stated !== undefined) {
    const { stated } = identity
    const states = figures.totals.flatMap(({ reason }, at) => (isOutside(reason) ? [] : [[at, stated] as const]))
    return { states: new Map(states), noRows: true, hints: [] }
  }
  const explanation = await explainFigures(reader, scope, question, figures, filters)
  return identity ? { ...explanation, hints: [...explanation.hints, ...identity.hints] } : explanation
}

/** Whether there can be nothing in a span, whatever was collected. */
function isOutside(reason: Stated['reason']): boolean {
  return reason === 'beyond_retention' || reason === 'in_the_future'
}

async function explainFigures(
  reader: Reader,
  scope: ReportScope,
  question: Question,
  figures: Figures,
  /** The filters as they were understood, in the order of those of the question. */
  filters: readonly AskedFilter[],
): Promise<Explanation> {
  if (scope.discreet) return NOTHING_TO_SAY
  const zeros = figures.totals.flatMap(({ state, value }, at) =>
    (state === 'available' && value === 0) || state === 'empty' ? [at] : [],
  )
  const mayMiss =
    question.dimensions.some(isProperty) || question.filters.some((one) => one.some(passesWithoutProperty))
  if (zeros.length === 0 && !mayMiss) return NOTHING_TO_SAY
  if (zeros.length > 0 && !mayMiss && question.filters.length === 0) return NOTHING_TO_SAY
  if (!isExplainable(question)) return NOTHING_TO_SAY
  if ((await collectedData(reader, question.product).firstEventMs()) === undefined) return NOTHING_TO_SAY
  const evidence = await evidenceOf(reader, scope, question)
  const unexplained = { reader, scope, question, evidence, filters, zeros }
  const missing = await missingProperty(unexplained, figures)
  if (missing || zeros.length === 0) return missing ?? NOTHING_TO_SAY
  return (await neverSeen(unexplained)) ?? (await excluded(unexplained)) ?? NOTHING_TO_SAY
}
