import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { type MetricDefinition, OF_VISITOR } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description:
    'Distinct visitors with a pageview or custom event. Nobody is recognised from one UTC day to the next, so over several days a person counts once for each day they came.',
  dimensions: ALL_DIMENSIONS,
  filters: ALL_DIMENSIONS,
  counts: 'events',
  ofOneRowPerVisit: true,
  formulas: {
    rollup: { value: sql`uniqExactMerge(visitors)`, hasVisitors: true },
    events: () => ({ where: OF_VISITOR, value: sql`uniqExact(visitor)` }),
    visits: {
      value: sql`uniqExactArray(people)`,
      visitors: sql`uniqExactArray(people)`,
      present: sql`countIf(notEmpty(people)) > 0`,
    },
  },
}
