import { readdir, readFile } from 'node:fs/promises'
import {
  CAMPAIGN_DIMENSIONS,
  DIMENSION_TABLE,
  defaultSettings,
  ProductId,
  ServiceUnavailable,
  type Shields,
  type TrackingProfiles,
  UTC,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { GOOGLEBOT, profileOf, saltsInMemory } from './test-support/ports.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

const settings = defaultSettings(UTC)
const shields = (change: Partial<Shields>) => ({ shields: { ...settings.shields, ...change } })

async function crawlerHits() {
  await collector.ingest.flush()
  return fixture.engine.rows<Record<string, unknown>>(
    `SELECT toString(ts) AS ts, crawler, purpose, hostname, path, status, seen_by FROM crawler_hits
     WHERE product_id = '${collector.product}' ORDER BY ts, crawler`,
  )
}

describe('collected events', () => {
  it('an event becomes a row with the page, the visit and the visitor, without an address', async () => {
    const outcome = await collector.send({
      url: 'https://Example.com/über?utm_source=google&utm_medium=cpc&q=secret#x',
      referrer: 'https://www.google.de/search?q=x',
      width: 1280,
      version: '1.2.0',
    })
    expect(outcome).toEqual({ accepted: true })
    const [row] = await collector.rows()
    expect(row).toMatchObject({
      ts: '2026-11-20 12:00:00.000',
      kind: 'pageview',
      name: 'pageview',
      hostname: 'example.com',
      path: '/über',
      entry_path: '/über',
      channel: 'Paid Search',
      source: 'Google',
      referrer: 'google.de/search',
      country: 'GB',
      language: 'de-CH',
      device: 'desktop',
      browser: 'Chrome',
      browser_version: 'Chrome 131',
      os: 'Windows',
      os_version: 'Windows 10',
      screen_size: 'laptop',
      tracker: '1.2.0',
      visit_starts: 1,
      pv_seq: 1,
    })
    expect(JSON.stringify(row)).not.toMatch(/81\.2\.69\.142|secret/)
  })

  it('the client hints of an event name its browser before those of its headers, which do so before the user agent', async () => {
    const header = { brands: ['Chromium 131', 'Opera 115'] }
    const hints = { brands: ['Chromium 131', 'Brave 131'], platform: 'Windows', platform_version: '15.0.0' }
    await collector.send({ hints }, { address: '81.2.69.1', hints: header })
    await collector.send({}, { address: '81.2.69.2', hints: header })
    await collector.send({}, { address: '81.2.69.3' })
    const rows = await fixture.engine.rows<{ browser_version: string; os_version: string }>(
      `SELECT browser_version, os_version FROM events WHERE product_id = '${(await collector.rows())[0]?.product_id}'`,
    )
    expect(rows.map(({ browser_version, os_version }) => `${browser_version}, ${os_version}`).sort()).toEqual([
      'Brave 131, Windows 11',
      'Chrome 131, Windows 10',
      'Opera 115, Windows 10',
    ])
  })

  it('an event has the pseudonym of the day of its visit, also when midnight UTC passes while the salts are read', async () => {
    const inner = saltsInMemory()
    await collector.restart({
      salts: {
        salts(day) {
          if (day === '2026-11-20') collector.clock.set('2026-11-21T00:00:00.000Z')
          return inner.salts(day)
        },
      },
    })
    collector.clock.set('2026-11-20T23:59:59.999Z')
    await collector.send({ url: 'https://example.com/a' })
    collector.clock.set('2026-11-21T12:00:00.000Z')
    await collector.send({ url: 'https://example.com/b' })
    const [first, second] = await collector.rows()
    expect(first).toMatchObject({ visit_start: '2026-11-21 00:00:00', path: '/a' })
    expect(second).toMatchObject({ visit_start: '2026-11-21 12:00:00', path: '/b' })
    expect(first?.visitor).toBe(second?.visitor)
  })

  it('an event keeps money exact and properties as plain text, whatever their names', async () => {
    await collector.send({
      name: 'Purchase',
      revenue: { amount: '123456789012.3456', currency: 'EUR' },
      props: JSON.parse('{"plan":"pro","seats":3,"trial":false,"none":null,"constructor":"x","__proto__":"y"}'),
    })
    const [row] = await fixture.engine.rows<{ revenue: string; props: Record<string, string> }>(
      `SELECT toString(revenue) AS revenue, props FROM events WHERE product_id = '${(await collector.rows())[0]?.product_id}'`,
    )
    expect(row?.revenue).toBe('123456789012.3456')
    expect(row?.props).toMatchObject({ plan: 'pro', seats: '3', trial: 'false', constructor: 'x' })
    expect(
      Object.entries(row?.props ?? {})
        .map(([name]) => name)
        .sort(),
    ).toEqual(['constructor', 'plan', 'seats', 'trial'])
  })

  it('texts of visitors are stored without invisible characters and runs of white space', async () => {
    await collector.send({
      name: ' Sign\u200b\nup\u202e ',
      title: `Prices \t&\u00a0 plans 👩‍🚀\u{e0041}${'x'.repeat(300)}`,
      url: 'https://example.com/pri%E2%80%AEces%0A?utm_campaign=spring%E2%80%8B%20%20sale',
      props: { 'pl\u200ban': 'a\u0000 \n b', '\u200b': 'nobody sees the name' },
    })
    const [row] = await collector.rows()
    expect(row).toMatchObject({
      name: 'Sign up',
      title: `Prices & plans 👩‍🚀${'x'.repeat(182)}`,
      path: '/prices',
      utm_campaign: 'spring sale',
      props: { plan: 'a b' },
    })
  })

  it('an event has a column for every campaign parameter in the table of dimensions', async () => {
    const parameters = CAMPAIGN_DIMENSIONS.map((name) => [name, DIMENSION_TABLE[name].parameter ?? ''] as const)
    const query = parameters.map(([name, parameter]) => `${parameter}=value+of+${name}`).join('&')
    await collector.send({ url: `https://example.com/?${query}` })
    const expected = Object.fromEntries(parameters.map(([name]) => [name, `value of ${name}`]))
    expect(await collector.rows()).toMatchObject([expected])
  })

  it('an event is a pageview if its name without invisible characters is', async () => {
    await collector.send({ name: 'pageview\u200b' })
    expect(await collector.rows()).toMatchObject([{ kind: 'pageview', name: 'pageview', pv_seq: 1 }])
  })

  it('an event has its path by the rules of the product, from one second after they change', async () => {
    const url = 'https://example.com/Docs/'
    await collector.send({ url })
    collector.configure({
      preferences: { ...settings.preferences, path_rules: { trailing_slash: 'remove', lowercase: true } },
    })
    await collector.send({ url })
    expect((await collector.rows()).map(({ path }) => path)).toEqual(['/Docs/', '/docs'])
  })

  it('rejects an event of an unknown product as not found', async () => {
    await expect(collector.send({ product: 'prd_nobody' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('counts an invalid event only for a known product', async () => {
    collector.ingest.collector.countRejected(collector.product)
    collector.ingest.collector.countRejected('prd_nobody')
    await expect.poll(() => collector.rejected()).toEqual({ invalid: 1 })
    const unknown = await fixture.engine.rows(`SELECT 1 FROM rejected_events WHERE product_id = 'prd_nobody'`)
    expect(unknown).toEqual([])
  })

  it('leaves no address and no user agent on disk', async () => {
    await collector.send({}, { address: '203.0.113.77', userAgent: 'Strange Browser 1.0 (rare)' })
    await collector.send({}, { address: '203.0.113.77', userAgent: GOOGLEBOT })
    const directory = collector.directory
    const files = (await readdir(directory)).filter((name) => name.endsWith('.log'))
    expect(files).toHaveLength(1)
    for (const file of files) {
      expect(await readFile(`${directory}/${file}`, 'latin1')).not.toMatch(/203\.0\.113\.77|Strange Browser|Mozilla/)
    }
  })

  it('counts an event from a proxy by hostname and by whether the proxy forwarded the client address', async () => {
    const proxy = { hostname: 'Stats.Example.com', clientAddress: 'missing' } as const
    await collector.send({}, { proxy })
    await collector.send({}, { proxy })
    await collector.send({}, { proxy: { ...proxy, clientAddress: 'forwarded' } })
    await collector.ingest.flush()
    const rows = await fixture.engine.rows(
      `SELECT hostname, client_address, sum(count) AS n FROM proxied_events WHERE product_id = '${collector.product}'
       GROUP BY hostname, client_address ORDER BY client_address`,
    )
    expect(rows).toEqual([
      { hostname: 'stats.example.com', client_address: 'forwarded', n: '1' },
      { hostname: 'stats.example.com', client_address: 'missing', n: '2' },
    ])
  })
})

describe('collecting while a store is unavailable', () => {
  const unavailable = () => Promise.reject(new ServiceUnavailable())

  it('accepts events of cached products and temporarily rejects those of others while a store is unavailable', async () => {
    await collector.close()
    let find: TrackingProfiles['find'] = async (id) => profileOf(ProductId.parse(id))
    collector = await fixture.openCollector({ profiles: { find: (id) => find(id) } })
    await collector.send({})
    find = unavailable
    collector.clock.advance(3_599_999)
    expect(await collector.send({})).toEqual({ accepted: true })
    await expect(collector.send({ product: 'prd_new' })).rejects.toMatchObject({ code: 'service_unavailable' })
    collector.clock.advance(1)
    await expect(collector.send({})).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('reads a salt again after a read failed', async () => {
    await collector.close()
    const store = saltsInMemory()
    let failures = 1
    collector = await fixture.openCollector({
      salts: { salts: (day) => (failures-- > 0 ? unavailable() : store.salts(day)) },
    })
    await expect(collector.send({})).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await collector.send({})).toEqual({ accepted: true })
  })

  it('starts without the engine, and delivers events when it is available', async () => {
    await collector.close()
    const state = { unavailable: true }
    const engine: Engine = {
      ...fixture.engine,
      rows: (...args) => (state.unavailable ? unavailable() : fixture.engine.rows(...args)),
      insert: (...args) => (state.unavailable ? unavailable() : fixture.engine.insert(...args)),
      run: (...args) => (state.unavailable ? unavailable() : fixture.engine.run(...args)),
    }
    collector = await fixture.openCollector({ engine })
    expect(await collector.send({})).toEqual({ accepted: true })
    await expect(collector.ingest.flush()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(collector.ingest.status()).toMatchObject({ pendingEvents: 1, pendingSince: collector.clock.now() })
    state.unavailable = false
    expect(await collector.rows()).toHaveLength(1)
    expect(collector.ingest.status()).toMatchObject({ pendingEvents: 0, pendingSince: undefined })
  })
})

describe('shields', () => {
  it.each([
    ['an address range', shields({ addresses: [{ cidr: '81.2.69.0/24' }] }), {}, 'shield_address'],
    [
      'an address, seen as v4 in v6',
      shields({ addresses: [{ cidr: '81.2.69.142' }] }),
      { address: '::ffff:81.2.69.142' },
      'shield_address',
    ],
    ['a v6 range', shields({ addresses: [{ cidr: '2001:db8::/32' }] }), { address: '2001:db8::5' }, 'shield_address'],
    ['a country', shields({ countries: [{ code: 'GB' }] }), {}, 'shield_country'],
    ['a path', shields({ paths: [{ pattern: '/admin/*' }] }), {}, 'shield_path'],
    [
      'a blocked hostname',
      shields({ hostnames: { mode: 'block', patterns: ['*.EXAMPLE.com'] } }),
      {},
      'shield_hostname',
    ],
    [
      'a hostname that is not allowed',
      shields({ hostnames: { mode: 'allow', patterns: ['example.com'] } }),
      {},
      'shield_hostname',
    ],
    ['a referrer', shields({ referrers: [{ pattern: '*spam.example' }] }), {}, 'shield_referrer'],
  ])('shields drop %s from the next second on', async (_name, change, origin, reason) => {
    const event = { url: 'https://shop.example.com/admin/x', referrer: 'https://www.spam.example/offer' }
    expect(await collector.send(event, origin)).toEqual({ accepted: true })
    collector.configure(change)
    expect(await collector.send(event, origin)).toEqual({ accepted: false, reason })
    expect(await collector.rejected()).toEqual({ [reason]: 1 })
    expect(await collector.rows()).toHaveLength(1)
  })

  // A browser for the list of bots.
  const PROGRAM =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36 vercel-screenshot'
  it.each([
    ['referrer_spam', { referrer: 'https://www.semalt.com/' }, {}, 'referrer_spam'],
    ['data_centres', {}, { userAgent: PROGRAM }, 'data_centre'],
  ] as const)(
    'shields drop what is on the list of %s until it is switched off',
    async (shield, event, origin, reason) => {
      expect(await collector.send(event, origin)).toEqual({ accepted: false, reason })
      expect(await collector.rejected()).toEqual({ [reason]: 1 })
      collector.configure(shields({ [shield]: false }))
      expect(await collector.send(event, origin)).toEqual({ accepted: true })
    },
  )

  it('shields accept every event that matches no rule', async () => {
    collector.configure(
      shields({
        addresses: [{ cidr: '10.0.0.0/8' }, { cidr: '2001:db8::/32' }],
        countries: [{ code: 'FR' }],
        paths: [{ pattern: '/admin' }],
        hostnames: { mode: 'allow', patterns: ['*example.com'] },
        referrers: [{ pattern: 'spam.example' }],
      }),
    )
    expect(await collector.send({ url: 'https://example.com/admin/x' })).toEqual({ accepted: true })
    collector.configure(shields({ hostnames: { mode: 'allow', patterns: [] } }))
    expect(await collector.send({})).toEqual({ accepted: true })
  })

  it('shields drop automatic events that the owner switched off', async () => {
    const auto_capture = { ...settings.events.auto_capture, outbound_links: false, scroll_depth: false }
    collector.configure({ events: { events: [], auto_capture } })
    expect(await collector.send({ name: 'Outbound Link' })).toEqual({ accepted: false, reason: 'auto_capture_off' })
    expect(await collector.send({ name: 'File Download' })).toEqual({ accepted: true })
    await collector.send({ name: 'engagement', engaged_ms: 5, scroll: 70 })
    const rows = await collector.rows()
    expect(rows.map(({ name, engaged_ms, scroll }) => [name, engaged_ms, scroll]).sort()).toEqual([
      ['File Download', 0, 0],
      ['engagement', 5, 0],
    ])
  })

  it('an event of a browser that asks not to be tracked is dropped and counted if the product respects that, and only then', async () => {
    const asked = async () => [
      await collector.send({}, { privacySignal: true }),
      await collector.send({ privacy_signal: true }),
      await collector.send({}),
    ]
    expect(await asked()).toEqual(Array(3).fill({ accepted: true }))
    collector.configure({ preferences: { ...settings.preferences, respect_privacy_signals: true } })
    const dropped = { accepted: false, reason: 'privacy_signal' }
    expect(await asked()).toEqual([dropped, dropped, { accepted: true }])
    expect(await collector.rows()).toHaveLength(4)
    expect(await collector.rejected()).toEqual({ privacy_signal: 2 })
  })
})

describe('crawlers', () => {
  it('crawlers that run scripts are excluded from visitors and included in the crawler report', async () => {
    const bot = { userAgent: GOOGLEBOT }
    expect(await collector.send({ url: 'https://example.com/a' }, bot)).toEqual({ accepted: false, reason: 'bot' })
    expect(await collector.send({ name: 'Signup' }, bot)).toEqual({ accepted: false, reason: 'bot' })
    expect(await collector.rows()).toEqual([])
    expect(await collector.rejected()).toEqual({ bot: 2 })
    expect(await crawlerHits()).toEqual([
      {
        ts: '2026-11-20 12:00:00',
        crawler: 'Googlebot',
        purpose: 'search',
        hostname: 'example.com',
        path: '/a',
        status: 0,
        seen_by: 'collector',
      },
    ])
  })

  it.each(['file:///C:/page.html', 'about:blank', 'chrome-extension://abc/popup.html', 'data:text/html,x'])(
    'an event whose address is %s is dropped as not_a_page, from a bot too, and counted',
    async (url) => {
      const dropped = { accepted: false, reason: 'not_a_page' }
      expect(await collector.send({ url })).toEqual(dropped)
      expect(await collector.send({ url }, { userAgent: GOOGLEBOT })).toEqual(dropped)
      expect(await collector.rows()).toEqual([])
      expect(await collector.rejected()).toEqual({ not_a_page: 2 })
      expect(await crawlerHits()).toEqual([])
    },
  )

  it('crawlers count as visitors if the owner switched the bot filter off', async () => {
    collector.configure({ preferences: { ...settings.preferences, bot_filtering: false } })
    expect(await collector.send({}, { userAgent: GOOGLEBOT })).toEqual({ accepted: true })
    expect(await crawlerHits()).toEqual([])
  })

  it('accepts crawlers from a server log by name, purpose and settings, without people and untracked crawlers', async () => {
    collector.configure({
      crawlers: {
        enabled: true,
        track: { ...settings.crawlers.track, monitoring: false },
        excluded_paths: ['/private/*'],
      },
    })
    const hit = (user_agent: string, more = {}) => ({ url: 'https://example.com/a?b', user_agent, ...more })
    const hits = [
      hit(GOOGLEBOT, { status: 404, occurred_at: '2026-11-19T10:00:00+02:00' }),
      hit('GPTBot/1.2', { occurred_at: '2030-01-01T00:00:00Z' }),
      hit('some-crawler-bot/1.0'),
      hit('UptimeRobot/2.0'),
      hit(GOOGLEBOT, { url: 'https://example.com/private/x' }),
      hit(GOOGLEBOT, { url: 'file:///page.html' }),
      hit('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'),
    ]
    expect(await collector.ingest.collector.crawls(collector.product, hits)).toEqual({ accepted: 3 })
    const common = { hostname: 'example.com', path: '/a', seen_by: 'intake' }
    expect(await crawlerHits()).toEqual([
      { ...common, ts: '2026-11-19 08:00:00', crawler: 'Googlebot', purpose: 'search', status: 404 },
      { ...common, ts: '2026-11-20 12:00:01', crawler: 'GPTBot', purpose: 'ai_training', status: 0 },
      { ...common, ts: '2026-11-20 12:00:01', crawler: 'Unlisted bot', purpose: 'other', status: 0 },
    ])
  })

  it('takes the hits of a server log in turns, and ends them before it waits for the disk', async () => {
    const calls: string[] = []
    const turns = { next: async () => void calls.push('next'), end: () => void calls.push('end') }
    const hits = Array.from({ length: 120 }, (_, i) => ({
      url: `https://example.com/${i}`,
      user_agent: GOOGLEBOT,
    }))
    expect(await collector.ingest.collector.crawls(collector.product, hits, turns)).toEqual({ accepted: 120 })
    expect(calls).toEqual(['next', 'next', 'end'])
  })

  it('crawlers are not recorded if crawler tracking is off', async () => {
    collector.configure({ crawlers: { ...settings.crawlers, enabled: false } })
    expect(
      await collector.ingest.collector.crawls(collector.product, [
        { url: 'https://example.com/', user_agent: GOOGLEBOT },
      ]),
    ).toEqual({ accepted: 0 })
  })
})
