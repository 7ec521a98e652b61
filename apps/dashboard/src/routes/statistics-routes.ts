import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import {
  parseCrawlers,
  parseFunnels,
  parseJourneys,
  parseOverview,
  parseReport,
  parseResults,
} from '../statistics/search.ts'
import { productRoute } from './product-route.tsx'

/** These pages share the period in their search parameters. */
const statistics = createRoute({ getParentRoute: () => productRoute, id: 'statistics', validateSearch: parseReport })

const overview = createRoute({
  getParentRoute: () => statistics,
  path: '/',
  validateSearch: parseOverview,
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
})

const realtime = createRoute({
  getParentRoute: () => statistics,
  path: 'realtime',
  component: lazyRouteComponent(() => import('../pages/realtime/realtime-page.tsx'), 'RealtimePage'),
})

const funnels = createRoute({
  getParentRoute: () => statistics,
  path: 'funnels',
  validateSearch: parseFunnels,
  component: lazyRouteComponent(() => import('../pages/funnels/funnels-page.tsx'), 'FunnelsPage'),
})

const journeys = createRoute({
  getParentRoute: () => statistics,
  path: 'journeys',
  validateSearch: parseJourneys,
  component: lazyRouteComponent(() => import('../pages/journeys/journeys-page.tsx'), 'JourneysPage'),
})

const retention = createRoute({
  getParentRoute: () => statistics,
  path: 'retention',
  component: lazyRouteComponent(() => import('../pages/retention/retention-page.tsx'), 'RetentionPage'),
})

const goals = createRoute({
  getParentRoute: () => statistics,
  path: 'goals',
  component: lazyRouteComponent(() => import('../pages/goals/goals-page.tsx'), 'GoalsPage'),
})

const crawlers = createRoute({
  getParentRoute: () => statistics,
  path: 'crawlers',
  validateSearch: parseCrawlers,
  component: lazyRouteComponent(() => import('../pages/crawlers/crawlers-page.tsx'), 'CrawlersPage'),
})

const vitals = createRoute({
  getParentRoute: () => statistics,
  path: 'vitals',
  component: lazyRouteComponent(() => import('../pages/web-vitals/web-vitals-page.tsx'), 'WebVitalsPage'),
})

const errors = createRoute({
  getParentRoute: () => statistics,
  path: 'errors',
  component: lazyRouteComponent(() => import('../pages/errors/errors-page.tsx'), 'ErrorsPage'),
})

const search = createRoute({
  getParentRoute: () => statistics,
  path: 'search',
  validateSearch: parseResults,
  component: lazyRouteComponent(() => import('../pages/search-console/search-console-page.tsx'), 'SearchConsolePage'),
})

export const statisticsRoutes = [
  statistics.addChildren([overview, realtime, journeys, retention, funnels, goals, crawlers, search, vitals, errors]),
] as const
