import {
  type Analytics,
  DIMENSIONS,
  type Filter,
  type Funnel,
  LocalDate,
  METRICS,
  type Metric,
  ProductId,
  type StatsQuery,
  TimeZone,
} from '@footfall/core-domain'
import { createVisitTable, LIVE_VISIT_BYTES_MAX, restoreVisits } from '@footfall/ingest'
import { seededRandom, settableClock, TEST_CLUSTER, TWICE_CLUSTER } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { openTestCluster, openTestEngine, type TestCluster } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { metricDefinition } from '../catalog/metric-table.ts'
import { closeDays } from '../closing/close-days.ts'
import { eraseProduct } from '../retention/erase-product.ts'
import { enforceRetention } from '../retention/retention.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const product = ProductId.parse('prd_reports')
const now = Date.parse('2026-11-20T12:00:00Z')
const clock = settableClock(now)
const timezone = TimeZone.parse('Asia/Kathmandu')
const scope = testScope(product, { timezone, goals: GOALS })
const range = { from: LocalDate.parse('2026-11-01'), to: LocalDate.parse('2026-11-20') }

let plain: Engine
let opened: TestCluster
let lastEventAt: number
/** The same rows, on one node and on the cluster. */
let both: readonly [Analytics, Analytics]
beforeAll(async () => {
  plain = await openTestEngine()
  opened = await openTestCluster()
  const rows = makeTraffic({
    product,
    seed: 'cluster',
    visits: 300,
    people: 40,
    fromMs: now - 15 * 86_400_000,
    toMs: now,
  })
  lastEventAt = Math.max(...rows.map(({ ts }) => Date.parse(`${ts.replace(' ', 'T')}Z`)))
  for (const engine of [plain, opened.cluster]) await insertRows(engine, rows)
  const open = (engine: Engine) => createAnalytics({ engine, clock, versions: memoryVersions() })
  both = [open(plain), open(opened.cluster)]
})
afterAll(async () => {
  await plain.close()
  await opened.close()
})

async function same(ask: (analytics: Analytics) => Promise<unknown>): Promise<unknown> {
  const [expected, answer] = await Promise.all(both.map(ask))
  expect(answer).toEqual(expected)
  return answer
}

const PREVIOUS = { period: 'previous_period', matchWeekday: false } as const
const FILTERS: readonly Filter[] = [
  { dimension: 'page', operator: 'contains', values: ['/docs'] },
  { dimension: 'exit_page', operator: 'is_not', values: ['/'] },
  { dimension: 'country', operator: 'is', values: ['DE', 'US'] },
]

