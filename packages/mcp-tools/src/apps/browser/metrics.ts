import {
  changeOfShare,
  isMetric,
  isUnchanged,
  METRIC_TABLE,
  type NumberWriter,
  numberWriter,
  writtenValue,
} from '@footfall/core-domain/metrics'
import { LOCALE, labelOf } from './format.ts'
import { formatChange, numbers } from './numbers.ts'

/** What a value is of. A host may show an older page with the answer of a newer service, whose metrics it does not know. */
export interface Measured {
  readonly metric: string
  readonly currency: string
}

export const metricLabel = (metric: string): string => (isMetric(metric) ? METRIC_TABLE[metric].label : labelOf(metric))

/** Whether its values are whole numbers. */
export const isCount = (metric: string): boolean => isMetric(metric) && METRIC_TABLE[metric].unit === 'count'

export const formatValue = (value: number, measured: Measured): string => written(value, measured, numbers)

/** `+12.5%` of a metric, or of a share `+1.1 pp`. */
export function changeOfMetric(change: number, value: number | null, previous: number | null, metric: string): string {
  const points = isMetric(metric) ? changeOfShare(metric, value, previous) : undefined
  if (points === undefined) return formatChange(change)
  return isUnchanged(points) ? '±0 pp' : `${numbers.points(points)} pp`
}

const ticks = numberWriter(LOCALE, 'tick')
/** A value that is short enough for an axis. */
export const formatTick = (value: number, measured: Measured): string => written(value, measured, ticks)

function written(value: number, { metric, currency }: Measured, write: NumberWriter): string {
  if (isMetric(metric)) return writtenValue(value, { metric, currency }, write)
  return Number.isInteger(value) ? write.count(value) : write.decimal(value)
}
