import { ALL_DIMENSIONS } from './dimensions.ts'
import { type ComputedMetric, distinctVisitors, isSome, OF_VISITOR } from './metric.ts'

/**
 * The denominator of metrics with `of`: the visitors who could have converted or paid. It cannot be requested by name: it
 * accompanies such a metric.
 */
export const DENOMINATOR: ComputedMetric = {
  unit: 'count',
  isAverage: false,
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  distinct: true,
  formula({ on, couldConvert }) {
    const visitors = couldConvert ?? distinctVisitors(on)
    return { where: OF_VISITOR, value: visitors, visitors, present: isSome(on, OF_VISITOR) }
  },
}
