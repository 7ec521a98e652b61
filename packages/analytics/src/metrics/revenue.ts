import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS } from '../definitions/dimensions.ts'
import { distinctVisitors, isSome, type MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'currency',
  description: 'Revenue of events in the product’s currency; amounts in others are left out.',
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
