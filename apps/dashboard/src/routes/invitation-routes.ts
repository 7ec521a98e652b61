import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from './root-route.tsx'

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  staticData: { bare: true },
  component: lazyRouteComponent(() => import('../pages/invitation/invitation-page.tsx'), 'InvitationPage'),
})

export const invitationRoutes = [invitation] as const
