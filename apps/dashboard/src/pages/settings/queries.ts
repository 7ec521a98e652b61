import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fetchAllRows } from '../../api/fetch-all-rows.ts'
import { productQueryKey } from '../../api/queries.ts'
import type { Activity } from '../../api/types.ts'

const ACTIVITY_PAGE = 25

const params = (product: string) => ({ path: { product } })

export const domainsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'domains'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/domains', { params: params(product) }))).data,
  })

export const appsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'apps'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/apps', { params: params(product) }))).data.apps,
  })

export const shieldsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'shields'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/shields', { params: params(product) }))).data,
  })

export const crawlerSettingsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'crawler-settings'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/crawlers', { params: params(product) }))).data,
  })

export const proxyQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'proxy'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/proxy/diagnostics', { params: params(product) }))).data,
  })

export const healthQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'health'],
    queryFn: async () => (await answer(api.GET('/api/v1/stats/health', { params: { query: { product } } }))).data,
  })

/** Every key, in any state. */
export const keysQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'keys'],
    queryFn: () =>
      fetchAllRows((query) =>
        answer(api.GET('/api/v1/products/{product}/keys', { params: { ...params(product), query } })),
      ),
  })

export const searchConsoleConnectionQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'search-console-connection'],
    queryFn: async () =>
      (
        await answer(
          api.GET('/api/v1/products/{product}/integrations/google-search-console', { params: params(product) }),
        )
      ).data,
  })

/** Alerts, and whether the service sends email. */
export const alertsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'alerts'],
    queryFn: async () => answer(api.GET('/api/v1/products/{product}/alerts', { params: params(product) })),
  })

/** Audit entries of the product, newest first. */
export const productActivityQuery = (product: string) =>
  infiniteQueryOptions({
    queryKey: [...productQueryKey(product), 'activity'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit: ACTIVITY_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      return answer(api.GET('/api/v1/products/{product}/activity', { params: { ...params(product), query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
    select: ({ pages }): readonly Activity[] => pages.flatMap(({ data }) => data),
  })
