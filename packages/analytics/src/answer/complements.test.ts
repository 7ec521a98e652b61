import {
  type Analytics,
  type AskedFilter,
  defaultSettings,
  type Filter,
  type FilterOperator,
  type FunnelStep,
  LocalDate,
  ProductId,
  type ReportScope,
  SegmentId,
  type StatsQuery,
  TimeZone,
  type TrackedEvent,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const product = ProductId.parse('prd_link')
const UTC = TimeZone.parse('UTC')
const GOALS: readonly TrackedEvent[] = [{ name: 'order', kind: 'custom', goal: true, revenue: true }]
const THRESHOLD = 5
const from = LocalDate.parse('2026-11-10')
const to = LocalDate.parse('2026-11-11')

/**
 * Forty visitors with a visit each, the even ones a day later: 20 from Germany, 19 from France and one from Liechtenstein,
 * whose screen nobody else has. All see `/` and `/pricing`, and order.
 */
function rowsOf(id: number): EventRow[] {
  const day = id % 2 === 0 ? '2026-11-11' : '2026-11-10'
  const isOnly = id === 40
  const country = isOnly ? 'LI' : id <= 20 ? 'DE' : 'FR'
  const event = (i: number, over: Partial<EventRow>) =>
    pageview(product, `${day}T10:00:0${i}Z`, {
      visitor: String(id),
      visit: String(id),
      country,
      source: id % 4 < 2 ? 'Google' : 'Bing',
      device: isOnly ? 'tv' : 'desktop',
      visit_start: `${day} 10:00:00`,
      visit_starts: i === 0 ? 1 : 0,
      pv_seq: i + 1,
      entry_path: '/',
      ...over,
    })
  const order = { kind: 'custom', name: 'order', path: '/pricing', props: { plan: isOnly ? 'rare' : 'pro' } } as const
  return [
    event(0, { path: '/' }),
    event(1, { path: '/pricing' }),
    event(2, { ...order, revenue: '10', currency: 'EUR' }),
    event(3, { ...order, name: 'tip', revenue: '1', currency: 'CHF' }),
  ]
}

const engine = testEngine()
let analytics: Analytics
beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  // An earlier event, so that each of the two days is covered whole.
  const before = pageview(product, '2026-11-08T10:00:00Z', { visitor: '99', visit: '99' })
  await insertRows(engine, [before, ...Array.from({ length: 40 }, (_, i) => rowsOf(i + 1)).flat()])
})

const preferences = {
  ...defaultSettings(UTC).preferences,
  currency: 'EUR',
  suppression_threshold: THRESHOLD,
} as ReportScope['preferences']
const link: ReportScope = { product, timezone: UTC, goals: GOALS, preferences, discreet: true }
const { discreet: _, ...person } = link

const where = (dimension: string, operator: FilterOperator, ...values: string[]): Filter =>
  ({ dimension, operator, values }) as Filter
const NOT_LI = where('country', 'is_not', 'LI')
const NOT_FR = where('country', 'is_not', 'FR')
const METRICS = [
  ...(['visitors', 'visits', 'pageviews', 'events', 'views_per_visit', 'bounce_rate', 'visit_duration'] as const),
  ...(['conversions', 'conversion_rate', 'revenue', 'revenue_per_visitor'] as const),
]

async function ask(query: Partial<StatsQuery>, scope: ReportScope = link) {
  const asked = { metrics: METRICS, dimensions: [], from, to, filters: [], limit: 50, offset: 0, ...query }
  const { data, meta } = await analytics.query(scope, asked)
  if (!('metrics' in data)) throw new Error('several metrics were asked for')
  return { ...data, meta }
}
const statesOf = async (query: Partial<StatsQuery>, scope?: ReportScope) => [
  ...new Set((await ask(query, scope)).metrics.map(({ state }) => state)),
]

