import type { AskedScope, Dimension } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import { type CollectedData, collectedData } from '../days/collected.ts'
import { isCoveredWhole } from '../days/covered.ts'
import { type DaysNeeded, type KnownDays, knownDays } from '../days/known-days.ts'
import type { EarlierPeriod } from '../question/earlier-period.ts'
import type { Inquiry } from '../question/inquiry.ts'
import type { Question } from '../question/question.ts'
import { importedList } from './imported-use.ts'
import { mayUseDays } from './passes.ts'
import { type Plan, planOf } from './plan.ts'
import { assertPoints } from './points.ts'

/** What is read for a question and for the period that it is compared with. */
export interface Plans {
  readonly plan: Plan
  readonly earlier: EarlierPlan | undefined
  /** What is known of the product's days, for further plans over the same periods. */
  readonly known: KnownDays
  readonly collected: CollectedData
}

export interface EarlierPlan extends EarlierPeriod {
  readonly plan: Plan
  /** Whether the product collected data in all of the period. Otherwise it has no total to compare with. */
  readonly isCovered: boolean
}

/**
 * Plans a question. `alsoBy` are dimensions of further breakdowns over the same periods. Throws `InvalidRequest` for a
 * series of more than `pointsMax` points.
 */
export async function plansOf(
  reader: Reader,
  scope: AskedScope,
  { question, earlier }: Inquiry,
  { alsoBy, pointsMax }: { readonly alsoBy: readonly Dimension[]; readonly pointsMax: number | undefined },
): Promise<Plans> {
  const needed = daysNeeded(question, earlier, alsoBy)
  const collected = collectedData(reader, scope)
  const known = await knownDays(reader, scope, needed, collected)
  const isCovered = earlier && isCoveredWhole(earlier.range, await collected.coveredFromMs(), known.imported)
  const plan = planOf(question, known)
  assertPoints(question, plan.series?.asked.length ?? 0, pointsMax)
  if (earlier === undefined || isCovered === undefined) return { plan, earlier: undefined, known, collected }
  const earlierPlan = planOf({ ...question, range: earlier.range }, known)
  return { plan, earlier: { ...earlier, plan: earlierPlan, isCovered }, known, collected }
}

function daysNeeded(question: Question, earlier: EarlierPeriod | undefined, alsoBy: readonly Dimension[]): DaysNeeded {
  const whole = { ...question, dimensions: [] }
  const questions = [whole, question, ...alsoBy.map((dimension) => ({ ...question, dimensions: [dimension] }))]
  return {
    ranges: [question.range.kept, ...(earlier ? [earlier.range.kept] : [])],
    lists: questions.map(importedList).filter((list) => list !== undefined),
    mayUseClosedDays: questions.some(mayUseDays),
  }
}
