import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fetchAllRows } from '../../api/fetch-all-rows.ts'
import type { SummaryPeriod } from './search.ts'

const FRESH_MS = 15_000

/** Every product with its visitors of the period. Refetched while the page is open, to update the current visitors. */
export const summariesQuery = (summary: SummaryPeriod) =>
  queryOptions({
    queryKey: ['summaries', summary],
    queryFn: () =>
      fetchAllRows((query) => answer(api.GET('/api/v1/products', { params: { query: { ...query, summary } } }))),
    staleTime: FRESH_MS,
    refetchInterval: 2 * FRESH_MS,
    refetchIntervalInBackground: false,
  })
