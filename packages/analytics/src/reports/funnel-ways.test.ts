import {
  type Analytics,
  type Filter,
  type FunnelDefinition,
  FunnelResult,
  type FunnelStep,
  LocalDate,
  ProductId,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { instantOf } from '../test-support/naive/local-time.ts'
import { isLike } from '../test-support/naive/world.ts'
import { runs } from '../test-support/questions.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const small = ProductId.parse('prd_ways')
const large = ProductId.parse('prd_waysLarge')

const engine = testEngine()
let analytics: Analytics
let rows: readonly EventRow[]

/** A visit of a visitor: paths and events, each with the seconds since eight o'clock at which it happened. */
function visit(visitor: number, id: number, events: readonly (readonly [string, number])[], source = ''): EventRow[] {
  return events.map(([name, seconds], i) => {
    const isPage = name.startsWith('/')
    return pageview(small, new Date(Date.parse('2026-11-19T08:00:00Z') + seconds * 1000).toISOString(), {
      ...{ visitor: String(visitor), visit: String(id), visit_starts: i === 0 ? 1 : 0, source },
      ...{ pv_seq: isPage ? i + 1 : 0, kind: isPage ? 'pageview' : 'custom', name: isPage ? 'pageview' : name },
      path: isPage ? name : '/',
    })
  })
}

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  rows = makeTraffic({
    ...{ product: large, seed: 'ways', visits: 600, people: 12 },
    fromMs: Date.parse('2026-11-01T00:00:00Z'),
    toMs: Date.parse('2026-11-08T00:00:00Z'),
  })
  await insertRows(engine, [
    ...rows,
    ...visit(
      1,
      1,
      [
        ['/', 0],
        ['/pricing', 10],
        ['signup', 40],
      ],
      'Google',
    ),
    ...visit(
      2,
      2,
      [
        ['/', 0],
        ['/', 5],
        ['/pricing', 25],
        ['/docs', 30],
      ],
      'Google',
    ),
    ...visit(
      3,
      3,
      [
        ['/', 0],
        ['/pricing', 2.5],
      ],
      'GitHub',
    ),
    ...visit(
      4,
      4,
      [
        ['/', 0],
        ['/about', 60],
      ],
      'Google',
    ),
    // Goes on in another visit, and leaves from that one.
    ...visit(5, 5, [['/', 0]], 'GitHub'),
    ...visit(
      5,
      6,
      [
        ['/pricing', 3600],
        ['/docs', 3700],
      ],
      'News',
    ),
    // Comes back to the first step after the last: the first way that led furthest counts.
    ...visit(6, 7, [
      ['/', 0],
      ['/pricing', 100],
      ['signup', 200],
      ['/', 300],
      ['/pricing', 301],
      ['signup', 302],
    ]),
  ])
})

const ORDER: FunnelDefinition = {
  name: 'Order',
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'page', match: '/pricing' },
    { kind: 'event', match: 'signup' },
  ],
  window_minutes: 1440,
}

const ofDay = { from: LocalDate.parse('2026-11-19'), to: LocalDate.parse('2026-11-19'), filters: [] }

async function ask(
  asked: { filters?: readonly Filter[]; dimension?: 'source'; dropOffs?: boolean } = {},
  preferences = {},
) {
  const { data } = await analytics.funnels(testScope(small, { preferences }), { ...ofDay, dropOffs: true, ...asked }, [
    ORDER,
  ])
  return FunnelResult.parse(data[0])
}

it('a funnel has times and drop-offs only if they are requested', async () => {
  const { steps, rows = [] } = await ask({ dimension: 'source', dropOffs: false })
  expect(steps.map(({ visitors }) => visitors)).not.toContain(null)
  expect(JSON.stringify([steps, rows])).not.toMatch(/median|dropped/)
})

const medians = ({ steps }: Pick<FunnelResult, 'steps'>) => steps.map((step) => step.median_seconds_from_previous)
const pairs = (dropped: { rows: readonly { key: string; visitors: number | null }[] } | undefined) =>
  dropped?.rows.map(({ key, visitors }) => [key, visitors])

describe('the steps of a funnel', () => {
  it('each step has the median of the seconds since the step before, of the visitors who reached it', async () => {
    // To /pricing: 10, 20, 2.5, 3600, 100; to signup: 30, 100.
    expect(medians(await ask())).toEqual([null, 20, 65])
  })

  it('each step reports who did not reach the next one, by source and by the page that they viewed next', async () => {
    const [first, second, last] = (await ask()).steps
    expect(first?.dropped_off).toEqual({
      visitors: 1,
      sources: { rows: [{ key: 'Google', visitors: 1 }], other: 0 },
      next_pages: { rows: [{ key: '/about', visitors: 1 }], other: 0 },
    })
    expect(second?.dropped_off?.visitors).toBe(3)
    expect(pairs(second?.dropped_off?.sources)).toEqual([
      ['GitHub', 1],
      ['Google', 1],
      ['News', 1],
    ])
    expect(pairs(second?.dropped_off?.next_pages)).toEqual([
      ['/docs', 2],
      ['(exit)', 1],
    ])
    expect(last).not.toHaveProperty('dropped_off')
  })

  it('the steps have both under filters, and the median for each value of a dimension', async () => {
    const filters: Filter[] = [{ dimension: 'source', operator: 'is', values: ['Google'] }]
    const filtered = await ask({ filters })
    expect(medians(filtered)).toEqual([null, 15, 30])
    expect(pairs(filtered.steps[1]?.dropped_off?.next_pages)).toEqual([['/docs', 1]])
    const { rows = [] } = await ask({ dimension: 'source' })
    expect(rows.map((row) => [row.key, medians(row)])).toEqual([
      ['Google', [null, 15, 30]],
      ['GitHub', [null, 1801.25, null]],
      ['', [null, 100, 100]],
    ])
    expect(rows.flatMap(({ steps }) => steps).some((step) => 'dropped_off' in step)).toBe(false)
  })

  it('withholds the median of too few visitors, and everything about too few who dropped off', async () => {
    const { steps } = await ask({}, { suppression_threshold: 3 })
    expect(steps.map(({ visitors }) => visitors)).toEqual([6, 5, null])
    expect(medians({ steps })).toEqual([null, 20, null])
    const nothing = { rows: [], other: null }
    // One visitor of six dropped off at the first step.
    for (const { dropped_off } of steps.slice(0, 2))
      expect(dropped_off).toEqual({ visitors: null, sources: nothing, next_pages: nothing })
  })
})

