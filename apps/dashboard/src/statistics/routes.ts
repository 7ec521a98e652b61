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

const funnels = createRoute({
  getParentRoute: () => statistics,
  path: 'funnels',
  component: lazyRouteComponent(() => import('../funnels/funnels-page.tsx'), 'FunnelsPage'),
})

const goals = createRoute({
  getParentRoute: () => statistics,
  path: 'goals',
  component: lazyRouteComponent(() => import('../goals/goals-page.tsx'), 'GoalsPage'),
})

const crawlers = createRoute({
  getParentRoute: () => statistics,
  path: 'crawlers',
  component: lazyRouteComponent(() => import('../crawlers/crawlers-page.tsx'), 'CrawlersPage'),
})

const search = createRoute({
  getParentRoute: () => statistics,
  path: 'search',
  component: lazyRouteComponent(() => import('../search-console/search-console-page.tsx'), 'SearchConsolePage'),
})

export const statisticsRoutes = [
  statistics.addChildren([overview, realtime, funnels, goals, crawlers, search]),
] as const
