import {
  App,
  CrawlerSettings,
  Domains,
  Events,
  mutable,
  Preferences,
  type SettingsSection,
  Shields,
} from '@footfall/core-domain'
import { z } from 'zod'
import type { ProductCall } from '../definition/call.ts'
import { defineProductRead } from '../definition/operation.ts'

const readSection =
  <Section extends SettingsSection>(section: Section) =>
  async ({ store, product }: ProductCall) => ({ data: await store.settings.get(product.id, section) })

export const getDomains = defineProductRead({
  name: 'service_domains_get',
  path: '/api/v1/products/{product}/domains',
  product: 'path',
  title: 'Get domains',
  description: 'Returns the hostnames that belong to a product, and which is the primary one.',
  query: {},
  output: Domains.extend(mutable),
  run: readSection('domains'),
})

export const getApps = defineProductRead({
  name: 'service_apps_get',
  path: '/api/v1/products/{product}/apps',
  product: 'path',
  title: 'Get apps',
  description: 'Returns the apps of a product, with platform and bundle identifier.',
  query: {},
  output: z.object({ apps: z.array(App) }),
  run: async ({ store, product }) => ({ data: { apps: [...(await store.apps.list(product.id))] } }),
})

export const getEvents = defineProductRead({
  name: 'service_events_get',
  path: '/api/v1/products/{product}/events',
  product: 'path',
  title: 'Get tracked events',
  description:
    'Returns the events a product tracks, which of them are goals or carry revenue, and what the tracker captures by itself.',
  query: {},
  output: Events.extend(mutable),
  run: readSection('events'),
})

export const getPreferences = defineProductRead({
  name: 'service_preferences_get',
  path: '/api/v1/products/{product}/preferences',
  product: 'path',
  title: 'Get preferences',
  description:
    'Returns a product’s time zone, week start, default range, currency, retention in days, suppression threshold in visitors, and bot filtering.',
  query: {},
  output: Preferences.extend(mutable),
  run: readSection('preferences'),
})

export const getShields = defineProductRead({
  name: 'service_shields_get',
  path: '/api/v1/products/{product}/shields',
  product: 'path',
  title: 'Get shields',
  description: 'Returns what a product refuses to count: addresses, countries, paths, hostnames and referrers.',
  query: {},
  output: Shields.extend(mutable),
  run: readSection('shields'),
})

export const getCrawlerSettings = defineProductRead({
  name: 'service_crawlers_get',
  path: '/api/v1/products/{product}/crawlers',
  product: 'path',
  title: 'Get crawler settings',
  description: 'Returns which crawlers a product reports, by purpose, and the paths left out.',
  query: {},
  output: CrawlerSettings.extend(mutable),
  run: readSection('crawlers'),
})
