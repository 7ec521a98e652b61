import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { accountRoutes } from './routes/account-routes.ts'
import { installRoutes, welcomeRoutes } from './routes/first-run-routes.ts'
import { homeRoute } from './routes/home-route.ts'
import { invitationRoutes } from './routes/invitation-routes.ts'
import { productRoute } from './routes/product-route.tsx'
import { rootRoute } from './routes/root-route.tsx'
import { settingsRoutes } from './routes/settings-routes.ts'
import { severalRoute } from './routes/several-route.ts'
import { statisticsRoutes } from './routes/statistics-routes.ts'
import { teamRoutes } from './routes/team-routes.ts'
import { ErrorPage } from './shell/error-page.tsx'
import { NotFoundPage } from './shell/not-found-page.tsx'
import { PendingPage } from './shell/pending-page.tsx'

/** Every page. The server knows the first segment of each path. */
const routeTree = rootRoute.addChildren([
  homeRoute,
  severalRoute,
  productRoute.addChildren([...statisticsRoutes, ...teamRoutes, ...settingsRoutes, ...installRoutes]),
  ...accountRoutes,
  ...welcomeRoutes,
  ...invitationRoutes,
])

export function createDashboardRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    // The query client decides what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createDashboardRouter>
  }
}
