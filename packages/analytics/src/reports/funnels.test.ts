import {
  type Analytics,
  type Dimension,
  type Filter,
  type FilterCondition,
  type FunnelDefinition,
  FunnelResult,
  type FunnelStep,
  LocalDate,
  ProductId,
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
const product = ProductId.parse('prd_funnels')

const engine = testEngine()
let analytics: Analytics

let minute = 0
/** A view of each page in order, a minute apart; a path without a slash is a custom event. */
function visit(visitor: number, visitId: number, steps: readonly string[], over: Partial<EventRow> = {}): EventRow[] {
  return steps.map((step, i) => {
    const isPage = step.startsWith('/')
    return pageview(product, new Date(Date.parse('2026-11-19T08:00:00Z') + 60_000 * minute++).toISOString(), {
      visitor: String(visitor),
      visit: String(visitId),
      visit_starts: i === 0 ? 1 : 0,
      kind: isPage ? 'pageview' : 'custom',
      name: isPage ? 'pageview' : step,
      path: isPage ? step : '/',
      ...over,
    })
  })
}

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  await insertRows(engine, [
    ...visit(1, 1, ['/', '/pricing', 'signup'], { source: 'Google', props: { plan: 'pro' } }),
    ...visit(2, 2, ['/', '/pricing'], { source: 'Google' }),
    ...visit(3, 3, ['/', '/pricing', 'signup'], { source: 'GitHub', props: { plan: 'free' } }),
    // Enters with one source and goes on in a visit with another.
    ...visit(4, 4, ['/'], { source: 'Google' }),
    ...visit(4, 5, ['/pricing', 'signup'], { source: 'GitHub', props: { plan: 'pro' } }),
    ...visit(5, 6, ['/about'], { source: 'GitHub' }),
  ])
})

const GOALS: readonly TrackedEvent[] = [
  { name: 'Saw prices', kind: 'pageview', path_pattern: '/pri*', goal: true, revenue: false },
]
const ORDER: FunnelDefinition = {
  name: 'Order',
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'page', match: '/pricing' },
    { kind: 'event', match: 'signup' },
  ],
  window_minutes: 1440,
}

const scopeWith = (preferences = {}) => testScope(product, { goals: GOALS, preferences })

interface Asked {
  readonly funnel?: FunnelDefinition
  readonly filters?: readonly Filter[]
  readonly dimension?: Dimension
  readonly preferences?: object
}

async function ask({ funnel = ORDER, filters = [], dimension, preferences }: Asked) {
  const range = { from: LocalDate.parse('2026-11-19'), to: LocalDate.parse('2026-11-19') }
  const { data, meta } = await analytics.funnels(scopeWith(preferences), { ...range, filters, dimension }, [funnel])
  return { result: FunnelResult.parse(data[0]), meta }
}

const levels = async (asked: Asked) => (await ask(asked)).result.steps.map(({ visitors }) => visitors)
const rowLevels = async (asked: Asked) =>
  (await ask(asked)).result.rows?.map(({ key, steps }) => [key, ...steps.map(({ visitors }) => visitors)])