describe('suppression of small complements on shared links', () => {
  it.each<[string, readonly Filter[]]>([
    ['a denied value', [NOT_LI]],
    ['the values of all others', [where('country', 'is', 'DE', 'FR')]],
    ['alternatives', [{ any: [where('country', 'is', 'DE'), where('country', 'is', 'FR')] as never }]],
    ['a regular expression', [where('country', 'matches_regex', '^[DF][ER]$')]],
    ['a glob', [where('country', 'matches', 'D*', 'F*')]],
    ['another dimension', [where('device', 'is', 'desktop')]],
    ['a denied part', [where('device', 'not_contains', 'v')]],
    ['the scope of a visit', [{ ...where('property:plan', 'is_not', 'rare'), scope: 'visit' } as Filter]],
    ['the scope of a visitor', [{ ...where('property:plan', 'is_not', 'rare'), scope: 'visitor' } as Filter]],
    ['a filter that leaves nobody out', [where('page', 'is', '/'), NOT_LI]],
    ['a filter that leaves many out', [where('source', 'is', 'Google'), NOT_LI]],
  ])('withholds every metric of a shared link whose complement is too small: %s', async (_, filters) => {
    const { metrics } = await ask({ filters })
    expect(metrics.filter(({ state }) => state !== 'withheld')).toEqual([])
    expect(metrics.filter(({ value, of }) => value !== null || (of?.visitors ?? null) !== null)).toEqual([])
  })

  it('shows answers whose complement is large or empty, and all answers to members of the product', async () => {
    expect(await statesOf({ filters: [NOT_FR] })).toEqual(['available'])
    expect(await statesOf({ filters: [where('page', 'is', '/')] })).toEqual(['available'])
    expect(await statesOf({ filters: [NOT_LI] }, person)).toEqual(['available'])
  })

  it('measures complements within the segment of the link', async () => {
    const segment = SegmentId.parse('seg_own')
    const fixed = (filter: Filter): AskedFilter => ({ any: [filter as never], segment })
    expect(await statesOf({ filters: [fixed(NOT_LI)] })).toEqual(['available'])
    expect(await statesOf({ filters: [NOT_FR, fixed(NOT_LI)] })).toEqual(['available'])
    expect(await statesOf({ filters: [NOT_LI, fixed(NOT_FR)] })).toEqual(['withheld'])
  })

  it('withholds the point with a small complement, and the next smallest if other points would reveal it', async () => {
    const { series = [] } = await ask({ filters: [NOT_LI], interval: 'day' })
    expect(series.map(({ values }) => new Set(values.map(({ state }) => state)))).toEqual([
      new Set(['available']),
      new Set(['withheld']),
    ])
  })

  it('withholds the earlier value of a comparison whose complement is too small', async () => {
    const [day, before] = [to, from]
    const compare = { period: 'custom', range: { from: before, to: before }, matchWeekday: false } as const
    const { metrics } = await ask({ metrics: ['visitors', 'visits'], filters: [NOT_LI], from: day, to: day, compare })
    expect(metrics.map(({ state, previous }) => [state, previous])).toEqual([
      ['withheld', 20],
      ['withheld', 20],
    ])
    const turned = { period: 'custom', range: { from: day, to: day }, matchWeekday: false } as const
    const { metrics: earlier } = await ask({
      metrics: ['visitors', 'conversion_rate'],
      filters: [NOT_LI],
      from: before,
      to: before,
      compare: turned,
    })
    expect(earlier.map(({ state, previous }) => [state, previous])).toEqual([
      ['available', null],
      ['available', null],
    ])
  })

  it.each(['page', 'source', 'entry_page', 'exit_page', 'event', 'goal', 'weekday'] as const)(
    'withholds rows by %s that subtraction from the unfiltered row would reveal',
    async (dimension) => {
      const metrics = ['events', 'conversion_rate'] as const
      const visitorsBy = async (filters: readonly Filter[]) => {
        const { rows = [] } = await ask({ metrics, dimensions: [dimension], filters }, person)
        return new Map(rows.map(({ key, visitors }) => [key, visitors]))
      }
      const [whole, counted] = [await visitorsBy([]), await visitorsBy([NOT_LI])]
      const { rows = [] } = await ask({ metrics, dimensions: [dimension], filters: [NOT_LI] })
      const guarded = rows.filter(({ key }) => whole.get(key) !== counted.get(key))
      expect(guarded.length).toBeGreaterThan(0)
      expect(guarded.filter(({ visitors, values, of }) => visitors ?? values[0]?.value ?? of?.visitors)).toEqual([])
    },
  )

  it('withholds under a filter the country that is withheld without it, so that the total does not reveal the difference', async () => {
    const { rows } = await ask({ metrics: ['visitors', 'visits'], dimensions: ['country'], filters: [NOT_LI] })
    expect(rows?.map(({ key, visitors }) => [key, visitors])).toEqual([
      ['DE', 20],
      ['FR', null],
    ])
    const whole = await ask({ metrics: ['visitors', 'visits'], dimensions: ['country'] })
    // The row of one visitor is withheld together with the next, so that the total does not reveal it.
    expect(whole.rows?.map(({ key, visitors }) => [key, visitors])).toEqual([
      ['DE', 20],
      ['FR', null],
      ['LI', null],
    ])
  })

  it.each([
    ['page', 'country'],
    ['country', 'page'],
    ['source', 'country'],
    ['device', 'source'],
  ] as const)(
    'withholds rows by %s and %s until those of each value have enough visitors, since a question by one of them has its total',
    async (...dimensions) => {
      const open = { ...link, preferences: { ...preferences, suppression_threshold: 0 } }
      const asked = { metrics: ['visitors', 'events'], dimensions } as const
      const [{ rows: all = [] }, { rows = [] }] = [await ask(asked, open), await ask(asked)]
      const shown = new Set(rows.filter(({ visitors }) => visitors !== null).map(({ keys }) => String(keys)))
      expect(shown.size).toBeGreaterThan(0)
      for (const place of [0, 1]) {
        const withheld = new Map<string, number>()
        for (const { keys = [], visitors } of all) {
          const value = keys[place] ?? ''
          if (!shown.has(String(keys))) withheld.set(value, (withheld.get(value) ?? 0) + (visitors ?? 0))
        }
        expect(withheld.size).toBeGreaterThan(0)
        expect([...withheld].filter(([value, visitors]) => visitors < THRESHOLD && !isAlone(value))).toEqual([])
      }
      // A value of so few visitors that a question by it alone withholds it.
      function isAlone(value: string) {
        return value === 'LI' || value === 'tv'
      }
    },
  )

  it('leaves out amounts in other currencies that subtraction would reveal', async () => {
    const excluded = async (filters: readonly Filter[]) =>
      (await ask({ metrics: ['revenue', 'visits'], filters })).meta.excluded
    expect(await excluded([NOT_FR])).toMatchObject([{ currency: 'CHF', events: 21 }])
    expect(await excluded([NOT_LI])).toBeUndefined()
  })

  it('leaves movers out of an overview if subtraction would reveal them', async () => {
    const compare = { period: 'custom', range: { from, to: from }, matchWeekday: false } as const
    const overview = (filters: readonly Filter[]) =>
      analytics.overview(link, { from: to, to, filters, compare, moversMax: 3 })
    const { data } = await overview([NOT_LI])
    expect(new Set(data.headline.map(({ state }) => state))).toEqual(new Set(['withheld']))
    expect(Object.values(data.movers).flat()).toEqual([])
  })
})

