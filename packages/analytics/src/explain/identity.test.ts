import { type Filter, LocalDate, type Preferences, ProductId, type StatsQuery, TimeZone } from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerStats } from '../answer/stats.ts'
import { memoryVersions } from '../cache/cache.ts'
import { createReader } from '../cache/reader.ts'
import { retentionReport } from '../reports/retention.ts'
import { testScope } from '../test-support/scope.ts'
import { insertRows, pageview } from '../test-support/traffic.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const versions = memoryVersions()
const shop = ProductId.parse('prd_identity')
const empty = ProductId.parse('prd_anonymous')
const UTC = TimeZone.parse('UTC')

let visits = 0
/** A visit with its events at one instant. */
function visit(visitor: number, at: string, named: 0 | 1, over: Partial<EventRow> = {}, product = shop): EventRow[] {
  visits++
  const visit_start = at.slice(0, 19).replace('T', ' ')
  return [
    pageview(product, at, {
      visitor: String(visitor),
      identified: named,
      visit: String(visits),
      visit_start,
      visit_starts: 1,
      pv_seq: 1,
      path: '/',
      ...over,
    }),
  ]
}

const engine = testEngine()
beforeAll(async () => {
  await insertRows(engine, [
    // 2 November 2026 is a Monday.
    ...visit(1, '2026-11-02T10:00:00Z', 1),
    ...visit(1, '2026-11-03T10:00:00Z', 1),
    ...visit(1, '2026-11-10T10:00:00Z', 1, { path: '/pricing' }),
    ...visit(2, '2026-11-04T10:00:00Z', 1),
    ...visit(3, '2026-11-11T10:00:00Z', 1),
    ...visit(3, '2026-11-18T10:00:00Z', 1),
    // The last minute of a Sunday in UTC is a Monday in Berlin.
    ...visit(4, '2026-11-08T23:30:00Z', 1),
    ...visit(91, '2026-11-10T10:00:00Z', 0),
    ...visit(92, '2026-11-11T10:00:00Z', 0),
    ...visit(93, '2026-11-11T10:00:00Z', 0, {}, empty),
  ])
})

const scopeOf = (preferences: Partial<Preferences> = {}, product = shop, timezone = UTC) =>
  testScope(product, { timezone, preferences: { visitor_identity: 'identified', ...preferences } })
const reader = () => createReader({ engine, clock, versions })

function ask(query: Partial<StatsQuery>, scope = scopeOf()) {
  return answerStats(reader(), scope, {
    metrics: ['visitors'],
    dimensions: [],
    from: LocalDate.parse('2026-11-02'),
    to: LocalDate.parse('2026-11-20'),
    filters: [],
    limit: 50,
    offset: 0,
    ...query,
  })
}
async function keys(query: Partial<StatsQuery>, scope = scopeOf()) {
  const { data } = await ask({ order: { by: 'key' }, ...query }, scope)
  return (data.rows ?? []).map((row) => [row.key, 'value' in row ? row.value : row.values.map(({ value }) => value)])
}

