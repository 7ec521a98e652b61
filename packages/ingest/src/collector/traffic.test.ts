import { MINUTE_MS, SECOND_MS } from '@footfall/core-domain'
import { type EventRow, moveVisits } from '@footfall/warehouse'
import { describe, expect, it } from 'vitest'
import { isSuspected } from '../enrich/automation.ts'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { BROWSER } from './test-support/ports.ts'

const WITHOUT_OWNERS = async () => undefined

const fixture = collectorFixture()

const HEADLESS = BROWSER.replace('Chrome/', 'HeadlessChrome/')
const networks = { isDataCentre: (address: string) => address.startsWith('192.0.2.'), isKnown: true }
/** Two weak rules. */
const WEAK_TWICE = { address: '192.0.2.1', language: undefined }

async function opened(): Promise<TestCollector> {
  return fixture.openCollector({ networks })
}

const classOf = ({ evidence = 0 }: EventRow) => (evidence >= 256 ? 'suspected' : evidence > 0 ? 'human' : 'none')
const classes = async (collector: TestCollector) => (await collector.rows()).map(classOf)

/** What reports find: every row of a visit has the same class once the change is done. */
async function moved(collector: TestCollector) {
  await collector.ingest.flush()
  await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS)
  return classes(collector)
}

const rollup = ({ product }: TestCollector) =>
  fixture.engine.rows(
    `SELECT class, sum(pageviews) AS views, sum(visits) AS visits, uniqExactMerge(visitors) AS people FROM events_15m
WHERE product_id = '${product}' GROUP BY class HAVING visits > 0 ORDER BY class`,
  )

describe('the class of collected events', () => {
  it('a browser without a screen is collected as suspected, and reported as no crawler', async () => {
    const collector = await opened()
    expect(await collector.send({}, { userAgent: HEADLESS })).toEqual({ accepted: true })
    await collector.send({ automated: true }, { address: '198.51.100.2' })
    await collector.send({}, { address: '198.51.100.3' })
    expect((await classes(collector)).toSorted()).toEqual(['human', 'suspected', 'suspected'])
    expect(await collector.rejected()).toEqual({})
    expect(await rollup(collector)).toEqual([
      { class: 1, views: '1', visits: '1', people: '1' },
      { class: 2, views: '2', visits: '2', people: '2' },
    ])
  })

  it('a visit keeps the class of its first event', async () => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    await collector.send({ url: 'https://example.com/b' }, WEAK_TWICE)
    expect(await classes(collector)).toEqual(['suspected', 'suspected'])
  })

  it.each([
    ['ten seconds in front', { name: 'engagement', engaged_ms: 10_000 }],
    ['a click', { name: 'Outbound Link' }],
  ])('engagement outweighs a weak rule, in the earlier rows of the visit too: %s', async (_, event) => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    await collector.ingest.flush()
    expect(await classes(collector)).toEqual(['suspected'])
    collector.clock.advance(5 * SECOND_MS)
    await collector.send(event, WEAK_TWICE)
    expect(await classes(collector)).toEqual(['suspected', 'human'])
    expect(await moved(collector)).toEqual(['human', 'human'])
  })

  it.each([
    ['less than ten seconds in front', [{ name: 'engagement', engaged_ms: 9_000, scroll: 40 }]],
    ['what a page sends by itself', [{ name: 'Loaded', interactive: false }]],
  ])('does not count as engagement: %s', async (_, events) => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    for (const event of events) await collector.send(event, WEAK_TWICE)
    expect(new Set(await moved(collector))).toEqual(new Set(['suspected']))
  })

  it('scrolling further on a page is engagement, and the depth of its window is none', async () => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    await collector.send({ name: 'engagement', engaged_ms: 200, scroll: 40 }, WEAK_TWICE)
    expect(new Set(await moved(collector))).toEqual(new Set(['suspected']))
    await collector.send({ name: 'engagement', engaged_ms: 200, scroll: 70 }, WEAK_TWICE)
    expect(new Set(await moved(collector))).toEqual(new Set(['human']))
  })

  it('engagement outweighs no strong rule', async () => {
    const collector = await opened()
    await collector.send({ automated: true })
    await collector.send({ name: 'engagement', engaged_ms: 60_000 })
    expect(new Set(await moved(collector))).toEqual(new Set(['suspected']))
  })

  it('evidence that comes late makes the whole visit suspected', async () => {
    const collector = await opened()
    await collector.send({})
    await collector.ingest.flush()
    await collector.send({ automated: true })
    expect(await moved(collector)).toEqual(['suspected', 'suspected'])
  })

  it('a payment is engagement', async () => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    const visitor = { address: WEAK_TWICE.address, user_agent: BROWSER }
    const payment = { id: '1', amount: '5', currency: 'EUR', name: 'payment', visitor } as const
    await collector.ingest.collector.payment(collector.product, payment as never, 'key_1' as never)
    expect(await moved(collector)).toEqual(['human', 'human'])
  })

  it('many similar visits in a minute are a burst, including the first, and suspected only with another rule', async () => {
    const collector = await opened()
    for (let i = 0; i < 12; i++) await collector.send({ width: 1280 }, { address: `192.0.2.${i + 1}` })
    for (let i = 0; i < 12; i++) await collector.send({ width: 1280 }, { address: `198.51.100.${i + 1}` })
    const rows = await collector.rows()
    expect(rows).toHaveLength(24)
    const byClass = Map.groupBy(await moved(collector), (name) => name)
    expect([byClass.get('suspected')?.length, byClass.get('human')?.length]).toEqual([12, 12])
  })

  it.each([
    ['now', 0],
    ['minutes ago', 10 * MINUTE_MS],
    ['a day ago', 30 * 60 * MINUTE_MS],
  ])('many similar visits that a server reports are a burst where they happened %s', async (_, agoMs) => {
    const collector = await opened()
    const timestamp = new Date(collector.clock.now() - agoMs).toISOString()
    await collector.batch(...Array.from({ length: 12 }, (_, i) => ({ timestamp, width: 0, ip: `198.51.100.${i + 1}` })))
    expect(await moved(collector)).toEqual(Array(12).fill('suspected'))
  })

  it('a visit that was live before a restart keeps its evidence', async () => {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    await collector.restart({ networks })
    await collector.send({ url: 'https://example.com/b' }, { ...WEAK_TWICE, language: 'de' })
    expect(await classes(collector)).toEqual(['suspected', 'suspected'])
  })

  it('a change that waits survives a restart', async () => {
    const collector = await opened()
    await collector.send({})
    await collector.send({ automated: true })
    await collector.restart({ networks })
    await collector.send({})
    expect(await moved(collector)).toEqual(['suspected', 'suspected', 'suspected'])
  })

  it('an event of a server needs neither a language nor a screen', async () => {
    const collector = await opened()
    await collector.batch({ ip: '192.0.2.1' }, { ip: '192.0.2.2', automated: true, url: 'https://example.com/x' })
    expect((await classes(collector)).toSorted()).toEqual(['human', 'suspected'])
  })
})

