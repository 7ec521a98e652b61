import { HOUR_MS, ServiceUnavailable } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { describe, expect, it } from 'vitest'
import type { IngestOptions } from './ingest.ts'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER, GOOGLEBOT } from './test-support/ports.ts'

const fixture = collectorFixture()
let collector: TestCollector

/** The engine; it rejects inserts while `isFull`, so that rows stay in the log. */
function withoutInserts(isFull: () => boolean): Engine {
  const { engine } = fixture
  return {
    ...engine,
    insert: (...block) => (isFull() ? Promise.reject(new ServiceUnavailable()) : engine.insert(...block)),
    run: (...statement) => (isFull() ? Promise.reject(new ServiceUnavailable()) : engine.run(...statement)),
  }
}

let day = 0
/** On its own day, because a start restores the visits of all products. */
async function openTestCollector(options: Partial<IngestOptions> = {}) {
  collector = await fixture.openCollector(options)
  collector.clock.advance(++day * 24 * HOUR_MS)
  await collector.restart()
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const agent = (n: number) => `${BROWSER} Build/${n}`
const visitStarts = async () => (await collector.rows()).reduce((sum, row) => sum + row.visit_starts, 0)

describe('limits of live visits', () => {
  it('the collector keeps at most a thousand visits of one address, and still counts every event', async () => {
    await openTestCollector()
    await Promise.all(range(1_300).map((n) => collector.send({}, { userAgent: agent(n) })))
    const { count, forgotten } = collector.ingest.liveVisits()
    expect(count).toBeLessThanOrEqual(1_000)
    expect(forgotten).toEqual({ network: 1_300 - count, product: 0, total: 0 })
    expect(await visitStarts()).toBe(1_300)
  })

  it('the collector counts an IPv6 /64 as one address', async () => {
    await openTestCollector()
    await Promise.all(range(1_300).map((n) => collector.send({}, { address: `2001:db8:1:2::${n.toString(16)}` })))
    expect(collector.ingest.liveVisits().count).toBeLessThanOrEqual(1_000)
  })

  it('an evicted visit starts again with its next event, and the others continue', async () => {
    // Enough for about five visits of a product.
    await openTestCollector({ visitBytesMax: 16_000 })
    for (let n = 0; n < 20; n++) await collector.send({}, { address: `81.2.69.${n}` })
    const { count, bytes, forgotten } = collector.ingest.liveVisits()
    expect(bytes).toBeLessThanOrEqual(4_000)
    expect(forgotten.product).toBe(20 - count)
    collector.clock.advance(1_000)
    await collector.send({}, { address: '81.2.69.19' })
    await collector.send({}, { address: '81.2.69.0' })
    const rows = await collector.rows()
    expect(rows.slice(-2).map(({ visit_starts, pv_seq }) => [visit_starts, pv_seq])).toEqual([
      [1, 1],
      [0, 2],
    ])
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(20)
  })

  it('the collector treats a user agent of 15 KB like its first 1024 characters', async () => {
    await openTestCollector()
    const long = BROWSER.padEnd(15_000, ' x')
    await collector.send({}, { userAgent: long, language: `de-CH,${'x'.repeat(15_000)}` })
    await collector.send({}, { userAgent: long.slice(0, 1024) })
    expect(collector.ingest.liveVisits().count).toBe(1)
    expect((await collector.rows())[0]).toMatchObject({ browser: 'Chrome', language: 'de-CH' })
  })
})

describe('restoring visits at start', () => {
  it.each([
    ['the engine', true],
    ['the log', false],
  ])('restores the most recent visits that fit from %s, and they continue', async (_from, flushed) => {
    await openTestCollector({ engine: withoutInserts(() => !flushed) })
    for (let n = 0; n < 60; n++) {
      collector.clock.advance(1_000)
      await collector.send({ url: `https://example.com/${n}` }, { address: `81.2.69.${n}` })
    }
    await collector.restart({ visitBytesMax: 64_000, engine: fixture.engine })
    const { count, bytes, forgotten } = collector.ingest.liveVisits()
    expect(bytes).toBeLessThanOrEqual(16_000)
    expect(count).toBeGreaterThan(10)
    expect(forgotten).toEqual({ network: 0, product: 0, total: 0 })
    for (const n of [59, 60 - count, 59 - count]) {
      collector.clock.advance(1_000)
      await collector.send({}, { address: `81.2.69.${n}` })
    }
    const rows = (await collector.rows()).slice(-3)
    expect(rows.map(({ visit_starts, entry_path }) => [visit_starts, entry_path])).toEqual([
      [0, '/59'],
      [0, `/${60 - count}`],
      [1, '/'],
    ])
  })

  it('restoring visits leaves room for the visits of other products', async () => {
    await openTestCollector()
    for (let n = 0; n < 5; n++) await collector.send({}, { address: `81.2.68.${n}` })
    collector.addProduct('flood')
    for (let n = 0; n < 60; n++) await collector.send({ product: 'prd_flood' }, { address: `81.2.69.${n}` })
    await collector.ingest.flush()
    await collector.restart({ visitBytesMax: 64_000 })
    for (let n = 0; n < 5; n++) await collector.send({}, { address: `81.2.68.${n}` })
    expect(await visitStarts()).toBe(5)
  })

  it('restoring visits ends after 20 seconds, and the service starts with the visits read so far', async () => {
    await openTestCollector()
    await collector.send({})
    await collector.ingest.flush()
    let now = collector.clock.now()
    const warnings: string[] = []
    const logger = { info() {}, error() {}, warn: (_: unknown, message: string) => warnings.push(message) }
    await collector.restart({ clock: { now: () => (now += 21_000) }, logger })
    expect(warnings).toEqual(['Not all live visits were restored in time; the others start as new visits.'])
    expect(collector.ingest.liveVisits().count).toBe(0)
  })

  it('restoring visits uses all rows in the log of a visit that started before the last half hour', async () => {
    await openTestCollector({ engine: withoutInserts(() => true) })
    await collector.send({ name: 'Signup' })
    for (let i = 0; i < 3; i++) {
      collector.clock.advance(25 * 60_000)
      await collector.send({ name: 'engagement', engaged_ms: 10 })
    }
    await collector.restart({ engine: fixture.engine })
    await collector.send({})
    const rows = await collector.rows()
    expect(rows.map(({ visit_starts, unbounce }) => [visit_starts, unbounce])).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('the hourly budget of a product in the collector', () => {
  it('rejects events over the hourly budget until the hour ends, and counts them as over_budget', async () => {
    await openTestCollector({ hourlyBudget: { events: 3, bytes: 0 } })
    for (let n = 0; n < 3; n++) await collector.send({})
    const rejection = { code: 'rate_limited', retryAfterSeconds: 3600 }
    await expect(collector.send({})).rejects.toMatchObject(rejection)
    await expect(collector.send({}, { userAgent: GOOGLEBOT })).rejects.toMatchObject(rejection)
    expect(await collector.rejected()).toEqual({ over_budget: 2 })
    collector.clock.advance(HOUR_MS)
    expect(await collector.send({})).toEqual({ accepted: true })
    expect(await collector.rows()).toHaveLength(4)
  })

  it('counts stored crawler hits in the hourly budget, but no dropped events', async () => {
    await openTestCollector({ hourlyBudget: { events: 2, bytes: 0 } })
    for (let n = 0; n < 5; n++) await collector.send({ name: 'engagement' })
    await collector.send({}, { userAgent: GOOGLEBOT })
    await collector.send({})
    await expect(collector.send({})).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('large events use up the hourly budget by their bytes', async () => {
    await openTestCollector({ hourlyBudget: { events: 0, bytes: 20_000 } })
    const props = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`p${n}`, 'x'.repeat(2_000)]))
    for (let n = 0; n < 3; n++) expect(await collector.send({ props })).toEqual({ accepted: true })
    await expect(collector.send({})).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
