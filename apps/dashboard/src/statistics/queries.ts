import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productQueryKey } from '../api/queries.ts'
import type { CrawlerPurpose, Metric, SeveralStatsReport, StatsAnswer, StatsReport } from '../api/types.ts'
import { breakdown } from './batch-breakdowns.ts'
import type { Interval } from './date-range.ts'
import type { Dimension } from './dimensions.ts'
import type { FunnelTrial } from './search.ts'
import type { CompareQuery, FilteredQuery, RangeQuery } from './use-report-state.ts'

interface OverviewRequest {
  readonly query: FilteredQuery
  readonly compare: CompareQuery
  readonly metric: Metric
  readonly interval: Interval
}

/** Keeps the previous data of the same product while new data loads. */
export const keepWithin = (product: string) => ({
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
            query: { ...query, ...compare, metric, interval },
          },
          signal,
        }),
      ),
    ...keepWithin(product),
  })

/** Several metrics of the whole period, with those of the comparison. */
export const metricsQuery = (product: string, query: FilteredQuery & CompareQuery, metrics: readonly Metric[]) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'metrics', query, metrics],
    queryFn: async ({ signal }) => {
      const asked = { ...query, product, metric: [...metrics] }
      return severalMetrics((await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))).data)
    },
    ...keepWithin(product),
  })

/** The rows whose visitors changed most since the earlier period. */
export const moversQuery = (product: string, query: FilteredQuery & CompareQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'movers', query],
    queryFn: async ({ signal }) => {
      const { data } = await answer(api.GET('/api/v1/stats', { params: { query: { ...query, product } }, signal }))
      if (!('movers' in data)) throw new TypeError('The answer is not about what changed.')
      return data
    },
    ...keepWithin(product),
  })

export const breakdownQuery = (
  product: string,
  query: FilteredQuery & CompareQuery,
  dimension: string,
  metric: Metric,
) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'breakdown', query, dimension, metric],
    queryFn: () => breakdown({ product, query, metric }, dimension),
    // Only of the same dimension: the rows of another one would be wrong. Rows say of which metric they are.
    placeholderData: (previous, before) =>
      before?.queryKey[1] === product && before.queryKey[4] === dimension ? previous : undefined,
  })

/** What is ranked, and by what filters are tried. */
const VISITORS: Metric[] = ['visitors']
const ROWS_PER_PAGE = 100

interface RowsRequest {
  readonly query: FilteredQuery & CompareQuery
  readonly dimension: string
  readonly metrics: readonly Metric[]
  /** Such as `visitors:desc` or `key:asc`. */
  readonly order: string
}

export type TableRow = NonNullable<SeveralStatsReport['rows']>[number]

/** One page of the rows of a breakdown with several metrics. */
async function rowsPage(
  product: string,
  { query, dimension, metrics, order }: RowsRequest,
  {
    cursor,
    limit,
    signal,
  }: { readonly cursor: string | undefined; readonly limit: number; readonly signal?: AbortSignal },
) {
  const asked = {
    ...query,
    product,
    metric: [...metrics],
    dimension: [dimension],
    order,
    limit,
    ...(cursor === undefined ? {} : { cursor }),
  }
  const { data, meta, page } = await answer(
    api.GET('/api/v1/stats', { params: { query: asked }, ...(signal && { signal }) }),
  )
  return { report: severalMetrics(data), meta, page }
}

/** The rows of a breakdown with several metrics, page by page. */
export const rowsQuery = (product: string, request: RowsRequest) =>
  infiniteQueryOptions({
    queryKey: [...productQueryKey(product), 'rows', request],
    queryFn: ({ signal, pageParam }) => rowsPage(product, request, { cursor: pageParam, limit: ROWS_PER_PAGE, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  })

const EXPORTED_PER_PAGE = 200
export const EXPORTED_MAX = 10_000

/** Every row up to 10,000, for a file. */
export async function everyRow(product: string, request: RowsRequest): Promise<readonly TableRow[]> {
  const rows: TableRow[] = []
  let cursor: string | undefined
  do {
    const { report, page } = await rowsPage(product, request, { cursor, limit: EXPORTED_PER_PAGE })
    rows.push(...(report.rows ?? []))
    cursor = page?.next_cursor ?? undefined
  } while (cursor !== undefined && rows.length < EXPORTED_MAX)
  return rows
}

/** A metric by two dimensions, as every pair of values. */
export const pairsQuery = (
  product: string,
  query: FilteredQuery,
  dimensions: readonly [Dimension, Dimension],
  metric: Metric,
) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'pairs', query, dimensions, metric],
    queryFn: async ({ signal }) => {
      const asked = { ...query, product, metric: [metric], dimension: [...dimensions], limit: 200 }
      return oneMetric((await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))).data)
    },
    ...keepWithin(product),
  })

