import { sql } from '@footfall/warehouse'
import { OF_READING } from '../definitions/dimensions.ts'
import type { MetricComputation } from '../definitions/metric.ts'

export const metric: MetricComputation = {
  dimensions: OF_READING,
  counts: 'page_visits',
  requires: sql`scroll > 0`,
  // `deepest` and `person` are of one visit and one page.
  formula: () => ({
    where: sql`scroll > 0`,
    value: sql`avg(deepest) / 100`,
    visitors: sql`uniqExactIf(person, person != 0)`,
    present: sql`count() > 0`,
  }),
}
