import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../routes/root-route.tsx'

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  staticData: { bare: true },
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
})

export const invitationRoutes = [invitation] as const
