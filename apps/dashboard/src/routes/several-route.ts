import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { productsQuery } from '../api/queries.ts'
import { parseSeveral } from '../pages/several/search.ts'
import { rootRoute } from './root-route.tsx'

/** Several products together, where there are several. */
export const severalRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/products',
  validateSearch: parseSeveral,
  loader: async ({ context }) => {
    const products = await context.queryClient.ensureQueryData(productsQuery)
    if (products.length < 2) throw redirect({ to: '/', replace: true })
  },
  component: lazyRouteComponent(() => import('../pages/several/several-page.tsx'), 'SeveralPage'),
})
