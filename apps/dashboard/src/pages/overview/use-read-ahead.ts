import { useQueryClient } from '@tanstack/react-query'
import type { Metric } from '../../api/types.ts'
import { intervalFor } from '../../statistics/date-range.ts'
import { isDimension } from '../../statistics/dimensions.ts'
import type { Period } from '../../statistics/period-days.ts'
import { breakdownQuery, overviewQuery } from '../../statistics/queries.ts'
import { type OverviewSearch, shownTabs } from '../../statistics/search.ts'
import { queryOf, type ReportState } from '../../statistics/use-report-state.ts'

/** Prefetches the overview of a period that is about to be chosen. */
export function useReadAhead(
  { product, compare }: ReportState,
  search: OverviewSearch,
  metric: Metric,
): (period: Period) => void {
  const queries = useQueryClient()
  return (period) => {
    const query = queryOf({ period }, search)
    const interval = intervalFor(undefined, { period })
    void queries.prefetchQuery(overviewQuery(product, { query, compare, metric, interval }))
    for (const { tab } of shownTabs(search)) {
      if (isDimension(tab)) void queries.prefetchQuery(breakdownQuery(product, { ...query, ...compare }, tab))
    }
  }
}