describe('funnels', () => {
  it('funnels accept goals as steps, and events whose property has a value', async () => {
    expect(await levels({})).toEqual([4, 4, 3])
    const [first, , last] = ORDER.steps
    if (!first || !last) throw new Error('the funnel has three steps')
    const goal = { kind: 'goal', match: 'Saw prices' } as const
    expect(await levels({ funnel: { ...ORDER, steps: [first, goal, last] } })).toEqual([4, 4, 3])
    const pro = { ...last, property: { name: 'plan', value: 'pro' } }
    expect(await levels({ funnel: { ...ORDER, steps: [first, goal, pro] } })).toEqual([4, 4, 2])
  })

  it('funnels have no result if a step is a goal that no longer exists', async () => {
    const steps = [...ORDER.steps, { kind: 'goal', match: 'gone' } as const]
    expect((await ask({ funnel: { ...ORDER, steps } })).result).toMatchObject({
      state: 'unavailable',
      reason: 'metric_not_collected',
      entrants: null,
    })
  })

  it('funnels count only events of visits that pass the filters, whichever of their events passes', async () => {
    const source = (value: string): FilterCondition => ({ dimension: 'source', operator: 'is', values: [value] })
    expect(await levels({ filters: [source('Google')] })).toEqual([3, 2, 1])
    expect(await levels({ filters: [{ dimension: 'event', operator: 'is', values: ['signup'] }] })).toEqual([2, 2, 2])
    expect(await levels({ filters: [{ any: [source('Google'), source('GitHub')] }] })).toEqual([4, 4, 3])
    expect(
      await levels({ filters: [{ dimension: 'event', operator: 'is', values: ['signup'], scope: 'visitor' }] }),
    ).toEqual([3, 3, 3])
  })

  it('funnels are counted for each value of a dimension on the visit of the first step', async () => {
    expect(await rowLevels({ dimension: 'source' })).toEqual([
      ['Google', 3, 3, 2],
      ['GitHub', 1, 1, 1],
    ])
    expect((await ask({})).result.rows).toBeUndefined()
  })

  it('funnels withhold rows of too few visitors, and as many others as prevent their calculation', async () => {
    expect(await rowLevels({ dimension: 'source', preferences: { suppression_threshold: 2 } })).toEqual([
      ['Google', null, null, null],
      ['GitHub', null, null, null],
    ])
  })

  it('rejects a dimension that a single event does not have', async () => {
    await expect(ask({ dimension: 'exit_page' })).rejects.toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'dimension' }],
    })
  })

  it.each([
    [
      'value that never came',
      [{ dimension: 'page', operator: 'is', values: ['/prcing'] }],
      'empty',
      'value_never_seen',
    ],
    [
      'property that never came',
      [{ dimension: 'property:pln', operator: 'is', values: ['pro'] }],
      'unavailable',
      'dimension_not_collected',
    ],
    [
      'property that never came and is only denied',
      [{ dimension: 'property:pln', operator: 'is_not', values: ['pro'] }],
      'unavailable',
      'dimension_not_collected',
    ],
    [
      'pageview that is a custom event',
      [
        { dimension: 'event', operator: 'is', values: ['pageview'] },
        { dimension: 'event', operator: 'is', values: ['signup'] },
      ],
      'unavailable',
      'filters_exclude_each_other',
    ],
  ] satisfies [string, Filter[], string, string][])(
    'funnels report instead of zeros that filters ask for a %s',
    async (_, filters, state, reason) => {
      const { result, meta } = await ask({ filters })
      expect(result).toMatchObject({ state, reason, entrants: null })
      expect(meta.hints).toMatchObject([{ code: reason }])
    },
  )

  it('funnels have no numbers and no rows by a property that no event carries', async () => {
    const { result, meta } = await ask({ dimension: 'property:pln' })
    expect(result).toMatchObject({ state: 'unavailable', reason: 'dimension_not_collected', entrants: null })
    expect(result.rows).toBeUndefined()
    expect(meta.hints).toEqual([{ code: 'dimension_not_collected', value: 'pln', did_you_mean: ['plan'] }])
    expect(await rowLevels({ dimension: 'property:plan' })).toEqual([
      ['', 2, 2, 1],
      ['free', 1, 1, 1],
      ['pro', 1, 1, 1],
    ])
  })

  it('funnels name the property of a step that no event carries', async () => {
    const step: FunnelStep = { kind: 'event', match: 'signup', property: { name: 'plann', value: 'pro' } }
    const { meta } = await ask({ funnel: { steps: [{ kind: 'page', match: '/' }, step], window_minutes: 60 } })
    expect(meta.hints).toEqual([
      { code: 'dimension_not_collected', filter: 'steps.1', value: 'plann', did_you_mean: ['plan'] },
    ])
  })

  it('funnels are a true zero if visits pass the filters and none reaches the first step', async () => {
    const { result, meta } = await ask({ filters: [{ dimension: 'page', operator: 'is', values: ['/about'] }] })
    expect(result).toMatchObject({ state: 'available', entrants: 0 })
    expect(meta.hints).toBeUndefined()
  })

  it.each<[what: string, step: FunnelStep, value: string, near: string[] | undefined]>([
    ['path', { kind: 'page', match: '/pricng' }, '/pricng', ['/pricing']],
    ['event', { kind: 'event', match: 'Signup' }, 'Signup', ['signup']],
    ['pattern', { kind: 'page', match: '/nowhere/*' }, '/nowhere/*', undefined],
    ['property', { kind: 'event', match: 'signup', property: { name: 'plan', value: 'prop' } }, 'prop', ['pro']],
  ])('funnels name a step that was never collected: a mistyped %s', async (_, step, value, near) => {
    const home: FunnelStep = { kind: 'page', match: '/' }
    const hint = { code: 'value_never_seen', value, ...(near ? { did_you_mean: near } : {}) }
    const later = await ask({ funnel: { steps: [home, step], window_minutes: 60 } })
    expect(later.result).toMatchObject({ state: 'available', entrants: 4, conversion_rate: 0 })
    expect(later.meta.hints).toEqual([{ ...hint, filter: 'steps.1' }])
    const first = await ask({ funnel: { ...ORDER, steps: [step, home] } })
    expect(first.result).toMatchObject({ state: 'empty', reason: 'value_never_seen', entrants: null })
    expect(first.meta.hints).toEqual([{ ...hint, filter: 'data.0.steps.0' }])
  })

  it('funnels return a hint if their window is longer than the day for which visitors are known', async () => {
    expect((await ask({})).meta.hints).toBeUndefined()
    const { meta } = await ask({ funnel: { ...ORDER, window_minutes: 1441 } })
    expect(meta.hints).toEqual([{ code: 'funnel_window_over_a_day', value: 'Order' }])
  })
})
