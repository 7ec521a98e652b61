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
  description: `Pageviews divided by visits. ${ABOUT_ENTRY_PAGE}`,
  dimensions: [...PAGE_AND_VISIT, 'exit_page'],
  filters: ALL_DIMENSIONS,
  counts: 'visits',
  formulas: {
    rollup: { value: sql`sum(pageviews) / sum(visits)`, hasVisitors: false },
    events: () => ({
      where: sql`kind = 'pageview' OR visit_starts = 1`,
      value: sql`countIf(kind = 'pageview') / sum(visit_starts)`,
      present: SOME_VISIT_BEGAN,
    }),
    visits: { value: sql`sum(views) / sum(begun)`, visitors: VISITORS_OF_VISITS, present: SOME_VISIT },
  },
}
