import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { productsQuery } from '../api/queries.ts'
import { productRoute } from '../routes/product-route.tsx'
import { rootRoute } from '../routes/root-route.tsx'
import { installationQuery } from './queries.ts'

const welcome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(productsQuery),
  component: lazyRouteComponent(() => import('./welcome-page.tsx'), 'WelcomePage'),
})

const install = createRoute({
  getParentRoute: () => productRoute,
  path: 'install',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(installationQuery(params.product)),
  component: lazyRouteComponent(() => import('./install-page.tsx'), 'InstallPage'),
})

export const welcomeRoutes = [welcome] as const
export const installRoutes = [install] as const
