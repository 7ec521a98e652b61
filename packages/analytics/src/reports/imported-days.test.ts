import {
  type Dimension,
  type Filter,
  type FunnelStep,
  type ImportedDay,
  ImportId,
  LocalDate,
  type Preferences,
  ProductId,
  type StatsQuery,
  TimeZone,
  UTC,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { deleteRows, importedDayRow, sql } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

/** Days of January are imported; on the 20th the script was installed, and the import goes on until the 22nd. */
const shop = ProductId.parse('prd_shop')
/** Never had an event. */
const moved = ProductId.parse('prd_moved')
const day = (text: string) => LocalDate.parse(text)
const january = (date: number) => day(`2026-01-${String(date).padStart(2, '0')}`)
const clock = settableClock('2026-01-24T12:00:00.000Z')
const versions = memoryVersions()
const plausible = ImportId.parse('imp_plausible')

const engine = testEngine()
let analytics: ReturnType<typeof createAnalytics>
beforeAll(async () => {
  analytics = createAnalytics({ engine, clock, versions })
  const numbers = { visitors: 10, visits: 12, pageviews: 30, bounces: 6, visit_seconds: 600 }
  const of = (date: number): ImportedDay[] => [
    { day: january(date), dimension: undefined, keys: [], numbers },
    { day: january(date), dimension: 'page', keys: ['/pricing'], numbers: { visitors: 4, visits: 5, pageviews: 7 } },
    { day: january(date), dimension: 'page', keys: ['/'], numbers: { visitors: 9, visits: 11, pageviews: 23 } },
    { day: january(date), dimension: 'country', keys: ['DE'], numbers: { visitors: 10, visits: 12 } },
  ]
  const days = Array.from({ length: 22 }, (_, i) => of(i + 1)).flat()
  await store(shop, plausible, days)
  await store(moved, ImportId.parse('imp_moved'), of(5))
  const live = (date: number) => pageview(shop, `2026-01-${date}T10:00:00Z`, { visitor: `${date}`, visit: `${date}` })
  await insertRows(engine, [20, 21, 22, 23, 24].map(live))
})

async function store(product: ProductId, id: ImportId, days: readonly ImportedDay[]): Promise<void> {
  const rows = days.map((one) => JSON.stringify(importedDayRow(product, id, 'plausible', one))).join('\n')
  await engine.insert('imported_days', 'JSONEachRow', rows, `${product}:${id}`)
  versions.bump(product)
}

/** The days of the product are those of UTC, in whatever zone it is asked. */
const scopeOf = (product: ProductId, preferences: Partial<Preferences> = {}, timezone: TimeZone = UTC) =>
  testScope(product, { timezone, goals: GOALS, preferences: { timezone: UTC, ...preferences } })

async function ask(
  query: Partial<StatsQuery>,
  { product = shop, ...asking }: { product?: ProductId; preferences?: Partial<Preferences>; timezone?: TimeZone } = {},
) {
  const { data, meta } = await analytics.query(scopeOf(product, asking.preferences, asking.timezone), {
    ...{ metrics: ['visitors'], dimensions: [], filters: [], limit: 50, offset: 0 },
    ...{ from: january(1), to: january(23), ...query },
  })
  if (!('metric' in data)) throw new TypeError('one metric was asked for')
  return { ...data, meta }
}

const is = (dimension: Dimension, value: string): Filter => ({ dimension, operator: 'is', values: [value] })

const leftOut = (from: number, to: number) => ({
  ...{ code: 'imported_days_left_out', from: january(from), to: january(to), days: to - from + 1 },
})

describe('imported days', () => {
  it('imported days add to the days with collected events, and count nothing on those', async () => {
    const { value, meta } = await ask({})
    expect(value).toBe(19 * 10 + 4)
    expect(meta.imported).toEqual({ from: january(1), to: january(19), days: 19, sources: ['plausible'] })
    expect(meta.hints).toBeUndefined()
  })

  it('imported days make averages of their totals', async () => {
    expect(await ask({ metrics: ['bounce_rate'], to: january(19) })).toMatchObject({ value: 0.5 })
    expect(await ask({ metrics: ['visit_duration'], to: january(19) })).toMatchObject({ value: 50 })
    expect(await ask({ metrics: ['views_per_visit'], to: january(19) })).toMatchObject({ value: 2.5 })
  })

  it('imported days answer one dimension, and a filter that names one of its values', async () => {
    const { rows = [] } = await ask({ dimensions: ['page'], from: january(18), to: january(19) })
    expect(rows.map(({ key, value }) => [key, value])).toEqual([
      ['/', 18],
      ['/pricing', 8],
    ])
    const filters = [is('page', '/pricing')]
    expect(await ask({ filters, from: january(18), to: january(19) })).toMatchObject({ value: 8 })
  })

  it('imported days are excluded from a query across dimensions, which has no value without other days', async () => {
    const filters = [is('country', 'DE')]
    const { state, reason, value, rows, meta } = await ask({ dimensions: ['page'], filters, to: january(19) })
    expect({ state, reason, value, rows }).toEqual({
      ...{ state: 'available', reason: null, value: 190, rows: [] },
    })
    expect(meta.hints).toEqual([leftOut(1, 19)])
    const crossed = await ask({ filters: [...filters, is('page', '/')], to: january(19) })
    expect(crossed).toMatchObject({ state: 'unavailable', reason: 'not_fully_collected', value: null })
    expect(crossed.meta.hints).toEqual([leftOut(1, 19)])
  })

  it('an average of 0 of the other days is a number if imported days are excluded, and an average of no visits is none', async () => {
    const language = is('language', '')
    const asked: Partial<StatsQuery> = { metrics: ['visit_duration'], dimensions: ['language'], interval: 'week' }
    const { state, value, rows, series } = await ask({ ...asked, filters: [language], from: january(5) })
    expect({ state, value, rows }).toMatchObject({ state: 'available', value: 0, rows: [{ key: '', value: 0 }] })
    expect(series?.map((point) => point.value)).toEqual([null, null, 0])
  })

  it('imported days leave their hours without a value', async () => {
    const { series = [], value, meta } = await ask({ interval: 'hour', from: january(19), to: january(20) })
    expect(series.slice(0, 24).every((point) => point.value === null && point.state === 'unavailable')).toBe(true)
    expect(
      series
        .slice(24)
        .map((point) => point.value)
        .reduce((sum = 0, hour) => (sum ?? 0) + (hour ?? 0)),
    ).toBe(1)
    expect(value).toBe(1)
    expect(meta.hints).toEqual([leftOut(19, 19)])
  })

  it('imported days have no value that their source does not report, and neither do their points', async () => {
    const { value, series = [], meta } = await ask({ metrics: ['events'], interval: 'day', from: january(18) })
    expect(value).toBe(4)
    expect(series.map((point) => point.value)).toEqual([null, null, 1, 1, 1, 1])
    expect(meta.hints).toEqual([leftOut(18, 19)])
  })

  it('imported days show the rows of a dimension of which their source reports no total', async () => {
    const of = (date: number, source: string, visitors: number): ImportedDay => ({
      ...{ day: january(date), dimension: 'source', keys: [source], numbers: { visitors, visits: visitors } },
    })
    const untotalled = ProductId.parse('prd_untotalled')
    const days = [of(3, 'Google', 9), of(3, '', 5), of(4, 'Google', 4)]
    await store(untotalled, ImportId.parse('imp_untotalled'), days)
    const answer = await ask({ dimensions: ['source'], to: january(10) }, { product: untotalled })
    expect(answer).toMatchObject({
      ...{ state: 'unavailable', reason: 'not_fully_collected', value: null },
      rows: [
        { key: 'Google', visitors: 13, value: 13, state: 'available' },
        { key: '', visitors: 5, value: 5, state: 'available' },
      ],
    })
    const other = await ask({ dimensions: ['source'], metrics: ['pageviews'] }, { product: untotalled })
    expect(other.rows?.map(({ value }) => value)).toEqual(other.rows?.map(() => null))
  })

  it('imported days are named next to the metrics that exclude them, if other metrics include them', async () => {
    const { meta } = await analytics.query(scopeOf(shop), {
      ...{ metrics: ['visitors', 'events'], dimensions: [], filters: [], limit: 1, offset: 0 },
      ...{ from: january(18), to: january(23) },
    })
    expect(meta.hints).toEqual([{ ...leftOut(18, 19), value: 'events' }])
  })

  it('imported days stay as they are in another zone, which the answer reports', async () => {
    const timezone = TimeZone.parse('Asia/Tokyo')
    const { value, meta } = await ask({ from: january(18), to: january(19) }, { timezone })
    expect(value).toBe(20)
    expect(meta.hints).toEqual([{ code: 'imported_days_zone', from: january(18), to: january(19), days: 2 }])
  })

  it('imported days are withheld if fewer visitors than the threshold are behind a row', async () => {
    const query = { dimensions: ['page'] as const, metrics: ['visits'] as const, from: january(19), to: january(19) }
    const { rows = [] } = await ask(query, { preferences: { suppression_threshold: 5 } })
    // With only one row withheld, the other would reveal it.
    expect(rows.map(({ key, state }) => [key, state])).toEqual([
      ['/', 'withheld'],
      ['/pricing', 'withheld'],
    ])
    expect(await ask({ ...query, dimensions: [] }, { preferences: { suppression_threshold: 5 } })).toMatchObject({
      value: 12,
    })
  })

  it('imported days can be compared with an earlier period that is within them', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    const { comparison } = await ask({ compare, from: january(13), to: january(22) })
    expect(comparison).toMatchObject({ state: 'available', value: 100, change: (7 * 10 + 3 - 100) / 100 })
    const before = await ask({ compare, from: january(5), to: january(19) })
    expect(before.comparison).toMatchObject({ reason: 'not_fully_collected', value: null })
    const events = await ask({ compare, metrics: ['events'], from: january(20), to: january(22) })
    expect(events.comparison).toMatchObject({ reason: 'not_fully_collected', value: null })
  })

  it('imported days are followed by no zeros on days on which no event was ever collected', async () => {
    const { value, series = [] } = await ask({ interval: 'day', from: january(4), to: january(6) }, { product: moved })
    expect(value).toBe(10)
    expect(series.map((point) => [point.value, point.state])).toEqual([
      [null, 'unavailable'],
      [10, 'available'],
      [null, 'unavailable'],
    ])
  })

  it('imported days appear and disappear without a delay', async () => {
    const product = ProductId.parse('prd_coming')
    const asked = () => ask({ to: january(2) }, { product })
    expect(await asked()).toMatchObject({ state: 'empty', value: null })
    const numbers = { visitors: 3 }
    await store(product, ImportId.parse('imp_b'), [{ day: january(1), dimension: undefined, keys: [], numbers }])
    expect(await asked()).toMatchObject({ value: 3 })
    // A second report of the same day does not add.
    await store(product, ImportId.parse('imp_c'), [{ day: january(1), dimension: undefined, keys: [], numbers }])
    expect(await asked()).toMatchObject({ value: 3 })
    await deleteRows(engine, 'imported_days', sql`product_id = 'prd_coming'`)
    versions.bump(product)
    expect(await asked()).toMatchObject({ state: 'empty', value: null })
  })
})

