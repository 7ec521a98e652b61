import type { Preferences } from '../../../api/types.ts'
import { linesOf, listOf } from '../lines.ts'

/** Preferences as they are typed. */
export interface PreferenceValues {
  readonly timezone: string
  readonly week_starts_on: Preferences['week_starts_on']
  readonly default_range: Preferences['default_range']
  readonly currency: string
  readonly excluded_query_params: string
  readonly bot_filtering: boolean
  readonly retention_days: string
  readonly suppression_threshold: string
}

export const WEEK_STARTS = [
  { value: 'monday', label: 'Monday' },
  { value: 'sunday', label: 'Sunday' },
] as const

export const DEFAULT_RANGES = [
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
] as const

export function typedPreferences(preferences: Preferences): PreferenceValues {
  const { timezone, week_starts_on, default_range, currency, bot_filtering } = preferences
  return {
    timezone,
    week_starts_on,
    default_range,
    currency,
    bot_filtering,
    excluded_query_params: linesOf(preferences.excluded_query_params),
    retention_days: String(preferences.retention_days),
    suppression_threshold: String(preferences.suppression_threshold),
  }
}

/** What differs, as the service takes it. A number that is none is sent as it is, for the service to say so. */
export function changedPreferences(values: PreferenceValues, before: PreferenceValues): Partial<Preferences> {
  const after: Partial<Preferences> = {
    timezone: values.timezone,
    week_starts_on: values.week_starts_on,
    default_range: values.default_range,
    currency: values.currency.trim().toUpperCase(),
    bot_filtering: values.bot_filtering,
    excluded_query_params: [...listOf(values.excluded_query_params)],
    retention_days: numberIn(values.retention_days),
    suppression_threshold: numberIn(values.suppression_threshold),
  }
  const names = Object.keys(values) as (keyof PreferenceValues)[]
  return Object.fromEntries(names.filter((name) => values[name] !== before[name]).map((name) => [name, after[name]]))
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
