import type { Metric } from '../api/types.ts'

/** A metric's name as a label: `views_per_visit` is “Views per visit”. */
export function metricLabel(metric: Metric): string {
  const words = metric.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Whether a ratio is an average, such as views per visit, and not a share. */
export function isAverage(metric: Metric): boolean {
  return metric.includes('_per_')
}

/** Whether a rise is usually good. */
export function moreIsBetter(metric: Metric): boolean {
  return metric !== 'bounce_rate'
}