describe('suppression of small complements in reports for shared links', () => {
  it('withholds goals of a shared link and the visitors who could have converted', async () => {
    const goals = async (filters: readonly Filter[], scope = link) =>
      (await analytics.goals(scope, { from, to, filters })).data
    expect(await goals([NOT_LI])).toMatchObject({
      state: 'withheld',
      visitors: null,
      goals: [{ state: 'withheld', conversions: null, conversion_rate: null, revenue: null }],
    })
    expect(await goals([NOT_FR])).toMatchObject({ state: 'available', visitors: 21, goals: [{ conversions: 21 }] })
    expect(await goals([NOT_LI], person)).toMatchObject({ visitors: 39, goals: [{ conversions: 39 }] })
    // Filters on events choose conversions, and everybody could have converted.
    const chosen = await goals([where('property:plan', 'is', 'pro')])
    expect(chosen).toMatchObject({ state: 'available', visitors: 40, goals: [{ state: 'withheld' }] })
  })

  const step = (match: string, property?: FunnelStep['property']): FunnelStep => ({
    ...{ kind: 'page', match },
    ...(property ? { kind: 'event', match: 'order', property } : {}),
  })
  const funnel = async (filters: readonly Filter[], steps: readonly FunnelStep[], over = {}, scope = link) => {
    const asked = { from, to, filters, ...over }
    const { data } = await analytics.funnels(scope, asked, [{ steps: [...steps], window_minutes: 60 }])
    const [{ state, steps: reached, rows }] = data as [(typeof data)[number]]
    return { state, reached: reached.map(({ visitors }) => visitors), rows }
  }

  it('withholds the steps of funnels on a shared link', async () => {
    const steps = [step('/'), step('/pricing')]
    expect(await funnel([NOT_LI], steps)).toMatchObject({ state: 'withheld', reached: [null, null] })
    expect(await funnel([NOT_FR], steps)).toMatchObject({ state: 'available', reached: [21, 21] })
    expect(await funnel([NOT_LI], steps, {}, person)).toMatchObject({ state: 'available', reached: [39, 39] })
    const { rows } = await funnel([NOT_FR], steps, { dimension: 'source' })
    expect(rows?.map(({ entrants }) => entrants)).not.toContain(null)
  })

  it('withholds a step of the reader’s own funnel if too few visitors stopped before it', async () => {
    const pro = { name: 'plan', value: 'pro' }
    const own = { isAdHoc: true }
    expect(await funnel([], [step('/'), step('', pro)], own)).toMatchObject({ reached: [40, null] })
    expect(await funnel([], [step('', pro), step('', pro)], own)).toMatchObject({ state: 'withheld' })
    expect(await funnel([], [step('/'), step('/pricing')], own)).toMatchObject({ reached: [40, 40] })
    expect(await funnel([], [step('/'), step('', pro)], own, person)).toMatchObject({ reached: [40, 39] })
    const by = await funnel([], [step('/'), step('', pro)], { ...own, dimension: 'source' })
    const whole = await funnel([], [step('/'), step('', pro)], { ...own, dimension: 'source' }, person)
    for (const { key, steps } of whole.rows ?? []) {
      const [first, second] = steps.map(({ visitors }) => visitors ?? 0)
      if (first === second) continue
      expect(by.rows?.find((row) => row.key === key)?.steps.map(({ visitors }) => visitors)).toEqual([first, null])
    }
  })

  it('withholds journeys on a shared link', async () => {
    const journeys = async (filters: readonly Filter[], scope = link) => {
      const { data } = await analytics.journeys(scope, { from, to, filters, page: '/', directions: ['after'] })
      return [data.state, data.visits, data.after?.[0]?.rows.map(({ visits }) => visits)]
    }
    expect(await journeys([NOT_LI])).toEqual(['withheld', null, undefined])
    expect(await journeys([NOT_FR])).toEqual(['available', 21, [21]])
    expect(await journeys([NOT_LI], person)).toEqual(['available', 39, [39]])
  })
})
