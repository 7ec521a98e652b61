import { type Analytics, type Dimension, type Filter, LocalDate, type Metric, ProductId } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import { type EventRow, type Sql, sql, text } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { answered } from '../test-support/naive/answered.ts'
import { instantOf } from '../test-support/naive/local-time.ts'
import { testScope } from '../test-support/scope.ts'
import { GOALS, insertRows, makeTraffic, pageview } from '../test-support/traffic.ts'

/** What Plausible's published queries compute, written down as SQL over our rows; see docs/decisions/plausible-semantics.md. */

const product = ProductId.parse('prd_plausible')
const range = { from: LocalDate.parse('2026-10-01'), to: LocalDate.parse('2026-10-31') }
const scope = testScope(product, { goals: GOALS })

const engine = testEngine()
let analytics: Analytics
beforeAll(async () => {
  analytics = createAnalytics({ engine, clock: settableClock('2026-11-20T12:00:00Z'), versions: memoryVersions() })
  const rows = makeTraffic({
    ...{ product, seed: 'plausible', visits: 500, people: 60 },
    fromMs: Date.parse('2026-10-02T00:00:00Z'),
    toMs: Date.parse('2026-10-30T00:00:00Z'),
  })
  const visits = Map.groupBy(rows, (row) => row.visit)
  await insertRows(engine, [...visits.values()].filter(beginsWithPage).flat())
})

/** A visit that begins with a custom event, and a payment without a visit, have their own tests. */
function beginsWithPage(visit: readonly EventRow[]): boolean {
  return visit.toSorted((a, b) => instantOf(a) - instantOf(b))[0]?.kind === 'pageview'
}

interface Case {
  readonly name: string
  readonly filters: readonly Filter[]
  /** Plausible’s condition on events. */
  readonly passes: Sql
}
const CASES: readonly Case[] = [
  { name: 'without a filter', filters: [], passes: sql`1` },
  {
    name: 'under a filter by page',
    filters: [{ dimension: 'page', operator: 'is', values: ['/docs/a', '/pricing'] }],
    passes: sql`path IN ('/docs/a', '/pricing')`,
  },
  {
    name: 'under a filter by a goal of a custom event',
    filters: [{ dimension: 'goal', operator: 'is', values: ['signup'] }],
    passes: sql`name = 'signup'`,
  },
  {
    name: 'under a filter by a goal of pages',
    filters: [{ dimension: 'goal', operator: 'is', values: ['Read the docs'] }],
    passes: sql`name = 'pageview' AND match(path, '^/docs/[^/]*$')`,
  },
]

const WITHOUT_PAGE = CASES.filter(({ name }) => name !== 'under a filter by page')

const own = sql`product_id = ${text(product)} AND visit != 0`
/** Plausible keeps engagement beside the events: it neither counts nor lengthens a session. */
const events = sql`(SELECT * FROM events WHERE ${own} AND kind != 'engagement')`
/** Sessions as its session cache writes them, and how long engagement went on after the last event. */
const sessions = sql`(SELECT visit, any(source) AS source, toStringCutToZero(any(country)) AS country,
  argMinIf(path, ts, kind = 'pageview') AS entry_page,
  countIf(kind != 'engagement') = 1 AS is_bounce,
  (toUnixTimestamp64Milli(maxIf(ts, kind != 'engagement')) - toUnixTimestamp64Milli(min(ts))) / 1000 AS duration,
  (toUnixTimestamp64Milli(max(ts)) - toUnixTimestamp64Milli(maxIf(ts, kind != 'engagement'))) / 1000 AS engaged_after
  FROM events WHERE ${own} GROUP BY visit)`

type Numbers = ReadonlyMap<string, number>

async function plausible(key: Sql, value: Sql, from: Sql, where: Sql): Promise<Numbers> {
  const rows = await engine.rows<{ k: string; v: string | number }>(
    sql`SELECT ${key} AS k, ${value} AS v FROM ${from} WHERE ${where} GROUP BY k`.text,
  )
  return new Map(rows.map(({ k, v }) => [k, Number(v)]))
}

async function ours(metric: Metric, dimension: Dimension | undefined, filters: readonly Filter[]): Promise<Numbers> {
  const query = {
    metrics: [metric],
    dimensions: dimension ? [dimension] : [],
    filters,
    limit: 200,
    offset: 0,
    ...range,
  }
  const { rows, metrics } = answered(await analytics.query(scope, query))
  if (dimension === undefined) return new Map([['', metrics[0]?.value ?? Number.NaN]])
  return new Map((rows ?? []).map(({ keys, values }) => [keys[0] ?? '', values[0]?.value ?? Number.NaN]))
}

function expectEqual(numbers: Numbers, others: Numbers): void {
  expect([...numbers.keys()].sort()).toEqual([...others.keys()].sort())
  expect(numbers.size).toBeGreaterThan(0)
  for (const [key, value] of others) expect(numbers.get(key), key).toBeCloseTo(value, 6)
}

