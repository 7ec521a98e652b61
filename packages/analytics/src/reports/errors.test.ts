import {
  type Analytics,
  type Filter,
  LocalDate,
  type Metric,
  ProductId,
  ScriptErrorsReport,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const product = ProductId.parse('prd_errors')
const quiet = ProductId.parse('prd_quiet')
const without = ProductId.parse('prd_without')
const from = LocalDate.parse('2026-11-19')
const to = LocalDate.parse('2026-11-20')

const engine = testEngine()
let analytics: Analytics
let minute = 0

function row(of: ProductId, visitor: number, over: Partial<EventRow>): EventRow {
  const at = new Date(Date.parse('2026-11-20T08:00:00Z') + 60_000 * minute++).toISOString()
  return pageview(of, at, { visitor: String(visitor), visit: String(visitor), ...over })
}
const report = { kind: 'engagement', visit_starts: 0, pv_seq: 0 } as const
function failure(visitor: number, error: string, error_count: number, over: Partial<EventRow> = {}): EventRow {
  const texts = { error_message: `Error ${error}`, error_source: '/app.js:1' }
  return row(product, visitor, { ...report, name: 'script_error', error, error_count, ...texts, ...over })
}
const vital = (lcp: number, over: Partial<EventRow> = {}) =>
  row(product, 1, { ...report, name: 'web_vitals', lcp, ...over })

beforeAll(async () => {
  analytics = createAnalytics({ engine, clock: settableClock('2026-11-20T12:00:00Z'), versions: memoryVersions() })
  await insertRows(engine, [
    row(product, 1, {}),
    row(product, 2, { path: '/cart' }),
    failure(1, '7', 2, { path: '/cart', browser: 'Firefox', error_stack: 'at f' }),
    failure(2, '7', 3, { path: '/cart', browser: 'Chrome' }),
    failure(2, '7', 1, { path: '/', browser: 'Chrome', error_message: 'Newest' }),
    failure(1, '9', 4, { path: '/', device: 'mobile' }),
    ...[100, 400, 300, 200].map((lcp) => vital(lcp)),
    vital(9000, { path: '/slow', cls: 1234, fcp: 0 }),
    row(quiet, 1, {}),
    row(quiet, 1, { ...report, name: 'engagement', error_count: 0 }),
    row(without, 1, {}),
  ])
})

const ask = async (of = product, filters: readonly Filter[] = [], preferences = {}) => {
  const { data } = await analytics.scriptErrors(testScope(of, { preferences }), { from, to, filters })
  return ScriptErrorsReport.parse(data)
}
async function measure(metric: Metric, of = product, more = {}) {
  const query = { metrics: [metric], dimensions: [], filters: [], from, to, limit: 10, offset: 0, ...more }
  const { data } = await analytics.query(testScope(of), query)
  if (!('metric' in data)) throw new TypeError('one metric was asked for')
  return data
}

it('the report of errors lists each error once, with its count, visitors and places', async () => {
  const { rows, ...total } = await ask()
  expect(total).toMatchObject({ state: 'available', errors: 10, visitors: 2, withheld: 0, more: false })
  expect(rows.map(({ id, errors, visitors }) => [id, errors, visitors])).toEqual([
    ['7', 6, 2],
    ['9', 4, 1],
  ])
  expect(rows[0]).toMatchObject({
    message: 'Newest',
    stack: 'at f',
    pages: [
      { key: '/cart', errors: 5 },
      { key: '/', errors: 1 },
    ],
    browsers: [
      { key: 'Chrome', errors: 4 },
      { key: 'Firefox', errors: 2 },
    ],
  })
  expect(Date.parse(rows[0]?.last_seen_at ?? '')).toBeGreaterThan(Date.parse(rows[0]?.first_seen_at ?? ''))
})

it('the report of errors applies filters on pages and on visits, and agrees with the metric', async () => {
  const onCart: Filter = { dimension: 'page', operator: 'is', values: ['/cart'] }
  const mobile: Filter = { dimension: 'device', operator: 'is', values: ['mobile'] }
  expect((await ask(product, [onCart])).errors).toBe(5)
  expect((await ask(product, [mobile])).rows.map(({ id }) => id)).toEqual(['9'])
  expect((await measure('errors', product, { filters: [onCart] })).value).toBe(5)
  expect((await measure('errors')).value).toBe(10)
})

it('having no errors is a true zero if a page watches for errors, and not collected if none does', async () => {
  expect(await ask(quiet)).toMatchObject({ state: 'available', errors: 0, rows: [] })
  expect(await measure('errors', quiet)).toMatchObject({ state: 'available', value: 0 })
  const unknown = { state: 'unavailable', reason: 'metric_not_collected' }
  expect(await ask(without)).toMatchObject({ ...unknown, errors: null, rows: [] })
  expect(await measure('errors', without)).toMatchObject({ ...unknown, value: null })
  expect(await measure('lcp', without)).toMatchObject({ ...unknown, value: null })
})

it('errors of fewer visitors than the threshold are excluded and counted', async () => {
  const { rows, withheld } = await ask(product, [], { suppression_threshold: 2 })
  expect(rows.map(({ id, pages, browsers }) => [id, pages, browsers])).toEqual([['7', [], []]])
  expect(withheld).toBe(1)
  expect(await ask(product, [], { suppression_threshold: 3 })).toMatchObject({
    state: 'withheld',
    errors: null,
    rows: [],
  })
})

it('a web vital is the smallest measured value that at least three quarters of all values do not exceed', async () => {
  const onHome: Filter = { dimension: 'page', operator: 'is', values: ['/'] }
  expect(await measure('lcp', product, { filters: [onHome] })).toMatchObject({ unit: 'milliseconds', value: 300 })
  expect(await measure('lcp')).toMatchObject({ value: 400 })
  expect(await measure('cls')).toMatchObject({ unit: 'ratio', value: 0.1234 })
  expect(await measure('fcp')).toMatchObject({ state: 'available', value: 0 })
  expect(await measure('inp')).toMatchObject({ state: 'unavailable', reason: 'metric_not_collected' })
  const { rows = [] } = await measure('lcp', product, { dimensions: ['page'] })
  expect(rows.map(({ key, value }) => [key, value])).toEqual([
    ['/slow', 9000],
    ['/', 300],
  ])
})

it('reports of pages are not events, and change no metric of visits', async () => {
  for (const [metric, value] of [
    ['events', 2],
    ['pageviews', 2],
    ['visits', 2],
    ['visitors', 2],
  ] as const)
    expect([metric, (await measure(metric)).value]).toEqual([metric, value])
})
