import type { MetricName } from './metric-table.ts'

/** The headline metrics of a report about a product, in their order. */
export const HEADLINE_METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'views_per_visit',
  'bounce_rate',
  'visit_duration',
  'conversions',
  'revenue',
] as const satisfies readonly MetricName[]

/** Those of the dashboard, which a person compares at a glance. */
export const DASHBOARD_METRICS = [
  'visitors',
  'visits',
  'pageviews',
  'bounce_rate',
  'visit_duration',
  'revenue',
] as const satisfies readonly MetricName[]
