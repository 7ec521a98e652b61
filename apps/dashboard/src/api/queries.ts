import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'
import { fetchAllRows } from './fetch-all-rows.ts'
import type { SecondFactors } from './types.ts'

// These take no `signal`: a component that unmounts would abort the request that a route loader waits for.

/** The signed-in account. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => (await answer(api.GET('/api/v1/mcp/account'))).data,
  staleTime: 300_000,
})

/** Every product of the account, with its role. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => fetchAllRows((query) => answer(api.GET('/api/v1/products', { params: { query } }))),
  staleTime: 60_000,
})

/** Prefix of the query keys of one product; a write invalidates it. */
export const productQueryKey = (product: string) => ['product', product] as const

/** Makes a query about one product from what it reads and a name among the queries of the product. */
export const ofProduct =
  <Data>(name: string, read: (params: { readonly path: { readonly product: string } }) => Promise<Data>) =>
  (product: string) =>
    queryOptions({
      queryKey: [...productQueryKey(product), name],
      queryFn: () => read({ path: { product } }),
    })

/** Changes that wait until this person approves them. */
export const approvalsQuery = queryOptions({
  queryKey: ['approvals'],
  queryFn: () => fetchAllRows((query) => answer(api.GET('/api/v1/approvals', { params: { query } }))),
  staleTime: 15_000,
})

export const preferencesQuery = (product: string) =>
  queryOptions({
    queryKey: [...productQueryKey(product), 'preferences'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/preferences', { params: { path: { product } } }))).data,
    staleTime: 60_000,
  })

export const secondFactorsQuery = queryOptions({
  queryKey: ['second-factors'],
  queryFn: async () => (await answer(api.GET('/api/v1/account/second-factors'))).data,
})

/** Whether the account has one. Recovery codes only replace one. */
export const hasSecondFactor = ({ authenticator, passkeys }: SecondFactors): boolean =>
  authenticator !== null || passkeys.length > 0
