import { countryName, type Dimension } from '@footfall/core-domain'
import { regionName } from '../definitions/regions.ts'
import type { Question } from '../question/question.ts'
import { weekdayName } from '../question/vocabulary.ts'

/** What a person reads in place of a key that is a code; undefined where the key says it all. */
export function labelOf(
  dimension: Dimension | undefined,
  key: string,
  { goals, names }: Pick<Question, 'goals'> & Partial<Pick<Question, 'names'>>,
): string | undefined {
  switch (dimension) {
    case 'country':
      return countryName(key)
    case 'region':
      return regionName(key)
    case 'goal':
      return goals.find(({ name }) => name === key)?.label
    case 'product':
      return names?.get(key)
    case 'weekday':
      return weekdayName(key)
    default:
      return undefined
  }
}
