import { METRIC_TABLE, type MetricName } from './metric-table.ts'
import { isUnchanged, type NumberWriter } from './numbers.ts'

/** The metric of a value. */
export interface Measured {
  readonly metric: MetricName
  /** Of an amount of money. */
  readonly currency?: string | undefined
}

/** A value of a metric as people read it. */
export function writtenValue(value: number, { metric, currency }: Measured, write: NumberWriter): string {
  const definition = METRIC_TABLE[metric]
  switch (definition.unit) {
    case 'count':
      return write.count(value)
    case 'ratio':
      return definition.shownAs === 'percent' ? write.percent(value) : write.decimal(value)
    case 'milliseconds':
      return write.milliseconds(value)
    case 'seconds':
      return write.duration(value)
    case 'currency':
      return write.money(value, currency)
  }
}

/** The change of a share, as the difference of two shares. Undefined for other metrics, whose change is a ratio. */
export function changeOfShare(
  metric: MetricName,
  value: number | null | undefined,
  previous: number | null | undefined,
): number | undefined {
  const definition = METRIC_TABLE[metric]
  if (definition.unit !== 'ratio' || definition.shownAs !== 'percent') return undefined
  if (typeof value !== 'number' || typeof previous !== 'number') return undefined
  return value - previous
}

/** Whether a change of a metric is good; undefined for one that is shown as 0 %. */
export function isBetter(metric: MetricName, change: number): boolean | undefined {
  return isUnchanged(change) ? undefined : change > 0 === (METRIC_TABLE[metric].better === 'higher')
}
