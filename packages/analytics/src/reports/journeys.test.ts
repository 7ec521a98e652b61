import {
  type Analytics,
  type Filter,
  type FilterCondition,
  type JourneysQuery,
  JourneysReport,
  LocalDate,
  ProductId,
  SegmentId,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { answered } from '../test-support/naive/answered.ts'
import { instantOf, localDay } from '../test-support/naive/local-time.ts'
import { runs } from '../test-support/questions.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const small = ProductId.parse('prd_journeys')
const large = ProductId.parse('prd_journeysLarge')
const wide = ProductId.parse('prd_journeysWide')
const day = (text: string) => LocalDate.parse(text)

const engine = testEngine()
let analytics: Analytics
let rows: readonly EventRow[]

let minute = 0
/** A visit of a new visitor who views each page in order, a minute apart. */
function visit(product: ProductId, id: number, pages: readonly string[], over: Partial<EventRow> = {}): EventRow[] {
  return pages.map((path, i) =>
    pageview(product, new Date(Date.parse('2026-11-19T00:00:00Z') + 60_000 * minute++).toISOString(), {
      ...{ visitor: String(id), visit: String(id), visit_starts: i === 0 ? 1 : 0, pv_seq: i + 1 },
      ...{ path, entry_path: pages[0] ?? '', ...over },
    }),
  )
}

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  rows = makeTraffic({
    ...{ product: large, seed: 'journeys', visits: 500, people: 40 },
    fromMs: Date.parse('2026-11-01T00:00:00Z'),
    toMs: Date.parse('2026-11-15T00:00:00Z'),
  })
  await insertRows(engine, [
    ...rows,
    ...visit(small, 1, ['/', '/pricing', '/signup', '/welcome', '/docs'], { source: 'Google' }),
    ...visit(small, 2, ['/blog', '/', '/pricing', '/signup']),
    ...visit(small, 3, ['/pricing'], { source: 'Google' }),
    ...visit(small, 4, ['/pricing', '/docs', '/pricing', '/signup']),
    ...visit(small, 5, ['/', '/docs']),
    ...Array.from({ length: 12 }, (_, i) => visit(wide, i + 1, ['/', ...(i < 9 ? [`/p${i}`] : [`/rare${i}`])])).flat(),
    ...visit(wide, 20, ['/', '/p0', '/end']),
  ])
})

const scopeOf = (product: ProductId, preferences = {}, zone = 'UTC') =>
  testScope(product, { timezone: TimeZone.parse(zone), goals: GOALS, preferences })

async function ask(product: ProductId, asked: Partial<JourneysQuery> = {}, preferences = {}) {
  const query: JourneysQuery = {
    ...{
      from: day('2026-11-19'),
      to: day('2026-11-19'),
      page: '/pricing',
      directions: ['before', 'after'],
      filters: [],
    },
    ...asked,
  }
  const { data, meta } = await analytics.journeys(scopeOf(product, preferences), query)
  return { data: JourneysReport.parse(data), meta }
}

type Steps = JourneysReport['after']
const rowsOf = (steps: Steps) => steps?.map((step) => step.rows.map(({ key, visits }) => [key, visits]))
const linksOf = (steps: Steps) => steps?.map((step) => step.links.map(({ from, to, visits }) => [from, to, visits]))

