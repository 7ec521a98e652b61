import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../api/client.ts'
import type { AccountToken, Activity, Connection } from '../api/types.ts'

const PAGE = 200
const ACTIVITY_PAGE = 25

/** Every token of the account, in whatever state; few people have more than a handful. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async () => {
    const tokens: AccountToken[] = []
    let cursor: string | undefined
    do {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
      const { data, page } = await answer(api.GET('/api/v1/access-tokens', { params: { query } }))
      tokens.push(...data)
      cursor = page?.next_cursor ?? undefined
    } while (cursor !== undefined)
    return tokens
  },
})

/** What one token did, and what was done to it, newest first. */
export const tokenActivityQuery = (token: string) =>
  infiniteQueryOptions({
    queryKey: ['tokens', token, 'activity'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { limit: ACTIVITY_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const path = { token_id: token }
      return answer(api.GET('/api/v1/access-tokens/{token_id}/activity', { params: { path, query }, signal }))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
    select: ({ pages }): readonly Activity[] => pages.flatMap(({ data }) => data),
  })

/** Every application that was let in, ended ones included. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: async () => {
    const connections: Connection[] = []
    let cursor: string | undefined
    do {
      const query = { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) }
      const { data, page } = await answer(api.GET('/api/v1/connections', { params: { query } }))
      connections.push(...data)
      cursor = page?.next_cursor ?? undefined
    } while (cursor !== undefined)
    return connections
  },
})
