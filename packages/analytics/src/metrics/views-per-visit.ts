import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { BEGINS_VISIT, distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

const IS_VIEW = sql`kind = 'pageview'`

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'visits',
  // `pageviews` are counted where they happened, and visits where they began.
  rollup: {
    numbers: ['visits', 'visit_pageviews'],
    presentBy: ['visits'],
    value: ({ sum, over }) => over(sum('visit_pageviews'), sum('visits')),
    hasVisitors: false,
  },
  imported: ['pageviews', 'visits'],
  formula: ({ on }) => ({
    where: sql`kind = 'pageview' OR visit_starts = 1`,
    value: sql`countIf(${on(IS_VIEW)}) / countIf(${on(BEGINS_VISIT)})`,
    visitors: distinctVisitors(on, sql`visit_starts = 1 AND visitor != 0`),
    present: isSome(on, BEGINS_VISIT),
  }),
}
