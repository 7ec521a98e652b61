import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { productRoute } from '../routes/product-route.tsx'
import { rootRoute } from '../routes/root-route.tsx'
import { statisticsRoutes } from '../routes/statistics-routes.ts'
import { ErrorPage } from '../shell/error-page.tsx'
import { PendingPage } from '../shell/pending-page.tsx'
import { rewriteFor, type SharedAddress } from './shared-address.ts'
import { SharedShell } from './shared-shell.tsx'

/**
 * The routes of a product's statistics in the frame of a shared link. They are the dashboard's own, so that its pages are the
 * same; a page that shows a link has no other router.
 */
export function createSharedRouter(queryClient: QueryClient, address: SharedAddress, product: string) {
  rootRoute.update({ component: SharedShell, notFoundComponent: nothing })
  return createRouter({
    routeTree: rootRoute.addChildren([productRoute.addChildren([...statisticsRoutes])]),
    context: { queryClient },
    rewrite: rewriteFor(address, product),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: nothing,
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
    trailingSlash: 'never',
  })
}

/** The shell leads from every address that the link does not show to one that it does. */
const nothing = () => null
