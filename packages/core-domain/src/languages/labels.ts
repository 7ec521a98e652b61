import { DIMENSION_TABLE, DIMENSIONS, type NamedDimension } from '../dimensions.ts'
import { METRIC_TABLE, METRICS, type MetricName } from '../metrics/metric-table.ts'
import { CATALOGUES } from './catalogues.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'

/** Dimensions whose values `Intl` names, or that have messages of their own. */
const NAMED_OTHERWISE: ReadonlySet<string> = new Set(['weekday', 'hour_of_day', 'bounced'])
const CAPITALIZED: ReadonlySet<string> = new Set(['device', 'screen_size'])

/** The key of the label of a value, such as `value_channel_organic_search`. */
function valueKey(dimension: string, value: string): string {
  return `value_${dimension}_${value.toLowerCase().replaceAll(/[^a-z\d]+/g, '_')}`
}

/** Every label in English, as the tables of metrics and dimensions have it. */
export function englishLabels(): Readonly<Record<string, string>> {
  const values = (name: NamedDimension) =>
    NAMED_OTHERWISE.has(name)
      ? []
      : (DIMENSION_TABLE[name].vocabulary ?? []).map((value) => [valueKey(name, value), englishValue(name, value)])
  return Object.fromEntries([
    ...METRICS.map((name) => [`metric_${name}`, METRIC_TABLE[name].label]),
    ...DIMENSIONS.map((name) => [`dimension_${name}`, DIMENSION_TABLE[name].label]),
    ...DIMENSIONS.flatMap(values),
  ])
}

function englishValue(dimension: string, value: string): string {
  if (value === 'tv') return 'TV'
  return CAPITALIZED.has(dimension) ? value.charAt(0).toUpperCase() + value.slice(1) : value
}

/** Every label in a language. */
export function labelsIn(language: Language): Readonly<Record<string, string>> {
  return { ...englishLabels(), ...CATALOGUES[language].labels }
}

export function dimensionLabel(dimension: NamedDimension, language: Language | null): string {
  return CATALOGUES[language ?? DEFAULT_LANGUAGE].labels[`dimension_${dimension}`] ?? DIMENSION_TABLE[dimension].label
}

export function metricLabel(metric: MetricName, language: Language | null): string {
  return CATALOGUES[language ?? DEFAULT_LANGUAGE].labels[`metric_${metric}`] ?? METRIC_TABLE[metric].label
}
