import type { SeveralStatsReport } from '@footfall/core-domain'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { EarlierSpan } from '../question/compared-span.ts'
import type { Question } from '../question/question.ts'
import { change } from '../read/change.ts'
import type { Figures } from '../read/numbers.ts'

export const NOT_ASKED = { state: 'unavailable', reason: null, value: null } as const

/** The figures of several metrics, with those of the earlier span where there is one. */
export function metricsOf(
  question: Question,
  figures: Figures,
  before: Figures | undefined,
): SeveralStatsReport['metrics'] {
  return question.metrics.map(({ name, definition }, at) => {
    const total = figures.totals[at] ?? NOT_ASKED
    const previous = before?.totals[at]?.value ?? null
    return {
      metric: name,
      ...unitOf(definition, question),
      ...total,
      ...(before ? { previous, change: change(total.value, previous) } : {}),
    }
  })
}

export function unitOf({ unit }: AskedMetric['definition'], { currency }: Question) {
  return { unit, ...(unit === 'currency' ? { currency } : {}) }
}

export function spanOf({ period, span, until }: EarlierSpan) {
  return { period, from: span.range.from, to: span.range.to, ...(until === undefined ? {} : { until }) }
}
