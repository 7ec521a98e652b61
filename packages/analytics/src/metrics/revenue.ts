import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'currency',
  description: 'Revenue in the product’s currency; amounts in others are left out.',
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
