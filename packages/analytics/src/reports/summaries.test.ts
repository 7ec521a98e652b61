import {
  type Analytics,
  dateIn,
  defaultSettings,
  type Preferences,
  ProductId,
  ProductSummary,
  rangeOfPeriod,
  SUMMARY_PERIODS,
  type SummaryPeriod,
  type SummaryScope,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T13:07:30.500Z')
const versions = memoryVersions()

/** Products in zones of many kinds, with few and many visitors, of a long and a short past. */
const PRODUCTS: readonly [string, string, Partial<Preferences>][] = [
  ['prd_berlin', 'Europe/Berlin', {}],
  ['prd_hamburg', 'Europe/Berlin', { suppression_threshold: 0, week_starts_on: 'sunday' }],
  ['prd_kathmandu', 'Asia/Kathmandu', { suppression_threshold: 12 }],
  ['prd_angeles', 'America/Los_Angeles', { suppression_threshold: 0 }],
  ['prd_howe', 'Australia/Lord_Howe', { suppression_threshold: 40 }],
  ['prd_retained', 'UTC', { retention_days: 40, suppression_threshold: 0 }],
  ['prd_young', 'UTC', { suppression_threshold: 0 }],
  ['prd_past', 'Pacific/Kiritimati', { suppression_threshold: 0 }],
  ['prd_quarter', 'UTC', { suppression_threshold: 0 }],
  ['prd_silent', 'UTC', {}],
]

const scopes = PRODUCTS.map(([id, zone, preferences]): SummaryScope => {
  const timezone = TimeZone.parse(zone)
  return {
    product: ProductId.parse(id),
    timezone,
    preferences: { ...defaultSettings(timezone).preferences, ...preferences },
  }
})

const engine = testEngine()
let analytics: Analytics
let statements = 0
beforeAll(async () => {
  const counted: Engine = {
    ...engine,
    rows: (statement, options) => {
      statements++
      return engine.rows(statement, options)
    },
  }
  analytics = createAnalytics({ engine: counted, clock, versions })
  const toMs = clock.now()
  for (const [id, zone] of PRODUCTS.slice(0, 6)) {
    const product = ProductId.parse(id)
    const fromMs = Date.parse('2026-09-01T00:00:00Z')
    await insertRows(engine, makeTraffic({ product, seed: id + zone, visits: 700, people: 90, fromMs, toMs }))
  }
  await insertRows(engine, [
    pageview(ProductId.parse('prd_young'), '2026-11-18T05:00:00Z'),
    // Two visitors of the last five minutes, and one just before.
    pageview(ProductId.parse('prd_young'), '2026-11-20T13:07:30Z', { visitor: '21', visit: '21' }),
    pageview(ProductId.parse('prd_young'), '2026-11-20T13:02:30.001Z', { visitor: '22', visit: '22' }),
    pageview(ProductId.parse('prd_young'), '2026-11-20T13:02:30Z', { visitor: '23', visit: '23' }),
    pageview(ProductId.parse('prd_past'), '2026-03-01T05:00:00Z'),
    // The only event of the earlier period, in the quarter in which it is cut, after the cut.
    pageview(ProductId.parse('prd_quarter'), '2026-11-13T13:10:00Z'),
    pageview(ProductId.parse('prd_quarter'), '2026-05-01T00:00:00Z', { visitor: '9', visit: '9' }),
  ])
})

/** The answers to separate questions about one product. */
async function single(scope: SummaryScope, period: SummaryPeriod) {
  const today = dateIn(scope.timezone, clock.now())
  const range = rangeOfPeriod(period, { today, weekStart: scope.preferences.week_starts_on, firstDay: today })
  const { data } = await analytics.query(
    { ...scope, goals: [] },
    {
      ...range,
      period,
      metrics: ['visitors'],
      interval: 'day',
      dimensions: [],
      filters: [],
      compare: { period: 'previous_period', matchWeekday: false },
      limit: 1,
      offset: 0,
    },
  )
  if ('metrics' in data) throw new TypeError('one metric was asked for')
  const now = await analytics.realtime({ ...scope, goals: [] })
  return {
    ...range,
    visitors: data.value,
    previous: data.comparison?.value,
    change: data.comparison?.change,
    active_visitors: now.active_visitors,
    series: data.series?.map(({ value }) => value),
    state: data.state,
    reason: data.reason,
  }
}

describe('the summaries of products', () => {
  it.each([
    ['within a quarter of an hour', '2026-11-20T13:07:30.500Z'],
    ['between two quarters', '2026-11-20T13:00:00.000Z'],
    ['with another day in the far east', '2026-11-20T10:30:00.000Z'],
    ['at the midnight of a zone', '2026-11-19T23:00:00.000Z'],
    ['after clocks changed', '2026-11-02T06:59:59.999Z'],
  ])('summaries equal the queries about each product, %s', async (_, now) => {
    clock.set(now)
    for (const period of SUMMARY_PERIODS) {
      const summaries = await analytics.summaries(scopes, period)
      expect([...summaries.keys()]).toEqual(scopes.map(({ product }) => product))
      for (const scope of scopes) {
        const summary = ProductSummary.parse(summaries.get(scope.product))
        expect({ product: scope.product, ...summary }).toEqual({
          product: scope.product,
          ...(await single(scope, period)),
        })
      }
    }
    clock.set('2026-11-20T13:07:30.500Z')
  })

  it('summaries distinguish every state of products', async () => {
    const summaries = await analytics.summaries(scopes, '7d')
    const of = (id: string) => summaries.get(ProductId.parse(id))
    expect(of('prd_silent')).toMatchObject({ state: 'empty', visitors: null, previous: null, change: null })
    expect(of('prd_young')).toMatchObject({ state: 'available', visitors: 4, previous: null, change: null })
    expect(of('prd_past')).toMatchObject({ state: 'empty', visitors: null })
    expect(of('prd_quarter')?.previous).toBe(0)
    expect(of('prd_angeles')?.visitors).toBeGreaterThan(10)
    expect(of('prd_kathmandu')?.series).toContain(null)
    for (const { series } of summaries.values()) expect(series).toHaveLength(7)
  })

  it('summaries count the active visitors, and nothing if nothing was collected or too few are active', async () => {
    const active = async () => {
      const summaries = await analytics.summaries(scopes, '7d')
      return ['prd_young', 'prd_past', 'prd_silent'].map((id) => summaries.get(ProductId.parse(id))?.active_visitors)
    }
    expect(await active()).toEqual([2, 0, null])
    const careful = scopes.map((scope) => ({
      ...scope,
      preferences: { ...scope.preferences, suppression_threshold: 3 },
    }))
    const summaries = await analytics.summaries(careful, '7d')
    expect(summaries.get(ProductId.parse('prd_young'))?.active_visitors).toBeNull()
  })

  it('summaries need one statement, which is repeated once the data of any product changes', async () => {
    const asked = async () => {
      const before = statements
      await analytics.summaries(scopes, '30d')
      return statements - before
    }
    versions.bump(ProductId.parse('prd_berlin'))
    expect(await asked()).toBe(1)
    expect(await asked()).toBe(0)
    versions.bump(ProductId.parse('prd_silent'))
    expect(await asked()).toBe(1)
  })

  it('summaries of no product are empty, without a statement', async () => {
    const before = statements
    expect(await analytics.summaries([], '7d')).toEqual(new Map())
    expect(statements).toBe(before)
  })
})
