import { DASHBOARD_METRICS, METRIC_TABLE } from '@footfall/core-domain/metrics'
import type { Metric, Overview } from '../../api/types.ts'
import { CONVERSION_METRICS, isConversionView } from '../../statistics/conversion-view.ts'
import type { Dimension } from '../../statistics/dimensions.ts'
import type { Filter } from '../../statistics/filters.ts'
import { FIRST_METRIC } from '../../statistics/first-question.ts'
import type { ShownMetric } from '../../statistics/search.ts'

/** The metrics above the chart. */
export function headlineMetrics(filters: readonly Filter[]): readonly ShownMetric[] {
  return isConversionView(filters) ? CONVERSION_METRICS : DASHBOARD_METRICS
}

/** The metric that an overview shows when its address names none. */
export function firstMetric(filters: readonly Filter[]): ShownMetric {
  return isConversionView(filters) ? 'conversions' : FIRST_METRIC
}

/** The metric of the chart and of every panel: the one in the address, if the page offers it. */
export function shownMetric(asked: ShownMetric | undefined, filters: readonly Filter[]): ShownMetric {
  return asked !== undefined && headlineMetrics(filters).includes(asked) ? asked : firstMetric(filters)
}

/** The metric by which a panel ranks its rows. Pageviews have no event by which they could be broken down. */
export function rowMetric(dimension: Dimension, metric: Metric): Metric {
  return dimension === 'event' && metric === 'pageviews' ? 'events' : metric
}

/** The number of which each row has a share; undefined for averages, and where it is not known. */
export function totalOf(metric: Metric, headline: Overview['figures'] | undefined): number | undefined {
  const total = headline?.metrics.find((value) => value.metric === metric)
  if (METRIC_TABLE[metric].isAverage || total?.state !== 'available') return undefined
  return total.value ?? undefined
}
