import { METRICS, type Metric } from '@footfall/core-domain'
import type { MetricDefinition } from '../definitions/metric.ts'

/**
 * The metrics by name. Each is found in the file of its name, so a new metric is its file and its name in `METRICS`. A
 * name without a file fails when this module is loaded. Only files of metrics may lie in that folder: the bundler takes
 * all of it.
 */
const TABLE: ReadonlyMap<Metric, MetricDefinition> = new Map(await Promise.all(METRICS.map(load)))

async function load(name: Metric): Promise<readonly [Metric, MetricDefinition]> {
  const file: { readonly metric: MetricDefinition } = await import(`../metrics/${name.replaceAll('_', '-')}.ts`)
  return [name, file.metric]
}

export function metricDefinition(name: Metric): MetricDefinition {
  const definition = TABLE.get(name)
  if (definition === undefined) throw new TypeError(`${name} is not a metric`)
  return definition
}
