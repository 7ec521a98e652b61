import { sql } from '@footfall/warehouse'
import { PAGE_AND_VISIT } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'

export const metric: MetricDefinition = {
  unit: 'ratio',
  description: 'How far down a page visitors scrolled, from 0 to 1: the deepest point of each visit to it, averaged.',
  dimensions: PAGE_AND_VISIT,
  filters: [...PAGE_AND_VISIT, 'exit_page'],
  counts: 'events',
  requires: sql`scroll > 0`,
  formulas: {
    visitPages: { value: sql`avg(deepest) / 100` },
  },
}
