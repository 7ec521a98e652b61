import { ServiceUnavailable, timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedFunnel, testDatabase } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import type { WriteOperation } from '../../definition/operation.ts'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn, testEngine } from '../../test-support/index.ts'
import { createApp } from '../apps/create.ts'
import { updateCrawlerSettings } from '../crawlers/update.ts'
import { updateDomains } from '../domains/update.ts'
import { updateEvents } from '../events/update.ts'
import { createFunnel } from '../funnels/create.ts'
import { updatePreferences } from '../preferences/update.ts'
import { updateProduct } from '../products/update.ts'
import { updateShields } from '../shields/update.ts'
import { inviteMember } from '../team/invite.ts'

const SITE = 'lumen-notes.example'
const AUTO_CAPTURE = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }
const SIGNUP = { name: 'Signup', kind: 'custom', goal: true, revenue: false }
const NO_SHIELDS = {
  addresses: [],
  countries: [],
  paths: [],
  hostnames: { mode: 'block', patterns: [] },
  referrers: [],
}

const plan = (value: string) => ({ name: 'plan', value })
const goals = (...events: readonly object[]) => ({
  events: events.map((over) => ({ ...SIGNUP, ...over })),
  auto_capture: AUTO_CAPTURE,
})

describe('the warnings of a preview', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let batches = 0

  const begin = async (timezone = 'UTC') => {
    const { analytics } = await engine.services(database)
    const on = await scenarioOn(database, { timezone, services: { ...servicesOn(database), analytics } })
    const warnings = async (operation: WriteOperation, body: object): Promise<string[]> =>
      (await on.preview(on.owner, operation, { body })).data.warnings
    return { ...on, warnings }
  }
  /** Stores events of one visitor and visit each. */
  const store = async ({ product }: CallingScenario, events: readonly (Partial<EventRow> & { ts: string })[]) => {
    const rows = events.map((event, i) => {
      const visitor = String(i + 1)
      return JSON.stringify(
        eventRow({ product_id: product, visit_start: event.ts.slice(0, 19), visitor, visit: visitor, ...event }),
      )
    })
    await engine.engine.insert('events', 'JSONEachRow', rows.join('\n'), `warnings-${++batches}`)
  }

  it('counts the visitors of a removed domain in the last 7 days, including today', async () => {
    const on = await begin()
    await store(on, [
      { ts: '2026-11-13 23:59:59.999', hostname: SITE },
      { ts: '2026-11-14 00:00:00.000', hostname: SITE },
      { ts: '2026-11-20 11:59:59.000', hostname: SITE },
      { ts: '2026-11-20 11:59:59.000', hostname: 'other.example' },
    ])
    const www = { hostname: `www.${SITE}`, primary: false }
    const site = { hostname: SITE, primary: true }
    const unknown = `No event from “www.${SITE}” was ever collected. Did you mean ${SITE}?`
    expect(await on.warnings(updateDomains, { domains: [site, www] })).toEqual([unknown])
    await on.confirm(on.owner, updateDomains, { body: { domains: [site, www] } })
    const next = { domains: [{ ...www, primary: true }] }
    const { data } = await on.preview(on.owner, updateDomains, { body: next })
    expect(data.warnings).toEqual([expect.stringContaining(`${SITE}, which had 2 visitors in the last 7 days`)])
    expect(data.changes).toEqual([{ path: 'domains', from: [site, www], to: next.domains }])
    expect(data.revision).toBe(2)
  })

  it('counts the conversions of a removed goal in the last 30 days, and names the funnels of a removed event', async () => {
    const on = await begin()
    await store(on, [
      { ts: '2026-10-21 23:59:59.999', kind: 'custom', name: 'Signup' },
      { ts: '2026-10-22 00:00:00.000', kind: 'custom', name: 'Signup' },
      { ts: '2026-11-20 11:00:00.000', kind: 'custom', name: 'Signup' },
    ])
    const purchase = { ...SIGNUP, name: 'purchase', goal: false }
    const auto_capture = AUTO_CAPTURE
    await on.confirm(on.owner, updateEvents, { body: { events: [SIGNUP, purchase], auto_capture } })
    await seedFunnel(database, on.product)
    const demoted = { events: [{ ...SIGNUP, goal: false }, purchase], auto_capture }
    const goal = expect.stringContaining('it had 2 conversions in the last 30 days')
    expect(await on.warnings(updateEvents, demoted)).toEqual([goal])
    expect(await on.warnings(updateEvents, { events: [], auto_capture })).toEqual([
      goal,
      'The funnel “Checkout” has a step “purchase”, which is no longer tracked.',
    ])
  })

  it('counts the events that a shorter retention deletes', async () => {
    const on = await begin()
    await store(on, [{ ts: '2026-10-20 12:00:00.000' }, { ts: '2026-11-19 12:00:00.000' }])
    expect(await on.warnings(updatePreferences, { retention_days: 30 })).toEqual([
      'Everything older than 30 days is deleted for good: 1 event.',
    ])
    expect(await on.warnings(updatePreferences, { retention_days: 3000 })).toEqual([])
  })

  it('says that past paths stay when the path rules change', async () => {
    const on = await begin()
    const path_rules = { trailing_slash: 'remove', lowercase: true }
    const expected = 'Paths are stored without their trailing slash and in lower case from the next second on.'
    expect(await on.warnings(updatePreferences, { path_rules })).toEqual([expect.stringContaining(expected)])
    expect(await on.warnings(updatePreferences, { path_rules })).toEqual([expect.stringContaining('Past paths stay.')])
    await on.confirm(on.owner, updatePreferences, { body: { path_rules } })
    expect(await on.warnings(updatePreferences, { path_rules })).toEqual([])
  })

  it('changes the path rule that is given, and leaves the other unchanged', async () => {
    const on = await begin()
    const changed = async (path_rules: object) =>
      (await on.confirm(on.owner, updatePreferences, { body: { path_rules } })).data.result.path_rules
    expect(await changed({ lowercase: true })).toEqual({ trailing_slash: 'keep', lowercase: true })
    expect(await changed({ trailing_slash: 'remove' })).toEqual({ trailing_slash: 'remove', lowercase: true })
  })

  it('says what turning a shipped list off or on means, and leaves a list that is not given unchanged', async () => {
    const on = await begin()
    expect(await on.warnings(updateShields, NO_SHIELDS)).toEqual([])
    const off = { ...NO_SHIELDS, referrer_spam: false, data_centres: false }
    expect(await on.warnings(updateShields, off)).toEqual([
      'Counts visits from known referrer spam from the next second on.',
      'Counts programs in data centers among people from the next second on.',
    ])
    await on.confirm(on.owner, updateShields, { body: off })
    expect(await on.warnings(updateShields, NO_SHIELDS)).toEqual([])
    expect(await on.warnings(updateShields, { ...NO_SHIELDS, referrer_spam: true, data_centres: true })).toEqual([
      'Stops counting visits from known referrer spam.',
      expect.stringContaining('Stops counting programs in data centers'),
    ])
  })

  it('counts visitors and events in days of the product’s time zone, on both sides of a day boundary', async () => {
    // 02:00 on 21 November in Kiritimati, whose days begin at 10:00 UTC of the day before.
    const on = await begin('Pacific/Kiritimati')
    await store(on, [
      { ts: '2026-10-21 09:59:59.999' },
      { ts: '2026-10-21 10:00:00.000' },
      { ts: '2026-11-14 09:59:59.999', hostname: SITE },
      { ts: '2026-11-14 10:00:00.000', hostname: SITE },
      { ts: '2026-11-20 11:59:58.000', hostname: SITE },
      { ts: '2026-11-20 11:59:59.000', hostname: SITE },
    ])
    expect(await on.warnings(updatePreferences, { retention_days: 30 })).toEqual([
      'Everything older than 30 days is deleted for good: 1 event.',
    ])
    const domains = [SITE, 'example.com'].map((hostname, i) => ({ hostname, primary: i === 1 }))
    await on.confirm(on.owner, updateDomains, { body: { domains } })
    expect(await on.warnings(updateDomains, { domains: domains.slice(1) })).toEqual([
      expect.stringContaining(`Removing ${SITE}, which had 3 visitors in the last 7 days`),
    ])
  })

  it('counts the visitors whom a shield drops, except those of addresses, which are not stored', async () => {
    const on = await begin()
    await store(on, [
      { ts: '2026-11-20 11:00:00.000', country: 'DE' },
      { ts: '2026-11-20 11:00:00.000', country: 'AT' },
    ])
    const shields = { ...NO_SHIELDS, countries: [{ code: 'DE' }], addresses: [{ cidr: '192.0.2.0/24' }] }
    expect(await on.warnings(updateShields, shields)).toEqual([
      expect.stringContaining('visitors from Germany (DE): 1 visitor'),
      expect.stringContaining('addresses are not stored'),
    ])
  })

  it('says that a number could not be measured during an outage of the engine', async () => {
    const unavailable = async () => Promise.reject(new ServiceUnavailable())
    const analytics = fixedReports({ query: unavailable, sightings: unavailable })
    const on = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const at = timestamp(database.clock.now())
    await database.store.settings.put(on.product, 'domains', { domains: [{ hostname: SITE, primary: true }] }, at)
    const { data } = await on.preview(on.owner, updateDomains, { body: { domains: [] } })
    expect(data.warnings).toEqual([expect.stringContaining('could not be measured now')])
  })
})

