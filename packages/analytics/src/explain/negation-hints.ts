import { type AskedFilter, filterPath, type ReportHint } from '@footfall/core-domain'
import { isAboutHappening, isAboutPlace } from '../question/condition.ts'
import type { Question } from '../question/question.ts'

/** Where a denied condition keeps what has some other event: "never" is asked with another scope. */
export function negationHints(
  { filters, metrics }: Question,
  /** Those of the question, in its order. */
  asked: readonly AskedFilter[],
): readonly ReportHint[] {
  const areOfPeople = metrics.some(({ name, definition }) => definition.counts === 'visits' || name === 'visitors')
  if (!areOfPeople) return []
  const isDenied = filters.map((alternatives) =>
    alternatives.some((one) => one.negated && (isAboutPlace(one) || isAboutHappening(one))),
  )
  const denied = asked.flatMap((filter, i) => (isDenied[i] ? [filterPath(filter, i)] : []))
  return [...new Set(denied)].map((filter) => ({
    code: 'negation_about_events',
    filter,
    suggestion: 'scope: "visit"',
  }))
}
