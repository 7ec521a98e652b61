import {
  AlreadyExists,
  App,
  CrawlerSettings,
  Domains,
  Events,
  mutable,
  Preferences,
  Shields,
  TrackedEvent,
  timestamp,
} from '@footfall/core-domain'
import { z } from 'zod'
import { Cidr } from '../cidr.ts'
import { defineProductWrite } from '../definition/operation.ts'
import { created } from '../definition/plan.ts'
import { HostnameInput } from '../hostname.ts'
import { revisionField } from '../revision.ts'
import { unique } from '../unique.ts'
import { planSettings } from './settings-plan.ts'
import { domainWarnings, eventWarnings, preferenceWarnings, shieldWarnings } from './settings-warnings.ts'

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export const updateDomains = defineProductWrite({
  name: 'service_domains_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/domains',
  title: 'Replace the domains',
  description:
    'Replaces the list of hostnames that belong to a product. Exactly one must be primary unless the list is empty. Read them first; what is not in the new list is removed.',
  body: z.strictObject({
    domains: z
      .array(z.strictObject({ hostname: HostnameInput, primary: z.boolean() }))
      .max(50)
      .superRefine(unique('hostname', ({ hostname }) => hostname))
      .refine(
        (domains) => domains.length === 0 || domains.filter(({ primary }) => primary).length === 1,
        'must hold exactly one primary hostname',
      ),
    ...revisionField,
  }),
  output: Domains.extend(mutable),
  destructive: true,
  plan: (call, { domains, revision }) =>
    planSettings(call, 'domains', revision, {
      next: () => ({ domains }),
      summary: () =>
        `Set the domains of “${call.product.name}” to ${domains.map(({ hostname }) => hostname).join(', ') || 'none'}.`,
      warnings: (current, next) => domainWarnings(call, current, next),
    }),
})

export const createApp = defineProductWrite({
  name: 'service_apps_create',
  method: 'POST',
  path: '/api/v1/products/{product}/apps',
  title: 'Add an app',
  description: 'Adds an app to a product, so that its events can be told from those of other places.',
  body: z.strictObject({ platform: App.shape.platform, name: App.shape.name, bundle_id: App.shape.bundle_id }),
  output: App,
  creates: true,
  async plan({ store, product, ids, clock }, fields) {
    const apps = await store.apps.list(product.id)
    if (apps.some(({ platform, bundle_id }) => platform === fields.platform && bundle_id === fields.bundle_id)) {
      throw new AlreadyExists(`The product has an app ${fields.bundle_id} for ${fields.platform} already.`)
    }
    return {
      summary: `Add the ${fields.platform} app “${fields.name}” (${fields.bundle_id}) to “${product.name}”.`,
      changes: created(fields),
      revision: null,
      async commit() {
        const at = timestamp(clock.now())
        const app: App = { id: ids.app(), ...fields, created_at: at, revision: 1, updated_at: at }
        await store.apps.insert(product.id, app)
        return { result: app, subject: app.id }
      },
    }
  },
})

const TrackedEventInput = z
  .strictObject(TrackedEvent.shape)
  .refine((event) => event.kind === 'pageview' || event.path_pattern === undefined, {
    path: ['path_pattern'],
    message: 'is only for events of the kind pageview',
  })

export const updateEvents = defineProductWrite({
  name: 'service_events_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/events',
  title: 'Replace the tracked events',
  description:
    'Replaces the events a product tracks, which of them are goals, and what the tracker captures by itself. Read them first; what is not in the new list is removed. Events already counted stay counted.',
  body: z.strictObject({
    events: z
      .array(TrackedEventInput)
      .max(500)
      .superRefine(unique('name', ({ name }) => name)),
    auto_capture: z.strictObject(Events.shape.auto_capture.shape),
    ...revisionField,
  }),
  output: Events.extend(mutable),
  destructive: true,
  plan: (call, { revision, ...next }) =>
    planSettings(call, 'events', revision, {
      next: () => next,
      summary: () =>
        `Track ${counted(next.events.length, 'event')} on “${call.product.name}”, ${counted(next.events.filter(({ goal }) => goal).length, 'goal')} among them.`,
      warnings: (current) => eventWarnings(call, current, next),
    }),
})

