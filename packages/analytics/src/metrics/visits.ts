import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { BEGINS_VISIT, distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'visits',
  rollup: { numbers: ['visits'], value: ({ sum }) => sum('visits'), hasVisitors: false },
  imported: ['visits'],
  formula: ({ on }) => ({
    where: BEGINS_VISIT,
    value: sql`countIf(${on(BEGINS_VISIT)})`,
    visitors: distinctVisitors(on, sql`visit_starts = 1 AND visitor != 0`),
    present: isSome(on, BEGINS_VISIT),
  }),
}
