import type { Metric } from '@footfall/core-domain'
import { metricDefinition } from '../catalog/metric-table.ts'
import type { ComputedMetric } from '../definitions/metric.ts'

export interface AskedMetric {
  readonly name: Metric
  readonly definition: ComputedMetric
}

export function askedMetric(name: Metric): AskedMetric {
  return { name, definition: metricDefinition(name) }
}
