import type { Metric } from '../api/types.ts'

export const METRIC_LABELS: Readonly<Record<Metric, string>> = {
  visitors: 'Visitors',
  visits: 'Visits',
  pageviews: 'Pageviews',
  events: 'Events',
  views_per_visit: 'Views per visit',
  bounce_rate: 'Bounce rate',
  visit_duration: 'Visit duration',
  conversions: 'Conversions',
  conversion_rate: 'Conversion rate',
  revenue: 'Revenue',
  time_on_page: 'Time on page',
  scroll_depth: 'Scroll depth',
}

/** Whether a rise is usually good. */
export function moreIsBetter(metric: Metric): boolean {
  return metric !== 'bounce_rate'
}
