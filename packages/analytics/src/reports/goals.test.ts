import {
  type Analytics,
  type AskedFilter,
  type ComparedPeriod,
  GoalsReport,
  goalsOf,
  LocalDate,
  ProductId,
  SegmentId,
  severalScope,
  TimeZone,
  type TrackedEvent,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const product = ProductId.parse('prd_goals')
const day = (text: string) => LocalDate.parse(text)

const engine = testEngine()
let analytics: Analytics

const view = (at: string, visitor: number, over: Partial<EventRow> = {}) =>
  pageview(product, at, { visitor: String(visitor), visit: String(visitor), ...over })
const custom = (at: string, visitor: number, name: string, over: Partial<EventRow> = {}) =>
  view(at, visitor, { kind: 'custom', name, visit_starts: 0, pv_seq: 0, ...over })
const report = (at: string, visitor: number, path: string, scroll: number, seconds: number) =>
  view(at, visitor, {
    kind: 'engagement',
    name: 'engagement',
    visit_starts: 0,
    pv_seq: 0,
    path,
    scroll,
    engaged_ms: seconds * 1000,
  })

/** On the 19th until noon one signup, after noon two; on the 20th until noon three. */
const ROWS = [
  view('2026-11-18T00:05:00Z', 9),
  view('2026-11-19T08:00:00Z', 1, { path: '/pricing', source: 'Google' }),
  custom('2026-11-19T08:01:00Z', 1, 'signup', { props: { plan: 'pro' } }),
  custom('2026-11-19T13:00:00Z', 1, 'signup', { props: { plan: 'free' } }),
  custom('2026-11-19T14:00:00Z', 1, 'signup', { props: { plan: 'free' } }),
  view('2026-11-20T08:00:00Z', 2, { path: '/pricing' }),
  custom('2026-11-20T08:01:00Z', 2, 'signup', {
    path: '/join',
    props: { plan: 'pro' },
    revenue: '10',
    currency: 'EUR',
  }),
  custom('2026-11-20T08:02:00Z', 2, 'signup', {
    path: '/join',
    props: { plan: 'free' },
    revenue: '5',
    currency: 'EUR',
  }),
  custom('2026-11-18T08:00:00Z', 9, 'signup', { revenue: '7.5', currency: 'CHF' }),
  custom('2026-11-18T08:00:00Z', 9, 'tip', { revenue: '1', currency: 'USD' }),
  view('2026-11-20T09:00:00Z', 3, { path: '/blog/a' }),
  custom('2026-11-20T09:01:00Z', 3, 'signup', { path: '/blog/a', props: { plan: 'pro' } }),
  report('2026-11-20T09:02:00Z', 3, '/blog/a', 40, 20),
  report('2026-11-20T09:03:00Z', 3, '/blog/a', 80, 15),
  view('2026-11-20T10:00:00Z', 4, { path: '/blog/a' }),
  report('2026-11-20T10:02:00Z', 4, '/blog/a', 79, 34),
  report('2026-11-20T10:03:00Z', 4, '/blog/b', 100, 100),
]

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  await insertRows(engine, ROWS)
})

const SIGNUP: TrackedEvent = { name: 'signup', kind: 'custom', goal: true, revenue: true }
const readGoal = (read: Pick<TrackedEvent, 'scroll_min' | 'engaged_seconds_min'>): TrackedEvent => ({
  name: 'Read',
  kind: 'pageview',
  path_pattern: '/blog/*',
  goal: true,
  revenue: false,
  ...read,
})

const scopeWith = (goals: readonly TrackedEvent[], preferences = {}) => testScope(product, { goals, preferences })

interface Asked {
  readonly goals?: readonly TrackedEvent[]
  readonly filters?: readonly AskedFilter[]
  readonly compare?: ComparedPeriod
  readonly from?: string
  readonly preferences?: object
}

async function answer({ goals = [SIGNUP], filters = [], compare, from = '2026-11-20', preferences }: Asked) {
  const query = { from: day(from), to: day('2026-11-20'), filters, compare }
  const { data, meta } = await analytics.goals(scopeWith(goals, preferences), query)
  return { data: GoalsReport.parse(data), meta }
}

const ask = async (asked: Asked) => (await answer(asked)).data

const conversions = async (asked: Asked) => (await ask(asked)).goals.map((goal) => goal.conversions)

