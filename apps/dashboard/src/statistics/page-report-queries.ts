import { WEB_VITALS } from '@footfall/core-domain/metrics'
import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productQueryKey } from '../api/queries.ts'
import type { Metric } from '../api/types.ts'
import { keepWithin, severalMetrics } from './queries.ts'
import type { FilteredQuery } from './use-report-state.ts'

const ROWS = 50

/** The five web vitals of the period and of its intervals, in the order of `WEB_VITALS`. */
export const vitalsQuery = (product: string, query: FilteredQuery, interval: 'hour' | 'day') =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'vitals', query, interval],
    queryFn: async ({ signal }) => {
      const asked = { ...query, product, metric: [...WEB_VITALS], interval }
      const { data, meta } = await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))
      return { data: severalMetrics(data), meta }
    },
    ...keepWithin(product),
  })

/** The web vitals of each page or device after its visitors, those of most visitors first. */
export const vitalRowsQuery = (product: string, query: FilteredQuery, dimension: 'page' | 'device') =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'vital rows', query, dimension],
    queryFn: async ({ signal }) => {
      const metric: Metric[] = ['visitors', ...WEB_VITALS]
      const asked = { ...query, product, metric, dimension: [dimension], order: 'visitors:desc', limit: ROWS }
      return severalMetrics((await answer(api.GET('/api/v1/stats', { params: { query: asked }, signal }))).data)
    },
    ...keepWithin(product),
  })

/** The errors that scripts threw, each once. */
export const scriptErrorsQuery = (product: string, query: FilteredQuery) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'errors', query],
    queryFn: ({ signal }) =>
      answer(api.GET('/api/v1/products/{product}/errors', { params: { path: { product }, query }, signal })),
    ...keepWithin(product),
  })
