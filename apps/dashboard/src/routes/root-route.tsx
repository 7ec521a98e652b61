import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { Shell } from '../shell/shell.tsx'

/** What every route's loader is given. */
export interface RouterContext {
  readonly queryClient: QueryClient
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The page is for people who need not be signed in: no menus that ask for an account. */
    readonly bare?: boolean
  }
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})
