import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productQueryKey } from '../api/queries.ts'
import type { Metric } from '../api/types.ts'
import { breakdown } from './batch-breakdowns.ts'
import type { Interval } from './span.ts'

type SpanQuery = { readonly from: string; readonly to: string; readonly tz?: string; readonly filters?: string }

interface OverviewRequest {
  readonly query: SpanQuery
  readonly compare: 'previous_period' | 'previous_year' | undefined
  readonly metric: Metric
  readonly interval: Interval
}

/** Keeps the previous data of the same product while new data loads. */
const keepWithin = (product: string) => ({
  placeholderData: <T>(previous: T | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) =>
    query?.queryKey[1] === product ? keepPreviousData(previous) : undefined,
})

export const overviewQuery = (product: string, { query, compare, metric, interval }: OverviewRequest) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'overview', { query, compare, metric, interval }],
    queryFn: ({ signal }) =>
      answer(
        api.GET('/api/v1/products/{product}/overview', {
          params: {
            path: { product },
            query: { ...query, metric, interval, ...(compare === undefined ? {} : { compare }) },
          },
          signal,
        }),
      ),
    ...keepWithin(product),
  })

export const breakdownQuery = (product: string, query: SpanQuery, dimension: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'breakdown', query, dimension],
    queryFn: () => breakdown({ product, query }, dimension),
    // Only of the same dimension: the rows of another one would be wrong.
    placeholderData: (previous, before) =>
      before?.queryKey[1] === product && before.queryKey[4] === dimension ? previous : undefined,
  })

const ALL_ROWS = 100

/** Every row of one breakdown, page by page. */
export const rowsQuery = (product: string, query: SpanQuery, dimension: string) =>
  infiniteQueryOptions({
    queryKey: [...productQueryKey(product), 'rows', query, dimension],
    queryFn: ({ signal, pageParam }) =>
      answer(
        api.GET('/api/v1/stats', {
          params: {
            query: {
              ...query,
              product,
              metric: 'visitors',
              dimension,
              limit: ALL_ROWS,
              ...(pageParam === undefined ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
  })

export const realtimeQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'realtime'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1/stats/realtime', { params: { query: { product } }, signal }))).data,
    staleTime: 4_000,
  })

type RangeQuery = Omit<SpanQuery, 'filters'>

export const goalsQuery = (product: string, range: RangeQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'goals', range],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/stats/goals', { params: { query: { product, ...range } }, signal })),
    ...keepWithin(product),
  })

export const crawlersQuery = (product: string, range: RangeQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'crawls', range],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/crawls', { params: { query: { product, ...range } }, signal })),
    ...keepWithin(product),
  })

export const searchConsoleQuery = (product: string, range: RangeQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'search-console', range],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/stats/search-console', { params: { query: { product, ...range } }, signal })),
    ...keepWithin(product),
  })

const FUNNELS_MAX = 200

export const funnelsQuery = (product: string, range: RangeQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'funnels', range],
    queryFn: async ({ signal }) =>
      (
        await answer(
          api.GET('/api/v1/products/{product}/funnels', {
            params: { path: { product }, query: { ...range, limit: FUNNELS_MAX } },
            signal,
          }),
        )
      ).data,
    ...keepWithin(product),
  })
