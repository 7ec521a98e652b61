import { sql } from '@footfall/warehouse'
import { OF_PAGES } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'ratio',
  description: 'How far down a page visitors scrolled, from 0 to 1: the deepest point of each visit to it, averaged.',
  dimensions: OF_PAGES,
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
