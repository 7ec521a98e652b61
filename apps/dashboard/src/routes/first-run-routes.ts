import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { productsQuery } from '../api/queries.ts'
import { installationQuery } from '../product/installation-queries.ts'
import { productRoute } from './product-route.tsx'
import { rootRoute } from './root-route.tsx'

const welcome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(productsQuery),
  component: lazyRouteComponent(() => import('../pages/first-run/welcome-page.tsx'), 'WelcomePage'),
})

const install = createRoute({
  getParentRoute: () => productRoute,
  path: 'install',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(installationQuery(params.product)),
  component: lazyRouteComponent(() => import('../pages/first-run/install-page.tsx'), 'InstallPage'),
})

export const welcomeRoutes = [welcome] as const
export const installRoutes = [install] as const
