import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { ofProduct, productQueryKey } from '../api/queries.ts'

/** The script tag, and the hostnames that sent events. */
export const installationQuery = ofProduct(
  'installation',
  async (params) => (await answer(api.GET('/api/v1/products/{product}/installation', { params }))).data,
)

/** Events of the last 30 minutes, also those of a browser that a program controls: so may an installation be tried. */
export const arrivalsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'arrivals'],
    queryFn: async ({ signal }) =>
      (await answer(api.GET('/api/v1/stats/realtime', { params: { query: { product, traffic: 'all' } }, signal })))
        .data,
  })
