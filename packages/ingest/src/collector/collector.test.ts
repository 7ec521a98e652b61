import { readdir, readFile } from 'node:fs/promises'
import {
  defaultSettings,
  ProductId,
  ServiceUnavailable,
  type Shields,
  type TrackingProfiles,
  UTC,
} from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { GOOGLEBOT, profileOf, saltsInMemory } from './test-support/ports.ts'
import { openStation, type Place, type Station } from './test-support/station.ts'

let station: Station
let place: Place
beforeAll(async () => {
  station = await openStation()
})
afterAll(() => station.close())
beforeEach(async () => {
  place = await station.place()
})
afterEach(() => place.close())

const settings = defaultSettings(UTC)
const shields = (change: Partial<Shields>) => ({ shields: { ...settings.shields, ...change } })

async function crawlerHits() {
  await place.ingest.flush()
  return station.engine.rows<Record<string, unknown>>(
    `SELECT toString(ts) AS ts, crawler, purpose, hostname, path, status, seen_by FROM crawler_hits
     WHERE product_id = '${place.product}' ORDER BY ts, crawler`,
  )
}

describe('an event', () => {
  it('becomes a row that describes the page, the visit and the visitor, and holds no address', async () => {
    const outcome = await place.send({
      url: 'https://Example.com/über?utm_source=google&utm_medium=cpc&q=secret#x',
      referrer: 'https://www.google.de/search?q=x',
      width: 1280,
      version: '1.2.0',
    })
    expect(outcome).toEqual({ accepted: true })
    const [row] = await place.rows()
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
      browser_version: '131',
      os: 'Windows',
      os_version: '10',
      screen_size: 'laptop',
      tracker: '1.2.0',
      visit_starts: 1,
      pv_seq: 1,
    })
    expect(JSON.stringify(row)).not.toMatch(/81\.2\.69\.142|secret/)
  })

  it('keeps money exact and properties as plain text, whatever they are called', async () => {
    await place.send({
      name: 'Purchase',
      revenue: { amount: '123456789012.3456', currency: 'EUR' },
      props: JSON.parse('{"plan":"pro","seats":3,"trial":false,"none":null,"constructor":"x","__proto__":"y"}'),
    })
    const [row] = await station.engine.rows<{ revenue: string; props: Record<string, string> }>(
      `SELECT toString(revenue) AS revenue, props FROM events WHERE product_id = '${(await place.rows())[0]?.product_id}'`,
    )
    expect(row?.revenue).toBe('123456789012.3456')
    expect(row?.props).toMatchObject({ plan: 'pro', seats: '3', trial: 'false', constructor: 'x' })
    expect(
      Object.entries(row?.props ?? {})
        .map(([name]) => name)
        .sort(),
    ).toEqual(['constructor', 'plan', 'seats', 'trial'])
  })

  it('of an unknown product is not found', async () => {
    await expect(place.send({ product: 'prd_nobody' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('that does not validate counts for a known product only', async () => {
    place.ingest.collector.refused(place.product)
    place.ingest.collector.refused('prd_nobody')
    await expect.poll(() => place.rejected()).toEqual({ invalid: 1 })
    const unknown = await station.engine.rows(`SELECT 1 FROM rejected_events WHERE product_id = 'prd_nobody'`)
    expect(unknown).toEqual([])
  })

  it('never leaves an address or a user agent on the disk', async () => {
    await place.send({}, { address: '203.0.113.77', userAgent: 'Strange Browser 1.0 (rare)' })
    await place.send({}, { address: '203.0.113.77', userAgent: GOOGLEBOT })
    const directory = place.directory
    const files = (await readdir(directory)).filter((name) => name.endsWith('.log'))
    expect(files).toHaveLength(1)
    for (const file of files) {
      expect(await readFile(`${directory}/${file}`, 'latin1')).not.toMatch(/203\.0\.113\.77|Strange Browser|Mozilla/)
    }
  })

  it('through a proxy is counted by hostname and by what came of the client’s address', async () => {
    const proxy = { hostname: 'Stats.Example.com', clientAddress: 'missing' } as const
    await place.send({}, { proxy })
    await place.send({}, { proxy })
    await place.send({}, { proxy: { ...proxy, clientAddress: 'forwarded' } })
    await place.ingest.flush()
    const rows = await station.engine.rows(
      `SELECT hostname, client_address, sum(count) AS n FROM proxied_events WHERE product_id = '${place.product}'
       GROUP BY hostname, client_address ORDER BY client_address`,
    )
    expect(rows).toEqual([
      { hostname: 'stats.example.com', client_address: 'forwarded', n: '1' },
      { hostname: 'stats.example.com', client_address: 'missing', n: '2' },
    ])
  })
})

describe('while a store is away', () => {
  const away = () => Promise.reject(new ServiceUnavailable())

  it('events of products that were seen before are taken in, those of others are refused for now', async () => {
    await place.close()
    let find: TrackingProfiles['find'] = async (id) => profileOf(ProductId.parse(id))
    place = await station.place({ profiles: { find: (id) => find(id) } })
    await place.send({})
    find = away
    place.clock.advance(3_599_999)
    expect(await place.send({})).toEqual({ accepted: true })
    await expect(place.send({ product: 'prd_new' })).rejects.toMatchObject({ code: 'service_unavailable' })
    place.clock.advance(1)
    await expect(place.send({})).rejects.toMatchObject({ code: 'service_unavailable' })
  })

  it('a salt that could not be read is asked for again', async () => {
    await place.close()
    const store = saltsInMemory()
    let failures = 1
    place = await station.place({ salts: { salts: (day) => (failures-- > 0 ? away() : store.salts(day)) } })
    await expect(place.send({})).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(await place.send({})).toEqual({ accepted: true })
  })

  it('the service starts without the engine and delivers when it is back', async () => {
    await place.close()
    const state = { away: true }
    const engine: Engine = {
      ...station.engine,
      rows: (...args) => (state.away ? away() : station.engine.rows(...args)),
      insert: (...args) => (state.away ? away() : station.engine.insert(...args)),
    }
    place = await station.place({ engine })
    expect(await place.send({})).toEqual({ accepted: true })
    await expect(place.ingest.flush()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(place.ingest.status()).toMatchObject({ pendingEvents: 1, pendingSince: place.clock.now() })
    state.away = false
    expect(await place.rows()).toHaveLength(1)
    expect(place.ingest.status()).toMatchObject({ pendingEvents: 0, pendingSince: undefined })
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
  ])('hold back %s from the next second on, and count it', async (_name, change, origin, reason) => {
    const event = { url: 'https://shop.example.com/admin/x', referrer: 'https://www.spam.example/offer' }
    expect(await place.send(event, origin)).toEqual({ accepted: true })
    place.settle(change)
    expect(await place.send(event, origin)).toEqual({ accepted: false, reason })
    expect(await place.rejected()).toEqual({ [reason]: 1 })
    expect(await place.rows()).toHaveLength(1)
  })

  it('let everything else pass', async () => {
    place.settle(
      shields({
        addresses: [{ cidr: '10.0.0.0/8' }, { cidr: '2001:db8::/32' }],
        countries: [{ code: 'FR' }],
        paths: [{ pattern: '/admin' }],
        hostnames: { mode: 'allow', patterns: ['*example.com'] },
        referrers: [{ pattern: 'spam.example' }],
      }),
    )
    expect(await place.send({ url: 'https://example.com/admin/x' })).toEqual({ accepted: true })
    place.settle(shields({ hostnames: { mode: 'allow', patterns: [] } }))
    expect(await place.send({})).toEqual({ accepted: true })
  })

  it('include what the tracker captures by itself and the owner switched off', async () => {
    const auto_capture = { ...settings.events.auto_capture, outbound_links: false, scroll_depth: false }
    place.settle({ events: { events: [], auto_capture } })
    expect(await place.send({ name: 'Outbound Link' })).toEqual({ accepted: false, reason: 'auto_capture_off' })
    expect(await place.send({ name: 'File Download' })).toEqual({ accepted: true })
    await place.send({ name: 'engagement', engaged_ms: 5, scroll: 70 })
    const rows = await place.rows()
    expect(rows.map(({ name, engaged_ms, scroll }) => [name, engaged_ms, scroll]).sort()).toEqual([
      ['File Download', 0, 0],
      ['engagement', 5, 0],
    ])
  })
})

describe('crawlers', () => {
  it('that run scripts are kept out of people’s numbers and in the crawler report', async () => {
    const bot = { userAgent: GOOGLEBOT }
    expect(await place.send({ url: 'https://example.com/a' }, bot)).toEqual({ accepted: false, reason: 'bot' })
    expect(await place.send({ name: 'Signup' }, bot)).toEqual({ accepted: false, reason: 'bot' })
    expect(await place.rows()).toEqual([])
    expect(await place.rejected()).toEqual({ bot: 2 })
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

  it('count as people where the owner switched the filter off', async () => {
    place.settle({ preferences: { ...settings.preferences, bot_filtering: false } })
    expect(await place.send({}, { userAgent: GOOGLEBOT })).toEqual({ accepted: true })
    expect(await crawlerHits()).toEqual([])
  })

  it('from a server’s log are accepted by name, purpose and settings; people and the switched off are not', async () => {
    place.settle({
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
      hit('Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'),
    ]
    expect(await place.ingest.collector.crawls(place.product, hits)).toEqual({ accepted: 3 })
    const common = { hostname: 'example.com', path: '/a', seen_by: 'intake' }
    expect(await crawlerHits()).toEqual([
      { ...common, ts: '2026-11-19 08:00:00', crawler: 'Googlebot', purpose: 'search', status: 404 },
      { ...common, ts: '2026-11-20 12:00:01', crawler: 'GPTBot', purpose: 'ai_training', status: 0 },
      { ...common, ts: '2026-11-20 12:00:01', crawler: 'Unlisted bot', purpose: 'other', status: 0 },
    ])
  })

  it('are not recorded where crawler tracking is off', async () => {
    place.settle({ crawlers: { ...settings.crawlers, enabled: false } })
    expect(
      await place.ingest.collector.crawls(place.product, [{ url: 'https://example.com/', user_agent: GOOGLEBOT }]),
    ).toEqual({ accepted: 0 })
  })
})
