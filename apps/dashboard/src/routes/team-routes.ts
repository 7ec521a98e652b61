import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { accountQuery } from '../api/queries.ts'
import { membersQuery } from '../product/members-query.ts'
import { productRoute } from './product-route.tsx'

const team = createRoute({
  getParentRoute: () => productRoute,
  path: 'team',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([queryClient.ensureQueryData(membersQuery(params.product)), queryClient.ensureQueryData(accountQuery)]),
  component: lazyRouteComponent(() => import('../pages/team/team-page.tsx'), 'TeamPage'),
})

export const teamRoutes = [team] as const
