import { defaultSettings, HOUR_MS, IngestLogUnavailable, MINUTE_MS, RateLimited, UTC } from '@footfall/core-domain'
import { beforeEach, describe, expect, it } from 'vitest'
import { START, type TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER, GOOGLEBOT } from './test-support/ports.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

const settings = defaultSettings(UTC)
const now = Date.parse(START)
const before = (ms: number) => new Date(now - ms).toISOString()
const minutes = (count: number) => before(count * MINUTE_MS)
const states = async (...events: readonly Record<string, unknown>[]) =>
  (await collector.batch(...events)).map((outcome) => (outcome.state === 'refused' ? outcome.reason : outcome.state))

async function totals() {
  const rows = await collector.rows()
  const sum = (column: 'visit_starts' | 'unbounce' | 'gap_ms') => rows.reduce((total, row) => total + row[column], 0)
  return {
    events: rows.length,
    visits: sum('visit_starts'),
    bounces: sum('visit_starts') - sum('unbounce'),
    ms: sum('gap_ms'),
    visitors: new Set(rows.map(({ visitor }) => visitor)).size,
    ids: new Set(rows.map(({ visit }) => visit)).size,
  }
}

describe('events of a batch', () => {
  it('an event of a batch becomes the same row as one that the visitor’s browser sends, except for its instant', async () => {
    const event = {
      name: 'Signup',
      url: 'https://example.com/a?utm_source=x',
      title: 'A',
      referrer: 'https://blog.example/',
      props: { plan: 'pro' },
      revenue: { amount: '9.90', currency: 'EUR' },
      width: 1280,
    }
    expect(await states({ ...event, language: 'de-CH,de;q=0.9', timestamp: minutes(45) })).toEqual(['accepted'])
    await collector.send(event)
    const rows = await collector.rows()
    const plain = rows.map(({ ts, visit, visit_start, ...row }) => row)
    expect(rows.map(({ ts }) => ts)).toEqual(['2026-11-20 11:15:00.000', '2026-11-20 12:00:00.000'])
    expect(plain[0]).toEqual(plain[1])
  })

  it('an event of a batch is rejected without the others if it is too old, in the future, or names a visitor of a product without identification', async () => {
    expect(
      await states(
        { timestamp: before(72 * HOUR_MS + 1) },
        { timestamp: before(72 * HOUR_MS) },
        { timestamp: before(-5 * MINUTE_MS - 1) },
        { timestamp: before(-5 * MINUTE_MS) },
        { visitor: 'u-1' },
        { user_agent: GOOGLEBOT },
        { name: 'engagement', ip: '81.2.69.7' },
        {},
      ),
    ).toEqual([
      'too_old',
      'accepted',
      'in_the_future',
      'accepted',
      'identity_off',
      'bot',
      'engagement_without_visit',
      'accepted',
    ])
    expect(await collector.rejected()).toEqual({ bot: 1, engagement_without_visit: 1, invalid: 2 })
    const rows = await collector.rows()
    expect(rows.map(({ ts }) => ts).at(-1)).toBe('2026-11-20 12:00:00.000')
  })

  it('an event of a batch whose address is not that of a page is dropped and counted as that', async () => {
    expect(await states({ url: 'file:///C:/page.html' }, { url: 'app://com.example/start' })).toEqual([
      'not_a_page',
      'accepted',
    ])
    expect(await collector.rejected()).toEqual({ not_a_page: 1 })
  })

  it('an event of a batch is subject to the same shields as an event of a browser', async () => {
    collector.configure({ shields: { ...settings.shields, addresses: [{ cidr: '81.2.69.0/24' }] } })
    expect(await states({}, { ip: '82.1.1.1' })).toEqual(['shield_address', 'accepted'])
  })

  it('an event of a batch continues the visit that the visitor’s browser began, and the browser continues the visit of a batch', async () => {
    await collector.send({})
    await collector.batch({ name: 'Order' })
    await collector.send({ url: 'https://example.com/thanks' })
    expect(await totals()).toEqual({ events: 3, visits: 1, bounces: 0, ms: 0, visitors: 1, ids: 1 })
  })

  it('an event of a batch has the visitor of the day on which it occurred', async () => {
    collector.clock.set('2026-11-19T23:00:00.000Z')
    await collector.send({})
    collector.clock.set(START)
    await collector.batch(
      { timestamp: '2026-11-19T23:10:00.000Z', url: 'https://example.com/b' },
      { timestamp: minutes(60) },
    )
    expect(await totals()).toEqual({ events: 3, visits: 2, bounces: 2 - 1, ms: 600_000, visitors: 2, ids: 2 })
  })
})

