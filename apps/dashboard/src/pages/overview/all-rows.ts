import type { Metric } from '../../api/types.ts'
import { type Dimension, propertyOf, vocabularyOf } from '../../statistics/dimensions.ts'
import { type Filter, filtersQuery } from '../../statistics/filters.ts'
import { rowLabel } from '../../statistics/key-label.ts'
import type { TableRow } from '../../statistics/queries.ts'

const OF_VISITS = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'] as const
const OF_EVENTS = ['visitors', 'events'] as const
const OF_GOALS = ['visitors', 'conversions'] as const

/** The metrics of the table, the first of which it is sorted by at first. */
export function metricsOf(dimension: Dimension): readonly Metric[] {
  if (dimension === 'goal') return OF_GOALS
  return dimension === 'event' || propertyOf(dimension) !== undefined ? OF_EVENTS : OF_VISITS
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
