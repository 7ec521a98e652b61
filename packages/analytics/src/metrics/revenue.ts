import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricComputation } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: ALL_DIMENSIONS,
  counts: 'conversions',
  requires: sql`currency != ''`,
  formula: ({ on, pays }) => ({
    where: pays,
    value: sql`sumIf(revenue, ${on(pays)})`,
    visitors: distinctVisitors(on, sql`(${pays}) AND visitor != 0`),
    present: isSome(on, pays),
  }),
}
