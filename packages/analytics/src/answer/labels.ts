import type { Dimension, TrackedEvent } from '@footfall/core-domain'

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** What a person reads in place of a key that is a code; undefined where the key says it all. */
export function labelOf(
  dimension: Dimension | undefined,
  key: string,
  goals: readonly TrackedEvent[],
): string | undefined {
  switch (dimension) {
    case 'country':
      return countryName(key)
    case 'goal':
      return goals.find(({ name }) => name === key)?.label
    default:
      return undefined
  }
}

/** The English name of a country by its ISO 3166-1 code; undefined for anything else. */
export function countryName(code: string): string | undefined {
  return /^[A-Z]{2}$/.test(code) ? COUNTRIES.of(code) : undefined
}