describe('the visits of batches', () => {
  it('visits of batches follow the instants of the events, in whatever order and number of batches they arrive', async () => {
    const events = [200, 190, 165, 100, 71, 69, 5].map((ago, i) => ({
      timestamp: minutes(ago),
      url: `https://example.com/${i}`,
    }))
    await collector.batch(...events.slice(0, 3).reverse())
    await collector.batch(...events.slice(3, 5))
    await collector.batch(...events.slice(5))
    const rows = await collector.rows()
    expect(rows.map(({ visit_starts, pv_seq, gap_ms }) => [visit_starts, pv_seq, gap_ms / MINUTE_MS])).toEqual([
      [1, 1, 0],
      [0, 2, 10],
      [0, 3, 25],
      [1, 1, 0],
      [0, 2, 29],
      [0, 3, 2],
      [1, 1, 0],
    ])
    expect(await totals()).toMatchObject({ visits: 3, bounces: 1, visitors: 1, ids: 3 })
  })

  it('a visit of batches lasts from its first to its last event, also when an earlier event arrives later', async () => {
    await collector.batch({ timestamp: minutes(128) })
    await collector.batch({ timestamp: minutes(131), url: 'https://example.com/b' })
    expect(await totals()).toMatchObject({ visits: 1, bounces: 0, ms: 3 * MINUTE_MS })
  })

  it('an event in a quarter of an hour before the start of its visit begins a new visit, so that no row precedes its visit', async () => {
    await collector.batch({ timestamp: minutes(119) })
    await collector.batch({ timestamp: minutes(121) })
    expect(await totals()).toMatchObject({ visits: 2 })
    for (const { ts, visit_start } of await collector.rows())
      expect(ts >= visit_start || ts.slice(0, 14) === visit_start.slice(0, 14)).toBe(true)
  })

  it('visits of batches are continued by events that arrive after the visit is over', async () => {
    await collector.batch({ ip: '81.2.69.9' })
    await collector.send({})
    collector.clock.advance(50 * MINUTE_MS)
    await collector.ingest.flush()
    await collector.batch({ timestamp: new Date(now + 10 * MINUTE_MS).toISOString(), name: 'Order' })
    expect(await totals()).toMatchObject({ events: 3, visits: 2, bounces: 1, ms: 10 * MINUTE_MS })
  })

  it('visits of batches of the day before yesterday have one visitor in all, and another one on each day', async () => {
    const day = (hours: number) => ({ timestamp: before(hours * HOUR_MS) })
    await collector.batch(day(64), day(62), day(40), day(38))
    await collector.batch(day(63.9))
    expect(await totals()).toMatchObject({ events: 5, visits: 4, visitors: 2 })
  })
})

