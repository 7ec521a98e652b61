import {
  DIMENSIONS,
  type Dimension,
  type Filter,
  InvalidRequest,
  type LocalDate,
  METRICS,
  type Metric,
  type NamedDimension,
  type Preferences,
  ProductId,
  type StatsAnswer,
  type StatsQuery,
  type StatsReport,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { testEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createReader, type IngestStatus } from '../cache/reader.ts'
import { metricDefinition } from '../catalog/metric-table.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'
import { answerStats } from './stats.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const versions = memoryVersions()
const day = (text: string) => text as LocalDate
const busy = ProductId.parse('prd_busy')
const few = ProductId.parse('prd_few')
const silent = ProductId.parse('prd_silent')

const engine = testEngine()
let pending: IngestStatus = { pendingSince: undefined, pendingEvents: 0 }
beforeAll(async () => {
  await insertRows(
    engine,
    makeTraffic({
      product: busy,
      seed: 'states',
      visits: 400,
      people: 50,
      fromMs: Date.parse('2026-10-20T00:00:00Z'),
      toMs: Date.parse('2026-11-05T00:00:00Z'),
    }),
  )
  // Five people on 1 November, two on the 2nd, one on the 4th, none on the 3rd; two in Nepal, six in Germany.
  const people = (date: string, from: number, count: number, country: string) =>
    Array.from({ length: count }, (_, i) =>
      pageview(few, `${date}T10:00:00Z`, { visitor: String(from + i), visit: String(from + i), country }),
    )
  await insertRows(engine, [
    ...people('2026-11-01', 1, 5, 'DE'),
    ...people('2026-11-02', 6, 2, 'NP'),
    ...people('2026-11-04', 8, 1, 'DE'),
  ])
})

interface Over extends Partial<Preferences> {
  readonly tz?: string
  readonly goals?: boolean
}

async function ask(
  product: ProductId,
  { metric = 'visitors', dimension, ...query }: Partial<StatsQuery> & { metric?: Metric; dimension?: Dimension },
  over: Over = {},
): Promise<Omit<StatsAnswer, 'data'> & { readonly data: StatsReport }> {
  const dimensions = dimension === undefined ? [] : [dimension]
  return oneMetric(...asking(product, { metrics: [metric], dimensions, ...query }, over))
}

function asking(
  product: ProductId,
  query: Partial<StatsQuery> & Pick<StatsQuery, 'metrics' | 'dimensions'>,
  { tz = 'UTC', goals = true, ...preferences }: Over = {},
): Parameters<typeof answerStats> {
  const timezone = TimeZone.parse(tz)
  const scope = testScope(product, { timezone, goals: goals ? GOALS : [], preferences })
  const reader = createReader({ engine, clock, versions, ingestStatus: () => pending })
  const range = { from: day('2026-11-01'), to: day('2026-11-04') }
  return [reader, scope, { ...range, filters: [], limit: 50, offset: 0, ...query }]
}

async function oneMetric(...asked: Parameters<typeof answerStats>) {
  const { data, ...answer } = await answerStats(...asked)
  if ('metrics' in data) throw new Error('asked for one metric')
  return { data, ...answer }
}

async function rejection(answer: Promise<unknown>): Promise<string[]> {
  const error = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof InvalidRequest)) throw new Error(`expected an error, got ${String(error)}`)
  return error.errors.map(({ path }) => path)
}

const PREVIOUS = { period: 'previous_period', matchWeekday: false } as const

