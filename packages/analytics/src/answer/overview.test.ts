import {
  type Analytics,
  type ComparedPeriod,
  DAY_MS,
  type Filter,
  HEADLINE_METRICS,
  LocalDate,
  MOVER_DIMENSIONS,
  type MoverDimension,
  type OverviewQuery,
  OverviewReport,
  type Preferences,
  ProductId,
  type ReportScope,
  type StatsQuery,
  TimeZone,
  type TrackedEvent,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { answered } from '../test-support/naive/answered.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'

const clock = settableClock('2026-11-20T13:07:30.000Z')
const BERLIN = TimeZone.parse('Europe/Berlin')
const opened = ProductId.parse('prd_opened')
const closed = ProductId.parse('prd_closed')
const plain = ProductId.parse('prd_plain')
const silent = ProductId.parse('prd_silent')
const LIMIT = 3

const engine = testEngine()
let analytics: Analytics
beforeAll(async () => {
  const versions = memoryVersions()
  analytics = createAnalytics({ engine, clock, versions })
  const range = { fromMs: Date.parse('2026-09-20T00:00:00Z'), toMs: Date.parse('2026-11-20T13:00:00Z') }
  for (const product of [opened, closed]) {
    await insertRows(engine, makeTraffic({ product, seed: 'overview', visits: 900, people: 120, ...range }))
  }
  await insertRows(engine, [pageview(plain, '2026-10-01T10:00:00Z'), pageview(plain, '2026-11-19T10:00:00Z')])
  const closing = { product: closed, timezone: BERLIN, clock, random: seededRandom('closing'), seen: new Map() }
  await closeDays(engine, closing)
  versions.bump(closed)
})

interface Over extends Partial<Preferences> {
  readonly goals?: readonly TrackedEvent[]
}

const scopeOf = (product: ProductId, { goals = GOALS, ...preferences }: Over = {}) =>
  testScope(product, { timezone: BERLIN, goals, preferences: { suppression_threshold: 0, ...preferences } })

const days = (from: string, to: string) => ({ from: LocalDate.parse(from), to: LocalDate.parse(to) })
const BEFORE: ComparedPeriod = { period: 'previous_period', matchWeekday: false }
type Asked = Omit<OverviewQuery, 'moversMax'>
const RUNNING: Asked = { ...days('2026-11-01', '2026-11-20'), filters: [], compare: BEFORE }

const overview = async (scope: ReportScope, asked: Asked, on = analytics) => {
  const answer = await on.overview(scope, { ...asked, moversMax: LIMIT })
  OverviewReport.parse(answer.data)
  return answer
}

/** The rows that an order by change puts first, without those that did not change in its direction. */
async function changed(scope: ReportScope, asked: Asked, dimension: MoverDimension, direction: 'asc' | 'desc') {
  const query: StatsQuery = {
    ...asked,
    metrics: ['visitors'],
    dimensions: [dimension],
    order: { by: 'change', direction },
    limit: LIMIT + 1,
    offset: 0,
  }
  const { data } = await analytics.query(scope, query)
  if ('metrics' in data) throw new TypeError('one metric was asked for')
  const sign = direction === 'desc' ? 1 : -1
  const rows = (data.rows ?? []).flatMap(({ key, label, value, previous, change = null, state }) => {
    // What has no value names nothing that moved.
    if (key === '' || state !== 'available' || value === null || typeof previous !== 'number') return []
    const difference = value - previous
    if (difference * sign <= 0) return []
    return [{ key, ...(label === undefined ? {} : { label }), visitors: value, previous, change }]
  })
  return rows.slice(0, LIMIT)
}

describe('an overview', () => {
  const page: Filter = { dimension: 'page', operator: 'is', values: ['/pricing'] }
  const google: Filter = { dimension: 'source', operator: 'is', values: ['Google'] }

  it.each<[string, ProductId, Partial<Asked>, Over]>([
    ['a running period', opened, {}, {}],
    ['a running period of which days are closed', closed, {}, {}],
    ['a past period of closed days', closed, days('2026-10-25', '2026-11-10'), {}],
    ['a filter by page', closed, { filters: [page] }, {}],
    ['a filter by source', opened, { filters: [google] }, {}],
    ['a year earlier, which nothing covers', opened, { compare: { period: 'previous_year', matchWeekday: false } }, {}],
    ['the same weekdays', closed, { compare: { period: 'previous_period', matchWeekday: true } }, {}],
    ['numbers of few visitors withheld', opened, {}, { suppression_threshold: 60 }],
    ['numbers of few visitors of closed days withheld', closed, {}, { suppression_threshold: 25 }],
  ])(
    'an overview has the headline and the changes that separate queries return: %s',
    async (_, product, change, over) => {
      const scope = scopeOf(product, over)
      const asked = { ...RUNNING, ...change }
      const { data } = await overview(scope, asked)
      const whole = { ...asked, metrics: HEADLINE_METRICS, dimensions: [], limit: 1, offset: 0 }
      const { data: numbers } = await analytics.query(scope, whole)
      if (!('metrics' in numbers)) throw new TypeError('several metrics were asked for')
      expect(data.headline).toEqual(numbers.metrics)
      expect(data.comparison).toMatchObject(numbers.comparison ?? {})
      for (const dimension of MOVER_DIMENSIONS) {
        const [gained, lost] = [
          await changed(scope, asked, dimension, 'desc'),
          await changed(scope, asked, dimension, 'asc'),
        ]
        const ofDimension = data.movers[dimension]
        expect(ofDimension.filter(({ visitors, previous }) => visitors > previous)).toEqual(gained)
        expect(ofDimension.filter(({ visitors, previous }) => visitors < previous)).toEqual(lost)
        const differences = ofDimension.map(({ visitors, previous }) => Math.abs(visitors - previous))
        expect(differences).toEqual([...differences].sort((a, b) => b - a))
      }
      // Otherwise all of this would hold of empty lists.
      const isCovered = data.comparison.state === 'available'
      expect(data.movers.page.length > 0 && data.movers.source.length > 0).toBe(isCovered)
    },
  )

  it('reports that an earlier period is not fully collected, and then no changes', async () => {
    const compare: ComparedPeriod = { period: 'previous_year', matchWeekday: false }
    const { data } = await overview(scopeOf(opened), { ...RUNNING, compare })
    expect(data.comparison).toMatchObject({ state: 'unavailable', reason: 'not_fully_collected', from: '2025-11-01' })
    expect(data.headline[0]).toMatchObject({ metric: 'visitors', state: 'available', previous: null, change: null })
    expect(data.movers).toEqual({ source: [], page: [], country: [], utm_campaign: [] })
  })

  it('an overview excludes conversions without goals, and revenue that was never sent', async () => {
    const metrics = async (scope: ReportScope) =>
      (await overview(scope, RUNNING)).data.headline.map(({ metric }) => metric)
    expect(await metrics(scopeOf(opened))).toEqual([...HEADLINE_METRICS])
    const noGoals = HEADLINE_METRICS.filter((metric) => metric !== 'conversions')
    expect(await metrics(scopeOf(opened, { goals: [] }))).toEqual(noGoals)
    expect(await metrics(scopeOf(plain, { goals: [] }))).toEqual(HEADLINE_METRICS.slice(0, 6))
  })

  it('an overview of a product without events has states, and no zeros', async () => {
    const { data } = await overview(scopeOf(silent, { goals: [] }), RUNNING)
    expect(data.headline.map(({ state, value }) => [state, value])).toContainEqual(['empty', null])
    expect(data.headline.filter(({ value }) => value !== null)).toEqual([])
  })

  it('an overview returns the hints of its filters', async () => {
    const never: Filter = { dimension: 'page', operator: 'is', values: ['/pricin'] }
    const { data, meta } = await overview(scopeOf(opened), { ...RUNNING, filters: [never] })
    expect(data.headline[0]).toMatchObject({ state: 'empty', reason: 'value_never_seen' })
    expect(meta.hints?.[0]).toMatchObject({ code: 'value_never_seen', did_you_mean: ['/pricing'] })
  })

  it('an overview reads of the days that are not closed all changes in one statement, and each kind of metric in one for each period', async () => {
    const statements: string[] = []
    const counted: Engine = {
      ...engine,
      rows: (statement, options) => {
        statements.push(statement)
        return engine.rows(statement, options)
      },
    }
    const versions = memoryVersions()
    const counting = createAnalytics({ engine: counted, clock, versions })
    const first = await overview(scopeOf(closed, { goals: [] }), RUNNING, counting)
    statements.length = 0
    versions.bump(closed, 'the running day')
    const { read, ...second } = await overview(scopeOf(closed, { goals: [] }), RUNNING, counting)
    expect({ ...second, read }).toEqual(first)
    expect(statements.filter((statement) => statement.includes('of_list'))).toHaveLength(1)
    // For each period the days that are not closed, and revenue; other currencies; what changed.
    expect(statements).toHaveLength(2 * 2 + 1 + 1)
    expect(read?.days).toBeGreaterThan(30)
  })

  it('an overview accepts as long a period as any other query', async () => {
    const from = LocalDate.parse(new Date(clock.now() - 3649 * DAY_MS).toISOString().slice(0, 10))
    const compare: ComparedPeriod = { period: 'custom', range: days('2026-10-01', '2026-10-31'), matchWeekday: false }
    const { data } = await overview(scopeOf(closed), { ...RUNNING, from, compare })
    expect(data.headline[0]?.state).toBe('available')
    expect(
      answered(
        await analytics.query(scopeOf(closed), {
          ...RUNNING,
          from,
          metrics: ['visitors'],
          dimensions: [],
          limit: 1,
          offset: 0,
        }),
      ).metrics[0]?.value,
    ).toBe(data.headline[0]?.value)
  })
})
