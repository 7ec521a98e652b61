import {
  type Dimension,
  defaultSettings,
  FILTER_OPERATORS,
  type Filter,
  Interval,
  type LocalDate,
  METRICS,
  type Metric,
  ProductId,
  type ReportScope,
  type StatsQuery,
  StatsReport,
  TimeZone,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { openTestEngine } from '@footfall/warehouse/test-support'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metricDefinition } from '../catalog/metric-table.ts'
import { PROPERTY } from '../definitions/dimensions.ts'
import { memoryVersions } from '../reading/cache.ts'
import { createReader, type Reader } from '../reading/reader.ts'
import { intervalName, naive } from '../test-support/naive.ts'
import { GOALS, insertRows, makeTraffic, PATHS, PROPERTY_NAMES } from '../test-support/traffic.ts'
import { answerStats } from './stats.ts'

const product = ProductId.parse('prd_naive')
const clock = settableClock('2026-11-20T12:00:00.000Z')
const ZONES = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/New_York', 'Australia/Lord_Howe']

let engine: Engine
let reader: Reader
let rows: readonly EventRow[]

beforeAll(async () => {
  engine = await openTestEngine()
  reader = createReader({ engine, clock, versions: memoryVersions() })
  rows = makeTraffic({
    product,
    seed: 'naive',
    visits: 700,
    people: 60,
    fromMs: Date.parse('2026-09-28T00:00:00Z'),
    toMs: Date.parse('2026-11-08T00:00:00Z'),
  })
  await insertRows(engine, rows)
  const other = { product: ProductId.parse('prd_other'), seed: 'other', visits: 200, people: 60 }
  const [fromMs, toMs] = [Date.parse('2026-10-01T00:00:00Z'), Date.parse('2026-11-01T00:00:00Z')]
  await insertRows(engine, makeTraffic({ ...other, fromMs, toMs }))
})
afterAll(() => engine.close())

function scopeOf(zone: string, weekStart: 'monday' | 'sunday', threshold = 0): ReportScope {
  const timezone = TimeZone.parse(zone)
  const { preferences } = defaultSettings(timezone)
  return {
    product,
    timezone,
    goals: GOALS,
    preferences: { ...preferences, week_starts_on: weekStart, suppression_threshold: threshold },
  }
}

const day = (text: string) => text as LocalDate
const dateArb = fc
  .integer({ min: 0, max: 45 })
  .map((n) => day(new Date(Date.UTC(2026, 8, 26 + n)).toISOString().slice(0, 10)))
const concrete = (name: string) =>
  name === PROPERTY
    ? fc.constantFrom(...PROPERTY_NAMES, 'nobody').map((property): Dimension => `property:${property}`)
    : fc.constant(name as Dimension)
const valueArb = fc.constantFrom(
  ...PATHS,
  '/docs/*',
  '*',
  '',
  'DE',
  'example.com',
  '*.example.com',
  'Google',
  'o',
  'signup',
  'Thanked',
  'Odd',
  '*e*',
  "it's",
  'pro',
  '%',
  '_',
  '\\',
  'a*b',
  'Berlin',
  "quo'te",
  '🧪',
  'pageview',
  '141',
  'Direct',
  'unknown',
  'TOO LONG FOR A COUNTRY',
)
const filterArb = (metric: Metric): fc.Arbitrary<Filter> =>
  fc.record({
    dimension: fc.constantFrom(...metricDefinition(metric).filters).chain(concrete),
    operator: fc.constantFrom(...FILTER_OPERATORS),
    values: fc.array(valueArb, { minLength: 1, maxLength: 3 }),
  })
const queryArb: fc.Arbitrary<StatsQuery> = fc.constantFrom(...METRICS).chain((metric) =>
  fc
    .record({
      metric: fc.constant(metric),
      dates: fc.tuple(dateArb, dateArb),
      interval: fc.option(fc.constantFrom(...Interval.options), { nil: undefined }),
      dimension: fc.option(fc.constantFrom(...metricDefinition(metric).dimensions).chain(concrete), { nil: undefined }),
      filters: fc.array(filterArb(metric), { maxLength: 2 }),
    })
    .map(({ dates, ...rest }) => {
      const [from = day('2026-10-01'), to = from] = [...dates].sort()
      return { ...rest, from, to, limit: 200, offset: 0 }
    }),
)

function near(actual: number | null | undefined, expected: number | null, what: string) {
  if (expected === null || actual === null || actual === undefined) expect(actual ?? null, what).toBe(expected)
  else expect(actual, what).toBeCloseTo(expected, 9)
}

describe('statistics', () => {
  it('gives the same statistics as plain JavaScript over the same rows, for every question that the catalog allows', async () => {
    await fc.assert(
      fc.asyncProperty(
        queryArb,
        fc.constantFrom(...ZONES),
        fc.constantFrom('monday', 'sunday'),
        async (query, timezone, weekStart) => {
          const scope = scopeOf(timezone, weekStart)
          const { data, more } = await answerStats(reader, scope, query)
          StatsReport.parse(data)
          const expected = naive({ rows, goals: GOALS, timezone, weekStart, currency: 'EUR', query })
          const average = ['ratio', 'seconds'].includes(metricDefinition(query.metric).unit)
          if (data.state === 'available') near(data.value, expected.value ?? (average ? null : 0), 'value')
          else expect(expected.value ?? 0, data.reason ?? '').toBe(0)
          for (const point of data.series ?? []) {
            if (point.state === 'unavailable') continue
            const name = intervalName(timezone, weekStart, query.interval, Date.parse(point.start))
            near(
              point.value,
              expected.series.get(name) ?? (average || data.state !== 'available' ? null : 0),
              `at ${point.start}`,
            )
          }
          if (query.dimension === undefined) return
          expect(more).toBe(false)
          const keys = (data.rows ?? []).map((row) => row.key)
          expect(new Set(keys)).toEqual(new Set(expected.breakdown.keys()))
          for (const row of data.rows ?? []) near(row.value, expected.breakdown.get(row.key) ?? null, `of ${row.key}`)
          expect(data.rows).toEqual(
            [...(data.rows ?? [])].sort(
              (a, b) => (b.value ?? 0) - (a.value ?? 0) || Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)),
            ),
          )
        },
      ),
      { numRuns: 400 },
    )
  }, 120_000)
})
