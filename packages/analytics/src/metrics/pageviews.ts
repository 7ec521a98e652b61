import { sql } from '@footfall/warehouse'
import { allExcept } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition } from '../definitions/metric.ts'

const IS_PAGEVIEW = sql`kind = 'pageview'`

export const metric: MetricDefinition = {
  unit: 'count',
  description: 'Pages viewed.',
  dimensions: allExcept('event'),
  counts: 'events',
  rollup: { figures: ['pageviews'], value: (sum) => sum('pageviews'), hasVisitors: false },
  imported: ['pageviews'],
  formula: ({ on }) => ({
    where: IS_PAGEVIEW,
    value: sql`countIf(${on(IS_PAGEVIEW)})`,
    visitors: distinctVisitors(on, sql`kind = 'pageview' AND visitor != 0`),
    present: isSome(on, IS_PAGEVIEW),
  }),
}
