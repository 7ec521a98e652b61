import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { BEGINS_VISIT, distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'visits',
  rollup: {
    numbers: ['visits', 'gap_ms'],
    presentBy: ['visits'],
    value: ({ sum, over, inSeconds }) => over(inSeconds(sum('gap_ms')), sum('visits')),
    hasVisitors: false,
  },
  imported: ['visit_seconds', 'visits'],
  formula: ({ on }) => ({
    where: sql`visit_starts = 1 OR gap_ms > 0`,
    value: sql`sumIf(gap_ms, ${on(sql`gap_ms > 0`)}) / 1000 / countIf(${on(BEGINS_VISIT)})`,
    visitors: distinctVisitors(on, sql`visit_starts = 1 AND visitor != 0`),
    present: isSome(on, BEGINS_VISIT),
  }),
}
