import { infiniteQueryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fetchAllRows } from '../../api/fetch-all-rows.ts'
import { ofProduct, productQueryKey } from '../../api/queries.ts'
import type { Activity, Alert } from '../../api/types.ts'
import type { Listed } from '../../deliveries/delivery-list.tsx'

const ACTIVITY_PAGE = 25

export const domainsQuery = ofProduct(
  'domains',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/domains', { params }))).data,
)

export const appsQuery = ofProduct(
  'apps',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/apps', { params }))).data.apps,
)

export const shieldsQuery = ofProduct(
  'shields',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/shields', { params }))).data,
)

export const crawlerSettingsQuery = ofProduct(
  'crawler-settings',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/crawlers', { params }))).data,
)

export const proxyQuery = ofProduct(
  'proxy',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/proxy/diagnostics', { params }))).data,
)

export const healthQuery = ofProduct(
  'health',
  async ({ path: { product } }) =>
    (await answer(api.GET('/api/v1/stats/health', { params: { query: { product } } }))).data,
)

/** Every key, in any state. */
export const keysQuery = ofProduct('keys', ({ path }) =>
  fetchAllRows((query) => answer(api.GET('/api/v1/products/{product}/keys', { params: { path, query } }))),
)

export const searchConsoleConnectionQuery = ofProduct(
  'search-console-connection',
  async (params) =>
    (await answer(api.GET('/api/v1/products/{product}/integrations/google-search-console', { params }))).data,
)

export const alertsQuery = ofProduct(
  'alerts',
  (params): Promise<Listed<Alert>> => answer(api.GET('/api/v1/products/{product}/alerts', { params })),
)

/** Audit entries of the product, newest first. */
export const productActivityQuery = (product: string) =>
  infiniteQueryOptions({
    queryKey: [...productQueryKey(product), 'activity'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit: ACTIVITY_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return answer(api.GET('/api/v1/products/{product}/activity', { params: { path: { product }, query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
    select: ({ pages }): readonly Activity[] => pages.flatMap(({ data }) => data),
  })
