import { ServiceUnavailable } from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { eventRow } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { toolsetOf } from '../calls/toolsets.ts'
import type { WriteOperation } from '../definition/operation.ts'
import { createAccountReport } from '../features/account-reports/create.ts'
import { createAlert } from '../features/alerts/create.ts'
import { updateAlert } from '../features/alerts/update.ts'
import { createAnnotation } from '../features/annotations/create.ts'
import { createApp } from '../features/apps/create.ts'
import { updateCrawlerSettings } from '../features/crawlers/update.ts'
import { updateDomains } from '../features/domains/update.ts'
import { updateEvents } from '../features/events/update.ts'
import { createFunnel } from '../features/funnels/create.ts'
import { updateFunnel } from '../features/funnels/update.ts'
import { createProductKey } from '../features/keys/create.ts'
import { createIntakeKey } from '../features/keys/create-intake.ts'
import { updatePreferences } from '../features/preferences/update.ts'
import { createProduct } from '../features/products/create.ts'
import { updateProduct } from '../features/products/update.ts'
import { createReport } from '../features/reports/create.ts'
import { createSegment } from '../features/segments/create.ts'
import { updateSegment } from '../features/segments/update.ts'
import { createShare } from '../features/shares/create.ts'
import { updateShields } from '../features/shields/update.ts'
import { createToken } from '../features/tokens/create.ts'
import { updateToken } from '../features/tokens/update.ts'
import { DASHBOARD_OPERATIONS, MCP_OPERATIONS } from '../interface.ts'
import { writeInputs } from '../test-support/examples.ts'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn, testEngine } from '../test-support/index.ts'
import { TOOLSET_OF_SCOPE } from './useless-access.ts'

const SITE = 'lumen-notes.example'
const AT = '2026-11-20 11:00:00.000'
const auto_capture = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }
const VISIT_PRICING = { name: 'Visit pricing', kind: 'pageview', path_pattern: '/pricing', goal: true, revenue: false }
const SHIELDS = {
  addresses: [{ cidr: '203.0.113.0/24' }],
  countries: [],
  paths: [{ pattern: '/admin/*' }],
  hostnames: { mode: 'block', patterns: ['*.staging.example'] },
  referrers: [{ pattern: 'example.org' }],
}
const STEPS = [
  { kind: 'page', match: '/' },
  { kind: 'event', match: 'Signup' },
]
const CHECKOUT = { name: 'Checkout', steps: STEPS, window_minutes: 60 }
const PRICED = [{ dimension: 'page', operator: 'is', values: ['/pricing'] }]
const EMAIL = { kind: 'email', addresses: ['reader@example.com'] }
const REPORT = { name: 'Weekly', schedule: { every: 'week', weekday: 1, hour: 8 }, target: EMAIL }
const ALERT = { name: 'Spikes', rule: { kind: 'spike' }, target: EMAIL }
const TOKEN = { name: 'Reader', scopes: ['analytics:read'], products: { mode: 'all' } }

/** A sentence of any of the rules. */
const RULES =
  /was (ever|never) collected|begins with a slash|already covers|in the list twice|is already called|already has|no effect|excluded nobody|are withheld|none of the purposes|could not be/

