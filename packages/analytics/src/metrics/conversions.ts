import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description: 'Events that reached a goal. An event that reaches two goals counts once, and once for each by goal.',
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