describe('journeys', () => {
  it('journeys show for three steps both ways which pages visits viewed, and where they began and ended', async () => {
    const { data } = await ask(small)
    expect(data).toMatchObject({ page: '/pricing', state: 'available', reason: null, visits: 4 })
    expect(rowsOf(data.after)).toEqual([
      [
        ['/signup', 3],
        ['(exit)', 1],
        ['/docs', 1],
      ],
      [
        ['(exit)', 2],
        ['/pricing', 1],
        ['/welcome', 1],
      ],
      [
        ['/docs', 1],
        ['/signup', 1],
      ],
    ])
    expect(rowsOf(data.before)).toEqual([
      [
        ['(entry)', 2],
        ['/', 2],
        ['/docs', 1],
      ],
      [
        ['(entry)', 1],
        ['/blog', 1],
        ['/pricing', 1],
      ],
      [['(entry)', 2]],
    ])
  })

  it('journeys link each step with the one closer to the page, in the order of travel', async () => {
    const { data } = await ask(small)
    expect(linksOf(data.after)).toEqual([
      [],
      [
        ['/signup', '(exit)', 2],
        ['/docs', '/pricing', 1],
        ['/signup', '/welcome', 1],
      ],
      [
        ['/welcome', '/docs', 1],
        ['/pricing', '/signup', 1],
      ],
    ])
    expect(linksOf(data.before)).toEqual([
      [],
      [
        ['(entry)', '/', 1],
        ['/blog', '/', 1],
        ['/pricing', '/docs', 1],
      ],
      [
        ['(entry)', '/blog', 1],
        ['(entry)', '/pricing', 1],
      ],
    ])
  })

  it('journeys go one way if only one is requested', async () => {
    const { data } = await ask(small, { directions: ['before'] })
    expect(data).not.toHaveProperty('after')
    expect(data.before).toEqual((await ask(small)).data.before)
  })

  it('journeys include the visits that filters choose, by whichever of their events', async () => {
    const source: Filter = { dimension: 'source', operator: 'is', values: ['Google'] }
    const { data } = await ask(small, { filters: [source], directions: ['after'] })
    expect(data.visits).toBe(2)
    expect(rowsOf(data.after)?.[0]).toEqual([
      ['(exit)', 1],
      ['/signup', 1],
    ])
    const saw: Filter = { dimension: 'page', operator: 'is', values: ['/blog'] }
    expect((await ask(small, { filters: [saw] })).data.visits).toBe(1)
  })

  it('journeys list ten pages of each step, and all others as one that comes last', async () => {
    const { data } = await ask(wide, { page: '/', directions: ['after'] })
    const [first] = rowsOf(data.after) ?? []
    expect(first).toHaveLength(11)
    expect(first?.[0]).toEqual(['/p0', 2])
    expect(first?.at(-1)).toEqual(['(other)', 2])
    expect(linksOf(data.after)?.[1]).toContainEqual(['(other)', '(exit)', 2])
  })

  it('journeys withhold steps and links of too few visitors, and others with them to prevent their calculation', async () => {
    const { data } = await ask(small, { directions: ['after'] }, { suppression_threshold: 3 })
    expect(data.visits).toBe(4)
    expect(rowsOf(data.after)?.[0]).toEqual([
      ['(exit)', null],
      ['/docs', null],
      ['/signup', null],
    ])
    expect(data.after?.[0]?.rows.every(({ state }) => state === 'withheld')).toBe(true)
    expect(
      linksOf(data.after)
        ?.flat()
        .every(([, , visits]) => visits === null),
    ).toBe(true)
    const few = await ask(small, {}, { suppression_threshold: 5 })
    expect(few.data).toMatchObject({ state: 'withheld', visits: null, before: [], after: [] })
  })

  it('journeys report that a page was never viewed, with similar ones', async () => {
    const { data, meta } = await ask(small, { page: '/prcing' })
    expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen', visits: null, after: [] })
    expect(meta.hints).toMatchObject([{ code: 'value_never_seen', filter: 'page', did_you_mean: ['/pricing'] }])
  })

  it('journeys have no numbers under a filter by a property that no event carries', async () => {
    const denied: FilterCondition = { dimension: 'property:nope', operator: 'is_not', values: ['x'] }
    const { data, meta } = await ask(small, { filters: [denied] })
    expect(data).toMatchObject({ state: 'unavailable', reason: 'dimension_not_collected', visits: null, after: [] })
    expect(meta.hints).toMatchObject([{ code: 'dimension_not_collected', filter: 'filters.0', value: 'nope' }])
  })

  it('journeys report that the filters of a segment ask for a value that was never collected', async () => {
    const segment = SegmentId.parse('seg_A')
    const any: FilterCondition[] = [{ dimension: 'source', operator: 'is', values: ['Nobody'] }]
    const { data, meta } = await ask(small, { filters: [{ any, segment }] })
    expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen' })
    expect(meta.hints).toMatchObject([{ code: 'value_never_seen', filter: 'segment' }])
  })

  it('journeys are a true zero if the page was viewed on other days', async () => {
    const other = await ask(large, { from: day('2026-11-03'), to: day('2026-11-03'), page: '/pricing' })
    expect(other.data.state).toBe('available')
    const none = await ask(small, {
      filters: [{ dimension: 'page', operator: 'is', values: ['/docs'], scope: 'visit' }],
      page: '/blog',
    })
    expect(none.data).toMatchObject({ state: 'available', visits: 0, after: [] })
  })

  it.each(["/o'neill\\", '/blog/ä%_b', '(exit)', "'); DROP TABLE events --"])(
    'journeys accept the page %s as it is',
    async (page) => {
      const { data } = await ask(large, { from: day('2026-11-01'), to: day('2026-11-14'), page })
      expect(data.page).toBe(page)
      expect(data.state).toBe(page.startsWith('/') ? 'available' : 'empty')
    },
  )
})

