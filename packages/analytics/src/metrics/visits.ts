import { sql } from '@footfall/warehouse'
import { ALL_DIMENSIONS, PAGE_AND_VISIT } from '../definitions/dimensions.ts'
import { ABOUT_ENTRY_PAGE, type MetricDefinition, SOME_VISIT, VISITORS_OF_VISITS } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'count',
  description: `Visits, each counted in the interval in which it began. A visit ends after 30 minutes without an event. ${ABOUT_ENTRY_PAGE}`,
  dimensions: [...PAGE_AND_VISIT, 'exit_page'],
  filters: ALL_DIMENSIONS,
  counts: 'visits',
  ofFirstRows: true,
  formulas: {
    rollup: { value: sql`sum(visits)`, hasVisitors: false },
    events: () => ({ where: sql`visit_starts = 1`, value: sql`count()` }),
    visits: { value: sql`sum(begun)`, visitors: VISITORS_OF_VISITS, present: SOME_VISIT },
  },
}
