import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { productsQuery } from '../api/queries.ts'
import { parseHome } from '../pages/home/search.ts'
import { rootRoute } from './root-route.tsx'

/** All products, or the page that creates the first one. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: parseHome,
  loader: async ({ context }) => {
    const products = await context.queryClient.ensureQueryData(productsQuery)
    if (products.length === 0) throw redirect({ to: '/welcome', replace: true })
  },
  component: lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage'),
})
