import { element } from './elements.ts'
import { changeOfMetric, formatValue, metricLabel } from './metrics.ts'
import { formatCount } from './numbers.ts'
import type { Measure } from './report.ts'
import { describeState } from './states.ts'

/** The totals. A total that is not available says why. */
export function tiles(measures: readonly Measure[], isCompared: boolean): HTMLElement {
  return element('dl', { class: 'tiles' }, ...measures.map((measure) => tile(measure, isCompared)))
}

function tile(measure: Measure, isCompared: boolean): HTMLElement {
  const { metric, value, previous, change, of } = measure
  const name = element('dt', {}, metricLabel(metric))
  if (value === null) {
    const { short, why } = describeState(measure)
    return element(
      'div',
      { class: 'tile' },
      name,
      element('dd', { class: 'none' }, short),
      element('dd', { class: 'muted' }, why),
    )
  }
  const before = previous === null ? 'no earlier number' : `from ${formatValue(previous, measure)}`
  return element(
    'div',
    { class: 'tile' },
    name,
    element('dd', { class: 'figure' }, formatValue(value, measure)),
    of === null ? undefined : element('dd', { class: 'muted' }, `of ${formatCount(of)} visitors`),
    isCompared || previous !== null
      ? element(
          'dd',
          { class: 'muted' },
          change === null ? before : `${changeOfMetric(change, value, previous, metric)} ${before}`,
        )
      : undefined,
  )
}
