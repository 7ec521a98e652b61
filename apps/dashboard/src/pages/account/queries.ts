import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '../../api/client.ts'
import { fetchAllRows } from '../../api/fetch-all-rows.ts'
import type { Activity } from '../../api/types.ts'
import type { LANGUAGES } from '../../messages/languages.ts'
import { LANGUAGE } from '../../messages/locale.ts'

const ACTIVITY_PAGE = 25

/** Every token of the account, in any state. */
export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => fetchAllRows((query) => answer(api.GET('/api/v1/access-tokens', { params: { query } }))),
})

/** What a person should know of each token before keeping it. */
export const tokenReviewQuery = queryOptions({
  queryKey: ['tokens', 'review'],
  queryFn: () => fetchAllRows((query) => answer(api.GET('/api/v1/account/token-review', { params: { query } }))),
})

/** How one token is used. */
export const tokenUseQuery = (token: string) =>
  queryOptions({
    queryKey: ['tokens', token, 'use'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/access-tokens/{token_id}/use', { params: { path: { token_id: token } } }))).data,
  })

/** What the account demands of new tokens and keys. */
export const tokenPolicyQuery = queryOptions({
  queryKey: ['token-policy'],
  queryFn: async () => (await answer(api.GET('/api/v1/account/token-policy'))).data,
})

/** Audit entries by and about one token, newest first. */
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

/** Audit entries of the account outside of products, newest first. */
export const accountActivityQuery = infiniteQueryOptions({
  queryKey: ['account', 'activity'],
  queryFn: async ({ signal, pageParam }) => {
    const query = { limit: ACTIVITY_PAGE, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
    return answer(api.GET('/api/v1/activity', { params: { query }, signal }))
  },
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ page }) => page?.next_cursor ?? undefined,
  select: ({ pages }): readonly Activity[] => pages.flatMap(({ data }) => data),
  staleTime: 0,
})

/** Number of active tokens, keys and connections of the account. */
export const credentialsQuery = queryOptions({
  queryKey: ['credentials'],
  queryFn: async () => (await answer(api.GET('/api/v1/account/credentials'))).data,
  staleTime: 0,
})

/** Browsers in which the person is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await answer(api.GET('/api/v1/account/sessions'))).data,
  staleTime: 0,
})

/** Those that were decided or have expired in the last two days. */
export const decidedApprovalsQuery = queryOptions({
  queryKey: ['approvals', 'decided'],
  queryFn: async () => {
    const all = (query: { limit: number; cursor?: string }) =>
      answer(api.GET('/api/v1/approvals', { params: { query: { ...query, state: 'all' as const } } }))
    return (await fetchAllRows(all)).filter(({ state }) => state !== 'waiting')
  },
  staleTime: 15_000,
})

/** One of them, with its changes in the words of this page’s language. */
export const approvalQuery = (approval: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', approval],
    queryFn: async () =>
      (
        await answer(
          api.GET('/api/v1/approvals/{approval_id}', {
            params: { path: { approval_id: approval }, query: { language: LANGUAGE as keyof typeof LANGUAGES } },
          }),
        )
      ).data,
    staleTime: 0,
  })

/** Every connection, including ended ones. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => fetchAllRows((query) => answer(api.GET('/api/v1/connections', { params: { query } }))),
})