describe('the states of a response', () => {
  it('returns the state empty at every point for a product that never sent anything', async () => {
    const { data } = await ask(silent, { interval: 'day', dimension: 'page' })
    expect(data).toMatchObject({ state: 'empty', reason: 'no_data_collected', value: null, rows: [] })
    expect(data.series?.map((point) => point.state)).toEqual(['empty', 'empty', 'empty', 'empty'])
  })

  it('returns the state empty for a period without events, and zero if only the filter matched nothing', async () => {
    const nothing = await ask(few, { from: day('2026-11-03'), to: day('2026-11-03') })
    expect(nothing.data).toMatchObject({ state: 'empty', reason: 'no_data_collected', value: null })
    const filters = [{ dimension: 'country', operator: 'is', values: ['JP'] }] as const
    const none = await ask(few, { filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })) })
    expect(none.data).toMatchObject({ state: 'available', reason: null, value: 0 })
  })

  it('counts a day without visitors as zero within a period that has events', async () => {
    const { data } = await ask(few, { interval: 'day' })
    expect(data.value).toBe(8)
    expect(data.series?.map(({ value, state }) => [value, state])).toEqual([
      [5, 'available'],
      [2, 'available'],
      [0, 'available'],
      [1, 'available'],
    ])
  })

  it('returns no value for an average over nothing', async () => {
    const { data } = await ask(few, { metric: 'bounce_rate', interval: 'day' })
    expect(data.series?.[2]).toMatchObject({ value: null, state: 'empty' })
    expect(data.value).toBe(1)
  })

  it('marks periods and points before the first event as unavailable', async () => {
    const before = await ask(few, { from: day('2026-10-01'), to: day('2026-10-31') })
    expect(before.data).toMatchObject({ state: 'unavailable', reason: 'before_first_event', value: null })
    const across = await ask(few, { from: day('2026-10-31'), to: day('2026-11-01'), interval: 'day' })
    expect(across.data.series?.map((point) => point.state)).toEqual(['unavailable', 'available'])
  })

  it('marks periods and points in the future as unavailable', async () => {
    const future = await ask(few, { from: day('2026-11-21'), to: day('2026-11-22'), interval: 'day' })
    expect(future.data).toMatchObject({ state: 'unavailable', reason: 'in_the_future', value: null })
    const across = await ask(few, { from: day('2026-11-04'), to: day('2026-11-21'), interval: 'day' })
    expect(across.data).toMatchObject({ state: 'available', value: 1 })
    expect(across.data.series?.slice(-2).map((point) => point.state)).toEqual(['available', 'unavailable'])
  })

  it('limits a period to the days that retention keeps, and marks the others as unavailable', async () => {
    clock.set('2026-12-02T12:00:00.000Z')
    const clipped = await ask(few, { interval: 'day' }, { retention_days: 30 })
    expect(clipped.meta.retention).toEqual({ days: 30, available_from: '2026-11-02' })
    expect(clipped.data.value).toBe(3)
    expect(clipped.data.series?.[0]).toMatchObject({ value: null, state: 'unavailable' })
    const gone = await ask(few, { from: day('2026-11-01'), to: day('2026-11-01') }, { retention_days: 30 })
    expect(gone.data).toMatchObject({ state: 'unavailable', reason: 'beyond_retention', value: null })
    clock.set('2026-11-20T12:00:00.000Z')
  })

  it('returns the reason metric_not_collected for metrics that the product never sent', async () => {
    for (const metric of ['time_on_page', 'scroll_depth', 'revenue'] as const) {
      const { data } = await ask(few, { metric, interval: 'day' })
      expect(data, metric).toMatchObject({ state: 'unavailable', reason: 'metric_not_collected', value: null })
    }
    const { data } = await ask(busy, { metric: 'conversions' }, { goals: false })
    expect(data).toMatchObject({ state: 'unavailable', reason: 'metric_not_collected' })
    expect((await ask(few, { metric: 'conversions' })).data).toMatchObject({ state: 'available', value: 0 })
  })

  it('returns in fresh_until the instant before which all accepted events are counted', async () => {
    expect((await ask(few, {})).meta.fresh_until).toBe('2026-11-20T12:00:00.000Z')
    pending = { pendingSince: Date.parse('2026-11-20T11:59:59.000Z'), pendingEvents: 3 }
    expect((await ask(few, {})).meta.fresh_until).toBe('2026-11-20T11:59:59.000Z')
    pending = { pendingSince: undefined, pendingEvents: 0 }
  })
})

