import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, allExcept } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'currency',
  description: 'Revenue sent with events, in the currency that the product prefers; amounts in others are left out.',
  dimensions: allExcept('exit_page'),
  filters: ALL_DIMENSIONS,
  counts: 'events',
  requires: sql`currency != ''`,
  formulas: {
    events: ({ currency }) => ({ where: sql`currency = ${currency}`, value: sql`toFloat64(sum(revenue))` }),
  },
}
