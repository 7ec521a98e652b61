import {
  type Analytics,
  MINUTE_MS,
  ProductId,
  type ReportScope,
  type StatsQuery,
  type Traffic,
  UTC,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { EVIDENCE_BITS, type EventRow, moveVisits } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'
import { createAnalytics } from './create-analytics.ts'

const WITHOUT_OWNERS = async () => undefined

const { classified, webdriver, headless_weak, data_centre, suspected } = EVIDENCE_BITS
const HUMAN = classified
const WEBDRIVER = classified | webdriver | suspected
const WEAK_TWICE = classified | headless_weak | data_centre | suspected

const NOW = '2026-11-20T12:30:00.000Z'
const engine = testEngine()
const clock = settableClock(NOW)
const versions = memoryVersions()
let analytics: Analytics
beforeAll(async () => {
  analytics = createAnalytics({
    engine,
    clock,
    versions,
    ingestStatus: () => ({ pendingSince: undefined, pendingEvents: 0, knowsNetworks: true }),
  })
})

const view = (product: ProductId, at: string, visitor: string, visit: string, evidence?: number): EventRow =>
  pageview(product, at, { visitor, visit, ...(evidence === undefined ? {} : { evidence }) })

let products = 0
/** Three visitors: one of people, one suspected, and one with visits of both classes. */
async function planted(day = '2026-11-20'): Promise<ProductId> {
  const product = ProductId.parse(`prd_traffic${products++}`)
  await insertRows(engine, [
    view(product, `${day}T08:00:00Z`, '1', '1', HUMAN),
    view(product, `${day}T09:00:00Z`, '2', '2', WEBDRIVER),
    view(product, `${day}T10:00:00Z`, '3', '3', HUMAN),
    view(product, `${day}T11:00:00Z`, '3', '4', WEAK_TWICE),
  ])
  return product
}

const query = (change: Partial<StatsQuery> = {}): StatsQuery =>
  ({
    metrics: ['visitors', 'visits', 'pageviews'],
    from: '2026-11-20',
    to: '2026-11-20',
    dimensions: [],
    filters: [],
    limit: 50,
    offset: 0,
    ...change,
  }) as StatsQuery

async function numbers(asked: ReportScope, change: Partial<StatsQuery> = {}) {
  const { data } = await analytics.query(asked, query(change))
  if (!('metrics' in data)) throw new TypeError('several metrics were asked for')
  return data.metrics.map(({ value }) => value)
}

const NUMBERS: readonly (readonly [Traffic, readonly number[]])[] = [
  ['human', [2, 2, 2]],
  ['suspected', [2, 2, 2]],
  ['all', [3, 4, 4]],
]

describe('the class of visits in reports', () => {
  it.each(NUMBERS)(
    'numbers of %s traffic count its visits, and a visitor of both classes once',
    async (traffic, expected) => {
      const product = await planted()
      expect(await numbers(testScope(product, { traffic }))).toEqual(expected)
      // From rows, since the rollup knows no pages.
      const filters = [{ dimension: 'page', operator: 'is', values: ['/'] }] as const
      expect(await numbers(testScope(product, { traffic }), { filters: filters as never })).toEqual(expected)
    },
  )

  it('rows by class change neither the numbers of other rows nor what is said about them', async () => {
    const product = await planted()
    const { metrics: _, ...rest } = query()
    const asked = { ...rest, metrics: ['visits'] as const }
    const answers = await analytics.breakdowns(testScope(product), asked, ['page', 'traffic', 'hostname'])
    const rows = answers.map(({ data }) =>
      'value' in data ? data.rows?.map(({ key, value }) => [key, value]) : undefined,
    )
    expect(rows).toEqual([
      [['/', 2]],
      [
        ['human', 2],
        ['suspected', 2],
      ],
      [['', 2]],
    ])
    expect(answers.map(({ meta }) => meta.traffic?.counted)).toEqual(['human', 'all', 'human'])
  })

  it.each(NUMBERS)('numbers of %s traffic are the same from closed days', async (traffic, expected) => {
    const day = '2026-11-18'
    const product = await planted(day)
    await closeDays(engine, { product, timezone: UTC, clock, random: seededRandom(traffic), seen: new Map() })
    const dates = { from: day, to: day } as never
    const { read } = await analytics.query(testScope(product, { traffic }), query(dates))
    expect(read?.days).toBe(1)
    expect(await numbers(testScope(product, { traffic }), dates)).toEqual(expected)
  })

  it('the preference decides what is counted, the past included, and a question that says more beats it', async () => {
    const product = await planted()
    expect(await numbers(testScope(product))).toEqual([2, 2, 2])
    const included = { preferences: { suspected_automation: 'include' } } as const
    expect(await numbers(testScope(product, included))).toEqual([3, 4, 4])
    expect(await numbers(testScope(product, { ...included, traffic: 'human' }))).toEqual([2, 2, 2])
  })

  it('rows by class and conditions on it cover all visits', async () => {
    const product = await planted()
    const { data } = await analytics.query(testScope(product), query({ dimensions: ['traffic'] }))
    const rows = 'rows' in data ? data.rows : []
    expect(rows?.map((row) => [row.key, row.visitors])).toEqual([
      ['human', 2],
      ['suspected', 2],
    ])
    const filters = [{ dimension: 'traffic', operator: 'is', values: ['Suspected'] }]
    expect(await numbers(testScope(product), { filters: filters as never })).toEqual([2, 2, 2])
    expect(await numbers(testScope(product, { traffic: 'human' }), { filters: filters as never })).toEqual([0, 0, 0])
  })

  it('a condition on the class widens nothing for the reader of a shared link', async () => {
    const product = await planted()
    const filters = [{ dimension: 'traffic', operator: 'is', values: ['suspected'] }]
    expect(await numbers(testScope(product, { discreet: true }), { filters: filters as never })).toEqual([0, 0, 0])
  })

  it('a class that does not exist is rejected with those that do', async () => {
    const product = await planted()
    const filters = [{ dimension: 'traffic', operator: 'is', values: ['robots; DROP TABLE events'] }]
    await expect(numbers(testScope(product), { filters: filters as never })).rejects.toMatchObject({
      errors: [{ path: 'filters.0.values.0', message: expect.stringContaining('it can be human, suspected') }],
    })
  })

  it('an answer says which visits it counts, and how many look automated', async () => {
    const product = await planted()
    const meta = async (asked: ReportScope, change = {}) => (await analytics.query(asked, query(change))).meta.traffic
    expect(await meta(testScope(product))).toEqual({ counted: 'human', suspected: { visits: 2, share: 0.5 } })
    expect(await meta(testScope(product, { traffic: 'all' }))).toMatchObject({ counted: 'all' })
    expect(await meta(testScope(product, { preferences: { suppression_threshold: 3 } }))).toMatchObject({
      suspected: null,
    })
    const filters = [{ dimension: 'page', operator: 'is', values: ['/'] }]
    expect(await meta(testScope(product, { discreet: true }), { filters })).toEqual({
      counted: 'human',
      suspected: null,
    })
    const goals = [{ name: 'Home', kind: 'pageview', path_pattern: '/', goal: true, revenue: false } as const]
    const report = await analytics.goals(testScope(product, { goals }), query())
    expect(report).toMatchObject({ data: { visitors: 2 }, meta: { traffic: { suspected: { visits: 2 } } } })
  })

  it('how many look automated is read anew each minute for a running period, and for a past one once a past day changed', async () => {
    const own = { clock: settableClock(NOW), versions: memoryVersions() }
    const reports = createAnalytics({ engine, ...own })
    const [running, past] = ['2026-11-20', '2026-11-18']
    const product = await planted(past)
    await insertRows(engine, [view(product, `${running}T08:00:00Z`, '5', '5', WEBDRIVER)])
    const suspectedOn = async (day: string) => {
      const asked = testScope(product, { preferences: { suppression_threshold: 0 } })
      const { meta } = await reports.query(asked, query({ from: day, to: day } as never))
      return meta.traffic?.suspected?.visits
    }
    const both = async () => [await suspectedOn(running), await suspectedOn(past)]
    expect(await both()).toEqual([1, 2])
    await insertRows(engine, [
      view(product, `${running}T09:00:00Z`, '6', '6', WEBDRIVER),
      view(product, `${past}T09:00:00Z`, '7', '7', WEBDRIVER),
    ])
    own.versions.bump(product, 'the running day')
    expect(await both()).toEqual([1, 2])
    own.clock.advance(MINUTE_MS)
    expect(await both()).toEqual([2, 2])
    own.versions.bump(product)
    expect(await both()).toEqual([2, 3])
  })

  it('visits from before there were classes count as human, and the response says how many there are', async () => {
    const product = ProductId.parse('prd_history')
    await insertRows(engine, [view(product, '2026-11-20T08:00:00Z', '1', '1')])
    expect(await numbers(testScope(product))).toEqual([1, 1, 1])
    expect(await numbers(testScope(product, { traffic: 'suspected' }))).toEqual([0, 0, 0])
    expect((await analytics.query(testScope(product), query())).meta.traffic).toMatchObject({ unclassified_visits: 1 })
  })

  it.each(NUMBERS)('the visitors who are there now are those of %s traffic', async (traffic, [visitors]) => {
    const product = ProductId.parse(`prd_now${traffic}`)
    await insertRows(engine, [
      view(product, '2026-11-20T12:28:00Z', '1', '1', HUMAN),
      view(product, '2026-11-20T12:28:00Z', '2', '2', WEBDRIVER),
      view(product, '2026-11-20T12:29:00Z', '3', '3', HUMAN),
      view(product, '2026-11-20T12:29:00Z', '3', '4', WEBDRIVER),
    ])
    const report = await analytics.realtime(testScope(product, { traffic }))
    expect([report.active_visitors, report.visitors, report.pages[0]?.visitors]).toEqual([visitors, visitors, visitors])
    expect(await analytics.activeVisitors(testScope(product, { traffic }))).toBe(visitors)
    const summary = (await analytics.summaries([testScope(product, { traffic })], '7d')).get(product)
    expect([summary?.visitors, summary?.active_visitors]).toEqual([visitors, visitors])
  })

  it('health shows suspected visits by day and by what speaks for it', async () => {
    const product = await planted()
    await insertRows(engine, [view(product, '2026-11-18T09:00:00Z', '9', '9', WEBDRIVER)])
    const { automation } = await analytics.health(testScope(product))
    expect(automation).toMatchObject({
      visits: 5,
      suspected_visits: 3,
      share: 0.6,
      counted: false,
      unclassified_visits: 0,
    })
    expect(automation.days).toEqual([
      {
        date: '2026-11-20',
        visits: 4,
        suspected_visits: 2,
        evidence: [
          { rule: 'webdriver', visits: 1 },
          { rule: 'headless', visits: 1 },
          { rule: 'data_centre', visits: 1 },
        ],
      },
      { date: '2026-11-18', visits: 1, suspected_visits: 1, evidence: [{ rule: 'webdriver', visits: 1 }] },
    ])
    expect(automation.rules.every(({ active }) => active)).toBe(true)
    const without = createAnalytics({ engine, clock, versions: memoryVersions() })
    const { rules } = (await without.health(testScope(product))).automation
    expect(rules.filter(({ active }) => !active).map(({ rule }) => rule)).toEqual(['data_centre'])
  })
})

describe('a visit that changes its class', () => {
  const change = (product: ProductId, visit: string, evidence: number) =>
    engine.insert(
      'moved_visits',
      'JSONEachRow',
      JSON.stringify({
        product_id: product,
        visit,
        visit_start: '2026-11-20 08:00:00',
        evidence,
        decided_at: '2026-11-20 12:00:00.000',
      }),
      `change ${product} ${visit}`,
    )

  it('counts under its new class in every number at once, and after its quarter is summed up anew', async () => {
    const product = await planted()
    const all = () =>
      Promise.all(
        NUMBERS.map(async ([traffic]) => ({
          totals: await numbers(testScope(product, { traffic })),
          summary: (await analytics.summaries([testScope(product, { traffic })], '7d')).get(product)?.visitors,
        })),
      )
    const after = [
      { totals: [1, 1, 1], summary: 1 },
      { totals: [3, 3, 3], summary: 3 },
      { totals: [3, 4, 4], summary: 3 },
    ]
    expect((await all()).map(({ totals }) => totals)).toEqual(NUMBERS.map(([, expected]) => expected))
    await change(product, '1', WEBDRIVER)
    for (const moved of await moveVisits(engine, settableClock('2026-11-20T08:20:00.000Z'), WITHOUT_OWNERS))
      versions.bump(moved)
    expect(await engine.rows(`SELECT 1 AS one FROM moved_quarters WHERE product_id = '${product}'`)).toHaveLength(1)
    expect(await all()).toEqual(after)
    // Another reader has read nothing within the minute.
    const other = createAnalytics({ engine, clock, versions: memoryVersions() })
    expect((await other.query(testScope(product), query())).meta.traffic?.suspected?.visits).toBe(3)
    await moveVisits(engine, clock, WITHOUT_OWNERS)
    versions.bump(product)
    expect(await engine.rows(`SELECT 1 AS one FROM moved_quarters WHERE product_id = '${product}'`)).toEqual([])
    expect(await all()).toEqual(after)
  })
})
