import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { BEGINS_VISIT, distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

const UNBOUNCES = sql`unbounce = 1`

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'visits',
  rollup: {
    numbers: ['visits', 'unbounced'],
    presentBy: ['visits'],
    value: ({ sum, minus, over }) => over(minus(sum('visits'), sum('unbounced')), sum('visits')),
    hasVisitors: false,
  },
  imported: ['bounces', 'visits'],
  formula({ on }) {
    const visits = sql`countIf(${on(BEGINS_VISIT)})`
    return {
      where: sql`visit_starts = 1 OR unbounce = 1`,
      value: sql`(${visits} - countIf(${on(UNBOUNCES)})) / ${visits}`,
      visitors: distinctVisitors(on, sql`visit_starts = 1 AND visitor != 0`),
      present: isSome(on, BEGINS_VISIT),
    }
  },
}
