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
  unit: 'ratio',
  description: `Share, from 0 to 1, of the visits with one pageview and nothing done after it, by when the visit began. ${ABOUT_ENTRY_PAGE}`,
  dimensions: [...PAGE_AND_VISIT, 'exit_page'],
  filters: ALL_DIMENSIONS,
  counts: 'visits',
  formulas: {
    rollup: { value: sql`(sum(visits) - sum(unbounced)) / sum(visits)`, hasVisitors: false },
    events: () => ({
      where: sql`visit_starts = 1 OR unbounce = 1`,
      value: sql`(sum(visit_starts) - sum(unbounce)) / sum(visit_starts)`,
      present: SOME_VISIT_BEGAN,
      atVisitStart: true,
    }),
    visits: {
      value: sql`(sum(begun) - sum(unbounced)) / sum(begun)`,
      visitors: VISITORS_OF_VISITS,
      present: SOME_VISIT,
    },
  },
}
