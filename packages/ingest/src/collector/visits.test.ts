import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TestCollector } from './test-support/collector-fixture.ts'
import { collectorFixture } from './test-support/collectors.ts'
import { VISIT_IDLE_MS } from './visits.ts'

const fixture = collectorFixture()
let collector: TestCollector
beforeEach(async () => {
  collector = await fixture.openCollector()
})

/** Visit totals computed from the columns of the rows. */
async function totals() {
  const rows = await collector.rows()
  const sum = (column: 'visit_starts' | 'unbounce' | 'gap_ms') => rows.reduce((total, row) => total + row[column], 0)
  const visits = sum('visit_starts')
  return {
    visits,
    bounces: visits - sum('unbounce'),
    ms: sum('gap_ms'),
    ids: new Set(rows.map(({ visit }) => visit)).size,
  }
}

describe('visits', () => {
  it.each([
    [VISIT_IDLE_MS - 1, { visits: 1, bounces: 0, ms: VISIT_IDLE_MS - 1, ids: 1 }],
    [VISIT_IDLE_MS, { visits: 2, bounces: 2, ms: 0, ids: 2 }],
    [VISIT_IDLE_MS + 1, { visits: 2, bounces: 2, ms: 0, ids: 2 }],
  ])(
    'a visit continues or ends correctly with a second pageview after a pause of %i ms',
    async (silenceMs, expected) => {
      await collector.send({})
      collector.clock.advance(silenceMs)
      await collector.send({})
      expect(await totals()).toEqual(expected)
    },
  )

  it('a visit lasts as long as events arrive, engagement included', async () => {
    await collector.send({})
    for (let i = 0; i < 3; i++) {
      collector.clock.advance(VISIT_IDLE_MS - 1)
      await collector.send({ name: 'engagement', engaged_ms: 10, scroll: 50 })
    }
    expect(await totals()).toEqual({ visits: 1, bounces: 1, ms: 3 * (VISIT_IDLE_MS - 1), ids: 1 })
  })

  it('a visit stays a bounce with a custom event that is not interactive, also after a restart', async () => {
    await collector.send({})
    await collector.send({ name: 'Video shown', interactive: false })
    expect(await totals()).toEqual({ visits: 1, bounces: 1, ms: 0, ids: 1 })
    await collector.restart()
    await collector.send({ name: 'Video shown', interactive: false })
    expect(await totals()).toEqual({ visits: 1, bounces: 1, ms: 0, ids: 1 })
    await collector.send({ name: 'Video played' })
    expect(await totals()).toEqual({ visits: 1, bounces: 0, ms: 0, ids: 1 })
  })

  it('a visit that begins with an event that is not interactive is a bounce until its second pageview', async () => {
    await collector.send({ name: 'Video shown', interactive: false })
    await collector.restart()
    await collector.send({})
    expect(await totals()).toEqual({ visits: 1, bounces: 1, ms: 0, ids: 1 })
    await collector.send({ url: 'https://example.com/second' })
    expect(await totals()).toEqual({ visits: 1, bounces: 0, ms: 0, ids: 1 })
  })

  it('a visit over midnight UTC stays one visit of one visitor, and the next visit has the pseudonym of the new day', async () => {
    collector.clock.set('2026-11-20T23:50:00.000Z')
    await collector.send({ url: 'https://example.com/start' })
    collector.clock.set('2026-11-21T00:10:00.000Z')
    await collector.send({ url: 'https://example.com/later' })
    collector.clock.set('2026-11-21T00:39:59.999Z')
    await collector.send({ name: 'Signup' })
    collector.clock.set('2026-11-21T02:00:00.000Z')
    await collector.send({})
    const rows = await collector.rows()
    expect(rows.map(({ visit_starts }) => visit_starts)).toEqual([1, 0, 0, 1])
    expect(new Set(rows.slice(0, 3).map(({ visitor, visit }) => `${visitor} ${visit}`)).size).toBe(1)
    expect(rows[3]?.visitor).not.toBe(rows[0]?.visitor)
    expect(rows.map(({ entry_path }) => entry_path)).toEqual(['/start', '/start', '/start', '/'])
  })

  it('a visit continues after a restart, whether its events are in the engine or still in the log', async () => {
    await collector.send({ url: 'https://example.com/start?utm_source=news', referrer: 'https://blog.example.org/' })
    await collector.ingest.flush()
    await collector.restart()
    collector.clock.advance(60_000)
    await collector.send({ url: 'https://example.com/2' })
    collector.clock.advance(60_000)
    await collector.restart()
    await collector.send({ url: 'https://example.com/3' })
    const rows = await collector.rows()
    expect(rows.map(({ pv_seq, unbounce, gap_ms, visit_starts }) => [pv_seq, unbounce, gap_ms, visit_starts])).toEqual([
      [1, 0, 0, 1],
      [2, 1, 60_000, 0],
      [3, 0, 60_000, 0],
    ])
    for (const { entry_path, source, country } of rows)
      expect([entry_path, source, country]).toEqual(['/start', 'news', 'GB'])
    expect(new Set(rows.map(({ visit }) => visit)).size).toBe(1)
  })

  it.each([
    ['one pageview', [{}], { visits: 1, bounces: 1 }],
    ['two pageviews', [{}, {}], { visits: 1, bounces: 0 }],
    ['a pageview and an event', [{}, { name: 'Signup' }], { visits: 1, bounces: 0 }],
    ['a single event', [{ name: 'Signup' }], { visits: 1, bounces: 0 }],
    ['an event, then pageviews', [{ name: 'Signup' }, {}, {}, { name: 'Signup' }], { visits: 1, bounces: 0 }],
    ['a pageview that was only read', [{}, { name: 'engagement', engaged_ms: 60_000 }], { visits: 1, bounces: 1 }],
  ])('a visit has the expected columns for %s', async (_name, events, expected) => {
    for (const event of events) {
      await collector.send(event)
      collector.clock.advance(1000)
    }
    expect(await totals()).toMatchObject(expected)
  })

  it('a visit does not start with engagement, which is dropped and counted', async () => {
    const outcome = await collector.send({ name: 'engagement', engaged_ms: 1000 })
    expect(outcome).toEqual({ accepted: false, reason: 'engagement_without_visit' })
    expect(await collector.rows()).toEqual([])
    expect(await collector.rejected()).toEqual({ engagement_without_visit: 1 })
  })

  it('a visit starts again with the next event when its first event could not be stored', async () => {
    await collector.close()
    collector = await fixture.openCollector({ logBytesMax: 4000 })
    const filler = { props: { text: 'x'.repeat(1900) } }
    await collector.send(filler, { address: '9.9.9.9' })
    await expect(collector.send(filler)).rejects.toMatchObject({ code: 'service_unavailable' })
    await collector.ingest.flush()
    await collector.send({})
    const rows = await collector.rows()
    expect(rows.map(({ visit_starts, pv_seq }) => [visit_starts, pv_seq])).toEqual([
      [1, 1],
      [1, 1],
    ])
  })
})

