import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../../api/client.ts'

/** Which workloads get children of a token. */
export const trustsQuery = (token: string) =>
  queryOptions({
    queryKey: ['tokens', token, 'trusts'],
    queryFn: async () => {
      const params = { path: { token_id: token } }
      return (await answer(api.GET('/api/v1/access-tokens/{token_id}/trusts', { params }))).data.trusts
    },
  })
