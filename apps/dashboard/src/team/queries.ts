import { queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import { productKey } from '../api/queries.ts'
import type { Member } from '../api/types.ts'

const PAGE = 200

/** Everybody of a product, invited people included. */
export const membersQuery = (product: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'members'],
    queryFn: async () => {
      const members: Member[] = []
      let cursor: string | undefined
      do {
        const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
        const params = { path: { product }, query }
        const { data, page } = await answer(api.GET('/api/v1/products/{product}/members', { params }))
        members.push(...data)
        cursor = page?.next_cursor ?? undefined
      } while (cursor !== undefined)
      return members
    },
  })
