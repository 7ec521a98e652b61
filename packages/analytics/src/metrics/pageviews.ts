import { sql } from '@footfall/warehouse'
import { allExcept } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

const IS_PAGEVIEW = sql`kind = 'pageview'`

export const metric: MetricComputation = {
  dimensions: allExcept('event'),
  counts: 'events',
  rollup: { numbers: ['pageviews'], value: ({ sum }) => sum('pageviews'), hasVisitors: false },
  imported: ['pageviews'],
  formula: ({ on }) => ({
    where: IS_PAGEVIEW,
    value: sql`countIf(${on(IS_PAGEVIEW)})`,
    visitors: distinctVisitors(on, sql`kind = 'pageview' AND visitor != 0`),
    present: isSome(on, IS_PAGEVIEW),
  }),
}