interface Breakdown {
  readonly by: string
  readonly dimension: Dimension | undefined
  readonly key: Sql
}
const WHOLE: Breakdown = { by: 'in all', dimension: undefined, key: sql`''` }
const BY_PAGE: Breakdown = { by: 'by page', dimension: 'page', key: sql`path` }
const BY_ENTRY_PAGE: Breakdown = { by: 'by entry page', dimension: 'entry_page', key: sql`entry_page` }
const BY_ORIGIN: readonly Breakdown[] = [
  { by: 'by source', dimension: 'source', key: sql`toString(source)` },
  { by: 'by country', dimension: 'country', key: sql`toStringCutToZero(toFixedString(toString(country), 2))` },
]
const casesOf = (cases: readonly Case[], breakdowns: readonly Breakdown[]) =>
  cases.flatMap((one) => breakdowns.map((breakdown) => ({ ...one, ...breakdown })))
const inVisitsWith = (passes: Sql) => sql`visit IN (SELECT visit FROM ${events} WHERE ${passes})`

it.each(casesOf(CASES, [WHOLE, BY_PAGE, ...BY_ORIGIN]))(
  'Plausible counts the same visitors, visits and pageviews $by $name',
  async ({ dimension, key, filters, passes }) => {
    const counted = (value: Sql) => plausible(key, value, events, passes)
    expectEqual(await ours('visitors', dimension, filters), await counted(sql`uniqExact(visitor)`))
    expectEqual(await ours('visits', dimension, filters), await counted(sql`uniqExact(visit)`))
    const views = await counted(sql`countIf(name = 'pageview')`)
    const seen = [...views].filter(([, count]) => count > 0)
    if (seen.length > 0) expectEqual(await ours('pageviews', dimension, filters), new Map(seen))
  },
)

it.each(casesOf(CASES, [WHOLE, ...BY_ORIGIN]))(
  'visits last as long as with Plausible $by $name, and until the last engagement',
  async ({ dimension, key, filters, passes }) => {
    const duration = await plausible(key, sql`avg(duration + engaged_after)`, sessions, inVisitsWith(passes))
    expectEqual(await ours('visit_duration', dimension, filters), duration)
  },
)

it.each(casesOf(WITHOUT_PAGE, [WHOLE, ...BY_ORIGIN, BY_ENTRY_PAGE]))(
  'counts as many bounces as Plausible $by $name, if its page is our entry page',
  async ({ dimension, key, filters, passes }) => {
    const bounced = await plausible(key, sql`avg(is_bounce)`, sessions, inVisitsWith(passes))
    expectEqual(await ours('bounce_rate', dimension, filters), bounced)
  },
)

it('Plausible’s bounce rate under a filter by page is ours under the same filter by entry page', async () => {
  const values = ['/docs/a', '/pricing']
  const bounced = await plausible(sql`''`, sql`avg(is_bounce)`, sessions, sql`entry_page IN ('/docs/a', '/pricing')`)
  expectEqual(await ours('bounce_rate', undefined, [{ dimension: 'entry_page', operator: 'is', values }]), bounced)
  const [seen] = (await ours('bounce_rate', undefined, [{ dimension: 'page', operator: 'is', values }])).values()
  expect(seen).toBeLessThan(bounced.get('') ?? 0)
})

it('a visit of one custom event does not bounce, as it does with Plausible', async () => {
  const lonely = ProductId.parse('prd_lonely')
  await insertRows(engine, [
    pageview(lonely, '2026-10-05T10:00:00Z', { kind: 'custom', name: 'signup', pv_seq: 0, unbounce: 1 }),
  ])
  const query = { metrics: ['bounce_rate' as const], dimensions: [], filters: [], limit: 1, offset: 0, ...range }
  const { metrics } = answered(await analytics.query({ ...scope, product: lonely }, query))
  expect(metrics).toMatchObject([{ state: 'available', value: 0 }])
})

it('a visit counts in the period in which it began, and not in each in which it continued, as with Plausible', async () => {
  const late = ProductId.parse('prd_late')
  await insertRows(engine, [
    pageview(late, '2026-09-30T23:55:00Z'),
    pageview(late, '2026-10-01T00:05:00Z', {
      visit_starts: 0,
      pv_seq: 2,
      unbounce: 1,
      visit_start: '2026-09-30 23:55:00',
    }),
  ])
  const query = { dimensions: [], filters: [], limit: 1, offset: 0, ...range }
  const ask = async (metric: Metric) =>
    answered(await analytics.query({ ...scope, product: late }, { ...query, metrics: [metric] })).metrics[0]
  expect(await ask('visits')).toMatchObject({ state: 'available', value: 0 })
  expect(await ask('visitors')).toMatchObject({ state: 'available', value: 1 })
})
