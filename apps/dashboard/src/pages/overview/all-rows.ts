import type { Metric } from '../../api/types.ts'
import { isConversionView } from '../../statistics/conversion-view.ts'
import { type Dimension, propertyOf, vocabularyOf } from '../../statistics/dimensions.ts'
import { type Filter, filtersQuery } from '../../statistics/filters.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import type { TableRow } from '../../statistics/queries.ts'

const OF_CONVERSIONS = ['conversions', 'conversion_rate', 'revenue'] as const
const OF_VISITS = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', ...OF_CONVERSIONS] as const
const OF_PAGES = ['visitors', 'pageviews', 'bounce_rate', 'time_on_page', 'scroll_depth', ...OF_CONVERSIONS] as const
const OF_EVENTS = ['visitors', 'events', 'revenue'] as const
const OF_PROPERTIES = ['visitors', 'events', 'time_on_page', 'scroll_depth', 'revenue'] as const
const OF_GOALS = ['visitors', ...OF_CONVERSIONS] as const

/** The metrics that a table can have. While a goal is chosen, they are about its conversions. */
export function metricsOf(dimension: Dimension, filters: readonly Filter[]): readonly Metric[] {
  if (isConversionView(filters)) return OF_CONVERSIONS
  if (dimension === 'goal') return OF_GOALS
  if (dimension === 'page' || dimension === 'title') return OF_PAGES
  if (propertyOf(dimension) !== undefined) return OF_PROPERTIES
  return dimension === 'event' ? OF_EVENTS : OF_VISITS
}

/** The metrics without those that were turned off; the first one stays if all were. */
export function shownColumns(metrics: readonly Metric[], hidden: ReadonlySet<Metric>): readonly Metric[] {
  const shown = metrics.filter((metric) => !hidden.has(metric))
  return shown.length === 0 ? metrics.slice(0, 1) : shown
}

/** By the metric of the page if the table has it, the largest first. */
export function firstOrder(metrics: readonly Metric[], shown: Metric): string {
  return `${metrics.includes(shown) ? shown : metrics[0]}:desc`
}

/** Dimensions with few values, whose labels are not their values. */
const SEARCHED_BY_LABEL: ReadonlySet<string> = new Set(['country', 'region', 'language', 'goal'])

function isSearchedByLabel(dimension: Dimension): boolean {
  return SEARCHED_BY_LABEL.has(dimension) || vocabularyOf(dimension) !== undefined
}

/** The filters of a search, where the service searches the values. */
export function searchFilters(
  dimension: Dimension,
  text: string,
  filters: readonly Filter[],
): { readonly filters?: string } {
  if (text === '' || isSearchedByLabel(dimension)) return {}
  return filtersQuery([...filters, { dimension, operator: 'contains', values: [text], case_sensitive: false }])
}

/** The rows of a search, where the labels are searched that the page shows. */
export function searchedRows(dimension: Dimension, rows: readonly TableRow[], text: string): readonly TableRow[] {
  if (text === '' || !isSearchedByLabel(dimension)) return rows
  const wanted = text.toLowerCase()
  return rows.filter((row) => [row.key, rowLabel(dimension, row)].some((name) => name.toLowerCase().includes(wanted)))
}
