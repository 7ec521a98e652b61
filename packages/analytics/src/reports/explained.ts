import type { AskedScope, Metric, ReportHint, ReportRange } from '@footfall/core-domain'
import { explain } from '../explain/explain.ts'
import { inquiryOf } from '../question/inquiry.ts'
import type { UnderstoodFilters } from '../question/understood-filters.ts'
import { AVAILABLE, type Stated } from '../read/states.ts'
import type { RangeContext } from './context.ts'

/** What filters say of a report that found nothing, as for the metric that the report is made of. */
export interface ReportExplanation {
  /** Undefined where the zeros are true. */
  readonly stated: Stated | undefined
  readonly hints: readonly ReportHint[]
}

/** Explains a report with filters in which nothing was counted; costs nothing where there are none. */
export async function explainZero(
  { reader, scope, collected }: RangeContext<AskedScope>,
  { from, to }: ReportRange,
  metric: Metric,
  filters: UnderstoodFilters,
): Promise<ReportExplanation> {
  if (filters.tried.length === 0) return { stated: undefined, hints: [] }
  const query = { metrics: [metric], dimensions: [], filters: filters.tried, from, to, limit: 1, offset: 0 }
  const { question } = inquiryOf(scope, query, reader.now())
  const numbers = { totals: [{ ...AVAILABLE, value: 0 }], series: undefined }
  const { states, hints } = await explain({
    reader,
    scope,
    question,
    filters: filters.understood,
    collected,
    numbers,
  })
  return { stated: states.get(0), hints }
}