describeEachDialect('the settings of a product', (database) => {
  let on: CallingScenario
  beforeAll(async () => {
    on = await scenarioOn(database)
  })
  const page = (match: string) => ({ kind: 'page', match })
  const hosts = (...hostnames: string[]) => ({
    domains: hostnames.map((hostname, i) => ({ hostname, primary: i === 0 })),
  })

  it.each([
    [updateDomains, { domains: [{ hostname: 'a.example', primary: false }] }, 'domains'],
    [updateDomains, hosts('a.example', 'A.example.'), 'domains.1.hostname'],
    [updateDomains, hosts('https://a.example/x'), 'domains.0.hostname'],
    [updateDomains, hosts("a'; drop table products; --"), 'domains.0.hostname'],
    [updateDomains, hosts(...Array.from({ length: 51 }, (_, i) => `h${i}.example`)), 'domains'],
    [
      updateEvents,
      { events: [{ ...SIGNUP, path_pattern: '/x' }], auto_capture: AUTO_CAPTURE },
      'events.0.path_pattern',
    ],
    [updateEvents, { events: [], auto_capture: { ...AUTO_CAPTURE, everything: true } }, 'auto_capture.everything'],
    [updateEvents, goals({ properties: [] }), 'events.0.properties'],
    [updateEvents, goals({ properties: 'plan' }), 'events.0.properties'],
    [updateEvents, goals({ properties: Array.from({ length: 6 }, (_, i) => plan(String(i))) }), 'events.0.properties'],
    [updateEvents, goals({ properties: [{ name: 'plan' }] }), 'events.0.properties.0.value'],
    [updateEvents, goals({ properties: [{ ...plan('pro'), is: 'x' }] }), 'events.0.properties.0.is'],
    [updateEvents, goals({ properties: [plan('pro'), plan('free')] }), 'events.0.properties.1.name'],
    [updateEvents, goals({ property: plan('pro'), properties: [plan('pro')] }), 'events.0.property'],
    [updateEvents, goals({ property: plan('pro') }, { properties: [plan('pro')] }), 'events.1.name'],
    [updateEvents, goals({}, { kind: 'pageview', properties: [plan('pro')] }), 'events.1.name'],
    [
      updateEvents,
      goals({ label: 'New', property: plan('pro') }, { label: 'New', property: plan('free') }),
      'events.1.label',
    ],
    [updatePreferences, {}, ''],
    [updatePreferences, { timezone: 'Mars/Base' }, 'timezone'],
    [updatePreferences, { currency: 'euro' }, 'currency'],
    [updatePreferences, { retention_days: 29 }, 'retention_days'],
    [updatePreferences, { retention_days: 3651 }, 'retention_days'],
    [updatePreferences, { suppression_threshold: 101 }, 'suppression_threshold'],
    [updatePreferences, { path_rules: { trailing: 'remove' } }, 'path_rules.trailing'],
    [updatePreferences, { path_rules: { trailing_slash: 'add', lowercase: true } }, 'path_rules.trailing_slash'],
    [updatePreferences, { __proto__: null, constructor: 1 }, 'constructor'],
    [updateShields, { ...NO_SHIELDS, addresses: [{ cidr: '192.0.2.0/33' }] }, 'addresses.0.cidr'],
    [updateShields, { ...NO_SHIELDS, countries: [{ code: 'Atlantis' }] }, 'countries.0.code'],
    [updateShields, { ...NO_SHIELDS, countries: [{ code: 'XX' }] }, 'countries.0.code'],
    [updateShields, { ...NO_SHIELDS, countries: [{ code: '' }] }, 'countries.0.code'],
    [updateShields, { ...NO_SHIELDS, countries: [{ code: 'UK' }, { code: 'gb' }] }, 'countries.1.code'],
    [updateShields, { addresses: [] }, 'countries'],
    [updateShields, { ...NO_SHIELDS, referrer_spam: 'yes' }, 'referrer_spam'],
    [updateCrawlerSettings, { track: { everything: true } }, 'track.everything'],
    [createFunnel, { name: 'F', steps: [page('/')], window_minutes: 5 }, 'steps'],
    [createFunnel, { name: 'F', steps: [page('/'), page('/b')], window_minutes: 43_201 }, 'window_minutes'],
    [inviteMember, { email: 'not an email', role: 'viewer' }, 'email'],
    [inviteMember, { email: 'a@example.com', role: 'king' }, 'role'],
    [createApp, { platform: 'amiga', name: 'A', bundle_id: 'b' }, 'platform'],
    [updateProduct, { name: '   ' }, 'name'],
    [updateProduct, { name: 'x'.repeat(121) }, 'name'],
    [updateProduct, { name: 'Fine', revision: '1' }, 'revision'],
  ])('rejects bad input to $name: %j names %s', async (operation, body, field) => {
    const rejected = await on.preview(on.owner, operation, { body })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining([field]) })
  })
})
