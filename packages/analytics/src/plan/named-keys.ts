import type { Dimension } from '@footfall/core-domain'
import type { Alternatives, Condition } from '../question/condition.ts'

/** Whether a condition is about a dimension of the rows, so that their keys show whether they pass. */
export function isAboutKeys({ scope, dimension }: Condition, dimensions: readonly Dimension[]): boolean {
  return scope === 'event' && dimensions.includes(dimension)
}

/** Whether exactly one key of a dimension passes. */
export function namesOneKey(alternatives: Alternatives): boolean {
  return alternatives.every(
    ({ dimension, operator, negated, values, scope, caseSensitive }) =>
      alternatives.length === 1 &&
      scope === 'event' &&
      operator === 'is' &&
      !negated &&
      values.length === 1 &&
      caseSensitive &&
      // A city has a key for each region and country of its name.
      dimension !== 'city',
  )
}
