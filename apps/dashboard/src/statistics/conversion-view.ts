import type { Metric } from '../api/types.ts'
import type { Condition, Filter } from './filters.ts'
import { filtersQuery } from './filters.ts'
import type { FilteredQuery, ReportState } from './use-report-state.ts'

/** Metrics that a filter by goal selects the conversions of: who could have converted stays the denominator. */
const OF_CONVERSIONS: ReadonlySet<Metric> = new Set<Metric>(['conversions', 'conversion_rate'])

/** The metrics above the chart while a goal is chosen. Bounces and pageviews say nothing about visits that converted. */
export const CONVERSION_METRICS = [
  'visitors',
  'visits',
  'conversions',
  'conversion_rate',
  'revenue',
  'visit_duration',
] as const satisfies readonly Metric[]

/** Metrics of conversions, and those of the visits that converted. Their filters differ in scope. */
export const CONVERSION_QUESTIONS = [
  CONVERSION_METRICS.filter((metric) => OF_CONVERSIONS.has(metric)),
  CONVERSION_METRICS.filter((metric) => !OF_CONVERSIONS.has(metric)),
] as const

/** Whether the filters choose goals, so that the page is about their conversions. */
export function isConversionView(filters: readonly Filter[]): boolean {
  return filters.some((filter) => !('any' in filter) && choosesGoal(filter))
}

function choosesGoal({ dimension, operator, scope }: Condition): boolean {
  return dimension === 'goal' && operator === 'is' && scope !== 'visitor'
}

/**
 * The filters by which a metric is asked. A filter by goal selects the conversions for a metric of conversions, and the
 * visits that converted for every other one.
 */
export function filtersFor(metric: Metric, filters: readonly Filter[]): readonly Filter[] {
  const scope = OF_CONVERSIONS.has(metric) ? 'event' : 'visit'
  return filters.map((filter) => ('any' in filter || !choosesGoal(filter) ? filter : { ...filter, scope }))
}

/** The dates, filters and segment with which a metric is asked. */
export function queryFor(metric: Metric, { query, filters }: Pick<ReportState, 'query' | 'filters'>): FilteredQuery {
  return isConversionView(filters) ? { ...query, ...filtersQuery(filtersFor(metric, filters)) } : query
}
