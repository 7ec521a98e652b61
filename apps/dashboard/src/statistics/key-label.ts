import type { Dimension } from './dimensions.ts'

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const languages = new Intl.DisplayNames(['en'], { type: 'language' })

/** Label of the row without a value. */
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

/** The label of a value: a country code becomes its name. */
export function keyLabel(dimension: Dimension, key: string): string {
  if (key === '') return NONE[dimension] ?? '(none)'
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

/** The name for a code; an unknown code stays as it is. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
