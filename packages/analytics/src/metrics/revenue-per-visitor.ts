import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation, OF_VISITOR } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  of: 'visitors',
  requires: sql`currency != ''`,
  formula({ on, pays, couldConvert }) {
    const revenue = sql`sumIf(revenue, ${on(pays)})`
    const visitors = distinctVisitors(on, sql`(${pays}) AND visitor != 0`)
    // By goal, a group holds only the events that reached it, so visitors who could have paid are counted separately.
    if (couldConvert !== undefined) {
      const present = isSome(on, pays)
      // Other metrics may show a goal that nobody paid at: it carries no money, as against one that earned none.
      return {
        where: pays,
        value: sql`if(${present}, toFloat64(${revenue}) / ${couldConvert}, NULL)`,
        visitors,
        present,
      }
    }
    return {
      where: sql`${OF_VISITOR} OR (${pays})`,
      value: sql`toFloat64(${revenue}) / ${distinctVisitors(on)}`,
      visitors,
      present: isSome(on, OF_VISITOR),
    }
  },
}
