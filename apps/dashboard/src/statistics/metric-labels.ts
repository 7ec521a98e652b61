import type { Metric } from '../api/types.ts'

/** A metric's name as a label: `views_per_visit` is “Views per visit”. */
export function metricLabel(metric: Metric): string {
  if (isWebVital(metric)) return metric.toUpperCase()
  const words = metric.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const WEB_VITALS = ['lcp', 'inp', 'cls', 'ttfb', 'fcp'] as const satisfies readonly Metric[]
export type WebVital = (typeof WEB_VITALS)[number]

export function isWebVital(metric: Metric): metric is WebVital {
  return WEB_VITALS.some((vital) => vital === metric)
}

/** Whether a ratio is an average, such as views per visit, or a score, and not a share. */
export function isAverage(metric: Metric): boolean {
  return metric.includes('_per_') || metric === 'cls'
}

/** Whether a rise is usually good. */
export function moreIsBetter(metric: Metric): boolean {
  return metric !== 'bounce_rate' && metric !== 'errors' && !isWebVital(metric)
}