describe('identified visitors', () => {
  it('identified visitors count once over several days, and anonymous ones once a day', async () => {
    expect((await ask({})).data).toMatchObject({ value: 6, state: 'available' })
  })

  it('identified visitors are new during their first visit and returning afterwards, and anonymous ones are neither', async () => {
    expect(await keys({ dimensions: ['visitor_type'] })).toEqual([
      ['new', 4],
      ['returning', 2],
    ])
    const metrics = ['pageviews', 'visits', 'events', 'views_per_visit', 'bounce_rate'] as const
    expect(await keys({ dimensions: ['visitor_type'], metrics })).toEqual([
      ['new', [4, 4, 4, 1, 1]],
      ['returning', [3, 3, 3, 1, 1]],
    ])
  })

  it('identified visitors are grouped by the week of their first visit, in the time zone and the weeks of the product', async () => {
    expect(await keys({ dimensions: ['first_seen_week'] })).toEqual([
      ['2026-11-02', 3],
      ['2026-11-09', 1],
    ])
    const berlin = scopeOf({}, shop, TimeZone.parse('Europe/Berlin'))
    expect(await keys({ dimensions: ['first_seen_week'] }, berlin)).toEqual([
      ['2026-11-02', 2],
      ['2026-11-09', 2],
    ])
    expect(await keys({ dimensions: ['first_seen_week'] }, scopeOf({ week_starts_on: 'sunday' }))).toEqual([
      ['2026-11-01', 2],
      ['2026-11-08', 2],
    ])
  })

  it('weeks since the first visit are in numeric order, also if the period begins later', async () => {
    expect(await keys({ dimensions: ['weeks_since_first'] })).toEqual([
      ['0', 4],
      ['1', 2],
    ])
    expect(await keys({ dimensions: ['visitor_type'], from: LocalDate.parse('2026-11-09') })).toEqual([
      ['new', 1],
      ['returning', 2],
    ])
  })

  it('identified visitors can be filtered, with other conditions, and denied without finding anonymous visitors', async () => {
    const filter = (
      dimension: 'visitor_type' | 'weeks_since_first',
      operator: 'is' | 'is_not',
      ...values: string[]
    ) => ({ dimension, operator, values })
    expect((await ask({ filters: [filter('visitor_type', 'is', 'returning')] })).data).toMatchObject({ value: 2 })
    expect((await ask({ filters: [filter('visitor_type', 'is_not', 'new')] })).data).toMatchObject({ value: 2 })
    expect((await ask({ filters: [filter('weeks_since_first', 'is', '1')] })).data).toMatchObject({ value: 2 })
    const pricing: Filter = { dimension: 'page', operator: 'is', values: ['/pricing'] }
    const both = await ask({ filters: [filter('visitor_type', 'is', 'returning'), pricing], metrics: ['visits'] })
    expect(both.data).toMatchObject({ value: 1 })
    expect(both.meta.hints).toEqual([{ code: 'identified_visitors_only' }])
  })

  it('dimensions of identified visitors are unavailable with a reason if the product identifies nobody', async () => {
    const off = await ask({ dimensions: ['visitor_type'] }, scopeOf({ visitor_identity: 'daily' }))
    expect(off.data).toMatchObject({ state: 'unavailable', reason: 'identity_off', value: null, rows: [] })
    const none = await ask({ dimensions: ['first_seen_week'] }, scopeOf({}, empty))
    expect(none.data).toMatchObject({ state: 'unavailable', reason: 'dimension_not_collected', rows: [] })
  })

  it('identified visitors are withheld below the suppression threshold', async () => {
    const { data } = await ask({ dimensions: ['visitor_type'] }, scopeOf({ suppression_threshold: 3 }))
    expect(data.rows?.map((row) => ('state' in row ? row.state : ''))).toEqual(['withheld', 'withheld'])
  })
})

describe('the retention table', () => {
  const range = { from: LocalDate.parse('2026-11-03'), to: LocalDate.parse('2026-11-20'), filters: [] }

  it('the retention table has a row for each week, with the share of its visitors who came in each later week', async () => {
    const { data } = await retentionReport(reader(), scopeOf(), range)
    expect(data).toMatchObject({ interval: 'week', state: 'available', reason: null })
    const cohorts = data.cohorts.map(({ week, visitors, weeks }) => [
      week,
      visitors,
      weeks.map(({ visitors: came, share, complete }) => [
        came,
        share === null ? null : Number(share.toFixed(3)),
        complete,
      ]),
    ])
    expect(cohorts).toEqual([
      [
        '2026-11-02',
        3,
        [
          [3, 1, true],
          [1, 0.333, true],
          [0, 0, false],
        ],
      ],
      [
        '2026-11-09',
        1,
        [
          [1, 1, true],
          [1, 1, false],
        ],
      ],
      ['2026-11-16', 0, [[0, null, false]]],
    ])
  })

  it('withholds cohorts of few visitors, and reports if nobody is identified', async () => {
    const { data } = await retentionReport(reader(), scopeOf({ suppression_threshold: 3 }), range)
    expect(data.cohorts[1]).toMatchObject({
      visitors: null,
      weeks: [{ state: 'withheld', visitors: null, share: null }, {}],
    })
    const off = await retentionReport(reader(), scopeOf({ visitor_identity: 'daily' }), range)
    expect(off.data).toEqual({ interval: 'week', state: 'unavailable', reason: 'identity_off', cohorts: [] })
  })

  it('rejects a retention table of more than 53 weeks', async () => {
    const long = { ...range, from: LocalDate.parse('2025-01-01') }
    await expect(retentionReport(reader(), scopeOf(), long)).rejects.toThrow('53 weeks')
  })
})