/** A metric by every country. */
export const countriesQuery = (product: string, query: FilteredQuery, metric: Metric) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'countries', query, metric],
    queryFn: async ({ signal }) => {
      const asked = { ...query, product, metric: [metric], dimension: ['country'], limit: 200 }
      return oneMetric((await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))).data)
    },
    ...keepWithin(product),
  })

/** The answer to a question about several metrics. */
export function severalMetrics(data: StatsAnswer): SeveralStatsReport {
  if (!('metrics' in data)) throw new TypeError('The answer is not about several metrics.')
  return data
}

/** The answer to a question about one metric. */
export function oneMetric(data: StatsAnswer): StatsReport {
  if (!('metric' in data)) throw new TypeError('The answer is not about one metric.')
  return data
}

export const realtimeQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'realtime'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1/stats/realtime', { params: { query: { product } }, signal }))).data,
    staleTime: 4_000,
  })

export const goalsQuery = (product: string, query: FilteredQuery & CompareQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'goals', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/stats/goals', { params: { query: { product, ...query } }, signal })),
    ...keepWithin(product),
  })

/** Which hits of crawlers are counted. */
interface CrawlersFilter {
  readonly purpose?: CrawlerPurpose[]
  readonly crawler?: string[]
  readonly page?: string
  readonly verified?: ('true' | 'false' | 'null')[]
}

export const crawlersQuery = (product: string, query: RangeQuery & CompareQuery & CrawlersFilter) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'crawls', query],
    queryFn: ({ signal }) => answer(api.GET('/api/v1/crawls', { params: { query: { product, ...query } }, signal })),
    ...keepWithin(product),
  })

export const searchConsoleQuery = (
  product: string,
  query: RangeQuery & CompareQuery & { readonly page?: string; readonly query?: string },
) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'search-console', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/stats/search-console', { params: { query: { product, ...query } }, signal })),
    ...keepWithin(product),
  })

const FUNNELS_MAX = 200

/** Only a saved funnel has a name. */
export function isSaved<Listed extends object>(funnel: Listed): funnel is Extract<Listed, { readonly name: string }> {
  return 'name' in funnel
}

/** `drop_offs` takes longer: pages ask without it first. */
type FunnelsAsked = FilteredQuery & { readonly dimension?: string; readonly drop_offs?: boolean }

export const funnelsQuery = (product: string, query: FunnelsAsked) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'funnels', query],
    queryFn: async ({ signal }) => {
      const { data, meta } = await answer(
        api.GET('/api/v1/products/{product}/funnels', {
          params: { path: { product }, query: { ...query, limit: FUNNELS_MAX } },
          signal,
        }),
      )
      return { funnels: data.filter(isSaved), meta }
    },
    ...keepWithin(product),
  })

export const journeysQuery = (product: string, query: FilteredQuery & { readonly page: string }) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'journeys', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/products/{product}/journeys', { params: { path: { product }, query }, signal })),
    ...keepWithin(product),
  })

/** A funnel that is not saved; nothing is asked without one. */
export const funnelTrialQuery = (product: string, query: FunnelsAsked, trial: FunnelTrial | undefined) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'funnel trial', query, trial],
    enabled: trial !== undefined,
    queryFn: async ({ signal }) => {
      const asked = trial === undefined ? {} : { steps: JSON.stringify(trial.steps), window_minutes: trial.minutes }
      const { data } = await answer(
        api.GET('/api/v1/products/{product}/funnels', {
          params: { path: { product }, query: { ...query, ...asked } },
          signal,
        }),
      )
      const [funnel] = data
      if (funnel === undefined) throw new TypeError('The answer has no funnel.')
      return funnel
    },
    ...keepWithin(product),
  })

export const retentionQuery = (product: string, query: FilteredQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'retention', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/products/{product}/retention', { params: { path: { product }, query }, signal })),
    ...keepWithin(product),
  })

const VALUES = 50

/** Collected values of a dimension with their visitors, those first that have the most. */
export const valuesQuery = (product: string, query: FilteredQuery, dimension: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'values', query, dimension],
    queryFn: async ({ signal }) => {
      const asked = { ...query, product, metric: VISITORS, dimension: [dimension], limit: VALUES }
      return oneMetric((await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))).data).rows ?? []
    },
    placeholderData: (previous, before) => (before?.queryKey[4] === dimension ? previous : undefined),
  })

/** Rejected where the API does not take these filters. */
export const checkFilters = (product: string, query: FilteredQuery) =>
  answer(api.GET('/api/v1/stats', { params: { query: { ...query, product, metric: VISITORS } } }))

/** What can be asked about a product. */
export const catalogQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'catalog'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1/stats/catalog', { params: { query: { product } }, signal }))).data,
    staleTime: 60_000,
  })
