import { METRIC_TABLE } from '@footfall/core-domain/metrics'
import type { Metric } from '../api/types.ts'
import { inSentence } from '../messages/in-sentence.ts'

export function metricLabel(metric: Metric): string {
  return METRIC_TABLE[metric].label
}

/** The label inside a sentence: “bounce rate”, but “LCP”. */
export function metricName(metric: Metric): string {
  return inSentence(metricLabel(metric))
}
