import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { accountQuery } from '../api/queries.ts'
import { parseReturn } from '../pages/settings/integrations/search.ts'
import { appsQuery, crawlerSettingsQuery, domainsQuery, healthQuery, shieldsQuery } from '../pages/settings/queries.ts'
import { installationQuery } from '../product/installation-queries.ts'
import { membersQuery } from '../product/members-query.ts'
import { eventsQuery } from '../product/tracked-events.ts'
import { productRoute } from './product-route.tsx'

const settings = createRoute({
  getParentRoute: () => productRoute,
  path: 'settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-layout.tsx'), 'SettingsLayout'),
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
  component: lazyRouteComponent(() => import('../pages/settings/general/general-page.tsx'), 'GeneralPage'),
})

const collection = createRoute({
  getParentRoute: () => settings,
  path: 'collection',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([
      queryClient.ensureQueryData(domainsQuery(params.product)),
      queryClient.ensureQueryData(installationQuery(params.product)),
      // The card says what went wrong; the page waits for it, so that nothing below it moves.
      queryClient.prefetchQuery(healthQuery(params.product)),
    ]),
  component: lazyRouteComponent(() => import('../pages/settings/collection/collection-page.tsx'), 'CollectionPage'),
})

const team = createRoute({
  getParentRoute: () => settings,
  path: 'team',
  loader: ({ context: { queryClient }, params }) =>
    Promise.all([queryClient.ensureQueryData(membersQuery(params.product)), queryClient.ensureQueryData(accountQuery)]),
  component: lazyRouteComponent(() => import('../pages/team/team-page.tsx'), 'TeamPage'),
})

const keys = createRoute({
  getParentRoute: () => settings,
  path: 'keys',
  component: lazyRouteComponent(() => import('../pages/settings/keys/keys-page.tsx'), 'KeysPage'),
})

const sharing = createRoute({
  getParentRoute: () => settings,
  path: 'sharing',
  component: lazyRouteComponent(() => import('../pages/settings/sharing/sharing-page.tsx'), 'SharingPage'),
})

const integrations = createRoute({
  getParentRoute: () => settings,
  path: 'integrations',
  validateSearch: parseReturn,
  component: lazyRouteComponent(
    () => import('../pages/settings/integrations/integrations-page.tsx'),
    'IntegrationsPage',
  ),
})

const apps = createRoute({
  getParentRoute: () => settings,
  path: 'apps',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(appsQuery(params.product)),
  component: lazyRouteComponent(() => import('../pages/settings/apps/apps-page.tsx'), 'AppsPage'),
})

const events = createRoute({
  getParentRoute: () => settings,
  path: 'events',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(eventsQuery(params.product)),
  component: lazyRouteComponent(() => import('../pages/settings/events/events-page.tsx'), 'EventsPage'),
})

const shields = createRoute({
  getParentRoute: () => settings,
  path: 'shields',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(shieldsQuery(params.product)),
  component: lazyRouteComponent(() => import('../pages/settings/shields/shields-page.tsx'), 'ShieldsPage'),
})

const crawlers = createRoute({
  getParentRoute: () => settings,
  path: 'crawlers',
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(crawlerSettingsQuery(params.product)),
  component: lazyRouteComponent(() => import('../pages/settings/crawlers/crawlers-page.tsx'), 'CrawlerSettingsPage'),
})

const notifications = createRoute({
  getParentRoute: () => settings,
  path: 'notifications',
  component: lazyRouteComponent(
    () => import('../pages/settings/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

/** Addresses that these lists had by themselves. */
const [reports, alerts] = [formerly('reports'), formerly('alerts')]

function formerly<Path extends string>(path: Path) {
  return createRoute({
    getParentRoute: () => settings,
    path,
    beforeLoad: ({ params: { product } }: { readonly params: { readonly product: string } }) => {
      throw redirect({ to: '/products/$product/settings/notifications', params: { product }, replace: true })
    },
  })
}

const imports = createRoute({
  getParentRoute: () => settings,
  path: 'import',
  component: lazyRouteComponent(() => import('../pages/settings/import/import-page.tsx'), 'ImportPage'),
})

const exports = createRoute({
  getParentRoute: () => settings,
  path: 'export',
  component: lazyRouteComponent(() => import('../pages/settings/export/export-page.tsx'), 'ExportPage'),
})

const activity = createRoute({
  getParentRoute: () => settings,
  path: 'activity',
  component: lazyRouteComponent(() => import('../pages/settings/activity/activity-page.tsx'), 'ActivityPage'),
})

const deletion = createRoute({
  getParentRoute: () => settings,
  path: 'delete',
  component: lazyRouteComponent(() => import('../pages/settings/deletion/delete-page.tsx'), 'DeletePage'),
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
    team,
    keys,
    sharing,
    integrations,
    notifications,
    reports,
    alerts,
    imports,
    exports,
    activity,
    deletion,
  ]),
] as const
