import { addDays, utcDate } from '@footfall/core-domain'
import { generateDemoTraffic } from '@footfall/operate'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedFunnel, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'

const SITE = 'lumen-notes.example'
const AUTO_CAPTURE = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }

describe('the warnings of a preview', () => {
  const database = testDatabase('sqlite')
  let engine: TestEngine
  let served: Served
  let seeded: SeededProduct
  let token: string
  let keys = 0

  beforeAll(async () => {
    engine = await testEngine()
    seeded = await seedProduct(database, { timezone: 'UTC' })
    token = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
    await generateDemoTraffic(engine.engine, {
      products: [{ id: seeded.product, kind: 'website' }],
      now: database.clock.now(),
    })
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)) })
  })
  afterAll(async () => {
    await served.close()
    await engine.close()
  })

  const path = (rest: string) => `/api/v1/products/${seeded.product}${rest}`
  const send = async (method: string, rest: string, body: object, headers: Record<string, string> = {}) => {
    const answer = await served.send(method, path(rest), JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    })
    expect(answer).toMatchObject({ status: 200 })
    return answer.body.data
  }
  const confirm = (method: string, rest: string, body: object) =>
    send(method, rest, body, { 'service-confirm': 'true', 'idempotency-key': `warn-${++keys}` })
  const measured = async (metric: string, days: number, filters: object[] = []) => {
    const to = utcDate(database.clock.now())
    const from = addDays(to, 1 - days)
    const query = new URLSearchParams({ product: seeded.product, metric, from, to, filters: JSON.stringify(filters) })
    const { body } = await served.get(`/api/v1/stats?${query}`, token)
    return Number(body.data.value).toLocaleString('en')
  }

  it('say how many visitors a removed domain had in the last week', async () => {
    const [www, site] = [
      { hostname: `www.${SITE}`, primary: false },
      { hostname: SITE, primary: true },
    ]
    expect((await send('PUT', '/domains', { domains: [site, www] })).warnings).toEqual([])
    await confirm('PUT', '/domains', { domains: [site, www] })
    const visitors = await measured('visitors', 7, [{ dimension: 'hostname', operator: 'is', values: [SITE] }])
    const { warnings, changes, revision } = await send('PUT', '/domains', { domains: [{ ...www, primary: true }] })
    expect(warnings).toEqual([expect.stringContaining(`${SITE}, which had ${visitors} visitors in the last 7 days`)])
    expect(visitors).not.toBe('0')
    expect(changes).toEqual([{ path: 'domains', from: [site, www], to: [{ ...www, primary: true }] }])
    expect(revision).toBe(2)
  })

  it('say how many conversions a goal had that stops being one, and which funnel needs a removed event', async () => {
    const signup = { name: 'Signup', kind: 'custom', goal: true, revenue: false }
    await confirm('PUT', '/events', { events: [signup], auto_capture: AUTO_CAPTURE })
    await seedFunnel(database, seeded.product)
    const conversions = await measured('conversions', 30)
    const kept = await send('PUT', '/events', { events: [{ ...signup, goal: false }], auto_capture: AUTO_CAPTURE })
    expect(kept.warnings).toEqual([expect.stringContaining(`it had ${conversions} conversions in the last 30 days`)])
    expect(conversions).not.toBe('0')
  })

  it('say how many events a shorter retention deletes', async () => {
    const { warnings } = await send('PATCH', '/preferences', { retention_days: 30 })
    expect(warnings).toEqual([
      expect.stringMatching(/Everything older than 30 days is deleted for good: [\d,]{5,} events/),
    ])
    expect((await send('PATCH', '/preferences', { retention_days: 3000 })).warnings).toEqual([])
  })

  it('measure in days of the product’s time zone, on both sides of a day boundary', async () => {
    // 02:00 on 21 November in Kiritimati, whose days begin at 10:00 UTC of the day before.
    const { product, people } = await seedProduct(database, { timezone: 'Pacific/Kiritimati' })
    const { secret } = await seedToken(database, people.owner.account, { scopes: [...SCOPES] })
    const row = (ts: string, change: Partial<EventRow>) =>
      JSON.stringify(eventRow({ product_id: product, ts, visit_start: ts.slice(0, 19), ...change }))
    const rows = [
      row('2026-10-21 09:59:59.999', { visitor: '1', visit: '1' }),
      row('2026-10-21 10:00:00.000', { visitor: '2', visit: '2' }),
      row('2026-11-14 09:59:59.999', { visitor: '3', visit: '3', hostname: SITE }),
      row('2026-11-14 10:00:00.000', { visitor: '4', visit: '4', hostname: SITE }),
      row('2026-11-20 11:59:58.000', { visitor: '5', visit: '5', hostname: SITE }),
      row('2026-11-20 11:59:59.000', { visitor: '6', visit: '6', hostname: SITE }),
    ]
    await engine.engine.insert('events', 'JSONEachRow', rows.join('\n'), 'kiritimati')
    const change = async (method: string, section: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await served.send(method, `/api/v1/products/${product}/${section}`, JSON.stringify(body), {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        ...headers,
      })
      expect(answer).toMatchObject({ status: 200 })
      return answer.body.data.warnings
    }
    expect(await change('PATCH', 'preferences', { retention_days: 30 })).toEqual([
      'Everything older than 30 days is deleted for good: 1 events.',
    ])
    const listed = { domains: [SITE, 'example.com'].map((hostname, i) => ({ hostname, primary: i === 1 })) }
    await change('PUT', 'domains', listed, { 'service-confirm': 'true', 'idempotency-key': 'kiritimati' })
    expect(await change('PUT', 'domains', { domains: listed.domains.slice(1) })).toEqual([
      expect.stringContaining(`Removing ${SITE}, which had 3 visitors in the last 7 days`),
    ])
  })

  it('say what a shield stops counting, and that addresses cannot be measured', async () => {
    const none = { addresses: [], countries: [], paths: [], hostnames: { mode: 'block', patterns: [] }, referrers: [] }
    const visitors = await measured('visitors', 7, [{ dimension: 'country', operator: 'is', values: ['DE'] }])
    const shielded = { ...none, countries: [{ code: 'DE' }], addresses: [{ cidr: '192.0.2.0/24' }] }
    const { warnings } = await send('PUT', '/shields', shielded)
    expect(warnings).toEqual([
      expect.stringContaining(`visitors from DE: ${visitors} visitors`),
      expect.stringContaining('addresses are not stored'),
    ])
  })

  it.each([
    ['/domains', 'PUT', { domains: [{ hostname: 'a.example', primary: false }] }, 'domains'],
    [
      '/domains',
      'PUT',
      {
        domains: [
          { hostname: 'a.example', primary: true },
          { hostname: 'A.example.', primary: false },
        ],
      },
      'domains.1.hostname',
    ],
    ['/domains', 'PUT', { domains: [{ hostname: 'https://a.example/x', primary: true }] }, 'domains.0.hostname'],
    [
      '/domains',
      'PUT',
      { domains: [{ hostname: "a'; drop table products; --", primary: true }] },
      'domains.0.hostname',
    ],
    [
      '/domains',
      'PUT',
      { domains: Array.from({ length: 51 }, (_, i) => ({ hostname: `h${i}.example`, primary: i === 0 })) },
      'domains',
    ],
    [
      '/events',
      'PUT',
      {
        events: [{ name: 'A', kind: 'custom', path_pattern: '/x', goal: true, revenue: false }],
        auto_capture: AUTO_CAPTURE,
      },
      'events.0.path_pattern',
    ],
    ['/events', 'PUT', { events: [], auto_capture: { ...AUTO_CAPTURE, everything: true } }, 'auto_capture.everything'],
    ['/preferences', 'PATCH', {}, ''],
    ['/preferences', 'PATCH', { timezone: 'Mars/Base' }, 'timezone'],
    ['/preferences', 'PATCH', { currency: 'euro' }, 'currency'],
    ['/preferences', 'PATCH', { retention_days: 29 }, 'retention_days'],
    ['/preferences', 'PATCH', { retention_days: 3651 }, 'retention_days'],
    ['/preferences', 'PATCH', { suppression_threshold: 101 }, 'suppression_threshold'],
    ['/preferences', 'PATCH', { __proto__: null, constructor: 1 }, 'constructor'],
    [
      '/shields',
      'PUT',
      {
        addresses: [{ cidr: '192.0.2.0/33' }],
        countries: [],
        paths: [],
        hostnames: { mode: 'block', patterns: [] },
        referrers: [],
      },
      'addresses.0.cidr',
    ],
    [
      '/shields',
      'PUT',
      {
        addresses: [],
        countries: [{ code: 'Germany' }],
        paths: [],
        hostnames: { mode: 'block', patterns: [] },
        referrers: [],
      },
      'countries.0.code',
    ],
    ['/shields', 'PUT', { addresses: [] }, 'countries'],
    ['/crawlers', 'PATCH', { track: { everything: true } }, 'track.everything'],
    ['/funnels', 'POST', { name: 'F', steps: [{ kind: 'page', match: '/' }], window_minutes: 5 }, 'steps'],
    [
      '/funnels',
      'POST',
      {
        name: 'F',
        steps: [
          { kind: 'page', match: 'no-slash' },
          { kind: 'page', match: '/' },
        ],
        window_minutes: 5,
      },
      'steps.0.match',
    ],
    [
      '/funnels',
      'POST',
      {
        name: 'F',
        steps: [
          { kind: 'page', match: '/' },
          { kind: 'page', match: '/b' },
        ],
        window_minutes: 43_201,
      },
      'window_minutes',
    ],
    ['/members', 'POST', { email: 'not an address', role: 'viewer' }, 'email'],
    ['/members', 'POST', { email: 'a@example.com', role: 'king' }, 'role'],
    ['/apps', 'POST', { platform: 'amiga', name: 'A', bundle_id: 'b' }, 'platform'],
    ['', 'PATCH', { name: '   ' }, 'name'],
    ['', 'PATCH', { name: 'x'.repeat(121) }, 'name'],
    ['', 'PATCH', { name: 'Fine', revision: '1' }, 'revision'],
  ])('never come to it for bad input: %s %s %j is refused at %s', async (rest, method, body, field) => {
    const answer = await served.send(method, path(rest), JSON.stringify(body), {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    })
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(field)
  })
})
