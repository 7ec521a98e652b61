import type { Metric } from '../api/types.ts'
import { inSentence } from '../messages/in-sentence.ts'
import { t } from '../messages/messages.ts'

export function metricLabel(metric: Metric): string {
  return t(`labels.metric_${metric}`)
}

/** The label inside a sentence: “bounce rate”, but “LCP”. */
export function metricName(metric: Metric): string {
  return inSentence(metricLabel(metric))
}
