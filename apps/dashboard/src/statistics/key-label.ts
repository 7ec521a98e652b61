import { LANGUAGE, LOCALE } from '../messages/locale.ts'
import { knownMessage, t } from '../messages/messages.ts'
import { isDay } from './date-range.ts'
import type { Dimension } from './dimensions.ts'
import { formatDay, formatHourOfDay } from './format.ts'

const regions = new Intl.DisplayNames([LOCALE], { type: 'region' })
const languages = new Intl.DisplayNames([LOCALE], { type: 'language' })
const weekdays = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })

/** Label of the row without a value. */
const NONE: Readonly<Partial<Record<string, string>>> = {
  source: t('values.no_source'),
  referrer: t('values.no_referrer'),
  country: t('values.no_country'),
  region: t('values.no_region'),
  city: t('values.no_city'),
  language: t('values.no_language'),
  screen_size: t('values.no_screen_size'),
  browser: t('values.no_browser'),
  os: t('values.no_os'),
}

/** The label of a value: a country code becomes its name. */
export function keyLabel(dimension: Dimension, key: string): string {
  if (key === '') return NONE[dimension] ?? t('values.none')
  switch (dimension) {
    case 'country':
      return nameOf(regions, key)
    case 'language':
      return nameOf(languages, key)
    case 'channel':
    case 'device':
    case 'screen_size':
    case 'traffic':
    case 'visitor_type':
      return knownMessage(`labels.value_${dimension}_${key.toLowerCase().replaceAll(/[^a-z\d]+/g, '_')}`) ?? key
    case 'bounced':
      return key === 'true' ? t('values.bounced') : key === 'false' ? t('values.not_bounced') : key
    case 'weekday':
      return /^[1-7]$/.test(key) ? weekdays.format(new Date(Date.UTC(2024, 0, Number(key)))) : key
    case 'first_seen_week':
      return isDay(key) ? formatDay(key) : key
    case 'hour_of_day':
      return /^\d\d?$/.test(key) ? formatHourOfDay(Number(key)) : key
    default:
      return key
  }
}

/** The label of a row: cities of the same name are distinguished by region and country. */
export function rowLabel(
  dimension: Dimension,
  row: { readonly key: string; readonly keys?: readonly string[]; readonly label?: string },
): string {
  const [, region = '', country = ''] = row.keys ?? []
  const label = given(dimension, row.label) ?? keyLabel(dimension, row.key)
  if (dimension !== 'city' || row.key === '') return label
  return [
    label,
    region === '' || /^[A-Z]{2}-/.test(region) ? '' : region,
    country === '' ? '' : nameOf(regions, country),
  ]
    .filter((part, at, parts) => part !== '' && parts.indexOf(part) === at)
    .join(', ')
}

/** The label that the service gives. Its names of countries and weekdays are English. */
function given(dimension: Dimension, label: string | undefined): string | undefined {
  return (dimension === 'country' || dimension === 'weekday') && LANGUAGE !== 'en' ? undefined : label
}

/** The name for a code; an unknown code stays as it is. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
