import { HOUR_MS, ServiceUnavailable } from '@footfall/core-domain'
import type { Engine } from '@footfall/warehouse'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { IngestOptions } from './ingest.ts'
import { BROWSER, GOOGLEBOT } from './test-support/ports.ts'
import { openStation, type Place, type Station } from './test-support/station.ts'

let station: Station
let place: Place
beforeAll(async () => {
  station = await openStation()
})
afterAll(() => station.close())
afterEach(() => place.close())

/** The engine, which takes no rows while it `isFull`, so that they stay in the log. */
function withoutInserts(isFull: () => boolean): Engine {
  const { engine } = station
  return {
    ...engine,
    insert: (...block) => (isFull() ? Promise.reject(new ServiceUnavailable()) : engine.insert(...block)),
  }
}

let day = 0
/** On a day of its own, since a start takes up the visits of all products. */
async function openPlace(options: Partial<IngestOptions> = {}) {
  place = await station.place(options)
  place.clock.advance(++day * 24 * HOUR_MS)
  await place.restart()
}

const range = (count: number) => Array.from({ length: count }, (_, n) => n)
const agent = (n: number) => `${BROWSER} Build/${n}`
const visitStarts = async () => (await place.rows()).reduce((sum, row) => sum + row.visit_starts, 0)

describe('live visits', () => {
  it('of a thousand user agents at one address are all there are, and every event is counted', async () => {
    await openPlace()
    await Promise.all(range(1_300).map((n) => place.send({}, { userAgent: agent(n) })))
    const { count, forgotten } = place.ingest.liveVisits()
    expect(count).toBeLessThanOrEqual(1_000)
    expect(forgotten).toEqual({ network: 1_300 - count, product: 0, total: 0 })
    expect(await visitStarts()).toBe(1_300)
  })

  it('of one IPv6 /64 count as those of one address', async () => {
    await openPlace()
    await Promise.all(range(1_300).map((n) => place.send({}, { address: `2001:db8:1:2::${n.toString(16)}` })))
    expect(place.ingest.liveVisits().count).toBeLessThanOrEqual(1_000)
  })

  it('that made room begin anew with the next event; those that were kept go on', async () => {
    // Room for some five visits of a product.
    await openPlace({ visitBytesMax: 16_000 })
    for (let n = 0; n < 20; n++) await place.send({}, { address: `81.2.69.${n}` })
    const { count, bytes, forgotten } = place.ingest.liveVisits()
    expect(bytes).toBeLessThanOrEqual(4_000)
    expect(forgotten.product).toBe(20 - count)
    place.clock.advance(1_000)
    await place.send({}, { address: '81.2.69.19' })
    await place.send({}, { address: '81.2.69.0' })
    const rows = await place.rows()
    expect(rows.slice(-2).map(({ visit_starts, pv_seq }) => [visit_starts, pv_seq])).toEqual([
      [1, 1],
      [0, 2],
    ])
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(20)
  })

  it('are the same for a user agent of 15 KB and for the part of it that is read', async () => {
    await openPlace()
    const long = BROWSER.padEnd(15_000, ' x')
    await place.send({}, { userAgent: long, language: `de-CH,${'x'.repeat(15_000)}` })
    await place.send({}, { userAgent: long.slice(0, 1024) })
    expect(place.ingest.liveVisits().count).toBe(1)
    expect((await place.rows())[0]).toMatchObject({ browser: 'Chrome', language: 'de-CH' })
  })
})