describe('the warnings of previews', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let on: CallingScenario
  const ids: Record<string, string> = {}
  const event = (product: string, name: string) => ({ ...VISIT_PRICING, name, path_pattern: product })

  beforeAll(async () => {
    const { analytics } = await engine.services(database)
    on = await scenarioOn(database, { name: 'Lumen', services: { ...servicesOn(database), analytics } })
    const events = [
      { path: '/', country: 'GB', referrer: 'spam.example/offer' },
      { path: '/pricing', country: 'DE' },
      { path: '/', kind: 'custom', name: 'Signup', props: { plan: 'pro' } },
    ] as const
    const rows = events.map((given, i) => {
      const visitor = String(i + 1)
      const visit = { product_id: on.product, visit_start: AT.slice(0, 19), visitor, visit: visitor }
      return JSON.stringify(eventRow({ ts: AT, hostname: SITE, ...visit, ...given }))
    })
    await engine.engine.insert('events', 'JSONEachRow', rows.join('\n'), 'previews')
    const owner = await on.person('owner')
    const made = async (operation: WriteOperation, body: object, by: Parameters<typeof on.confirm>[0] = on.owner) => {
      const { data, ...rejected } = await on.confirm(by, operation, { body })
      expect(rejected).not.toHaveProperty('code')
      return data.result.id
    }
    await made(updateEvents, { events: [VISIT_PRICING], auto_capture })
    await made(updateShields, SHIELDS)
    await made(updateCrawlerSettings, { excluded_paths: ['/private/*'] })
    await made(updateDomains, { domains: [{ hostname: SITE, primary: true }] })
    ids.funnel = await made(createFunnel, CHECKOUT)
    ids.other_funnel = await made(createFunnel, { ...CHECKOUT, name: 'Other', window_minutes: 90 })
    ids.segment = await made(createSegment, { name: 'Priced', filters: PRICED }, owner)
    await made(createAlert, ALERT, owner)
    ids.alert = await made(createAlert, { ...ALERT, name: 'More' }, owner)
    await made(createReport, REPORT, owner)
    await made(createAccountReport, { ...REPORT, timezone: 'UTC' }, owner)
    await made(createShare, { name: 'For Ada', sections: ['overview'] }, owner)
    await made(createProductKey, { name: 'Site', scopes: ['analytics:read'] })
    ids.token = await made(createToken, TOKEN, owner)
    await made(createToken, { ...TOKEN, name: 'Child' })
    await made(createApp, { platform: 'ios', name: 'Notes', bundle_id: 'com.example.notes' })
    await made(createAnnotation, { date: '2026-11-01', title: 'Launch' }, owner)
    await made(createProduct, { name: 'Second', domain: 'second.example' })
  })

  const warnings = async (
    operation: WriteOperation,
    body: object,
    path: object = {},
    by?: Parameters<typeof on.preview>[0],
  ): Promise<string[]> => {
    const caller = by ?? (operation.name.startsWith('dashboard_') ? await on.person('owner') : on.owner)
    const { data, ...rejected } = await on.preview(caller, operation, { body, path: { ...path } })
    expect(rejected).not.toHaveProperty('code')
    return data.warnings
  }

  const goals = (...events: object[]) => ({ events: [VISIT_PRICING, ...events], auto_capture })
  const custom = (name: string, more: object = {}) => ({ name, kind: 'custom', goal: true, revenue: false, ...more })
  const funnel = (match: string, kind = 'page', more: object = {}) => ({
    name: 'New',
    steps: [STEPS[0], { kind, match, ...more }],
    window_minutes: 60,
  })
  const paths = (pattern: string) => ({ ...SHIELDS, paths: [...SHIELDS.paths, { pattern }] })
  const referrers = (pattern: string) => ({ ...SHIELDS, referrers: [...SHIELDS.referrers, { pattern }] })
  const addresses = (cidr: string) => ({ ...SHIELDS, addresses: [...SHIELDS.addresses, { cidr }] })
  const hostnames = (pattern: string) => ({
    ...SHIELDS,
    hostnames: { mode: 'block', patterns: [...SHIELDS.hostnames.patterns, pattern] },
  })

  it.each<[string, WriteOperation, object, object, (string | RegExp)[]]>([
    // Values that were never collected.
    [
      'a goal on an unknown path',
      updateEvents,
      goals(event('/pricng', 'Typo')),
      {},
      ['“Typo”: no page view of “/pricng” was ever collected. Did you mean /pricing?'],
    ],
    ['a goal of a known path', updateEvents, goals(event('/', 'Home')), {}, []],
    [
      'a goal of an unknown event',
      updateEvents,
      goals(custom('Sign Up')),
      {},
      ['“Sign Up”: no event “Sign Up” was ever collected. Did you mean Signup?'],
    ],
    ['a goal of a known event', updateEvents, goals(custom('Signup')), {}, []],
    [
      'a goal of an unknown value of a property',
      updateEvents,
      goals(custom('Signup', { property: { name: 'plan', value: 'por' } })),
      {},
      ['“Signup”: no event “Signup” with the property plan: por was ever collected. Did you mean pro?'],
    ],
    [
      'a goal of an unknown property',
      updateEvents,
      goals(custom('Signup', { property: { name: 'plans', value: 'x' } })),
      {},
      ['“Signup”: no event “Signup” with the property plans: x was ever collected. Did you mean plan?'],
    ],
    [
      'a goal of a known property',
      updateEvents,
      goals(custom('Signup', { property: { name: 'plan', value: 'pro' } })),
      {},
      [],
    ],
    ['a goal that is not changed', updateEvents, goals(), {}, []],
    [
      'a funnel step on an unknown path',
      createFunnel,
      funnel('/prices'),
      {},
      [/^Step 2: no page view of “\/prices” was ever collected\. Did you mean .*\/pricing/],
    ],
    [
      'a funnel step of an unknown event',
      createFunnel,
      funnel('Sign Up', 'event'),
      {},
      [/^Step 2: no event “Sign Up” was ever collected\. Did you mean Signup/],
    ],
    ['a funnel step of a goal', createFunnel, funnel('Visit pricing', 'goal'), {}, []],
    [
      'a changed funnel step on an unknown path',
      updateFunnel,
      funnel('/prices'),
      { funnel_id: 'funnel' },
      [/^Step 2: no page view/],
    ],
    [
      'a domain that sent nothing',
      updateDomains,
      {
        domains: [
          { hostname: SITE, primary: true },
          { hostname: 'lumen-note.example', primary: false },
        ],
      },
      {},
      [`No event from “lumen-note.example” was ever collected. Did you mean ${SITE}?`],
    ],
    [
      'a segment on an unknown path',
      createSegment,
      { name: 'New', filters: [{ ...PRICED[0], values: ['/pricng'] }] },
      {},
      [/^No visit of the last 30 days/, 'The value “/pricng” of page was never collected. Did you mean /pricing?'],
    ],
    [
      'a segment on an unknown path, entry page or property',
      createSegment,
      {
        name: 'New',
        filters: [
          { any: [PRICED[0], { dimension: 'page', operator: 'is', values: ['/pricng'] }] },
          { any: [{ dimension: 'entry_page', operator: 'is', values: ['/pricng'] }] },
          { dimension: 'property:plann', operator: 'is', values: ['pro'] },
        ],
      },
      {},
      [/^No visit of the last 30 days/, /^The property “plann” was never collected\./],
    ],
    // Paths without their slash.
    [
      'a goal on a path without its slash',
      updateEvents,
      goals(event('signup', 'Path')),
      {},
      ['“signup” matches no path, since every path begins with a slash. Did you mean /signup?'],
    ],
    [
      'a shield of a path without its slash',
      updateShields,
      paths('pricing'),
      {},
      ['“pricing” matches no path, since every path begins with a slash. Did you mean /pricing?'],
    ],
    [
      'an excluded path without its slash',
      updateCrawlerSettings,
      { excluded_paths: ['/private/*', 'feed'] },
      {},
      ['“feed” matches no path, since every path begins with a slash. Did you mean /feed?'],
    ],
    [
      'a funnel step on a path without its slash',
      createFunnel,
      funnel('pricing'),
      {},
      ['“pricing” matches no path, since every path begins with a slash. Did you mean /pricing?'],
    ],
    [
      'a changed funnel step on a path without its slash',
      updateFunnel,
      funnel('pricing'),
      { funnel_id: 'funnel' },
      ['“pricing” matches no path, since every path begins with a slash. Did you mean /pricing?'],
    ],
    ['an excluded path', updateCrawlerSettings, { excluded_paths: ['/private/*', '*.xml'] }, {}, []],
    // Shields that are already covered, and those that exclude no one.
    [
      'an address in a shielded network',
      updateShields,
      addresses('203.0.113.7'),
      {},
      ['203.0.113.7 has no effect: 203.0.113.0/24 already covers it.'],
    ],
    [
      'an address in no shielded network',
      updateShields,
      addresses('203.0.114.7'),
      {},
      [/^Stops counting 203\.0\.114\.7; addresses are not stored/],
    ],
    [
      'a path in a shielded path',
      updateShields,
      paths('/admin/users*'),
      {},
      ['/admin/users* has no effect: /admin/* already covers it.'],
    ],
    ['a path that is shielded twice', updateShields, paths('/admin/*'), {}, ['/admin/* is in the list twice.']],
    [
      'a referrer of a shielded host',
      updateShields,
      referrers('www.example.org/offers'),
      {},
      ['www.example.org/offers has no effect: example.org already covers it.'],
    ],
    [
      'a hostname of a shielded pattern',
      updateShields,
      hostnames('a.Staging.example'),
      {},
      [
        'Shielding these hostnames would have excluded nobody in the last 7 days.',
        'a.Staging.example has no effect: *.staging.example already covers it.',
      ],
    ],
    [
      'a path inside of excluded ones',
      updateCrawlerSettings,
      { excluded_paths: ['/private/*', '/private/a'] },
      {},
      ['/private/a has no effect: /private/* already covers it.'],
    ],
    [
      'a shield of a path that nobody visits',
      updateShields,
      paths('/nothing'),
      {},
      ['Shielding pages at /nothing would have excluded nobody in the last 7 days.'],
    ],
    [
      'a shield of a path that people visit',
      updateShields,
      paths('/pri*'),
      {},
      ['Stops counting pages at /pri*: 1 visitor in the last 7 days.'],
    ],
    [
      'a shield of a referrer that sends nobody',
      updateShields,
      referrers('nowhere.example'),
      {},
      ['Shielding visits from nowhere.example would have excluded nobody in the last 7 days.'],
    ],
    [
      'a shield of a referrer that sends people',
      updateShields,
      referrers('www.spam.example'),
      {},
      ['Stops counting visits from www.spam.example: 1 visitor in the last 7 days.'],
    ],
    [
      'a shield of a country by another code',
      updateShields,
      { ...SHIELDS, countries: [{ code: 'UK' }] },
      {},
      ['Stops counting visitors from United Kingdom (GB): 1 visitor in the last 7 days.'],
    ],
    [
      'a shield of a country that nobody comes from',
      updateShields,
      { ...SHIELDS, countries: [{ code: 'el' }] },
      {},
      ['Shielding visitors from Greece (GR) would have excluded nobody in the last 7 days.'],
    ],
    // The same definition under another name.
    [
      'a goal that exists under another name',
      updateEvents,
      goals(event('/pricing', 'Pricing')),
      {},
      ['The goal “Visit pricing” already has the same definition as “Pricing”.'],
    ],
    [
      'a goal with the label of another goal of the same event',
      updateEvents,
      goals(
        custom('Signup', { label: 'Sign-up' }),
        custom('Signup', { label: 'sign-up', properties: [{ name: 'plan', value: 'pro' }] }),
      ),
      {},
      ['Another event is already called “sign-up”.', 'Another event is already called “Sign-up”.'],
    ],
    [
      'a goal on the same path with more conditions',
      updateEvents,
      goals({ ...event('/pricing', 'Read'), scroll_min: 50 }),
      {},
      [],
    ],
    [
      'a funnel that exists under another name',
      createFunnel,
      { ...CHECKOUT, name: 'Copy' },
      {},
      ['The funnel “Checkout” already has the same steps and window.'],
    ],
    [
      'a funnel changed to one that exists',
      updateFunnel,
      { ...CHECKOUT, name: 'Other' },
      { funnel_id: 'other_funnel' },
      ['The funnel “Checkout” already has the same steps and window.'],
    ],
    ['a funnel with another window', createFunnel, { ...CHECKOUT, name: 'Longer', window_minutes: 61 }, {}, []],
    [
      'a segment that exists under another name',
      createSegment,
      { name: 'Copy', filters: PRICED },
      {},
      ['The segment “Priced” already has the same filters.'],
    ],
    // Names that are taken.
    [
      'a product by a taken name',
      createProduct,
      { name: 'Second' },
      {},
      ['Another product is already called “Second”.'],
    ],
    [
      'a product with a taken domain',
      createProduct,
      { name: 'Third', domain: 'second.example' },
      {},
      ['The product “Second” already has the domain second.example.'],
    ],
    [
      'a product by a taken name in another case',
      createProduct,
      { name: ' sECOND' },
      {},
      ['Another product is already called “Second”.'],
    ],
    [
      'a product by the domain of another one, which it is also given',
      createProduct,
      { name: 'Second.example', domain: 'second.example' },
      {},
      ['The product “Second” already has the domain second.example.'],
    ],
    [
      'a product renamed to the domain of another one',
      updateProduct,
      { name: 'second.example' },
      {},
      ['The product “Second” already has the domain second.example.'],
    ],
    ['a product renamed to its own domain', updateProduct, { name: SITE }, {}, []],
    ['a product by a free name', createProduct, { name: 'Third', domain: 'third.example' }, {}, []],
    [
      'a product renamed to a taken name',
      updateProduct,
      { name: 'Second' },
      {},
      ['Another product is already called “Second”.'],
    ],
    ['a product renamed to its own name', updateProduct, { name: 'Lumen' }, {}, []],
    [
      'a funnel by a taken name',
      createFunnel,
      { ...CHECKOUT, name: 'checkout ', window_minutes: 61 },
      {},
      ['Another funnel is already called “Checkout”.'],
    ],
    ['a funnel that keeps its name', updateFunnel, { ...CHECKOUT, window_minutes: 61 }, { funnel_id: 'funnel' }, []],
    [
      'a label that is a taken name',
      updateEvents,
      goals({ ...custom('Signup'), label: 'visit Pricing' }),
      {},
      ['Another event is already called “Visit pricing”.'],
    ],
    [
      'a segment by a taken name',
      createSegment,
      { name: 'Priced', filters: [{ ...PRICED[0], values: ['/'] }] },
      {},
      ['Another segment is already called “Priced”.'],
    ],
    [
      'a segment that keeps its name',
      updateSegment,
      { filters: [{ ...PRICED[0], values: ['/'] }] },
      { segment: 'segment' },
      [],
    ],
    [
      'an alert by a taken name',
      createAlert,
      { ...ALERT, name: 'spikes' },
      {},
      [/SMTP|$/, 'Another alert is already called “Spikes”.'],
    ],
    [
      'an alert renamed to a taken name',
      updateAlert,
      { name: 'Spikes' },
      { alert: 'alert' },
      ['Another alert is already called “Spikes”.'],
    ],
    ['a report by a taken name', createReport, REPORT, {}, [/SMTP|$/, 'Another report is already called “Weekly”.']],
    [
      'a report about all products by a taken name',
      createAccountReport,
      { ...REPORT, timezone: 'UTC' },
      {},
      [/SMTP|$/, 'Another report is already called “Weekly”.'],
    ],
    [
      'a shared link by a taken name',
      createShare,
      { name: 'For Ada', sections: ['goals'] },
      {},
      [/^Everybody who has/, 'Another shared link is already called “For Ada”.'],
    ],
    [
      'a key by a taken name',
      createProductKey,
      { name: 'Site', scopes: ['funnels:read'] },
      {},
      [/^Everyone who has the key/, 'Another key is already called “Site”.'],
    ],
    [
      'an intake key by a taken name',
      createIntakeKey,
      { name: 'Site', kind: 'payment' },
      {},
      [/^Everyone who has the key/, 'Another key is already called “Site”.'],
    ],
    [
      'a token by the name of a sibling',
      createToken,
      { ...TOKEN, name: 'Child' },
      {},
      ['Another token is already called “Child”.'],
    ],
    ['a token by a name that the caller cannot see', createToken, TOKEN, {}, []],
    [
      'a token renamed to a taken name',
      updateToken,
      { name: 'Child' },
      { token_id: 'token' },
      ['Another token is already called “Child”.'],
    ],
    [
      'an app by a taken name',
      createApp,
      { platform: 'android', name: 'Notes', bundle_id: 'com.example.notes' },
      {},
      ['Another app is already called “Notes”.'],
    ],
    [
      'an annotation that already exists on its day',
      createAnnotation,
      { date: '2026-11-01', title: 'launch' },
      {},
      ['Another annotation of 2026-11-01 is already called “Launch”.'],
    ],
    ['an annotation of another day', createAnnotation, { date: '2026-11-02', title: 'Launch' }, {}, []],
    // Limits that make a scope or tool group useless.
    [
      'a token that writes and is read only',
      createToken,
      { ...TOKEN, name: 'A', scopes: ['settings:read', 'settings:write'], read_only: true },
      {},
      ['The scope settings:write has no effect: the token is read only.'],
    ],
    [
      'a token whose tool groups leave scopes out',
      createToken,
      { ...TOKEN, name: 'A', scopes: ['analytics:read', 'team:read'], toolsets: ['analytics', 'tokens'] },
      {},
      [
        'The scope team:read has no effect: the tool groups of the token exclude the tools that need it.',
        'The tool group tokens has no effect: the token has no scope for it.',
      ],
    ],
    [
      'a token that reads and previews first',
      createToken,
      { ...TOKEN, name: 'A', preview_first: true },
      {},
      ['Preview first has no effect: the token can change nothing.'],
    ],
    [
      'a token that waits for approval and makes secrets',
      createToken,
      { ...TOKEN, name: 'A', scopes: ['keys:write', 'tokens:write'], approval: true },
      {},
      [
        'With approval, the token can end Website API keys and account tokens but not create them: a new secret cannot wait.',
      ],
    ],
    [
      'a token that waits for approval and is read only',
      createToken,
      { ...TOKEN, name: 'A', scopes: ['analytics:read', 'keys:write'], approval: true, read_only: true },
      {},
      [
        'The scope keys:write has no effect: the token is read only.',
        'Approval has no effect: the token can change nothing.',
      ],
    ],
    [
      'a token that becomes read only',
      updateToken,
      { scopes: ['funnels:write'], read_only: true },
      { token_id: 'token' },
      ['The scope funnels:write has no effect: the token is read only.'],
    ],
    [
      'a threshold above all visitors',
      updatePreferences,
      { suppression_threshold: 50 },
      {},
      [
        /^Numbers of fewer than 50/,
        'The last 7 days had 3 visitors, fewer than the threshold, so all of their numbers are withheld.',
      ],
    ],
    [
      'a threshold below the visitors',
      updatePreferences,
      { suppression_threshold: 2 },
      {},
      [/^Numbers of fewer than 2/],
    ],
    [
      'crawler reports without a purpose',
      updateCrawlerSettings,
      { track: { search: false, ai_training: false, ai_assistant: false, monitoring: false, other: false } },
      {},
      ['No crawler is reported: none of the purposes is tracked.'],
    ],
  ])('the preview of %s has the expected warnings', async (_, operation, body, path, expected) => {
    const named = Object.fromEntries(Object.entries(path).map(([name, of]) => [name, ids[String(of)]]))
    const said = await warnings(operation, body, named)
    const wanted = expected.filter((one) => !(one instanceof RegExp && one.test('')))
    expect(said.filter((one) => RULES.test(one) || wanted.some((want) => matches(one, want)))).toEqual(
      wanted.map((want) => (typeof want === 'string' ? want : expect.stringMatching(want))),
    )
  })

  it('a preview does not warn of unknown values for a product that never collected anything', async () => {
    const empty = await scenarioOn(database, { services: on.services as ReturnType<typeof servicesOn> })
    const { data } = await empty.preview(empty.owner, createFunnel, { body: funnel('/prices') })
    expect(data.warnings).toEqual([])
  })

  it('a preview says once that nothing could be checked during an outage of the engine, and the change can be confirmed', async () => {
    const away = async () => Promise.reject(new ServiceUnavailable())
    const analytics = fixedReports({ query: away, sightings: away })
    const off = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const body = funnel('/prices')
    expect((await off.preview(off.owner, createFunnel, { body })).data.warnings).toEqual([
      'Whether the values in this change were ever collected could not be checked now.',
    ])
    const shields = { ...SHIELDS, countries: [{ code: 'GB' }], hostnames: { mode: 'block', patterns: ['x.example'] } }
    expect((await off.preview(off.owner, updateShields, { body: shields })).data.warnings).toEqual(
      expect.arrayContaining([
        'Stops counting visitors from United Kingdom (GB); the effect could not be measured now.',
        'Whether the values in this change were ever collected could not be checked now.',
      ]),
    )
    const segment = { name: 'Priced', filters: PRICED }
    expect((await off.preview(await off.person('owner'), createSegment, { body: segment })).data.warnings).toEqual([
      'Whether any visit passes these filters could not be checked now.',
    ])
    expect((await off.confirm(off.owner, createFunnel, { body })).data.state).toBe('executed')
  })

  it('a preview queries the engine once, whatever the change names', async () => {
    let asked = 0
    const analytics = fixedReports({
      sightings: async (_, sought) => {
        asked += 1
        expect(sought.length).toBeLessThanOrEqual(20)
        return undefined
      },
    })
    const counting = await scenarioOn(database, { services: { ...servicesOn(database), analytics } })
    const many = Array.from({ length: 300 }, (_, i) => ({ pattern: `/page-${i}` }))
    const body = { ...SHIELDS, countries: [{ code: 'GB' }], paths: many, referrers: many }
    const { data } = await counting.preview(counting.owner, updateShields, { body })
    expect(asked).toBe(1)
    expect(data.warnings).toContainEqual(expect.stringMatching(/^And \d+ more, which were not checked\.$/))
  })

  it('a warning does not prevent a confirmed change', async () => {
    const { data } = await on.confirm(on.owner, createFunnel, { body: { ...CHECKOUT, name: 'Copy' } })
    expect(data.state).toBe('executed')
  })

  it.each([...MCP_OPERATIONS, ...DASHBOARD_OPERATIONS].filter((operation) => operation.kind === 'write'))(
    'the preview of the example of $name has no warnings',
    async (operation) => {
      const own = await scenarioOn(database)
      const { good } = await writeInputs(operation, own)
      const by = MCP_OPERATIONS.includes(operation) ? own.owner : await own.person('owner')
      const { data } = await own.preview(by, operation, good)
      expect(data.warnings.filter((warning: string) => RULES.test(warning))).toEqual([])
    },
  )

  it('every scope has the tool group of its operations', () => {
    for (const operation of MCP_OPERATIONS)
      expect(TOOLSET_OF_SCOPE[operation.scope], operation.name).toBe(toolsetOf(operation))
    const used = new Set(MCP_OPERATIONS.map(({ scope }) => scope))
    expect(Object.keys(TOOLSET_OF_SCOPE).sort()).toEqual([...used].sort())
  })
})

function matches(text: string, wanted: string | RegExp): boolean {
  return typeof wanted === 'string' ? text === wanted : wanted.test(text)
}
