import { createRoute, notFound, Outlet } from '@tanstack/react-router'
import { preferencesQuery, productsQuery } from '../api/queries.ts'
import type { Preferences, Product } from '../api/types.ts'
import { rootRoute } from './root-route.tsx'

/** Parent of the pages of one product, which read it with `useProduct` and `usePreferences`. */
export const productRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products/$product',
  loader: async ({ context, params }): Promise<{ product: Product; preferences: Preferences }> => {
    const [products, preferences] = await Promise.all([
      context.queryClient.ensureQueryData(productsQuery),
      context.queryClient.ensureQueryData(preferencesQuery(params.product)),
    ])
    const product = products.find(({ id }) => id === params.product)
    if (product === undefined) throw notFound()
    return { product, preferences }
  },
  component: Outlet,
})
