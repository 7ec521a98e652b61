import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'
import { fetchAllRows } from '../../../api/fetch-all-rows.ts'
import { productQueryKey } from '../../../api/queries.ts'

const POLL_MS = 1_000

/** Oldest first. Refetched while one of them is running. */
export const importsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'imports'],
    queryFn: () =>
      fetchAllRows((query) =>
        answer(api.GET('/api/v1/products/{product}/imports', { params: { path: { product }, query } })),
      ),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'running' || status === 'removing') ? POLL_MS : false,
  })
