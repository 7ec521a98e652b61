import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { fetchAllRows } from '../api/fetch-all-rows.ts'
import { ofProduct, productQueryKey } from '../api/queries.ts'

/** Open invitations, with who sent them. Needs the role admin. */
export const invitationsQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'members', 'invitations'],
    queryFn: async () => {
      const params = { path: { product } }
      return (await answer(api.GET('/api/v1/products/{product}/invitations', { params }))).data.invitations
    },
  })

/** Every member of a product, including invited ones. */
export const membersQuery = ofProduct('members', ({ path }) =>
  fetchAllRows((query) => answer(api.GET('/api/v1/products/{product}/members', { params: { path, query } }))),
)
