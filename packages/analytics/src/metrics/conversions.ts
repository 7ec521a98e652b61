import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, PAGE_AND_VISIT, PROPERTY } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description: 'Events that reached a goal. An event that reaches two goals counts once, and once for each by goal.',
  dimensions: [...PAGE_AND_VISIT, 'event', 'goal', PROPERTY],
  filters: ALL_DIMENSIONS,
  counts: 'conversions',
  formulas: {
    events: ({ reachesGoal }) => ({ where: reachesGoal, value: sql`count()` }),
  },
}
