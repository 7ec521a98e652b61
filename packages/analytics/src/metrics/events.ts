import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

const IS_EVENT = sql`kind != 'engagement'`

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'events',
  rollup: {
    numbers: ['pageviews', 'customs'],
    value: ({ sum, plus }) => plus(sum('pageviews'), sum('customs')),
    hasVisitors: true,
  },
  imported: ['events'],
  formula: ({ on }) => ({
    where: IS_EVENT,
    value: sql`countIf(${on(IS_EVENT)})`,
    visitors: distinctVisitors(on),
    present: isSome(on, IS_EVENT),
  }),
}
