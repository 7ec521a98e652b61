import type { Dimension } from '@footfall/core-domain'
import type { Alternatives, Condition } from '../question/condition.ts'

/** Whether a condition is about what the rows are by, so that their keys tell whether they pass. */
export function isAboutKeys({ scope, dimension }: Condition, dimensions: readonly Dimension[]): boolean {
  return scope === 'event' && dimensions.includes(dimension)
}

/** Whether one key of a dimension tells all that passes. */
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