describe('taking up visits at start', () => {
  it.each([
    ['the engine', true],
    ['the log', false],
  ])('takes the most recent ones that fit from %s, and they go on', async (_from, flushed) => {
    await openPlace({ engine: withoutInserts(() => !flushed) })
    for (let n = 0; n < 60; n++) {
      place.clock.advance(1_000)
      await place.send({ url: `https://example.com/${n}` }, { address: `81.2.69.${n}` })
    }
    await place.restart({ visitBytesMax: 64_000, engine: station.engine })
    const { count, bytes, forgotten } = place.ingest.liveVisits()
    expect(bytes).toBeLessThanOrEqual(16_000)
    expect(count).toBeGreaterThan(10)
    expect(forgotten).toEqual({ network: 0, product: 0, total: 0 })
    for (const n of [59, 60 - count, 59 - count]) {
      place.clock.advance(1_000)
      await place.send({}, { address: `81.2.69.${n}` })
    }
    const rows = (await place.rows()).slice(-3)
    expect(rows.map(({ visit_starts, entry_path }) => [visit_starts, entry_path])).toEqual([
      [0, '/59'],
      [0, `/${60 - count}`],
      [1, '/'],
    ])
  })

  it('leaves the visits of other products their room', async () => {
    await openPlace()
    for (let n = 0; n < 5; n++) await place.send({}, { address: `81.2.68.${n}` })
    place.also('flood')
    for (let n = 0; n < 60; n++) await place.send({ product: 'prd_flood' }, { address: `81.2.69.${n}` })
    await place.ingest.flush()
    await place.restart({ visitBytesMax: 64_000 })
    for (let n = 0; n < 5; n++) await place.send({}, { address: `81.2.68.${n}` })
    expect(await visitStarts()).toBe(5)
  })

  it('is over after 20 seconds, and the service begins with what was read', async () => {
    await openPlace()
    await place.send({})
    await place.ingest.flush()
    let now = place.clock.now()
    const warnings: string[] = []
    const logger = { info() {}, error() {}, warn: (_: unknown, message: string) => warnings.push(message) }
    await place.restart({ clock: { now: () => (now += 21_000) }, logger })
    expect(warnings).toEqual(['Not all visits were taken up in time: the others begin anew.'])
    expect(place.ingest.liveVisits().count).toBe(0)
  })

  it('knows a visit that began before the last half hour by all of its rows in the log', async () => {
    await openPlace({ engine: withoutInserts(() => true) })
    await place.send({ name: 'Signup' })
    for (let i = 0; i < 3; i++) {
      place.clock.advance(25 * 60_000)
      await place.send({ name: 'engagement', engaged_ms: 10 })
    }
    await place.restart({ engine: station.engine })
    await place.send({})
    const rows = await place.rows()
    expect(rows.map(({ visit_starts, unbounce }) => [visit_starts, unbounce])).toEqual([
      [1, 1],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })
})

describe('the budget of a product', () => {
  it('refuses events beyond it until the hour ends, and counts them as over_budget', async () => {
    await openPlace({ hourlyBudget: { events: 3, bytes: 0 } })
    for (let n = 0; n < 3; n++) await place.send({})
    const refusal = { code: 'rate_limited', retryAfterSeconds: 3600 }
    await expect(place.send({})).rejects.toMatchObject(refusal)
    await expect(place.send({}, { userAgent: GOOGLEBOT })).rejects.toMatchObject(refusal)
    expect(await place.rejected()).toEqual({ over_budget: 2 })
    place.clock.advance(HOUR_MS)
    expect(await place.send({})).toEqual({ accepted: true })
    expect(await place.rows()).toHaveLength(4)
  })

  it('counts what is kept of a robot, and nothing that is dropped', async () => {
    await openPlace({ hourlyBudget: { events: 2, bytes: 0 } })
    for (let n = 0; n < 5; n++) await place.send({ name: 'engagement' })
    await place.send({}, { userAgent: GOOGLEBOT })
    await place.send({})
    await expect(place.send({})).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('is also used up by the bytes of large events', async () => {
    await openPlace({ hourlyBudget: { events: 0, bytes: 20_000 } })
    const props = Object.fromEntries(Array.from({ length: 4 }, (_, n) => [`p${n}`, 'x'.repeat(2_000)]))
    for (let n = 0; n < 3; n++) expect(await place.send({ props })).toEqual({ accepted: true })
    await expect(place.send({})).rejects.toMatchObject({ code: 'rate_limited' })
  })
})
