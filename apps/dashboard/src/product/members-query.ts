import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { everyRow } from '../api/fetch-all-rows.ts'
import { productKey } from '../api/queries.ts'

/** Everybody of a product, invited people included. */
export const membersQuery = (product: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'members'],
    queryFn: () =>
      everyRow((query) =>
        answer(api.GET('/api/v1/products/{product}/members', { params: { path: { product }, query } })),
      ),
  })
