import { type Alternatives, isAboutHappening, isAboutPlace } from '../question/condition.ts'

/** What the conditions of a question about conversions are about. */
export interface ConversionParts {
  /** What visitors who could have converted pass. */
  readonly people: readonly Alternatives[]
  /** What one event of the visit passes, all together: where it happened. */
  readonly places: readonly Alternatives[]
  /** What conversions pass in addition to reaching a goal. */
  readonly conversions: readonly Alternatives[]
}

/** Alternatives that mix kinds are about conversions as soon as one of them is. */
export function conversionParts(filters: readonly Alternatives[]): ConversionParts {
  const parts = { people: [] as Alternatives[], places: [] as Alternatives[], conversions: [] as Alternatives[] }
  for (const alternatives of filters) {
    if (alternatives.some(isAboutHappening)) parts.conversions.push(alternatives)
    else if (alternatives.every(isAboutPlace)) parts.places.push(alternatives)
    else parts.people.push(alternatives)
  }
  return parts
}
