import { answer, api } from '../../../api/client.ts'
import { fetchAllRows } from '../../../api/fetch-all-rows.ts'
import { ofProduct } from '../../../api/queries.ts'

export const sharesQuery = ofProduct('shares', ({ path }) =>
  fetchAllRows((query) => answer(api.GET('/api/v1/products/{product}/shares', { params: { path, query } }))),
)
