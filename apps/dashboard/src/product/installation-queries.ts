import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productKey } from '../api/queries.ts'

/** The line to put on pages, and which hostnames sent events so far. */
export const installationQuery = (product: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'installation'],
    queryFn: async () => {
      const params = { path: { product } }
      return (await answer(api.GET('/api/v1/products/{product}/installation', { params }))).data
    },
  })

/** What arrived within the last half hour. */
export const arrivalsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'arrivals'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1/stats/realtime', { params: { query: { product } }, signal }))).data,
  })
