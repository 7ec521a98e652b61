import { HOUR_MS, MINUTE_MS, ProductId, SECOND_MS } from '@footfall/core-domain'
import { openGeo } from '@footfall/ingest'
import { type CollectorFixture, openCollectorFixture, START, type TestCollector } from '@footfall/ingest/test-support'
import { settableClock } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoSite } from '../traffic/site.ts'
import { type LiveTraffic, liveTraffic } from './live-traffic.ts'
import { NETWORKS } from './people.ts'
import { plannedVisits } from './schedule.ts'

const PLANNED = ProductId.parse('prd_planned')

let fixture: CollectorFixture
beforeAll(async () => {
  fixture = await openCollectorFixture()
})
afterAll(() => fixture.close())

/** A demo with one product of its own, so that tests do not see the events of others. */
async function openDemo() {
  const collector = await fixture.openCollector()
  const product = { id: collector.product, name: 'Demo', kind: 'website' } as const
  const open = () =>
    liveTraffic({
      products: [product],
      collector: { event: (event, origin) => collector.ingest.collector.event(event, origin) },
      clock: collector.clock,
      seed: 'live',
    })
  return { collector, open }
}

async function pass({ clock }: Pick<TestCollector, 'clock'>, ms: number, demo: LiveTraffic) {
  for (let passed = 0; passed < ms; passed += 5 * SECOND_MS) {
    clock.advance(5 * SECOND_MS)
    await demo.send()
  }
}

async function sent(collector: TestCollector) {
  const rows = await collector.rows()
  return rows.map(({ ts, name, path }) => `${ts} ${name} ${path}`)
}

describe('the live traffic of the demo', () => {
  it('adds events to the engine in every five minutes of an hour, all counted as forwarded', async () => {
    const { collector, open } = await openDemo()
    await pass(collector, HOUR_MS, open())
    await collector.ingest.flush()
    const one = async (select: string) =>
      (await fixture.engine.rows<Record<string, unknown>>(`${select} WHERE product_id = '${collector.product}'`))[0]
    const facts = await one(
      `SELECT uniqExactIf(toStartOfFiveMinutes(ts), kind != 'engagement') AS fives, uniqExact(visitor) > 20 AS many,
        countIf(title = '' OR country = '') AS incomplete, min(ts) > '2026-11-20 12:00:00' AS after FROM events`,
    )
    expect(facts).toEqual({ fives: expect.stringMatching(/^1[23]$/), many: 1, incomplete: '0', after: 1 })
    const events = await one('SELECT count() AS n FROM events')
    expect(await one(`SELECT sumIf(count, client_address = 'forwarded') AS n FROM proxied_events`)).toEqual(events)
    expect(await collector.rejected()).toEqual({})
    await collector.close()
  })

  it('sends the same events for the same seed and time', async () => {
    const { collector } = await openDemo()
    const recorded = async (seed: string) => {
      const clock = settableClock(START)
      const events: unknown[] = []
      const demo = liveTraffic({
        products: [{ id: collector.product, name: 'Demo', kind: 'docs' }],
        collector: {
          async event(event, origin) {
            events.push([clock.now(), event, origin])
            return { accepted: true }
          },
        },
        clock,
        seed,
      })
      await pass({ clock }, 30 * MINUTE_MS, demo)
      return events
    }
    const events = await recorded('live')
    expect(events.length).toBeGreaterThan(10)
    expect(await recorded('live')).toEqual(events)
    expect(await recorded('other')).not.toEqual(events)
    await collector.close()
  })

  it('continues after a restart and sends nothing twice', async () => {
    const { collector, open } = await openDemo()
    await pass(collector, 10 * MINUTE_MS, open())
    const before = await sent(collector)
    await collector.restart()
    const restarted = open()
    await restarted.send()
    expect(await sent(collector)).toEqual(before)
    await pass(collector, 10 * MINUTE_MS, restarted)
    const after = await sent(collector)
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after.length).toBeGreaterThan(before.length)
    expect(await collector.rejected()).toEqual({})
    await collector.close()
  })

  it('the live traffic leaves out the time in which it did not run', async () => {
    const { collector, open } = await openDemo()
    const demo = open()
    await pass(collector, 5 * MINUTE_MS, demo)
    const before = await sent(collector)
    collector.clock.advance(6 * HOUR_MS)
    await demo.send()
    expect(await sent(collector)).toEqual(before)
    await collector.close()
  })

  it('the live traffic skips a product that was deleted', async () => {
    const { collector } = await openDemo()
    const demo = liveTraffic({
      products: [{ id: 'prd_deleted', name: 'Deleted', kind: 'docs' }],
      collector: collector.ingest.collector,
      clock: collector.clock,
      seed: 'live',
    })
    await pass(collector, 5 * MINUTE_MS, demo)
    expect(await fixture.engine.rows(`SELECT 1 FROM events WHERE product_id = 'prd_deleted'`)).toEqual([])
    await collector.close()
  })

  it('begins more visits at noon in the zone of the product than at night, and some in every six minutes', () => {
    const at = (time: string) => {
      const afterMs = Date.parse(time)
      return plannedVisits(demoSite('website'), PLANNED, 'live', { afterMs, untilMs: afterMs + HOUR_MS })
    }
    const night = at('2026-11-20T02:00:00Z')
    const noon = at('2026-11-20T11:00:00Z')
    expect(noon.length).toBeGreaterThan(2 * night.length)
    const starts = night.map(({ startMs }) => startMs).sort((a, b) => a - b)
    const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    expect(Math.max(...gaps)).toBeLessThan(6 * MINUTE_MS)
    expect(noon.length).toBeLessThan(300)
  })

  it('plans the same visits of the demo however the time is divided', () => {
    const site = demoSite('docs')
    const startMs = Date.parse(START)
    const plan = (afterMs: number, untilMs: number) => plannedVisits(site, PLANNED, 'live', { afterMs, untilMs })
    const parts = Array.from({ length: 60 }, (_, minute) =>
      plan(startMs + minute * MINUTE_MS, startMs + (minute + 1) * MINUTE_MS),
    )
    const seeds = (visits: ReturnType<typeof plan>) => visits.map(({ seed }) => seed).sort()
    expect(seeds(parts.flat())).toEqual(seeds(plan(startMs, startMs + HOUR_MS)))
  })

  it.each(NETWORKS)(
    'the live traffic has visitors (weight %i) from %s at addresses in %s',
    async (_weight, country, network) => {
      const geo = await openGeo()
      for (const third of [0, 85, 170, 255]) expect(geo.lookup(`${network}.${third}.20`).country).toBe(country)
    },
  )
})
