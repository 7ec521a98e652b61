import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fetchAllRows } from '../../api/fetch-all-rows.ts'
import type { SummaryPeriod } from './search.ts'

const FRESH_MS = 15_000

/** Every product with its visitors of these days. Asked again while the page is open, for who is there now. */
export const summariesQuery = (summary: SummaryPeriod) =>
  queryOptions({
    queryKey: ['summaries', summary],
    queryFn: () =>
      fetchAllRows((query) => answer(api.GET('/api/v1/products', { params: { query: { ...query, summary } } }))),
    staleTime: FRESH_MS,
    refetchInterval: 2 * FRESH_MS,
    refetchIntervalInBackground: false,
  })
