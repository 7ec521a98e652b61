import {
  defaultSettings,
  type Filter,
  LocalDate,
  ProductId,
  SeveralStatsReport,
  type StatsQuery,
  StatsReport,
  severalScope,
  TimeZone,
  type TrackedEvent,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createReader } from '../cache/reader.ts'
import { insertRows, pageview, visitsOf } from '../test-support/traffic.ts'
import { answerStats } from './stats.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const versions = memoryVersions()
const product = ProductId.parse('prd_money')
const UTC = TimeZone.parse('UTC')
const GOALS: readonly TrackedEvent[] = [
  { name: 'order', kind: 'custom', goal: true, revenue: true },
  { name: 'signup', kind: 'custom', goal: true, revenue: false },
]

const visit = visitsOf(product)
const view = (path: string): Partial<EventRow> => ({ path })
const paid = (revenue: string, currency: string): Partial<EventRow> => ({
  kind: 'custom',
  name: 'order',
  path: '/thanks',
  revenue,
  currency,
})
const signup: Partial<EventRow> = { kind: 'custom', name: 'signup', path: '/pricing' }

const engine = testEngine()
beforeAll(async () => {
  await insertRows(engine, [
    ...visit(1, 'DE', view('/pricing'), view('/thanks'), paid('30', 'EUR')),
    ...visit(2, 'DE', view('/pricing'), signup),
    ...visit(3, 'FR', view('/pricing'), view('/thanks'), paid('9', 'CHF')),
    ...visit(4, 'FR', view('/'), view('/thanks'), paid('12', 'EUR')),
    ...visit(5, 'FR', view('/')),
  ])
})

async function ask(query: Partial<StatsQuery>, threshold = 0) {
  const preferences = {
    ...defaultSettings(UTC).preferences,
    currency: 'EUR',
    suppression_threshold: threshold,
  } as const
  return answerStats(
    createReader({ engine, clock, versions }),
    { product, timezone: UTC, goals: GOALS, preferences },
    {
      metrics: ['revenue'],
      dimensions: [],
      from: LocalDate.parse('2026-11-10'),
      to: LocalDate.parse('2026-11-10'),
      filters: [],
      limit: 50,
      offset: 0,
      ...query,
    },
  )
}
const is = (dimension: 'page' | 'goal' | 'event' | 'country', ...values: string[]): Filter => ({
  dimension,
  operator: 'is',
  values,
})
const rowsOf = async (query: Partial<StatsQuery>) =>
  (await ask(query)).data.rows?.map((row) => ('value' in row ? [row.key, row.value, row.of?.visitors] : []))

describe('revenue', () => {
  it('revenue under a filter by page is that of the visits that viewed the page, with the amounts it excludes', async () => {
    const { data, meta } = await ask({ filters: [is('page', '/pricing')] })
    expect(data).toMatchObject({ state: 'available', value: 30 })
    expect(meta.excluded).toEqual([{ reason: 'other_currency', currency: 'CHF', amount: '9', events: 1 }])
    const other = await ask({ filters: [is('page', '/')] })
    expect(other.data).toMatchObject({ state: 'available', value: 12 })
    expect(other.meta.excluded).toBeUndefined()
  })

  it('revenue by page is that of the visits that viewed each page', async () => {
    expect(await rowsOf({ dimensions: ['page'] })).toEqual([
      ['/thanks', 42, undefined],
      ['/pricing', 30, undefined],
      ['/', 12, undefined],
    ])
  })

  it('revenue is 0 for a page whose visits paid nothing, and unavailable under a goal without money', async () => {
    const nothing = await ask({ filters: [is('page', '/'), is('country', 'DE')] })
    expect(nothing.data).toMatchObject({ state: 'available', value: 0 })
    const excluded = await ask({ filters: [is('goal', 'signup')] })
    expect(excluded.data).toMatchObject({ state: 'unavailable', reason: 'filters_exclude_metric', value: null })
  })
})

