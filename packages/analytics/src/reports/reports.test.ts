import {
  type Analytics,
  CatalogReport,
  CrawlersReport,
  type Funnel,
  FunnelResult,
  GoalsReport,
  HealthReport,
  InstallationReport,
  type LocalDate,
  type Preferences,
  ProductId,
  ProxyReport,
  RealtimeReport,
  type SearchConsoleQuery,
  SearchConsoleReport,
  type Timestamp,
  TimeZone,
  WEB_VITALS,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { enforceRetention, retentionEdge } from '../retention/retention.ts'
import { type Answered, answered } from '../test-support/naive/answered.ts'
import { instantOf } from '../test-support/naive/local-time.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const clock = settableClock('2026-11-20T12:00:30.000Z')
const product = ProductId.parse('prd_reports')
const silent = ProductId.parse('prd_silent')
const compared = ProductId.parse('prd_compared')
const now = ProductId.parse('prd_now')
const crowded = ProductId.parse('prd_crowded')
const day = (text: string) => text as LocalDate
const range = { from: day('2026-11-01'), to: day('2026-11-07'), filters: [] }

const engine = testEngine()
let analytics: Analytics
let rows: readonly EventRow[]

const insert = (table: Parameters<Engine['insert']>[0], lines: readonly object[]) =>
  engine.insert(table, 'JSONEachRow', lines.map((line) => JSON.stringify(line)).join('\n'), `${table}-${lines.length}`)

beforeAll(async () => {
  analytics = createAnalytics({
    engine,
    clock,
    versions: memoryVersions(),
    ingestStatus: () => ({ pendingSince: clock.now() - 1500, pendingEvents: 7 }),
  })
  rows = makeTraffic({
    product,
    seed: 'reports',
    visits: 500,
    people: 30,
    fromMs: Date.parse('2026-11-01T00:00:00Z'),
    toMs: Date.parse('2026-11-07T00:00:00Z'),
  })
  await insertRows(engine, rows)
  const at = (minutesAgo: number, visitor: number, over: Partial<EventRow> = {}) =>
    pageview(now, new Date(clock.now() - minutesAgo * 60_000).toISOString(), {
      visitor: String(visitor),
      visit: String(visitor),
      source: 'Google',
      country: 'DE',
      ...over,
    })
  const crowd = (minutesAgo: number, first: number, people: number) =>
    Array.from({ length: people }, (_, i) => at(minutesAgo, first + i, { product_id: crowded }))
  await insertRows(engine, [...crowd(10, 1, 1), ...crowd(11, 11, 3), ...crowd(12, 21, 5)])
  await insertRows(engine, [at(1, 1), at(2, 1, { visit_starts: 0 }), at(4, 2), at(20, 3, { path: '/old' }), at(40, 4)])
})

const scopeOf = (of: ProductId, preferences: Partial<Preferences> = {}) =>
  testScope(of, { timezone: TimeZone.parse('Europe/Berlin'), goals: GOALS, preferences })

describe('realtime', () => {
  it('realtime counts the visitors of the last 5 and of the last 30 minutes, and the latter by minute', async () => {
    const report = RealtimeReport.parse(await analytics.realtime(scopeOf(now)))
    expect(report).toMatchObject({ state: 'available', active_visitors: 2, active_minutes: 5 })
    expect(report).toMatchObject({ window_minutes: 30, visitors: 3, pageviews: 4 })
    expect(report.minutes).toHaveLength(30)
    expect(report.minutes.at(-1)?.start).toBe('2026-11-20T12:00:00.000Z')
    expect(report.minutes.at(-2)).toMatchObject({ pageviews: 1, visitors: 1 })
    expect(report.pages).toEqual([
      { key: '/', visitors: 2 },
      { key: '/old', visitors: 1 },
    ])
    expect(report.sources).toEqual([{ key: 'Google', visitors: 3 }])
    expect(report.countries).toEqual([{ key: 'DE', visitors: 3 }])
  })

  it('withholds realtime metrics of too few visitors, and returns the state empty without any event', async () => {
    const withheld = await analytics.realtime(scopeOf(now, { suppression_threshold: 3 }))
    expect(withheld).toMatchObject({ state: 'withheld', active_visitors: null, visitors: 3, pageviews: 4, pages: [] })
    expect(await analytics.realtime(scopeOf(now, { suppression_threshold: 4 }))).toMatchObject({ visitors: null })
    expect(withheld.minutes.every((minute) => minute.visitors === 0)).toBe(true)
    expect(withheld.countries).toEqual([{ key: 'DE', visitors: 3 }])
    expect(await analytics.realtime(scopeOf(silent))).toMatchObject({
      state: 'empty',
      active_visitors: null,
      visitors: null,
      minutes: [],
    })
  })

  it('withholds a second minute of realtime, so that the total pageviews do not reveal those of the first', async () => {
    const report = await analytics.realtime(scopeOf(crowded, { suppression_threshold: 2 }))
    expect(report.pageviews).toBe(9)
    expect(report.minutes).toHaveLength(28)
    expect(report.minutes.filter(({ pageviews }) => pageviews > 0)).toMatchObject([{ pageviews: 5, visitors: 5 }])
  })

  it('realtime counts at least as many visitors in 30 minutes as in 5 minutes, in each minute and in each row', async () => {
    const seeds = ['calm', 'busy', 'crowded'].map((seed, i) => ({
      seed,
      of: ProductId.parse(`prd_${seed}`),
      visits: 20 * 5 ** i,
    }))
    const fromMs = clock.now() - 35 * 60_000
    for (const { seed, of, visits } of seeds) {
      const traffic = makeTraffic({ product: of, seed, visits, people: visits / 4, fromMs, toMs: clock.now() })
      await insertRows(engine, traffic)
      const { active_visitors, visitors, pageviews, minutes, ...report } = await analytics.realtime(scopeOf(of))
      const of30 = visitors ?? 0
      expect(of30).toBeGreaterThan(0)
      expect(of30).toBeGreaterThanOrEqual(active_visitors ?? 0)
      for (const row of [...minutes, ...report.pages, ...report.sources, ...report.countries])
        expect(of30).toBeGreaterThanOrEqual(row.visitors)
      const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
      expect(sum(minutes.map((minute) => minute.visitors))).toBeGreaterThanOrEqual(of30)
      expect(sum(minutes.map((minute) => minute.pageviews))).toBe(pageviews)
      const lastSix = minutes.slice(-6).map((minute) => minute.visitors)
      expect(sum(lastSix)).toBeGreaterThanOrEqual(active_visitors ?? 0)
    }
  })

  it('returns the same active visitors separately as in the whole realtime report', async () => {
    expect(await analytics.activeVisitors(scopeOf(now))).toBe(2)
    expect(await analytics.activeVisitors(scopeOf(now, { suppression_threshold: 3 }))).toBeNull()
    expect(await analytics.activeVisitors(scopeOf(silent))).toBeNull()
  })
})

describe('goals', () => {
  it('counts the conversions of each goal as the query of conversions by goal does', async () => {
    const scope = scopeOf(product)
    const { data } = await analytics.goals(scope, range)
    GoalsReport.parse(data)
    const query = { ...range, filters: [], limit: 50, offset: 0, dimensions: ['goal'] } as const
    const conversions = answered(await analytics.query(scope, { ...query, metrics: ['conversions'] }))
    const rates = answered(await analytics.query(scope, { ...query, metrics: ['conversion_rate'] }))
    const of = ({ rows }: Answered, goal: string) => rows?.find(({ keys }) => keys[0] === goal)?.values[0]?.value ?? 0
    for (const goal of data.goals) {
      expect(goal.conversions).toBe(of(conversions, goal.name))
      expect(goal.conversion_rate).toBeCloseTo(of(rates, goal.name), 12)
    }
    const visitors = answered(await analytics.query(scope, { ...query, metrics: ['visitors'] }))
    expect(data.visitors).toBe(visitors.metrics[0]?.value)
    expect(data.goals.find((goal) => goal.name === 'signup')?.revenue?.amount).toMatch(/^\d+(\.\d+)?$/)
    expect(data.goals.find((goal) => goal.name === 'Thanked')?.revenue).toBeNull()
  })

  it('returns the reason why a goals report has no values', async () => {
    expect((await analytics.goals(scopeOf(silent), range)).data).toMatchObject({ state: 'empty', visitors: null })
    expect((await analytics.goals({ ...scopeOf(product), goals: [] }, range)).data).toMatchObject({
      state: 'unavailable',
      reason: 'metric_not_collected',
    })
  })
})

describe('funnels', () => {
  const funnel = (id: string, window: number, ...steps: Funnel['steps']): Funnel => ({
    id: `fnl_${id}` as Funnel['id'],
    name: id,
    steps,
    window_minutes: window,
    created_at: '2026-11-01T00:00:00.000Z' as Timestamp,
    updated_at: '2026-11-01T00:00:00.000Z' as Timestamp,
    revision: 1,
  })
  const FUNNELS = [
    funnel(
      'a',
      30,
      { kind: 'page', match: '/*' },
      { kind: 'page', match: '/docs/*' },
      { kind: 'event', match: "it's" },
    ),
    funnel('b', 5, { kind: 'page', match: '/pricing' }, { kind: 'event', match: 'signup' }),
    funnel('c', 43_200, { kind: 'page', match: '*' }, { kind: 'page', match: '*' }, { kind: 'page', match: '*' }),
  ]

  /** By trying every first step: how far does each visitor get within the window. */
  function byHand({ steps, window_minutes }: Funnel): number[] {
    const reached = steps.map(() => 0)
    const people = Map.groupBy(
      rows.filter((row) => row.visitor !== '0' && row.kind !== 'engagement'),
      (row) => row.visitor,
    )
    const glob = (text: string) =>
      new RegExp(`^${text.replace(/[.?+^$(){}[\]\\|]/g, '\\$&').replaceAll('*', '.*')}$`, 's')
    for (const events of people.values()) {
      const sorted = [...events].sort((a, b) => instantOf(a) - instantOf(b))
      const isStep = (row: EventRow, step: Funnel['steps'][number]) =>
        step.kind === 'page' ? row.kind === 'pageview' && glob(step.match).test(row.path) : row.name === step.match
      let deepest = 0
      for (const first of sorted) {
        const [start, ...later] = steps
        if (!start || !isStep(first, start)) continue
        let level = 1
        let at = instantOf(first)
        for (const step of later) {
          const next = sorted.find(
            (row) =>
              instantOf(row) > at && instantOf(row) <= instantOf(first) + window_minutes * 60_000 && isStep(row, step),
          )
          if (!next) break
          at = instantOf(next)
          level++
        }
        deepest = Math.max(deepest, level)
      }
      for (let level = 0; level < deepest; level++) reached[level] = (reached[level] ?? 0) + 1
    }
    return reached
  }

  it('counts the visitors that reached each step of a funnel like a search from every possible start', async () => {
    const { data: results } = await analytics.funnels(
      scopeOf(product),
      { from: day('2026-10-31'), to: day('2026-11-10'), filters: [] },
      FUNNELS,
    )
    for (const [i, each] of FUNNELS.entries()) {
      const result = FunnelResult.parse(results[i])
      const expected = byHand(each)
      expect(result.steps.map((step) => step.visitors)).toEqual(expected)
      expect(result.entrants).toBe(expected[0])
      expect(result.conversion_rate).toBeCloseTo((expected.at(-1) ?? 0) / (expected[0] ?? 1), 12)
    }
  })

  it('returns for a funnel the states empty and withheld by the same rules as for any metric', async () => {
    const empty = await analytics.funnels(scopeOf(silent), range, FUNNELS)
    expect(empty.data[0]).toMatchObject({ state: 'empty', entrants: null })
    const withheld = await analytics.funnels(scopeOf(product, { suppression_threshold: 100 }), range, FUNNELS)
    const states = withheld.data.map((result) => [result.entrants, result.state] as const)
    for (const [entrants, state] of states)
      expect(entrants === null ? state : 'available').toBe(entrants === null ? 'withheld' : 'available')
    for (const { steps } of withheld.data) {
      for (const step of steps) expect(step.visitors || 100).toBeGreaterThanOrEqual(100)
    }
  })
})

describe('crawlers', () => {
  it('counts crawler hits by purpose, name, page and local day', async () => {
    const hit = (ts: string, crawler: string, purpose: string, path: string, status: number) => ({
      product_id: product,
      ts,
      crawler,
      purpose,
      hostname: 'example.com',
      path,
      status,
      seen_by: 'intake',
    })
    await insert('crawler_hits', [
      hit('2026-11-01 23:30:00', 'Googlebot', 'search', '/', 200),
      hit('2026-11-02 10:00:00', 'Googlebot', 'search', '/a', 404),
      hit('2026-11-02 11:00:00', 'GPTBot', 'ai_training', '/', 0),
      hit('2026-11-09 11:00:00', 'GPTBot', 'ai_training', '/', 0),
    ])
    const { data } = await analytics.crawlers(scopeOf(product), range)
    CrawlersReport.parse(data)
    expect(data).toMatchObject({ state: 'available', hits: 3 })
    expect(data.purposes).toContainEqual({ purpose: 'search', hits: 2 })
    expect(data.crawlers[0]).toEqual({
      crawler: 'Googlebot',
      purpose: 'search',
      hits: 2,
      pages: 2,
      errors: 1,
      last_seen_at: '2026-11-02T10:00:00.000Z',
    })
    expect(data.pages[0]).toEqual({ path: '/', hits: 2 })
    // Half past eleven in UTC is the next day in Berlin.
    expect(data.series.slice(0, 3)).toEqual([
      { date: '2026-11-01', hits: 0 },
      { date: '2026-11-02', hits: 3 },
      { date: '2026-11-03', hits: 0 },
    ])
    expect(
      (await analytics.crawlers(scopeOf(now), { from: day('2026-11-20'), to: day('2026-11-20') })).data,
    ).toMatchObject({
      state: 'available',
      hits: 0,
    })
    expect((await analytics.crawlers(scopeOf(silent), range)).data).toMatchObject({ state: 'empty', hits: null })
  })
})

describe('search console', () => {
  const connected = { status: 'connected', synced_at: '2026-11-08T00:00:00.000Z' as Timestamp } as const

  beforeAll(async () => {
    const line = (query: string, clicks: number, impressions: number, position: number, synced_at: string) => ({
      product_id: product,
      date: '2026-11-02',
      query,
      page: '/',
      country: 'deu',
      device: 'MOBILE',
      clicks,
      impressions,
      position,
      synced_at,
    })
    await insert('search_console', [
      line('a', 1, 5, 9, '2026-11-03 00:00:00.000'),
      line('b', 2, 30, 4, '2026-11-03 00:00:00.000'),
    ])
    await insert('search_console', [line('a', 3, 10, 2, '2026-11-04 00:00:00.000')])
  })

  it('weighs search positions by impressions and uses the latest sync of a day', async () => {
    const { data } = await analytics.searchConsole(scopeOf(product), range, connected)
    SearchConsoleReport.parse(data)
    expect(data).toMatchObject({
      state: 'available',
      totals: { clicks: 5, impressions: 40, ctr: 0.125, position: 3.5 },
      synced_at: connected.synced_at,
    })
    expect(data.queries.map((row) => [row.key, row.clicks])).toEqual([
      ['a', 3],
      ['b', 2],
    ])
    expect(data.series).toEqual([{ date: '2026-11-02', clicks: 5, impressions: 40, ctr: 0.125, position: 3.5 }])
  })

  it('filters Search Console data by search, page, country and device, and limits its lists', async () => {
    const ask = async (asked: Partial<SearchConsoleQuery>) =>
      (await analytics.searchConsole(scopeOf(product), { ...range, ...asked }, connected)).data
    const clicksOf = async (asked: Partial<SearchConsoleQuery>) => {
      const { state, totals } = await ask(asked)
      return [state, totals?.clicks]
    }
    expect(await clicksOf({ query: 'A' })).toEqual(['available', 3])
    expect(await clicksOf({ query: '*' })).toEqual(['available', 5])
    expect(await clicksOf({ page: '/', countries: ['deu'] })).toEqual(['available', 5])
    // What was collected but does not match is a zero that was counted.
    expect(await clicksOf({ query: "b' OR '1'='1" })).toEqual(['available', 0])
    expect(await clicksOf({ devices: ['tablet'] })).toEqual(['available', 0])
    expect(await clicksOf({ page: '/%' })).toEqual(['available', 0])
    const limited = await ask({ limit: 1 })
    expect(limited.queries.map(({ key }) => key)).toEqual(['a'])
    expect(limited.totals).toMatchObject({ clicks: 5 })
    SearchConsoleReport.parse(await ask({ query: 'nothing' }))
  })

  it('compares Search Console days with as many earlier days as were reported', async () => {
    const line = (date: string, query: string, page: string, clicks: number, impressions: number) => ({
      ...{ product_id: compared, date, query, page, country: 'deu', device: 'MOBILE', clicks, impressions },
      ...{ position: 2, synced_at: '2026-11-20 00:00:00.000' },
    })
    await insert('search_console', [
      line('2026-10-20', 'a', 'https://a.example/x', 9, 90),
      line('2026-10-27', 'a', 'https://a.example/x', 4, 40),
      line('2026-10-28', 'a', 'https://a.example/y?z=1', 1, 20),
      // The day that no reported day is compared with.
      line('2026-10-29', 'a', 'https://a.example/x', 100, 1000),
      line('2026-11-01', 'a', 'https://a.example/x', 6, 50),
      line('2026-11-02', 'b', 'https://a.example/y', 3, 10),
    ])
    const week = { from: day('2026-11-01'), to: day('2026-11-05') }
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const ask = async (page?: string) =>
      SearchConsoleReport.parse(
        (await analytics.searchConsole(scopeOf(compared), { ...week, page, compare }, connected)).data,
      )
    const { comparison, queries, totals } = await ask()
    expect(totals).toMatchObject({ clicks: 9 })
    expect(comparison).toMatchObject({
      ...{ from: '2026-10-30', to: '2026-10-31', compared_to: '2026-11-02', state: 'available', change: null },
      totals: { clicks: 0, impressions: 0 },
    })
    expect(queries.map(({ key, previous, change }) => [key, previous?.clicks, change])).toEqual([
      ['a', 0, null],
      ['b', 0, null],
    ])
    const custom = {
      period: 'custom',
      range: { from: day('2026-10-27'), to: day('2026-10-28') },
      matchWeekday: false,
    } as const
    const { data } = await analytics.searchConsole(scopeOf(compared), { ...week, compare: custom }, connected)
    expect(data.comparison).toMatchObject({ from: '2026-10-27', totals: { clicks: 5, impressions: 60 }, change: 0.8 })
    const unknown = {
      period: 'custom',
      range: { from: day('2026-10-01'), to: day('2026-10-05') },
      matchWeekday: false,
    } as const
    const early = await analytics.searchConsole(scopeOf(compared), { ...week, compare: unknown }, connected)
    expect(early.data.comparison).toMatchObject({ state: 'unavailable', reason: 'not_fully_collected', totals: null })
    expect(early.data.queries[0]).toMatchObject({ previous: null, change: null })
    expect((await ask('/y')).queries.map(({ key }) => key)).toEqual(['b'])
    expect((await ask('https://a.example/*')).totals).toMatchObject({ clicks: 9 })
    expect(await ask("/'; DROP TABLE events --")).toMatchObject({ state: 'available', totals: { clicks: 0 } })
  })

  it('shows the rows of earlier Search Console syncs after the last one failed', async () => {
    const whole = await analytics.searchConsole(scopeOf(product), range, connected)
    const failed = await analytics.searchConsole(scopeOf(product), range, { ...connected, status: 'error' })
    expect(whole.data).toMatchObject({ state: 'available', totals: { impressions: 40 } })
    expect(failed.data).toEqual(whole.data)
    const never = await analytics.searchConsole(scopeOf(product), range, { status: 'error', synced_at: undefined })
    expect(never.data).toMatchObject({
      state: 'unavailable',
      reason: 'provider_error',
      totals: null,
      queries: [],
      synced_at: null,
    })
  })

  it('marks a Search Console report whose numbers are made up for the demo', async () => {
    const demo = await analytics.searchConsole(scopeOf(product), range, { ...connected, demo: true })
    expect(demo.data.demo).toBe(true)
    expect((await analytics.searchConsole(scopeOf(product), range, connected)).data.demo).toBe(false)
  })

  it('returns the Search Console report as unavailable without a connection or a sync, and as empty without data', async () => {
    const ask = (status: 'not_connected' | 'error' | 'connected') =>
      analytics.searchConsole(scopeOf(silent), range, { status, synced_at: undefined })
    expect((await ask('not_connected')).data).toMatchObject({
      state: 'unavailable',
      reason: 'not_connected',
      totals: null,
    })
    expect((await ask('error')).data).toMatchObject({ state: 'unavailable', reason: 'provider_error' })
    expect((await ask('connected')).data).toMatchObject({
      state: 'empty',
      reason: 'no_data_collected',
      synced_at: null,
    })
  })
})

describe('health', () => {
  it('distinguishes a silent product from a healthy one and from one that never sent anything', async () => {
    await insert('rejected_events', [
      { product_id: now, hour: '2026-11-20 10:00:00', reason: 'bot', count: 4, last_at: '2026-11-20 10:30:00' },
      { product_id: now, hour: '2026-11-20 11:00:00', reason: 'bot', count: 1, last_at: '2026-11-20 11:30:00' },
    ])
    expect(HealthReport.parse(await analytics.health(scopeOf(product))).status).toBe('silent')
    const well = HealthReport.parse(await analytics.health(scopeOf(now)))
    expect(well).toMatchObject({
      status: 'healthy',
      last_event_at: '2026-11-20T11:59:30.000Z',
      events_last_24_hours: 5,
      usual_weekday: null,
      rejected: [{ reason: 'bot', count: 5, last_at: '2026-11-20T11:30:00.000Z' }],
      ingest: { lag_seconds: 1.5, pending_events: 7 },
    })
    expect(await analytics.health(scopeOf(silent))).toMatchObject({ status: 'no_data', last_event_at: null, gaps: [] })
  })

  it('reports hours without events and a day far below the usual', async () => {
    const quiet = ProductId.parse('prd_quiet')
    const hour = 3_600_000
    const lines: EventRow[] = []
    for (let at = Date.parse('2026-10-18T00:30:00Z'); at < clock.now(); at += hour) {
      const missing = at > Date.parse('2026-11-18T08:00:00Z') && at < Date.parse('2026-11-18T10:00:00Z')
      const count = missing ? 0 : at > Date.parse('2026-11-19T23:00:00Z') ? 2 : 12
      for (let i = 0; i < count; i++) lines.push(pageview(quiet, new Date(at + i * 1000).toISOString()))
    }
    await insertRows(engine, lines)
    const report = await analytics.health(scopeOf(quiet))
    expect(report.status).toBe('degraded')
    // Thirteen hours of the day in Berlin are over at noon in UTC.
    expect(report.usual_weekday).toEqual({ expected: 156, actual: 26, ratio: 26 / 156, weeks: 4 })
    expect(report.gaps).toEqual([{ start: '2026-11-18T08:00:00.000Z', end: '2026-11-18T10:00:00.000Z', expected: 24 }])
  })
})

describe('diagnostics', () => {
  it('lists each hostname as registered or only seen', async () => {
    const domains = await analytics.installation(scopeOf(product), ['example.com', 'never.example'])
    InstallationReport.shape.domains.parse(domains)
    const own = rows.filter((row) => row.hostname === 'example.com' && row.kind !== 'engagement')
    const lastWith = (has: (row: EventRow) => boolean) => {
      const found = rows.filter((row) => row.hostname === 'example.com' && has(row))
      return new Date(Math.max(...found.map(instantOf))).toISOString()
    }
    const latest = own.filter((row) => row.tracker !== '').reduce((a, b) => (instantOf(b) > instantOf(a) ? b : a))
    expect(domains[0]).toEqual({
      hostname: 'example.com',
      registered: true,
      tracker_seen: true,
      script_version: latest.tracker,
      first_event_at: new Date(Math.min(...own.map(instantOf))).toISOString(),
      last_event_at: new Date(Math.max(...own.map(instantOf))).toISOString(),
      events_last_30_days: own.length,
      web_vitals_at: lastWith((row) => WEB_VITALS.some((vital) => (row[vital] ?? -1) >= 0)),
      errors_watched_at: lastWith(({ error_count = -1 }) => error_count >= 0),
    })
    const nothing = { first_event_at: null, web_vitals_at: null, errors_watched_at: null }
    expect(domains[1]).toMatchObject({ hostname: 'never.example', tracker_seen: false, ...nothing })
    expect(
      domains
        .slice(2)
        .map((domain) => [domain.hostname, domain.registered])
        .sort(),
    ).toEqual([
      ['app.example.com', false],
      ['www.example.com', false],
    ])
  })

  it('returns evidence of the first and last event and of the first goal', async () => {
    const counted = rows.filter((row) => row.kind !== 'engagement')
    const evidence = await analytics.evidence(scopeOf(product))
    expect(evidence).toMatchObject({
      first_event_at: new Date(Math.min(...counted.map(instantOf))).toISOString(),
      last_event_at: new Date(Math.max(...counted.map(instantOf))).toISOString(),
      events: counted.length,
    })
    expect(evidence.tracker_version).toMatch(/^1\.[01]\.0$/)
    expect(GOALS.map((goal) => goal.name)).toContain(evidence.first_goal?.name)
    expect(await analytics.evidence(scopeOf(silent))).toEqual({
      first_event_at: undefined,
      last_event_at: undefined,
      events: 0,
      tracker_version: undefined,
      first_goal: undefined,
    })
  })

  it('reports what is wrong with a first-party proxy', async () => {
    expect(await analytics.proxy(scopeOf(product))).toMatchObject({ status: 'not_proxied', events: 0, advice: null })
    const line = (client_address: string, count: number) => ({
      product_id: product,
      hour: '2026-11-20 10:00:00',
      hostname: 'stats.example',
      client_address,
      count,
      last_at: '2026-11-20 10:10:00',
    })
    await insert('proxied_events', [line('forwarded', 10), line('missing', 5)])
    const fresh = createAnalytics({ engine, clock, versions: memoryVersions() })
    const report = ProxyReport.parse(await fresh.proxy(scopeOf(product)))
    expect(report).toMatchObject({ status: 'addresses_missing', events: 15, window_days: 7 })
    expect(report.hostnames).toEqual([
      {
        hostname: 'stats.example',
        events: 15,
        forwarded: 10,
        untrusted: 0,
        missing: 5,
        last_event_at: '2026-11-20T10:10:00.000Z',
      },
    ])
    expect(report.advice).toContain('X-Forwarded-For')
  })

  it('lists in the catalog the properties seen and the metrics ever collected', async () => {
    const report = CatalogReport.parse(await analytics.catalog(scopeOf(product)))
    expect(report.properties).toEqual(expect.arrayContaining(['plan', "quo'te", 'emoji 🧪']))
    expect(report.goals).toContain('Read the docs')
    expect(report.metrics.every((metric) => metric.collected)).toBe(true)
    const other = await analytics.catalog({ ...scopeOf(now), goals: [] })
    expect(other.metrics.filter((metric) => !metric.collected).map((metric) => metric.name)).toEqual([
      'conversions',
      'conversion_rate',
      'revenue',
      'revenue_per_visitor',
      'time_on_page',
      'scroll_depth',
      'lcp',
      'inp',
      'cls',
      'ttfb',
      'fcp',
      'errors',
    ])
    const never = await analytics.catalog(scopeOf(silent))
    expect(never.metrics.some((metric) => metric.collected)).toBe(false)
  })
})

describe('retention', () => {
  it('deletes rows up to the first day that reports show', async () => {
    const scope = scopeOf(product, { retention_days: 30 })
    const edge = retentionEdge(scope.timezone, scope.preferences, clock.now())
    expect(new Date(edge).toISOString()).toBe('2026-10-20T22:00:00.000Z')
    const { meta } = await analytics.goals(scope, range)
    expect(meta.retention.available_from).toBe('2026-10-21')
  })

  it('deletes the expired rows of one product and keeps those of others', async () => {
    const count = async (table: string) =>
      (await engine.rows<{ n: string }>(`SELECT count() AS n FROM ${table} WHERE product_id = 'prd_reports'`))[0]?.n
    const others = () => engine.rows("SELECT count() AS n FROM events WHERE product_id != 'prd_reports'")
    const before = await others()
    await enforceRetention(engine, product, Date.parse('2026-11-04T00:00:00Z'))
    const kept = rows.filter((row) => instantOf(row) >= Date.parse('2026-11-04T00:00:00Z')).length
    expect(await count('events')).toBe(String(kept))
    expect(await others()).toEqual(before)
    expect(await count('search_console')).toBe('0')
    const fresh = createAnalytics({ engine, clock, versions: memoryVersions() })
    const query = {
      from: day('2026-11-05'),
      to: day('2026-11-07'),
      dimensions: [],
      filters: [],
      limit: 1,
      offset: 0,
    } as const
    const rolled = await fresh.query(scopeOf(product), { ...query, metrics: ['pageviews'] })
    const filters = [{ dimension: 'page' as const, operator: 'contains' as const, values: [''] }]
    const raw = await fresh.query(scopeOf(product), { ...query, metrics: ['pageviews'], filters })
    expect(answered(rolled).metrics[0]?.value).toBe(answered(raw).metrics[0]?.value)
  })
})
