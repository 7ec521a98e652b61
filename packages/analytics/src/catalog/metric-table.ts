import { METRIC_TABLE, METRICS, type Metric } from '@footfall/core-domain'
import type { ComputedMetric, MetricComputation } from '../definitions/metric.ts'

/**
 * The metrics by name. Each is found in the file of its name, so a new metric is its file and its row in `METRIC_TABLE`.
 * A row without a file fails when this module is loaded. Only files of metrics may lie in that folder: the bundler takes
 * all of it.
 */
const TABLE: ReadonlyMap<Metric, ComputedMetric> = new Map(await Promise.all(METRICS.map(load)))

async function load(name: Metric): Promise<readonly [Metric, ComputedMetric]> {
  const file: { readonly metric: MetricComputation } = await import(`../metrics/${name.replaceAll('_', '-')}.ts`)
  return [name, { ...METRIC_TABLE[name], ...file.metric }]
}

export function metricDefinition(name: Metric): ComputedMetric {
  const definition = TABLE.get(name)
  if (definition === undefined) throw new TypeError(`${name} is not a metric`)
  return definition
}
