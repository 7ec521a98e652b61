import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { installationQuery } from '../first-run/queries.ts'
import { productRoute } from '../routes/product-route.tsx'
import { parseReturn } from './integrations/search.ts'
import { appsQuery, crawlerSettingsQuery, domainsQuery, eventsQuery, shieldsQuery } from './queries.ts'

const settings = createRoute({
  getParentRoute: () => productRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-layout.tsx'), 'SettingsLayout'),
})

const start = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/products/$product/settings/general', params, replace: true })
  },
})

const general = createRoute({
  getParentRoute: () => settings,
  path: 'general',
  component: lazyRouteComponent(() => import('./general/general-page.tsx'), 'GeneralPage'),
})

const collection = createRoute({
  getParentRoute: () => settings,
  path: 'collection',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(domainsQuery(params.product)),
      queryClient.ensureQueryData(installationQuery(params.product)),
    ]),
  component: lazyRouteComponent(() => import('./collection/collection-page.tsx'), 'CollectionPage'),
})

const keys = createRoute({
  getParentRoute: () => settings,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
})

const integrations = createRoute({
  getParentRoute: () => settings,
  path: 'integrations',
  validateSearch: parseReturn,
  component: lazyRouteComponent(() => import('./integrations/integrations-page.tsx'), 'IntegrationsPage'),
})

const apps = createRoute({
  getParentRoute: () => settings,
  path: 'apps',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(appsQuery(params.product)),
  component: lazyRouteComponent(() => import('./apps/apps-page.tsx'), 'AppsPage'),
})

const events = createRoute({
  getParentRoute: () => settings,
  path: 'events',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(eventsQuery(params.product)),
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
})

const shields = createRoute({
  getParentRoute: () => settings,
  path: 'shields',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(shieldsQuery(params.product)),
  component: lazyRouteComponent(() => import('./shields/shields-page.tsx'), 'ShieldsPage'),
})

const crawlers = createRoute({
  getParentRoute: () => settings,
  path: 'crawlers',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(crawlerSettingsQuery(params.product)),
  component: lazyRouteComponent(() => import('./crawlers/crawlers-page.tsx'), 'CrawlerSettingsPage'),
})

const exports = createRoute({
  getParentRoute: () => settings,
  path: 'export',
  component: lazyRouteComponent(() => import('./export/export-page.tsx'), 'ExportPage'),
})

const activity = createRoute({
  getParentRoute: () => settings,
  path: 'activity',
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
})

const deletion = createRoute({
  getParentRoute: () => settings,
  path: 'delete',
  component: lazyRouteComponent(() => import('./deletion/delete-page.tsx'), 'DeletePage'),
})

export const settingsRoutes = [
  settings.addChildren([
    start,
    general,
    collection,
    events,
    shields,
    crawlers,
    apps,
    keys,
    integrations,
    exports,
    activity,
    deletion,
  ]),
] as const
