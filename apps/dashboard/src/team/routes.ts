import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountQuery } from '../api/queries.ts'
import { productRoute } from '../routes/product-route.tsx'
import { membersQuery } from './queries.ts'

const team = createRoute({
  getParentRoute: () => productRoute,
  path: 'team',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([queryClient.ensureQueryData(membersQuery(params.product)), queryClient.ensureQueryData(accountQuery)]),
  component: lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage'),
})

export const teamRoutes = [team] as const
