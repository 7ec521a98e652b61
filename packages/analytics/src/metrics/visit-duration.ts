import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, PAGE_AND_VISIT } from '../definitions/dimensions.ts'
import {
  ABOUT_ENTRY_PAGE,
  type MetricDefinition,
  SOME_VISIT,
  SOME_VISIT_BEGAN,
  VISITORS_OF_VISITS,
} from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'seconds',
  description: `Seconds from the first to the last event of a visit, engagement included, averaged over all visits, bounces included, by when the visit began. ${ABOUT_ENTRY_PAGE}`,
  dimensions: [...PAGE_AND_VISIT, 'exit_page'],
  filters: ALL_DIMENSIONS,
  counts: 'visits',
  formulas: {
    rollup: { value: sql`sum(gap_ms) / 1000 / sum(visits)`, hasVisitors: false },
    events: () => ({
      where: sql`visit_starts = 1 OR gap_ms > 0`,
      value: sql`sum(gap_ms) / 1000 / sum(visit_starts)`,
      present: SOME_VISIT_BEGAN,
      atVisitStart: true,
    }),
    visits: { value: sql`sum(duration_ms) / 1000 / sum(begun)`, visitors: VISITORS_OF_VISITS, present: SOME_VISIT },
  },
}
