import { createRoute, redirect } from '@tanstack/react-router'
import { productRoute } from './product-route.tsx'

/** Where the team was before it became part of the settings. */
const team = createRoute({
  getParentRoute: () => productRoute,
  path: 'team',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/products/$product/settings/team', params, replace: true })
  },
})

export const teamRoutes = [team] as const
