import { sql } from '@footfall/warehouse'
import { PAGE_AND_VISIT } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'seconds',
  description: 'Seconds a page was in front of the visitor, averaged over its pageviews.',
  dimensions: PAGE_AND_VISIT,
  filters: [...PAGE_AND_VISIT, 'exit_page'],
  counts: 'events',
  requires: sql`engaged_ms > 0`,
  formulas: {
    events: () => ({
      where: sql`kind IN ('pageview', 'engagement')`,
      value: sql`sum(engaged_ms) / 1000 / countIf(kind = 'pageview')`,
      present: sql`countIf(kind = 'pageview') > 0`,
    }),
  },
}
