import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'currency',
  description: 'Revenue sent with events, in the currency that the product prefers; amounts in others are left out.',
  dimensions: ALL_DIMENSIONS,
  counts: 'events',
  requires: sql`currency != ''`,
  formula({ on, currency }) {
    const where = sql`currency = ${currency}`
    return {
      where,
      value: sql`sumIf(revenue, ${on(where)})`,
      visitors: distinctVisitors(on, sql`${where} AND visitor != 0`),
      present: isSome(on, where),
    }
  },
}
