import { useQueryClient } from '@tanstack/react-query'
import type { Metric } from '../../api/types.ts'
import { queryFor } from '../../statistics/conversion-view.ts'
import { intervalFor } from '../../statistics/date-range.ts'
import { isDimension } from '../../statistics/dimensions.ts'
import type { Period } from '../../statistics/period-days.ts'
import { breakdownQuery, overviewQuery } from '../../statistics/queries.ts'
import { type OverviewSearch, shownTabs } from '../../statistics/search.ts'
import { queryOf, type ReportState } from '../../statistics/use-report-state.ts'
import { rowMetric } from './shown-metric.ts'

/** Prefetches the overview of a period that is about to be chosen. */
export function useReadAhead(
  { product, compare, filters }: ReportState,
  search: OverviewSearch,
  metric: Metric,
): (period: Period) => void {
  const queries = useQueryClient()
  return (period) => {
    const of = (asked: Metric) => queryFor(asked, { query: queryOf({ period }, search), filters })
    const interval = intervalFor(undefined, { period })
    void queries.prefetchQuery(overviewQuery(product, { query: of(metric), compare, metric, interval }))
    for (const { tab } of shownTabs(search)) {
      if (!isDimension(tab)) continue
      const asked = rowMetric(tab, metric)
      void queries.prefetchQuery(breakdownQuery(product, { ...of(asked), ...compare }, tab, asked))
    }
  }
}
