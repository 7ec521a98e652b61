import { type MessageMetric, type MetricName, metricLabel } from '@footfall/core-domain'
import type { MessageWords } from '../../messages/message-words.ts'
import type { AlertWords } from './kind.ts'

/** A count compared with what is usual. */
export const countedValue =
  (words: MessageWords, metric: MetricName): AlertWords['metric'] =>
  ({ value, usual }): MessageMetric => ({
    label: metricLabel(metric, words.language),
    value: value === null ? words.say('message.reason_below_suppression_threshold') : words.count(value),
    ...(usual !== null && { change: words.say('message.usually', { value: words.count(usual) }) }),
  })
