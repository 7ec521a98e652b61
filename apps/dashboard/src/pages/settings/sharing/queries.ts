import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { fetchAllRows } from '../../../api/fetch-all-rows.ts'
import { productQueryKey } from '../../../api/queries.ts'

export const sharesQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'shares'],
    queryFn: () =>
      fetchAllRows((query) =>
        answer(api.GET('/api/v1/products/{product}/shares', { params: { path: { product }, query } })),
      ),
  })

/** The segments that a link can be limited to. */
export const segmentChoicesQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'segment-choices'],
    queryFn: async () => {
      const params = { path: { product } }
      return (await answer(api.GET('/api/v1/products/{product}/segments', { params }))).data.segments
    },
  })