describe('the additive columns of events', () => {
  const happening = fc.record({
    person: fc.integer({ min: 1, max: 3 }),
    kind: fc.constantFrom('pageview', 'pageview', 'Signup', 'engagement'),
    path: fc.constantFrom('/a', '/b'),
    waitMs: fc.oneof(
      fc.integer({ min: 0, max: 120_000 }),
      fc.integer({ min: VISIT_IDLE_MS - 2, max: VISIT_IDLE_MS + 2 }),
      fc.integer({ min: 0, max: 10 * 3_600_000 }),
    ),
    restart: fc.integer({ min: 0, max: 15 }).map((n) => n === 0),
  })

  it('the additive columns of events equal a direct computation from the same events, in the table and in the rollup', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 40 }), async (happenings) => {
        const here = await fixture.openCollector()
        const sent: SentEvent[] = []
        for (const { person, kind, path, waitMs, restart } of happenings) {
          here.clock.advance(waitMs)
          if (restart) await here.restart()
          sent.push({ person, kind, path, at: here.clock.now() })
          await here.send({ name: kind, url: `https://example.com${path}` }, { address: `8.8.8.${person}` })
        }
        const rows = await here.rows()
        const [rollup] = await fixture.engine.rows<Record<string, string>>(
          `SELECT sum(r.visits) AS visits, sum(r.visits) - sum(r.unbounced) AS bounces, sum(r.gap_ms) AS ms,
            sum(r.pageviews) AS pageviews, sum(r.customs) AS customs
           FROM events_15m AS r WHERE r.product_id = '${here.product}'`,
        )
        await here.close()
        const expected = visitsByDefinition(sent)
        const visits = rows.reduce((sum, row) => sum + row.visit_starts, 0)
        expect({
          visits,
          bounces: visits - rows.reduce((sum, row) => sum + row.unbounce, 0),
          ms: rows.reduce((sum, row) => sum + row.gap_ms, 0),
          pageviews: rows.filter(({ kind }) => kind === 'pageview').length,
          customs: rows.filter(({ kind }) => kind === 'custom').length,
          entries: rows.filter(({ pv_seq }) => pv_seq === 1).length,
          entryPaths: [...new Map(rows.map((row) => [row.visit, row.entry_path])).values()].sort(),
        }).toEqual(expected)
        const { entries: _entries, entryPaths: _paths, ...inRollup } = expected
        expect(Object.fromEntries(Object.entries(rollup ?? {}).map(([name, n]) => [name, Number(n)]))).toEqual(inRollup)
      }),
      { numRuns: 12 },
    )
  })
})

interface SentEvent {
  readonly person: number
  readonly kind: string
  readonly path: string
  readonly at: number
}

/** Visits computed directly from their definition. */
function visitsByDefinition(sent: readonly SentEvent[]) {
  const visits: SentEvent[][] = []
  for (const person of new Set(sent.map((each) => each.person))) {
    let open: SentEvent[] | undefined
    for (const event of sent.filter((each) => each.person === person)) {
      const last = open?.at(-1)
      if (!last || event.at - last.at >= VISIT_IDLE_MS) open = undefined
      if (!open && event.kind === 'engagement') continue
      if (!open) {
        open = []
        visits.push(open)
      }
      open.push(event)
    }
  }
  const pageviewsOf = (visit: readonly SentEvent[]) => visit.filter(({ kind }) => kind === 'pageview').length
  const customsOf = (visit: readonly SentEvent[]) => visit.filter(({ kind }) => kind === 'Signup').length
  const total = (of: (visit: readonly SentEvent[]) => number) => visits.reduce((sum, visit) => sum + of(visit), 0)
  return {
    visits: visits.length,
    bounces: visits.filter((visit) => pageviewsOf(visit) === 1 && customsOf(visit) === 0).length,
    ms: total((visit) => (visit.at(-1)?.at ?? 0) - (visit[0]?.at ?? 0)),
    pageviews: total(pageviewsOf),
    customs: total(customsOf),
    entries: visits.filter((visit) => pageviewsOf(visit) > 0).length,
    entryPaths: visits.map((visit) => visit[0]?.path).sort(),
  }
}
