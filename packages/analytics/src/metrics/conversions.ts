import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  needsGoals: true,
  formula: ({ on, converts }) => ({
    where: converts,
    value: sql`countIf(${on(converts)})`,
    visitors: distinctVisitors(on, sql`(${converts}) AND visitor != 0`),
    present: isSome(on, converts),
  }),
}
