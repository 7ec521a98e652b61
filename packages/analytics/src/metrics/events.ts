import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, allExcept } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description: 'Pageviews and custom events together.',
  dimensions: allExcept('exit_page'),
  filters: ALL_DIMENSIONS,
  counts: 'events',
  formulas: {
    rollup: { value: sql`sum(pageviews) + sum(customs)`, hasVisitors: true },
    events: () => ({ where: sql`kind != 'engagement'`, value: sql`count()` }),
  },
}
