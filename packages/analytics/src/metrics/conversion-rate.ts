import { allOf, sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, PAGE_AND_VISIT } from '../definitions/dimensions.ts'
import { type MetricDefinition, OF_VISITOR } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'ratio',
  description:
    'Share, from 0 to 1, of the visitors who reached a goal. Filters by goal, event or property choose the conversions; the visitors they are compared with are those of all other filters.',
  dimensions: [...PAGE_AND_VISIT, 'goal'],
  filters: ALL_DIMENSIONS,
  counts: 'converted_visitors',
  formulas: {
    events({ converts, allVisitors }) {
      const visitors = sql`uniqExactIf(visitor, ${converts})`
      // By goal, a group holds the converted visitors alone, so those who could have converted are counted apart.
      return allVisitors
        ? { where: allOf([OF_VISITOR, converts]), value: sql`${visitors} / (${allVisitors})`, visitors }
        : { where: OF_VISITOR, value: sql`${visitors} / uniqExact(visitor)`, visitors }
    },
  },
}