const step = fc.constantFrom<FunnelStep>(
  { kind: 'page', match: '/' },
  { kind: 'page', match: '/pricing' },
  { kind: 'page', match: '/docs/*' },
  { kind: 'page', match: '*' },
  { kind: 'event', match: 'signup' },
  { kind: 'event', match: 'pageview' },
)
const funnels = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 2, maxLength: 4 }),
    window_minutes: fc.constantFrom(1, 7, 30, 240, 1440),
  }),
  { minLength: 1, maxLength: 3 },
)

it('medians and drop-offs of any funnels are what plain TypeScript counts in the same rows', async () => {
  const range = { from: LocalDate.parse('2026-11-02'), to: LocalDate.parse('2026-11-06'), filters: [], dropOffs: true }
  await fc.assert(
    fc.asyncProperty(funnels, async (definitions) => {
      const { data } = await analytics.funnels(
        testScope(large, { preferences: { suppression_threshold: 0 } }),
        range,
        definitions,
      )
      for (const [i, definition] of definitions.entries()) {
        const ways = waysOf(definition)
        const { steps } = FunnelResult.parse(data[i])
        for (const [s, { visitors, median_seconds_from_previous: seconds, dropped_off }] of steps.entries()) {
          const reached = ways.filter((way) => way.length > s)
          expect(visitors).toBe(reached.length)
          const gaps = reached.map((way) => msAt(way, s) - msAt(way, s - 1))
          expect(seconds).toEqual(s === 0 ? null : median(gaps))
          if (s === steps.length - 1) continue
          const left = ways.filter((way) => way.length === s + 1).flatMap((way) => way[s] ?? [])
          expect(dropped_off?.visitors).toBe(left.length)
          expect(shown(dropped_off?.sources)).toEqual(topOf(left.map(({ source }) => source)))
          expect(shown(dropped_off?.next_pages)).toEqual(topOf(left.map(nextPage)))
        }
      }
    }),
    runs(40),
  )
})

const shown = (
  dropped: { rows: readonly { key: string; visitors: number | null }[]; other: number | null } | undefined,
) => dropped && { rows: pairs(dropped), other: dropped.other }

/** For each visitor the events of the first way that led to the furthest step. */
function waysOf({ steps, window_minutes }: FunnelDefinition): readonly (readonly EventRow[])[] {
  const inRange = rows.filter(
    ({ ts, kind, visitor }) => ts >= '2026-11-02' && ts < '2026-11-07' && kind !== 'engagement' && visitor !== '0',
  )
  return [...Map.groupBy(inRange, ({ visitor }) => visitor).values()].flatMap((events) => {
    const taken = events
      .flatMap((row) => steps.flatMap((step, s) => (isStep(row, step) ? [{ row, s }] : [])))
      .sort((a, b) => instantOf(a.row) - instantOf(b.row) || b.s - a.s)
    const latest = new Map<number, readonly EventRow[]>()
    let furthest: readonly EventRow[] = []
    for (const { row, s } of taken) {
      const before = s === 0 ? [] : latest.get(s - 1)
      if (before === undefined) continue
      const way = [...before, row]
      if (instantOf(row) - msAt(way, 0) > window_minutes * 60_000) continue
      latest.set(s, way)
      if (way.length > furthest.length) furthest = way
    }
    return furthest.length > 0 ? [furthest] : []
  })
}

function isStep(row: EventRow, { kind, match }: FunnelStep): boolean {
  return kind === 'page' ? row.kind === 'pageview' && isLike(row.path, match) : row.name === match
}

const msAt = (way: readonly EventRow[], at: number) => {
  const row = way[at]
  return row === undefined ? 0 : instantOf(row)
}

/** In seconds. */
function median(ms: readonly number[]): number | null {
  if (ms.length === 0) return null
  const sorted = ms.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return (low + high) / 2 / 1000
}

function nextPage(row: EventRow): string {
  const after = rows
    .filter(({ visit, kind }) => kind === 'pageview' && visit === row.visit)
    .filter((view) => instantOf(view) > instantOf(row))
    .sort((a, b) => instantOf(a) - instantOf(b))
  return after[0]?.path ?? '(exit)'
}

function topOf(keys: readonly string[]) {
  const counts = [...Map.groupBy(keys, (key) => key)].map(([key, group]) => [key, group.length] as const)
  const ranked = counts.sort(([a, x], [b, y]) => y - x || Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const rows = ranked.slice(0, 5)
  return { rows: rows.map((row) => [...row]), other: keys.length - rows.reduce((sum, [, count]) => sum + count, 0) }
}