describe('goals', () => {
  it('rejects goals of several products that are too long together, before it makes a statement of them', async () => {
    const properties = Array.from({ length: 5 }, (_, i) => ({ name: `p${i}`, value: 'x'.repeat(400) }))
    const scopes = Array.from({ length: 3 }, (_, i) => ({
      ...scopeWith(Array.from({ length: 50 }, (_, j) => ({ ...SIGNUP, name: `goal ${i} ${j}`, properties }))),
      product: ProductId.parse(`prd_long${i}`),
    }))
    const [first, ...others] = scopes
    if (first === undefined) throw new TypeError('there are three')
    const query = { from: day('2026-11-20'), to: day('2026-11-20'), filters: [] }
    const scope = severalScope([first, ...others], TimeZone.parse('UTC'))
    await expect(analytics.goals(scope, query)).rejects.toMatchObject({ errors: [{ path: 'product' }] })
    const asked = { ...query, metrics: ['conversions' as const], dimensions: [], limit: 1, offset: 0 }
    await expect(analytics.query(scope, asked)).rejects.toMatchObject({ errors: [{ path: 'product' }] })
    const visitors = { ...asked, metrics: ['visitors' as const] }
    expect((await analytics.query(scope, visitors)).data).toMatchObject({ state: 'empty' })
  })

  it('says for each of several products with different currencies that the revenue of goals does not add up', async () => {
    const of = (id: string, currency: 'EUR' | 'USD', goals = [{ ...SIGNUP, revenue: true }]) => ({
      ...scopeWith(goals, { currency }),
      product: ProductId.parse(id),
    })
    const query = { from: day('2026-11-20'), to: day('2026-11-20'), filters: [] }
    const notAvailable = async (...scopes: Parameters<typeof severalScope>[0]) => {
      const { meta } = await analytics.goals(severalScope(scopes, TimeZone.parse('UTC')), query)
      return meta.products?.map(({ not_available = [] }) => not_available.filter(({ metric }) => metric === 'revenue'))
    }
    const free = { ...SIGNUP, revenue: false }
    const differs = [{ metric: 'revenue', state: 'unavailable', reason: 'currencies_differ' }]
    expect(await notAvailable(of('prd_one', 'EUR'), of('prd_two', 'USD'))).toEqual([differs, differs])
    expect(await notAvailable(of('prd_one', 'EUR'), of('prd_two', 'EUR'))).toEqual([[], []])
    expect(await notAvailable(of('prd_one', 'EUR', [free]), of('prd_two', 'USD', [free]))).toEqual([[], []])
  })

  it('counts for a goal with a property only the events whose property has the value', async () => {
    expect(await conversions({})).toEqual([3])
    expect(await conversions({ goals: [{ ...SIGNUP, property: { name: 'plan', value: 'pro' } }] })).toEqual([2])
    expect(await conversions({ goals: [{ ...SIGNUP, property: { name: 'plan', value: 'Pro' } }] })).toEqual([0])
  })

  it('counts for a goal with several properties only the events that have all of them', async () => {
    const properties = [
      { name: 'plan', value: 'pro' },
      { name: 'trial', value: 'yes' },
    ]
    expect(await conversions({ goals: [{ ...SIGNUP, properties: properties.slice(0, 1) }] })).toEqual([2])
    expect(await conversions({ goals: [{ ...SIGNUP, properties }] })).toEqual([0])
  })

  it('counts one event for each of the goals that differ in its properties', async () => {
    const goal = (label: string, value: string) => ({ ...SIGNUP, label, properties: [{ name: 'plan', value }] })
    const { goals } = await ask({ goals: goalsOf([SIGNUP, goal('Pro', 'pro'), goal('Free', 'free')]) })
    expect(goals.map((one) => [one.name, one.conversions])).toEqual([
      ['signup', 3],
      ['Pro', 2],
      ['Free', 1],
    ])
  })

  it('counts for a goal with a minimum scroll depth the views of pages that the visit scrolled that far', async () => {
    expect(await conversions({ goals: [readGoal({})] })).toEqual([2])
    expect(await conversions({ goals: [readGoal({ scroll_min: 79 })] })).toEqual([2])
    expect(await conversions({ goals: [readGoal({ scroll_min: 80 })] })).toEqual([1])
    expect(await conversions({ goals: [readGoal({ scroll_min: 81 })] })).toEqual([0])
  })

  it('counts for a goal with a minimum time the views of pages that the visit viewed that long in total', async () => {
    expect(await conversions({ goals: [readGoal({ engaged_seconds_min: 34 })] })).toEqual([2])
    expect(await conversions({ goals: [readGoal({ engaged_seconds_min: 35 })] })).toEqual([1])
    expect(await conversions({ goals: [readGoal({ engaged_seconds_min: 36 })] })).toEqual([0])
  })

  it('counts the conversions of such goals the same in the report of goals and in a query', async () => {
    const goals = [{ ...SIGNUP, property: { name: 'plan', value: 'pro' } }, readGoal({ scroll_min: 80 })]
    const { data } = await analytics.query(scopeWith(goals), {
      metrics: ['conversions'],
      dimensions: ['goal'],
      from: day('2026-11-20'),
      to: day('2026-11-20'),
      filters: [],
      limit: 10,
      offset: 0,
    })
    const rows = data.rows?.map((row) => [row.key, 'value' in row ? row.value : row.values])
    expect(rows).toEqual([
      ['signup', 2],
      ['Read', 1],
    ])
    expect(await conversions({ goals })).toEqual([2, 1])
  })

  it('lets filters about an event choose the conversions and all others who could have converted', async () => {
    const byPlan = await ask({ filters: [{ dimension: 'property:plan', operator: 'is', values: ['pro'] }] })
    expect(byPlan).toMatchObject({ visitors: 3, goals: [{ conversions: 2, converted_visitors: 2 }] })
    const byPage = await ask({ filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] })
    expect(byPage).toMatchObject({ visitors: 1, goals: [{ conversions: 2, conversion_rate: 1 }] })
    const bySource = await ask({ filters: [{ dimension: 'source', operator: 'is', values: ['Google'] }] })
    expect(bySource).toMatchObject({ visitors: 0, goals: [{ conversions: 0, conversion_rate: null }] })
  })

  it.each([
    ['page', 'is', '/prcing', 'empty', 'value_never_seen', '/pricing'],
    ['property:pln', 'is', 'pro', 'unavailable', 'dimension_not_collected', 'plan'],
    ['property:pln', 'is_not', 'pro', 'unavailable', 'dimension_not_collected', 'plan'],
  ] as const)(
    'reports instead of numbers that a filter by %s %s %s is about what was never collected, and suggests what is similar',
    async (dimension, operator, value, state, reason, near) => {
      const filters = [{ dimension, operator, values: [value] }]
      const { data, meta } = await answer({ filters, compare: { period: 'previous_period', matchWeekday: false } })
      expect(data).toMatchObject({ state, reason, visitors: null, comparison: { state, reason } })
      expect(data.goals).toMatchObject([{ state, reason, conversions: null, previous: null, change: null }])
      expect(meta.hints).toMatchObject([{ code: reason, filter: 'filters.0', did_you_mean: [near] }])
    },
  )

  it('shows the zeros of a goal that no event reached if nothing prevents reaching it', async () => {
    const { data, meta } = await answer({ goals: [{ ...SIGNUP, name: 'nothing' }] })
    expect(data).toMatchObject({ state: 'available', visitors: 3, goals: [{ state: 'available', conversions: 0 }] })
    expect(meta.hints).toBeUndefined()
  })

  it('compares the conversions of each goal with those of the day before until the same time', async () => {
    const data = await ask({ compare: { period: 'previous_period', matchWeekday: false } })
    expect(data.goals).toMatchObject([{ conversions: 3, previous: 1, change: 2 }])
    expect(data.comparison).toMatchObject({
      from: '2026-11-19',
      to: '2026-11-19',
      until: '2026-11-19T12:00:00.000Z',
      state: 'available',
    })
  })

  it('compares goals with a property, a scroll depth or engaged seconds with and without a segment', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const segment = SegmentId.parse('seg_A')
    const saw = (path: string): AskedFilter[] => [
      { any: [{ dimension: 'page', operator: 'is', values: [path], scope: 'visit' }], segment },
    ]
    const pro = { ...SIGNUP, property: { name: 'plan', value: 'pro' } }
    const priced = await ask({ goals: [pro], filters: saw('/pricing'), compare })
    expect(priced.goals).toMatchObject([
      { conversions: 1, converted_visitors: 1, conversion_rate: 1, previous: 1, change: 0 },
    ])
    const read = readGoal({ scroll_min: 80, engaged_seconds_min: 35 })
    const blog = await ask({ goals: [read, pro], filters: saw('/blog/a'), compare })
    expect(blog).toMatchObject({
      visitors: 2,
      goals: [
        { conversions: 1, converted_visitors: 1, conversion_rate: 0.5, previous: 0, change: null },
        { conversions: 1, converted_visitors: 1, conversion_rate: 0.5, previous: 0, change: null },
      ],
    })
  })

  it('returns no earlier conversions if the earlier period begins before the first event', async () => {
    const data = await ask({ from: '2026-11-19', compare: { period: 'previous_period', matchWeekday: false } })
    expect(data.goals).toMatchObject([{ conversions: 6, previous: null, change: null }])
    expect(data.comparison).toMatchObject({ state: 'unavailable', reason: 'not_fully_collected' })
  })

  it('lists amounts in other currencies of events that reach a goal, unless too few visitors paid them', async () => {
    const excluded = async (asked: Asked) => (await answer({ from: '2026-11-18', ...asked })).meta.excluded
    expect(await excluded({})).toEqual([{ reason: 'other_currency', currency: 'CHF', amount: '7.5', events: 1 }])
    expect(await excluded({ filters: [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] })).toBeUndefined()
    expect(await excluded({ preferences: { suppression_threshold: 2 } })).toBeUndefined()
  })

  it('withholds the revenue of a goal whose conversions are shown, if too few visitors paid', async () => {
    const shown = { conversions: 3, converted_visitors: 2 }
    expect((await ask({})).goals).toMatchObject([{ ...shown, revenue: { amount: '15', currency: 'EUR' } }])
    const few = await ask({ preferences: { suppression_threshold: 2 } })
    expect(few.goals).toMatchObject([{ ...shown, state: 'available', revenue: null }])
  })

  it('withholds the earlier conversions of too few visitors', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const data = await ask({ compare, preferences: { suppression_threshold: 2 } })
    expect(data.goals).toMatchObject([{ conversions: 3, previous: null, change: null }])
  })
})