describe('reports on a cluster', () => {
  const query = (more: Partial<StatsQuery>) =>
    same((analytics) =>
      analytics
        .query(scope, { metrics: [...METRICS], dimensions: [], ...range, filters: [], limit: 10, offset: 0, ...more })
        .then(({ data, more: further }) => ({ data, further })),
    )

  // All metrics of a dimension in one query: its statements take most of the time.
  it.each(DIMENSIONS)('returns on a cluster the metrics by %s that one node returns', async (dimension) => {
    const metrics = METRICS.filter((metric) => metricDefinition(metric).dimensions.includes(dimension))
    for (const from of [0, Math.floor(metrics.length / 2)]) {
      const sorted = [...metrics.slice(from), ...metrics.slice(0, from)]
      if (sorted.length > 0) await query({ metrics: sorted, dimensions: [dimension] })
    }
  })

  it('returns on a cluster the metrics by day that one node returns, compared and filtered', async () => {
    await query({ interval: 'day', compare: PREVIOUS })
    for (const filter of FILTERS) await query({ filters: [filter] })
  })

  it('returns the same reports on a cluster as on one node', async () => {
    const funnel = {
      id: 'fnl_a',
      product,
      name: 'A',
      steps: [
        { kind: 'page', match: '/*' },
        { kind: 'event', match: 'signup' },
      ],
      window_minutes: 600,
    } as unknown as Funnel
    await same((analytics) => analytics.realtime(scope))
    await same((analytics) => analytics.goals(scope, { ...range, filters: FILTERS }).then(({ data }) => data))
    await same((analytics) => analytics.crawlers(scope, range).then(({ data }) => data))
    await same((analytics) =>
      analytics.funnels(scope, { ...range, filters: FILTERS, dimension: 'country' }, [funnel]).then(({ data }) => data),
    )
    await same((analytics) => analytics.health(scope).then(({ ingest: _, ...health }) => health))
    await same((analytics) => analytics.installation(scope, ['example.com']))
    await same((analytics) => analytics.proxy(scope))
    await same((analytics) => analytics.evidence(scope))
    await same((analytics) =>
      analytics.searchConsole(scope, range, { status: 'connected', synced_at: undefined }).then(({ data }) => data),
    )
  })

  it('finds the visits that were active when a replica stopped', async () => {
    const [one, other] = await Promise.all(
      [plain, opened.cluster].map(async (engine) => {
        const visits = createVisitTable({ bytes: (count) => new Uint8Array(count) })
        const log = { rotate: async () => [] } as never
        await restoreVisits({
          engine,
          log,
          visits,
          visitBytesMax: LIVE_VISIT_BYTES_MAX,
          clock: { now: () => lastEventAt },
          logger: { info() {}, warn() {}, error() {} },
        })
        return visits.size
      }),
    )
    expect(one).toBeGreaterThan(0)
    expect(other).toBe(one)
  })

  it('counts a visitor of two shards once, and adds up the events of both shards', async () => {
    const front = (cluster: string) =>
      Promise.all(
        ['events', 'events_15m'].map(async (table) => {
          await opened.engine.run(`DROP TABLE ${table}`)
          await opened.engine.run(
            `CREATE TABLE ${table} AS ${table}_local ENGINE = Distributed('${cluster}', 'default', ${table}_local)`,
          )
        }),
      )
    await front(TWICE_CLUSTER)
    const [plainly, twice] = [both[0], createAnalytics({ engine: opened.cluster, clock, versions: memoryVersions() })]
    const ask = async (analytics: Analytics, metric: Metric, more: Partial<StatsQuery>) => {
      const { data } = await analytics.query(scope, {
        metrics: [metric],
        dimensions: [],
        ...range,
        filters: [],
        limit: 10,
        offset: 0,
        ...more,
      })
      if ('metrics' in data) throw new Error('asked for one metric')
      return [
        data.value,
        ...(data.series ?? []).map(({ value }) => value),
        ...(data.rows ?? []).map(({ value }) => value),
      ]
    }
    for (const more of [
      { interval: 'day' },
      { dimensions: ['page'] },
      { dimensions: ['exit_page'] },
      { filters: FILTERS },
    ] as const) {
      expect(await ask(twice, 'visitors', more)).toEqual(await ask(plainly, 'visitors', more))
      const once = await ask(plainly, 'visits', more)
      if (!('dimensions' in more))
        expect(await ask(twice, 'visits', more)).toEqual(once.map((value) => value && value * 2))
      expect(await ask(twice, 'bounce_rate', more)).toEqual(await ask(plainly, 'bounce_rate', more))
    }
    await front(TEST_CLUSTER)
  })

  it('deletes expired and erased rows on a cluster as on one node', async () => {
    for (const engine of [plain, opened.cluster]) await enforceRetention(engine, product, now - 7 * 86_400_000)
    const left = await same((analytics) =>
      analytics
        .query(scope, {
          metrics: ['events'],
          dimensions: [],
          ...range,
          filters: [],
          interval: 'day',
          limit: 1,
          offset: 0,
        })
        .then(({ data }) => data),
    )
    expect(left).toMatchObject({ state: 'available' })
    expect(await eraseProduct(opened.cluster, product)).toBe(await eraseProduct(plain, product))
    const [nothing] = await opened.engine.rows(`SELECT count() AS n FROM events WHERE product_id = '${product}'`)
    expect(nothing).toEqual({ n: '0' })
  })

  it('closes days on a cluster as on one node, once they looked the same twice', async () => {
    const closed = ProductId.parse('prd_closed')
    const rows = makeTraffic({
      product: closed,
      seed: 'closed',
      visits: 300,
      people: 40,
      fromMs: now - 15 * 86_400_000,
      toMs: now,
    })
    for (const engine of [plain, opened.cluster]) await insertRows(engine, rows)
    const numbers = (engine: Engine) =>
      engine.rows(
        `SELECT * EXCEPT (version) FROM day_figures
          WHERE (day, version) GLOBAL IN (SELECT day, version FROM closed_days FINAL) ORDER BY ALL`,
      )
    const options = { product: closed, timezone, random: seededRandom('days') }
    const closing = settableClock(now)
    expect(await closeDays(plain, { ...options, clock: closing, seen: new Map() })).toBe(15)
    const seen = new Map()
    const onCluster = () => closeDays(opened.cluster, { ...options, clock: closing, seen })
    expect(await onCluster()).toBe(0)
    closing.advance(4_999)
    expect(await onCluster()).toBe(0)
    closing.advance(1)
    expect(await onCluster()).toBe(15)
    const expected = await numbers(plain)
    expect(expected.length).toBeGreaterThan(200)
    expect(await numbers(opened.cluster)).toEqual(expected)
    const days = `SELECT day, rows, cut, last_at, dimensions FROM closed_days FINAL ORDER BY day`
    expect(await opened.cluster.rows(days)).toEqual(await plain.rows(days))
    await same((analytics) =>
      analytics
        .query(
          { ...scope, product: closed },
          { metrics: ['visitors'], dimensions: ['page'], ...range, filters: [], limit: 10, offset: 0 },
        )
        .then(({ data }) => data),
    )
  })
})