describe('suppression', () => {
  it('withholds cells of too few visitors, and as many others as prevent their calculation from the total', async () => {
    const { data, meta } = await ask(few, { dimension: 'country', interval: 'day' }, { suppression_threshold: 3 })
    expect(data).toMatchObject({ state: 'available', value: 8 })
    // Withholding only Nepal would leave it as the total less Germany.
    expect(data.rows).toEqual([
      { key: 'DE', label: 'Germany', visitors: null, value: null, state: 'withheld' },
      { key: 'NP', label: 'Nepal', visitors: null, value: null, state: 'withheld' },
    ])
    expect(meta.suppression).toEqual({ threshold: 3, rows_withheld: 2 })
    // One and two are withheld and together three; the zero is a true one.
    expect(data.series?.map(({ value, state }) => [value, state])).toEqual([
      [5, 'available'],
      [null, 'withheld'],
      [0, 'available'],
      [null, 'withheld'],
    ])
  })

  it('withholds a total of too few visitors', async () => {
    const { data } = await ask(few, { from: day('2026-11-02'), to: day('2026-11-03') }, { suppression_threshold: 3 })
    expect(data).toMatchObject({ state: 'withheld', reason: 'below_suppression_threshold', value: null })
  })

  it('never shows a cell of fewer visitors than the threshold, nor leaves a small remainder', async () => {
    const metricArb = fc.constantFrom<Metric>('visitors', 'visits', 'pageviews', 'events')
    const dimensionArb = fc.constantFrom<NamedDimension>('page', 'country', 'city', 'browser', 'channel')
    await fc.assert(
      fc.asyncProperty(
        metricArb,
        dimensionArb,
        fc.integer({ min: 1, max: 60 }),
        async (metric, dimension, threshold) => {
          // A visit that began in the period may see a page after it.
          fc.pre(metric !== 'visits' || dimension !== 'page')
          const range = { from: day('2026-10-20'), to: day('2026-11-05'), interval: 'day' } as const
          const open = await ask(busy, { ...range, metric: 'visitors', dimension })
          const { data } = await ask(busy, { ...range, metric, dimension }, { suppression_threshold: threshold })
          const nameOf = (row: { readonly key: string; readonly keys?: readonly string[] | undefined }) =>
            (row.keys ?? [row.key]).join('\n')
          const visitors = new Map(open.data.rows?.map((row) => [nameOf(row), row.value ?? 0]))
          const withheld = (data.rows ?? []).filter((row) => row.state === 'withheld')
          for (const row of data.rows ?? []) {
            if (row.state === 'available') expect(visitors.get(nameOf(row))).toBeGreaterThanOrEqual(threshold)
            else expect(row.value).toBeNull()
          }
          const together = withheld.reduce((sum, row) => sum + (visitors.get(nameOf(row)) ?? 0), 0)
          const others = (data.rows ?? []).length > withheld.length
          if (withheld.length > 0 && others) expect(together).toBeGreaterThanOrEqual(threshold)
          for (const [i, point] of (data.series ?? []).entries()) {
            const count = open.data.series?.[i]?.value ?? 0
            if (point.state === 'available' && point.value !== 0) expect(count).toBeGreaterThanOrEqual(threshold)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

const ABOUT_IDENTITY: ReadonlySet<string> = new Set(['visitor_type', 'first_seen_week', 'weeks_since_first'])

describe('the validation of a query', () => {
  it('rejects a dimension that does not apply to the metric', async () => {
    expect(await rejection(ask(few, { metric: 'scroll_depth', dimension: 'event' }))).toEqual(['dimension'])
  })

  it('answers every dimension that the catalog lists for a metric, and no other', async () => {
    for (const metric of METRICS) {
      const listed = metricDefinition(metric).dimensions
      for (const dimension of DIMENSIONS) {
        if (listed.includes(dimension)) continue
        expect(await rejection(ask(silent, { metric, dimension })), `${metric} by ${dimension}`).toEqual(['dimension'])
      }
    }
    // All metrics of a dimension in one question: its statements take most of the time, and fail if one metric cannot be computed.
    const metricsBy = (dimension: NamedDimension) =>
      METRICS.filter((metric) => metricDefinition(metric).dimensions.includes(dimension))
    await Promise.all(
      DIMENSIONS.filter((dimension) => metricsBy(dimension).length > 0).map(async (dimension) => {
        const metrics = metricsBy(dimension)
        const filters = [{ dimension, operator: 'is_not' as const, values: ['1'] }]
        const { data } = await answerStats(...asking(silent, { metrics, dimensions: [dimension], filters }))
        // Those of identified visitors have no values on a product that identifies nobody.
        const state = ABOUT_IDENTITY.has(dimension) ? 'unavailable' : 'empty'
        const answered = 'metrics' in data ? data.metrics : [data]
        const states = answered.map((each) => [each.metric, each.state])
        expect({ states, rows: data.rows }, dimension).toEqual({
          states: metrics.map((metric) => [metric, state]),
          rows: [],
        })
      }),
    )
  })

  it('rejects date ranges that are backwards, longer than ten years, or of too many points', async () => {
    expect(await rejection(ask(few, { from: day('2026-11-02'), to: day('2026-11-01') }))).toEqual(['to'])
    await expect(ask(few, { from: day('2016-11-21'), to: day('2026-11-20'), interval: 'day' })).resolves.toBeDefined()
    expect(await rejection(ask(few, { from: day('2016-11-20'), to: day('2026-11-21') }))).toEqual(['to'])
    expect(await rejection(ask(few, { from: day('2025-01-01'), to: day('2026-11-20'), interval: 'hour' }))).toEqual([
      'interval',
    ])
    expect(await rejection(ask(few, { from: day('1969-12-31') }))).toEqual(['from'])
  })

  it('rejects filters with too many values, patterns or searches together', async () => {
    const values = (count: number, text = 'x') => Array.from({ length: count }, (_, i) => `${text}${i}`)
    const filters = (count: number, filter: Filter): readonly Filter[] => Array.from({ length: count }, () => filter)
    const city: Filter = { dimension: 'city', operator: 'is', values: values(100) }
    const accepted: readonly string[] = []
    const of = (metric: Metric, ...asked: readonly (readonly Filter[])[]) => {
      const answer = ask(few, { metric, filters: asked.flat() })
      return answer.then(
        () => accepted,
        () => rejection(answer),
      )
    }

    expect(await of('visitors', filters(5, city))).toEqual(accepted)
    expect(await of('visitors', filters(5, city), filters(1, { ...city, values: ['x'] }))).toEqual(['filters'])
    for (const operator of ['contains', 'not_contains', 'matches'] as const) {
      const pattern: Filter = { dimension: 'page', operator, values: values(50, '*') }
      expect(await of('visitors', filters(2, pattern)), operator).toEqual(accepted)
      expect(await of('visitors', filters(2, pattern), [{ ...pattern, values: ['*'] }]), operator).toEqual(['filters'])
    }
    // Without a * it is as cheap as an equal value.
    expect(await of('visitors', filters(2, { dimension: 'page', operator: 'matches', values: values(100) }))).toEqual(
      accepted,
    )
    for (const dimension of ['exit_page', 'goal'] as const) {
      const search: Filter = { dimension, operator: 'is_not', values: ['/x'] }
      expect(await of('visitors', filters(8, search)), dimension).toEqual(accepted)
      expect(await of('visitors', filters(9, search)), dimension).toEqual(['filters'])
    }
    for (const dimension of ['event', 'hostname', 'property:plan'] as const) {
      const search: Filter = { dimension, operator: 'is_not', values: ['x'] }
      expect(await of('visitors', filters(20, search)), dimension).toEqual(accepted)
      expect(await of('visits', filters(9, { ...search, scope: 'visit' })), dimension).toEqual(['filters'])
    }
    expect(await of('visitors', filters(21, { ...city, values: ['x'] }))).toEqual(['filters'])
  })
})

describe('a large query', () => {
  it('answers a query with the most goals, filters and values allowed, each of the greatest length', async () => {
    const long = (length: number) => (i: number) => `${i}${'ä*'.repeat(length)}`.slice(0, length)
    const reader = createReader({ engine, clock, versions })
    const scope = testScope(few, {
      preferences: { suppression_threshold: 2 },
      goals: Array.from({ length: 500 }, (_, i) => ({
        name: long(120)(i),
        kind: 'pageview',
        path_pattern: long(1024)(i),
        goal: true,
        revenue: false,
      })),
    })
    const values = Array.from({ length: 9 }, (_, i) => long(2048)(i))
    const { data } = await oneMetric(reader, scope, {
      metrics: ['conversion_rate'],
      from: day('2026-11-01'),
      to: day('2026-11-04'),
      interval: 'day',
      dimensions: ['goal'],
      filters: [
        { dimension: 'page', operator: 'not_contains', values },
        ...(['utm_content', 'utm_term', 'utm_campaign', 'exit_page'] as const).map(
          (dimension) => ({ dimension, operator: 'is_not', values }) as const,
        ),
      ],
      limit: 200,
      offset: 0,
    })
    expect(data).toMatchObject({ state: 'available', value: 0 })
  })
})

describe('comparison', () => {
  it('compares with the same number of days just before, or with the same days a year earlier', async () => {
    const range = { from: day('2026-11-04'), to: day('2026-11-05') }
    const before = await ask(few, { ...range, compare: PREVIOUS, interval: 'day' })
    expect(before.data.comparison).toEqual({
      period: 'previous_period',
      from: '2026-11-02',
      to: '2026-11-03',
      state: 'available',
      reason: null,
      value: 2,
      change: (1 - 2) / 2,
      series: [
        { start: '2026-11-02T00:00:00+00:00', complete: true, value: 2, state: 'available' },
        { start: '2026-11-03T00:00:00+00:00', complete: true, value: 0, state: 'available' },
      ],
    })
    const year = await ask(few, { ...range, compare: { period: 'previous_year', matchWeekday: false } })
    expect(year.data.comparison).toMatchObject({ from: '2025-11-04', to: '2025-11-05', value: null, change: null })
  })

  it('compares with no value of a period that begins before the first event, and shows the points that are covered', async () => {
    const range = { from: day('2026-11-03'), to: day('2026-11-04') }
    const { data } = await ask(few, { ...range, compare: PREVIOUS, interval: 'day', dimension: 'country' })
    expect(data.comparison).toMatchObject({
      state: 'unavailable',
      reason: 'not_fully_collected',
      value: null,
      change: null,
    })
    expect(data.comparison?.series?.map(({ value }) => value)).toEqual([5, 2])
    expect(data.rows).toMatchObject([{ key: 'DE', value: 1, previous: null, change: null }])
  })

  it('compares a product that never sent anything with an earlier period that is also empty', async () => {
    const { data } = await ask(silent, { compare: PREVIOUS })
    expect(data.comparison).toMatchObject({ state: 'empty', reason: 'no_data_collected', value: null, change: null })
  })

  it('ranks the keys of both periods together, with zero for missing values', async () => {
    const earlier = { from: day('2026-11-02'), to: day('2026-11-02') }
    const compare = { period: 'custom', range: earlier, matchWeekday: false } as const
    const { data } = await ask(few, { from: day('2026-11-04'), to: day('2026-11-04'), compare, dimension: 'country' })
    expect(data.rows).toEqual([
      { key: 'DE', label: 'Germany', visitors: 1, value: 1, state: 'available', previous: 0, change: null },
      { key: 'NP', label: 'Nepal', visitors: 0, value: 0, state: 'available', previous: 2, change: -1 },
    ])
  })
})

describe('breakdowns', () => {
  it('pages through a breakdown without losing or repeating a row', async () => {
    const range = { from: day('2026-10-20'), to: day('2026-11-05') }
    for (const threshold of [0, 20]) {
      const whole = await ask(busy, { ...range, dimension: 'page' }, { suppression_threshold: threshold })
      const paged = []
      for (let offset = 0, more = true; more; offset += 3) {
        const page = await ask(
          busy,
          { ...range, dimension: 'page', limit: 3, offset },
          { suppression_threshold: threshold },
        )
        paged.push(...(page.data.rows ?? []))
        more = page.more
      }
      expect(paged).toEqual(whole.data.rows)
    }
  })
})

describe('the rollup', () => {
  it('returns the same values from the rollup as from the rows', async () => {
    const rolled = [
      'visitors',
      'visits',
      'pageviews',
      'events',
      'views_per_visit',
      'bounce_rate',
      'visit_duration',
    ] as const
    // A filter that everything passes makes the compiler go to the rows.
    const filters: StatsQuery['filters'] = [{ dimension: 'channel', operator: 'contains', values: [''] }]
    for (const tz of ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']) {
      for (const metric of rolled) {
        for (const interval of ['hour', 'day', 'week', 'month'] as const) {
          const query = { metric, interval, from: day('2026-10-19'), to: day('2026-11-06') }
          const fast = await ask(busy, query, { tz })
          expect(fast.data.state).toBe('available')
          expect((await ask(busy, { ...query, filters }, { tz })).data).toEqual(fast.data)
        }
      }
    }
  })
})

describe('the cache', () => {
  it('shows new events as soon as the version of the product’s data changes', async () => {
    const product = ProductId.parse('prd_growing')
    const reader = createReader({ engine, clock, versions })
    const scope = testScope(product)
    const today: StatsQuery = {
      metrics: ['visitors'],
      dimensions: [],
      from: day('2026-11-20'),
      to: day('2026-11-20'),
      filters: [],
      limit: 50,
      offset: 0,
    }
    expect((await oneMetric(reader, scope, today)).data.state).toBe('empty')
    await insertRows(engine, [pageview(product, '2026-11-20T11:00:00Z')])
    expect((await oneMetric(reader, scope, today)).data.state).toBe('empty')
    versions.bump(product)
    expect((await oneMetric(reader, scope, today)).data).toMatchObject({ state: 'available', value: 1 })
  })
})
