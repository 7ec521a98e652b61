import { useQueryClient } from '@tanstack/react-query'
import type { Metric } from '../../api/types.ts'
import { isDimension } from '../../statistics/dimensions.ts'
import { FIRST_TABS } from '../../statistics/first-question.ts'
import type { Period } from '../../statistics/period-days.ts'
import { breakdownQuery, overviewQuery } from '../../statistics/queries.ts'
import type { OverviewSearch } from '../../statistics/search.ts'
import { intervalFor } from '../../statistics/span.ts'
import { queryOf, type SpanState } from '../../statistics/use-span.ts'

const CARDS = [
  'pages',
  'sources',
  'places',
  'devices',
  'campaigns',
  'goals',
] as const satisfies (keyof typeof FIRST_TABS)[]

/** Asks for what the overview will show of a period, so that it is there when the period is chosen. */
export function useReadAhead(
  { product, compare }: SpanState,
  search: OverviewSearch,
  metric: Metric,
): (period: Period) => void {
  const queries = useQueryClient()
  return (period) => {
    const query = queryOf({ period }, search)
    const interval = intervalFor(undefined, { period })
    void queries.prefetchQuery(overviewQuery(product, { query, compare, metric, interval }))
    for (const card of CARDS) {
      const shown = search[card] ?? FIRST_TABS[card]
      if (isDimension(shown)) void queries.prefetchQuery(breakdownQuery(product, { ...query, ...compare }, shown))
    }
  }
}