describe('revenue of several products', () => {
  const till = ProductId.parse('prd_till')
  const docs = ProductId.parse('prd_docs')
  const day = { from: LocalDate.parse('2026-11-10'), to: LocalDate.parse('2026-11-10') }

  beforeAll(async () => {
    // Both have events before the earlier period, which is the day itself: it is compared with its own numbers.
    await insertRows(engine, [
      ...[till, docs].flatMap((one) =>
        ['2026-11-01', '2026-11-10'].map((date) => pageview(one, `${date}T10:00:00Z`, { visitor: '1', visit: '1' })),
      ),
      pageview(till, '2026-11-10T10:00:05Z', { visitor: '1', visit: '1', visit_starts: 0, ...paid('42', 'EUR') }),
    ])
  })

  async function report(currencyOfDocs: string) {
    const { preferences } = defaultSettings(UTC)
    const scopes = [
      { product: till, timezone: UTC, goals: GOALS, preferences: { ...preferences, currency: 'EUR' } },
      { product: docs, timezone: UTC, goals: [], preferences: { ...preferences, currency: currencyOfDocs } },
    ] as const
    const { data } = await answerStats(createReader({ engine, clock, versions }), severalScope(scopes, UTC), {
      ...day,
      metrics: ['visitors', 'revenue'],
      dimensions: ['product'],
      compare: { period: 'custom', range: day, matchWeekday: false },
      filters: [],
      limit: 50,
      offset: 0,
    })
    return SeveralStatsReport.parse(data)
  }
  const revenueOf = ({ rows = [] }: SeveralStatsReport, key: string) => {
    const row = rows.find((one) => one.key === key)
    return [row?.previous?.[0], row?.values[1]?.state, row?.values[1]?.value, row?.previous?.[1], row?.change?.[1]]
  }

  it('revenue has no number, and no zero in any row or before it, if currencies differ and a product never sent money', async () => {
    const found = await report('USD')
    expect(found.metrics[1]).toMatchObject({ state: 'unavailable', reason: 'currencies_differ', value: null })
    for (const key of [till, docs]) expect(revenueOf(found, key)).toEqual([1, 'unavailable', null, null, null])
  })

  it('revenue is in the row of each product that has some, if all count in one currency', async () => {
    const found = await report('EUR')
    expect(found.metrics[1]).toMatchObject({ state: 'unavailable', reason: 'not_available_for_all', value: null })
    expect(revenueOf(found, till)).toEqual([1, 'available', 42, 42, 0])
    expect(revenueOf(found, docs)).toEqual([1, 'unavailable', null, null, null])
  })
})

describe('denominators', () => {
  it('returns the denominator with revenue_per_visitor, with its rows and with its earlier value', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const { data } = await ask({ metrics: ['revenue_per_visitor'], filters: [is('page', '/pricing')], compare })
    expect(StatsReport.parse(data)).toMatchObject({
      unit: 'currency',
      currency: 'EUR',
      value: 10,
      of: { visitors: 3 },
      comparison: { value: null, of: { visitors: null } },
    })
    expect(await rowsOf({ metrics: ['revenue_per_visitor'], dimensions: ['page'] })).toEqual([
      ['/thanks', 14, 3],
      ['/pricing', 10, 3],
      ['/', 6, 2],
    ])
  })

  it('returns as the denominator of each goal all visitors who could have converted', async () => {
    expect(await rowsOf({ metrics: ['conversion_rate'], dimensions: ['goal'] })).toEqual([
      ['order', 0.6, 5],
      ['signup', 0.2, 5],
    ])
    expect(await rowsOf({ metrics: ['revenue_per_visitor'], dimensions: ['goal'] })).toEqual([['order', 8.4, 5]])
  })

  it('returns the denominator in each entry of several metrics that has one, and once in each row', async () => {
    const { data } = await ask({
      metrics: ['visitors', 'conversion_rate', 'revenue_per_visitor'],
      dimensions: ['page'],
      interval: 'day',
      filters: [is('event', 'order')],
    })
    expect(data).toMatchObject({
      metrics: [
        { metric: 'visitors', value: 3 },
        { metric: 'conversion_rate', value: 0.6, of: { visitors: 5 } },
        { metric: 'revenue_per_visitor', value: 8.4, of: { visitors: 5 } },
      ],
    })
    expect(data).not.toHaveProperty('metrics.0.of')
    expect(data.rows?.map(({ key, of }) => [key, of?.visitors])).toEqual([
      ['/thanks', 3],
      ['/', 2],
      ['/pricing', 3],
    ])
  })

  it('returns null as the denominator of a withheld value, and withholds it in rows of too few visitors', async () => {
    const metrics = ['conversion_rate'] as const
    const few = await ask({ metrics, filters: [is('goal', 'signup')] }, 2)
    expect(few.data).toMatchObject({ state: 'withheld', value: null, of: { visitors: null } })
    const { data } = await ask({ metrics, dimensions: ['page'] }, 3)
    const rows = data.rows?.map(({ key, of, visitors }) => [key, visitors, of?.visitors])
    expect(rows).toContainEqual(['/', null, null])
  })
})
