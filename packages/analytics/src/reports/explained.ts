import type { AskedScope, Dimension, Metric, ReportRange } from '@footfall/core-domain'
import { explain } from '../explain/explain.ts'
import type { ReportExplanation } from '../explain/explanation.ts'
import { inquiryOf } from '../question/inquiry.ts'
import type { UnderstoodFilters } from '../question/understood-filters.ts'
import { AVAILABLE } from '../read/states.ts'
import type { RangeContext } from './context.ts'

/** What a report counted, and by which dimensions. */
interface Counted {
  readonly value: number
  readonly dimensions?: readonly Dimension[]
}

/**
 * Explains a report whose number is zero, or whose filters or dimensions are about what was never collected. A number without
 * filters costs nothing, and one that is not zero seldom does.
 */
export async function explainReport(
  { reader, scope, collected }: RangeContext<AskedScope>,
  { from, to }: ReportRange,
  metric: Metric,
  filters: UnderstoodFilters,
  { value, dimensions = [] }: Counted,
): Promise<ReportExplanation> {
  if (filters.tried.length === 0 && dimensions.length === 0) return { stated: undefined, hints: [] }
  const query = { metrics: [metric], dimensions, filters: filters.tried, from, to, limit: 1, offset: 0 }
  const { question } = inquiryOf(scope, query, reader.now())
  const numbers = { totals: [{ ...AVAILABLE, value }], series: undefined }
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