describe('reports about imported days', () => {
  it('the data of a product begins with its earliest imported day', async () => {
    expect(await analytics.firstDay(scopeOf(shop), 'events')).toBe(january(1))
    expect(await analytics.firstDay(scopeOf(moved), 'events')).toBe(january(5))
  })

  it('the overview counts imported days, and lists no page as a mover only because of them', async () => {
    const { data, meta } = await analytics.overview(scopeOf(shop), {
      ...{ from: january(20), to: january(23), moversMax: 3, filters: [] },
      compare: { period: 'previous_period', matchWeekday: false },
    })
    expect(data.headline[0]).toMatchObject({ metric: 'visitors', value: 4, previous: 40 })
    expect(data.headline.map(({ metric }) => metric)).not.toContain('revenue')
    expect(data.movers.page).toEqual([{ key: '/', visitors: 4, previous: 36, change: -32 / 36 }, expect.anything()])
    expect(data.movers.source).toEqual([])
    expect(meta.hints).toBeUndefined()
  })

  it('imported days count if the product only has payments without a visit', async () => {
    const paid = ProductId.parse('prd_paid')
    const total = { visitors: 10, visits: 12, pageviews: 30, bounces: 6, visit_seconds: 600 }
    const numbers = [3, 4].map((date) => ({ day: january(date), dimension: undefined, keys: [], numbers: total }))
    await store(paid, ImportId.parse('imp_paid'), numbers)
    const payment = { kind: 'custom', name: 'payment', visitor: '0', visit: '0', visit_starts: 0, pv_seq: 0 } as const
    await insertRows(engine, [pageview(paid, '2026-01-03T10:00:00Z', payment)])
    expect(await ask({ from: january(3), to: january(4) }, { product: paid })).toMatchObject({
      value: 20,
      meta: { imported: { from: january(3), days: 2 } },
    })
  })

  it('the summary of the list of products has imported days', async () => {
    const summaries = await analytics.summaries([scopeOf(shop), scopeOf(moved)], '7d')
    expect(summaries.get(shop)).toMatchObject({ visitors: 25, series: [10, 10, 1, 1, 1, 1, 1], previous: null })
  })

  it('funnels, journeys and goals exclude imported days and report that', async () => {
    const range = { from: january(18), to: january(23) }
    const steps: FunnelStep[] = [
      { kind: 'page', match: '/' },
      { kind: 'page', match: '/pricing' },
    ]
    const funnels = await analytics.funnels(scopeOf(shop), { ...range, filters: [] }, [{ steps, window_minutes: 60 }])
    expect(funnels.meta.hints).toEqual([leftOut(18, 19)])
    const only = { from: january(18), to: january(19) }
    const nothing = await analytics.funnels(scopeOf(shop), { ...only, filters: [] }, [{ steps, window_minutes: 60 }])
    expect(nothing.data[0]).toMatchObject({ state: 'unavailable', reason: 'not_fully_collected', entrants: null })
    const journeys = await analytics.journeys(scopeOf(shop), {
      ...range,
      filters: [],
      page: '/',
      directions: ['after'],
    })
    expect(journeys.meta.hints).toEqual([leftOut(18, 19)])
    const goals = await analytics.goals(scopeOf(shop), { ...range, filters: [] })
    expect(goals.meta.hints).toEqual([leftOut(18, 19)])
  })
})