describe('ids of events', () => {
  it('an event id counts once in a batch, in another batch, after a restart before and after the engine has it', async () => {
    expect(await states({ id: 'a' }, { id: 'b' }, { id: 'a' })).toEqual(['accepted', 'accepted', 'duplicate'])
    expect(await states({ id: 'b' }, { id: 'c', timestamp: minutes(90) })).toEqual(['duplicate', 'accepted'])
    await collector.restart()
    expect(await states({ id: 'a' }, { id: 'd' })).toEqual(['duplicate', 'accepted'])
    await collector.ingest.flush()
    await collector.restart()
    collector.clock.advance(MINUTE_MS)
    expect(await states({ id: 'a' }, { id: 'c' }, { id: 'e' })).toEqual(['duplicate', 'duplicate', 'accepted'])
    await collector.ingest.flush()
    expect(await states({ id: 'a' }, { id: 'c' }, { id: 'e' })).toEqual(['duplicate', 'duplicate', 'duplicate'])
    expect(await totals()).toMatchObject({ events: 5 })
  })

  it('an event id is unique only within its product', async () => {
    const other = await fixture.openCollector()
    await collector.batch({ id: 'a' })
    const [outcome] = await other.batch({ id: 'a' })
    expect(outcome).toEqual({ state: 'accepted' })
    await other.close()
  })

  it('an event id can be used again when its event was rejected or could not be stored', async () => {
    expect(await states({ id: 'a', timestamp: before(80 * HOUR_MS) })).toEqual(['too_old'])
    await collector.restart({ logBytesMax: 10 })
    await expect(collector.batch({ id: 'a' })).rejects.toBeInstanceOf(IngestLogUnavailable)
    await collector.restart({ logBytesMax: 1_000_000 })
    expect(await states({ id: 'a' }, { id: 'a' })).toEqual(['accepted', 'duplicate'])
    expect(await totals()).toMatchObject({ events: 1, visits: 1 })
  })

  it('an event id counts once when two batches with it arrive at the same time', async () => {
    const both = await Promise.all([states({ id: 'a' }), states({ id: 'a' })])
    expect(both.flat().sort()).toEqual(['accepted', 'duplicate'])
    expect(await totals()).toMatchObject({ events: 1 })
  })
})

describe('a large batch', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ id: `e${i}` }))

  it('lets other requests in between its events, and ends its turns before it waits for the disk', async () => {
    const seen: string[] = []
    const turns = {
      next: async () => {
        await collector.send({ name: 'Meanwhile' })
        seen.push('next')
      },
      end: () => seen.push('end'),
    }
    const outcomes = await collector.batchInTurns(turns, ...many(120))
    expect(outcomes).toHaveLength(120)
    expect(seen).toEqual(['next', 'next', 'end'])
    const names = (await collector.rows()).map(({ name }) => name)
    expect(names.filter((name) => name === 'Meanwhile')).toHaveLength(2)
    expect(await states(...many(120))).toEqual(Array(120).fill('duplicate'))
  })

  it('lets other requests in after a few milliseconds, however few of its events it has taken by then', async () => {
    let slowed = 0
    await collector.restart({ clock: { now: () => collector.clock.now() + slowed++ } })
    let turns = 0
    const counted = {
      next: async () => {
        turns++
      },
      end: () => {},
    }
    const outcomes = await collector.batchInTurns(counted, ...many(40))
    expect(outcomes).toEqual(Array(40).fill({ state: 'accepted' }))
    expect(turns).toBeGreaterThanOrEqual(7)
    expect(await totals()).toMatchObject({ events: 40 })
  })

  it('reports the events that the log had no room for as unavailable, and accepts those when they are sent again', async () => {
    await collector.restart({ logBytesMax: 100_000 })
    const first = await states(...many(1_000))
    const accepted = first.filter((state) => state === 'accepted').length
    expect(accepted).toBeGreaterThan(0)
    expect(first.filter((state) => state === 'unavailable')).toHaveLength(1_000 - accepted)
    await collector.restart({ logBytesMax: 10_000_000 })
    const again = await states(...many(1_000))
    expect(again.filter((state) => state === 'duplicate')).toHaveLength(accepted)
    expect(await totals()).toMatchObject({ events: 1_000 })
  })
})

it('rejects events beyond the hourly budget of the product, and a whole batch once the budget is used up', async () => {
  await collector.restart({ hourlyBudget: { events: 2, bytes: 0 } })
  expect(await states({}, { user_agent: `${BROWSER} x` }, {})).toEqual(['accepted', 'accepted', 'over_budget'])
  await expect(collector.batch({})).rejects.toBeInstanceOf(RateLimited)
  expect(await collector.rejected()).toEqual({ over_budget: 2 })
})