describe('visits that change their class', () => {
  async function changed() {
    const collector = await opened()
    await collector.send({}, WEAK_TWICE)
    await collector.ingest.flush()
    await collector.send({ name: 'engagement', engaged_ms: 20_000 }, WEAK_TWICE)
    await collector.ingest.flush()
    return collector
  }
  const left = async ({ product }: TestCollector, table: string) =>
    (await fixture.engine.rows(`SELECT 1 AS one FROM ${table} WHERE product_id = '${product}'`)).length

  it('a change marks the quarter, and sums it up anew once it is quiet', async () => {
    const collector = await changed()
    expect([...(await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS))]).toContain(collector.product)
    expect([await left(collector, 'moved_visits'), await left(collector, 'moved_quarters')]).toEqual([0, 1])
    expect(await rollup(collector)).toMatchObject([{ class: 2, visits: '1' }])
    collector.clock.advance(80 * MINUTE_MS)
    await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS)
    expect(await left(collector, 'moved_quarters')).toBe(0)
    expect(await rollup(collector)).toEqual([{ class: 1, views: '1', visits: '1', people: '1' }])
    expect([...(await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS))]).not.toContain(collector.product)
  })

  it('a change that is killed at any statement is completed by the next run', async () => {
    for (let statements = 0; ; statements++) {
      const collector = await changed()
      let allowed = statements
      const dying = {
        ...fixture.engine,
        run: (...statement: Parameters<typeof fixture.engine.run>) =>
          allowed-- > 0 ? fixture.engine.run(...statement) : Promise.reject(new Error('killed')),
      }
      const died = await moveVisits(dying, collector.clock, WITHOUT_OWNERS).then(
        () => false,
        () => true,
      )
      expect(await moved(collector)).toEqual(['human', 'human'])
      expect(await left(collector, 'moved_visits')).toBe(0)
      if (!died) break
    }
  })

  it('a change takes back the numbers of a closed day', async () => {
    const collector = await changed()
    await fixture.engine.run(`INSERT INTO closed_days (product_id, day, version, rows, cut, last_at, dimensions)
SELECT '${collector.product}', toDate('2026-11-20'), 1, 2, toDateTime('2026-11-20 00:00:00', 'UTC'), toDateTime64('2026-11-20 12:00:00', 3, 'UTC'), ['']`)
    await moveVisits(fixture.engine, collector.clock, WITHOUT_OWNERS)
    expect(
      await fixture.engine.rows(`SELECT rows FROM closed_days FINAL WHERE product_id = '${collector.product}'`),
    ).toEqual([{ rows: '-1' }])
  })
})

it('the class of evidence in the engine is that of the collector', async () => {
  const collector = await opened()
  await collector.send({}, WEAK_TWICE)
  for (const { evidence = 0 } of await collector.rows())
    expect(evidence >= 256).toBe(isSuspected(evidence & ~(256 | 1)))
})
