import type { Metric } from '../api/types.ts'
import { inSentence } from '../messages/in-sentence.ts'
import { t } from '../messages/messages.ts'

export function metricLabel(metric: Metric): string {
  return t(`metrics.name_${metric}`)
}

/** The label inside a sentence: “bounce rate”, but “LCP”. */
export function metricName(metric: Metric): string {
  return inSentence(metricLabel(metric))
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
