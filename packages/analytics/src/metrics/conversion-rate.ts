import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation, OF_VISITOR } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  needsGoals: true,
  of: 'visitors',
  distinct: true,
  formula({ on, converts, couldConvert }) {
    const converted = sql`${OF_VISITOR} AND (${converts})`
    const visitors = distinctVisitors(on, converted)
    // By goal, a group holds only visitors who converted, so those who could have converted are counted apart.
    if (couldConvert !== undefined) {
      return { where: converted, value: sql`${visitors} / ${couldConvert}`, visitors, present: isSome(on, converted) }
    }
    return {
      where: OF_VISITOR,
      value: sql`${visitors} / ${distinctVisitors(on)}`,
      visitors,
      present: isSome(on, OF_VISITOR),
    }
  },
}
