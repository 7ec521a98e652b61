import { countryName, type Dimension, type Goal } from '@footfall/core-domain'
import { regionName } from '../definitions/regions.ts'

/** What a person reads in place of a key that is a code; undefined where the key says it all. */
export function labelOf(dimension: Dimension | undefined, key: string, goals: readonly Goal[]): string | undefined {
  switch (dimension) {
    case 'country':
      return countryName(key)
    case 'region':
      return regionName(key)
    case 'goal':
      return goals.find(({ name }) => name === key)?.label
    default:
      return undefined
  }
}
