import { ALL_DIMENSIONS } from './dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition, OF_VISITOR } from './metric.ts'

/** The denominator of metrics with `of`. It cannot be requested by name: it accompanies such a metric. */
export const DENOMINATOR: MetricDefinition = {
  unit: 'count',
  description: 'Visitors who could have converted or paid.',
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  distinct: true,
  formula({ on, couldConvert }) {
    const visitors = couldConvert ?? distinctVisitors(on)
    return { where: OF_VISITOR, value: visitors, visitors, present: isSome(on, OF_VISITOR) }
  },
}
