import type { Dimension } from './dimensions.ts'

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** What the events of a row without a value have instead of one. */
const NONE: Readonly<Partial<Record<string, string>>> = {
  source: 'Direct',
  referrer: 'No referrer',
  country: 'Unknown country',
  region: 'Unknown region',
  city: 'Unknown city',
  language: 'Unknown language',
  screen_size: 'Unknown size',
  browser: 'Unknown browser',
  os: 'Unknown system',
}

/** A dimension's value as people know it: a country by its name, and something where there is none. */
export function keyWord(dimension: Dimension, key: string): string {
  if (key === '') return NONE[dimension] ?? 'None'
  switch (dimension) {
    case 'country':
      return nameOf(regions, key)
    case 'language':
      return nameOf(languages, key)
    case 'device':
    case 'screen_size':
      return key === 'tv' ? 'TV' : key.charAt(0).toUpperCase() + key.slice(1)
    default:
      return key
  }
}

/** What a code means; one that nobody knows stands for itself. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