export const updatePreferences = defineProductWrite({
  name: 'service_preferences_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/preferences',
  title: 'Change preferences',
  description:
    'Changes any of a product’s time zone, week start, default range, currency, excluded query parameters, bot filtering, retention in days and suppression threshold in visitors. What is not given stays.',
  body: z
    .strictObject({ ...Preferences.partial().shape, ...revisionField })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one preference'),
  output: Preferences.extend(mutable),
  destructive: true,
  plan: (call, { revision, ...given }) =>
    planSettings(call, 'preferences', revision, {
      next: ({ revision: _, updated_at: __, ...current }) => ({ ...current, ...definedOf(given) }),
      summary: (_, changes) => `Change ${changes.map(({ path }) => path).join(', ')} of “${call.product.name}”.`,
      warnings: (current, next) => preferenceWarnings(call, current, next),
    }),
})

export const updateShields = defineProductWrite({
  name: 'service_shields_update',
  method: 'PUT',
  path: '/api/v1/products/{product}/shields',
  title: 'Replace the shields',
  description:
    'Replaces what a product refuses to count: addresses (CIDR), countries, paths, hostnames and referrers. Applies to events from the next second on; what was counted stays.',
  body: z.strictObject({
    addresses: z
      .array(z.strictObject({ cidr: Cidr, note: Shields.shape.addresses.element.shape.note }))
      .max(500)
      .superRefine(unique('cidr', ({ cidr }) => cidr)),
    countries: z
      .array(z.strictObject(Shields.shape.countries.element.shape))
      .max(250)
      .superRefine(unique('code', ({ code }) => code)),
    paths: z.array(z.strictObject(Shields.shape.paths.element.shape)).max(500),
    hostnames: z.strictObject(Shields.shape.hostnames.shape),
    referrers: z.array(z.strictObject(Shields.shape.referrers.element.shape)).max(500),
    ...revisionField,
  }),
  output: Shields.extend(mutable),
  destructive: true,
  plan: (call, { revision, ...next }) =>
    planSettings(call, 'shields', revision, {
      next: () => next,
      summary: (_, changes) =>
        `Change what “${call.product.name}” refuses to count: ${changes.map(({ path }) => path).join(', ')}.`,
      warnings: (current) => shieldWarnings(call, current, next),
    }),
})

export const updateCrawlerSettings = defineProductWrite({
  name: 'service_crawlers_update',
  method: 'PATCH',
  path: '/api/v1/products/{product}/crawlers',
  title: 'Change crawler settings',
  description:
    'Changes whether and which crawlers a product reports, by purpose, and the paths left out. What is not given stays.',
  body: z
    .strictObject({
      enabled: CrawlerSettings.shape.enabled.optional(),
      track: z.strictObject(CrawlerSettings.shape.track.partial().shape).optional(),
      excluded_paths: CrawlerSettings.shape.excluded_paths.optional(),
      ...revisionField,
    })
    .refine(({ revision: _, ...given }) => Object.keys(given).length > 0, 'must hold at least one setting'),
  output: CrawlerSettings.extend(mutable),
  plan: (call, { revision, enabled, track, excluded_paths }) =>
    planSettings(call, 'crawlers', revision, {
      next: (current) => ({
        enabled: enabled ?? current.enabled,
        track: { ...current.track, ...definedOf(track ?? {}) },
        excluded_paths: excluded_paths ?? current.excluded_paths,
      }),
      summary: (_, changes) =>
        `Change ${changes.map(({ path }) => path).join(', ')} of the crawler reports of “${call.product.name}”.`,
      warnings: async (current, next) =>
        current.enabled && !next.enabled ? ['Crawlers are no longer reported from the next second on.'] : [],
    }),
})

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> }

/** The fields that were given. */
function definedOf<T extends object>(fields: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
}
