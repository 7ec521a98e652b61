import { sql } from '@footfall/warehouse'
import { allExcept, PAGE_AND_VISIT, PROPERTY } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description: 'Pages viewed.',
  dimensions: [...PAGE_AND_VISIT, PROPERTY],
  filters: allExcept('event'),
  counts: 'events',
  formulas: {
    rollup: { value: sql`sum(pageviews)`, hasVisitors: false },
    events: () => ({ where: sql`kind = 'pageview'`, value: sql`count()` }),
  },
}
