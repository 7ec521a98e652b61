import { isProperty } from '../definitions/dimensions.ts'
import { evidenceOf, isExplainable } from './evidence.ts'
import { excluded } from './exclusions.ts'
import { type Explanation, NOTHING_TO_SAY } from './explanation.ts'
import { missingProperty, passesWithoutProperty } from './missing-property.ts'
import { neverSeen } from './never-seen.ts'
import type { Unexplained } from './unexplained.ts'

/**
 * Why a zero may not mean that nothing happened. Numbers without a zero cost no statement, unless the question is about a property
 * that may be missing without leaving anything out.
 */
export async function explainZeros(asked: Unexplained): Promise<Explanation> {
  const { scope, question, collected, numbers } = asked
  if (scope.discreet || !isExplainable(question)) return NOTHING_TO_SAY
  const zeros = numbers.totals.flatMap(({ state, value }, at) =>
    (state === 'available' && value === 0) || state === 'empty' ? [at] : [],
  )
  const mayMiss =
    question.dimensions.some(isProperty) || question.filters.some((one) => one.some(passesWithoutProperty))
  const mayExclude = zeros.length > 0 && question.filters.length > 0
  if (!mayMiss && !mayExclude) return NOTHING_TO_SAY
  if ((await collected.firstEventMs()) === undefined) return NOTHING_TO_SAY
  const explained = { ...asked, zeros, evidence: await evidenceOf(asked) }
  const missing = await missingProperty(explained)
  if (missing || zeros.length === 0) return missing ?? NOTHING_TO_SAY
  return (await neverSeen(explained)) ?? (await excluded(explained)) ?? NOTHING_TO_SAY
}
