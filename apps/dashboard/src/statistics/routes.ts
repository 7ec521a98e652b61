import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { productRoute } from '../routes/product-route.tsx'
import { parseOverview, parseSpan } from './search.ts'

/** Pages that look at a span of days share it: it stays in the address from one to the next. */
const statistics = createRoute({
  getParentRoute: () => productRoute,
  id: 'statistics',
  validateSearch: parseSpan,
})

const overview = createRoute({
  getParentRoute: () => statistics,
  path: '/',
  validateSearch: parseOverview,
  component: lazyRouteComponent(() => import('../overview/overview-page.tsx'), 'OverviewPage'),
})

const realtime = createRoute({
  getParentRoute: () => statistics,
  path: 'realtime',
  component: lazyRouteComponent(() => import('../realtime/realtime-page.tsx'), 'RealtimePage'),
})

export const statisticsRoutes = [statistics.addChildren([overview, realtime])] as const
