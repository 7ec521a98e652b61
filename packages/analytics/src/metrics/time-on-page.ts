import { sql } from '@footfall/warehouse'
import { OF_READING } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

const IS_VIEW = sql`kind = 'pageview'`
const ON_PAGE = sql`kind IN ('pageview', 'engagement')`

export const metric: MetricComputation = {
  dimensions: OF_READING,
  counts: 'events',
  requires: sql`engaged_ms > 0`,
  rollup: {
    numbers: ['pageviews', 'engaged_ms'],
    presentBy: ['pageviews'],
    value: ({ sum, over, inSeconds }) => over(inSeconds(sum('engaged_ms')), sum('pageviews')),
    hasVisitors: false,
  },
  formula: ({ on }) => ({
    where: ON_PAGE,
    value: sql`sumIf(engaged_ms, ${on(ON_PAGE)}) / 1000 / countIf(${on(IS_VIEW)})`,
    visitors: distinctVisitors(on, sql`kind = 'pageview' AND visitor != 0`),
    present: isSome(on, IS_VIEW),
  }),
}
