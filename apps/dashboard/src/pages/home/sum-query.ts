import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { oneMetric } from '../../statistics/queries.ts'
import type { SummaryPeriod } from './search.ts'

const FRESH_MS = 60_000

/** The visitors of all products together, by day and compared. */
export const sumQuery = (period: SummaryPeriod) =>
  queryOptions({
    queryKey: ['summaries', 'sum', period],
    queryFn: async ({ signal }) => {
      const query = {
        product: 'all',
        metric: ['visitors' as const],
        interval: 'day' as const,
        compare: 'previous_period' as const,
        period,
      }
      const { data, meta } = await answer(api.GET('/api/v1/stats', { params: { query }, signal }))
      return { report: oneMetric(data), meta }
    },
    staleTime: FRESH_MS,
  })