const PAGES = ['/', '/pricing', '/blog/ä%_b', "/o'neill\\", '/docs/a']
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/New_York']
const questions = fc.record({
  page: fc.constantFrom(...PAGES),
  zone: fc.constantFrom(...ZONES),
  days: fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 })).map(([a, b]) => ({
    from: day(`2026-11-${String(Math.min(a, b)).padStart(2, '0')}`),
    to: day(`2026-11-${String(Math.max(a, b)).padStart(2, '0')}`),
  })),
  filters: fc.uniqueArray(
    fc.constantFrom<FilterCondition>(
      { dimension: 'source', operator: 'is', values: ['Google', ''] },
      { dimension: 'country', operator: 'is_not', values: ['DE'] },
      { dimension: 'entry_page', operator: 'contains', values: ['docs'] },
      { dimension: 'event', operator: 'is', values: ['signup'], scope: 'visit' },
      { dimension: 'page', operator: 'is_not', values: ['/thanks'], scope: 'visitor' },
    ),
    { maxLength: 2 },
  ),
})

it('the first step of journeys is the breakdown of the views of the page by the dimension of that step', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ page, zone, days, filters }) => {
      const scope = scopeOf(large, { suppression_threshold: 0 }, zone)
      const journeys = await analytics.journeys(scope, { ...days, page, filters, directions: ['before', 'after'] })
      const views: FilterCondition[] = [
        { dimension: 'page', operator: 'is', values: [page] },
        { dimension: 'event', operator: 'is', values: ['pageview'] },
      ]
      for (const [direction, dimension] of [
        ['after', 'next_page'],
        ['before', 'previous_page'],
      ] as const) {
        const asked = { metrics: ['visits' as const], dimensions: [dimension], filters: [...filters, ...views] }
        const { rows = [], metrics } = answered(
          await analytics.query(scope, { ...asked, ...days, limit: 200, offset: 0 }),
        )
        expect(journeys.data.visits ?? 0).toBe(metrics[0]?.value ?? 0)
        const step = journeys.data[direction]?.[0]?.rows ?? []
        expect(new Map(step.map(({ key, visits }) => [key, visits]))).toEqual(
          new Map(rows.map(({ keys, values }) => [keys[0], values[0]?.value])),
        )
      }
    }),
    runs(40),
  )
})

it('every step and link of journeys is what plain TypeScript counts in the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(questions, async ({ page, zone, days }) => {
      const scope = scopeOf(large, { suppression_threshold: 0 }, zone)
      const { data } = await analytics.journeys(scope, { ...days, page, filters: [], directions: ['before', 'after'] })
      for (const direction of ['before', 'after'] as const) {
        const steps = data[direction] ?? []
        const { pages, links } = counted(visitsBegunIn(zone, days), page, direction)
        const shown = steps.flatMap((step, i) =>
          step.rows.map(({ key, visits }) => [`${i + 1} ${key}`, visits] as const),
        )
        expect(new Map(shown)).toEqual(pages)
        const linked = steps.flatMap((step, i) =>
          step.links.map(({ from, to, visits }) => [`${i + 1} ${from} > ${to}`, visits] as const),
        )
        expect(new Map(linked)).toEqual(links)
      }
    }),
    runs(40),
  )
})

/** The pages of each visit that began in the days. */
function visitsBegunIn(zone: string, { from, to }: { from: LocalDate; to: LocalDate }): readonly (readonly string[])[] {
  const visits = Map.groupBy(
    rows.filter((row) => row.visit !== '0'),
    (row) => row.visit,
  )
  return [...visits.values()]
    .filter((visit) => {
      const start = localDay(zone, Math.min(...visit.map(instantOf)))
      return start >= from && start <= to
    })
    .map((visit) => visit.filter(({ kind }) => kind === 'pageview').map(({ path }) => path))
}

function counted(visits: readonly (readonly string[])[], page: string, direction: 'before' | 'after') {
  const pages = new Map<string, number>()
  const links = new Map<string, number>()
  const add = (to: Map<string, number>, keys: ReadonlySet<string>) => {
    for (const key of keys) to.set(key, (to.get(key) ?? 0) + 1)
  }
  for (const visit of visits) {
    const way = direction === 'after' ? [...visit, '(exit)'] : [...visit.toReversed(), '(entry)']
    const views = visit.map((_, i) => i).filter((i) => way[i] === page)
    const steps = views.flatMap((i) => [1, 2, 3].filter((k) => i + k < way.length).map((k) => ({ i, k })))
    add(pages, new Set(steps.map(({ i, k }) => `${k} ${way[i + k]}`)))
    const later = steps.filter(({ k }) => k > 1)
    const link = (near: string | undefined, far: string | undefined) =>
      direction === 'after' ? `${near} > ${far}` : `${far} > ${near}`
    add(links, new Set(later.map(({ i, k }) => `${k} ${link(way[i + k - 1], way[i + k])}`)))
  }
  return { pages, links }
}
