import { createRoute, redirect } from '@tanstack/react-router'
import { productsQuery } from '../api/queries.ts'
import { preferredProduct } from '../product/last-product.ts'
import { rootRoute } from './root-route.tsx'

/** Redirects to the last opened product, or to creating the first. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  loader: async ({ context }) => {
    const product = preferredProduct(await context.queryClient.ensureQueryData(productsQuery))
    if (product === undefined) throw redirect({ to: '/welcome', replace: true })
    throw redirect({ to: '/products/$product', params: { product: product.id }, replace: true })
  },
})
