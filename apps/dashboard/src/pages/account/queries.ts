import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { everyRow } from '../../api/fetch-all-rows.ts'
import type { Activity } from '../../api/types.ts'

const ACTIVITY_PAGE = 25

/** Every token of the account, in whatever state; few people have more than a handful. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => everyRow((query) => answer(api.GET('/api/v1/access-tokens', { params: { query } }))),
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

/** How much acts for the account without its password, and ends with it by default. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: async () => (await answer(api.GET('/api/v1/account/credentials'))).data,
  staleTime: 0,
})

/** Every application that was let in, ended ones included. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => everyRow((query) => answer(api.GET('/api/v1/connections', { params: { query } }))),
})
