import { queryOptions } from '@tanstack/react-query'
import { answer, api } from './client.ts'
import { everyRow } from './fetch-all-rows.ts'

// None of these takes the `signal` to give up by: routes wait for them in their loaders, and a part of the page that goes
// away meanwhile would call off what the loader waits for.

/** Who is signed in. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async () => (await answer(api.GET('/api/v1/mcp/account'))).data,
  staleTime: 300_000,
})

/** Every product the account belongs to, with its role there. */
export const productsQuery = queryOptions({
  queryKey: ['products'],
  queryFn: () => everyRow((query) => answer(api.GET('/api/v1/products', { params: { query } }))),
  staleTime: 60_000,
})

/** Everything asked about one product has a key that begins with this; after a write, invalidate it. */
export const productKey = (product: string) => ['product', product] as const

export const preferencesQuery = (product: string) =>
  queryOptions({
    queryKey: [...productKey(product), 'preferences'],
    queryFn: async () =>
      (await answer(api.GET('/api/v1/products/{product}/preferences', { params: { path: { product } } }))).data,
    staleTime: 60_000,
  })
