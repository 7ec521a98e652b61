import {
  defaultSettings,
  type Filter,
  InvalidRequest,
  LocalDate,
  type Preferences,
  ProductId,
  type StatsQuery,
  TimeZone,
  type TrackedEvent,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { testEngine } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import { answerStats } from '../answer/stats.ts'
import { memoryVersions } from '../cache/cache.ts'
import { createReader } from '../cache/reader.ts'
import { insertRows, pageview, visitsOf } from '../test-support/traffic.ts'

const clock = settableClock('2026-11-20T12:00:00.000Z')
const versions = memoryVersions()
const shop = ProductId.parse('prd_shop')
const club = ProductId.parse('prd_club')
const UTC = TimeZone.parse('UTC')
const GOALS: readonly TrackedEvent[] = [
  { name: 'signup', label: 'Signed up', kind: 'custom', goal: true, revenue: false },
  { name: 'order', kind: 'custom', goal: true, revenue: true },
]

const visit = visitsOf(shop)
const view = (path: string): Partial<EventRow> => ({ path })
const custom = (name: string, over: Partial<EventRow> = {}): Partial<EventRow> => ({ kind: 'custom', name, ...over })

const engine = testEngine()
beforeAll(async () => {
  await insertRows(engine, [
    ...visit(1, 'DE', view('/pricing'), view('/thanks'), custom('signup', { path: '/thanks', props: { plan: 'pro' } })),
    ...visit(2, 'DE', view('/pricing'), custom('signup', { path: '/pricing' })),
    ...visit(
      3,
      'FR',
      { ...view('/'), region: 'NL-LI' },
      custom('order', { path: '/', revenue: '20.5', currency: 'USD' }),
    ),
    ...visit(
      4,
      'FR',
      { ...view('/about'), region: 'BE-VLI' },
      custom('order', { path: '/about', revenue: '10', currency: 'EUR' }),
    ),
    ...visit(5, 'AQ', { ...view('/secret'), region: 'US-CA' }),
    pageview(club, '2026-11-08T10:00:00Z', { visitor: '1', visit: '1', country: 'DE' }),
    ...['2026-11-10T10:00:00Z', '2026-11-11T10:00:00Z'].map((at, i) =>
      pageview(club, at, { visitor: String(i + 2), visit: String(i + 2), country: 'DE', ...custom('signup') }),
    ),
  ])
})

async function ask(query: Partial<StatsQuery> = {}, preferences: Partial<Preferences> = {}, product = shop) {
  const reader = createReader({ engine, clock, versions })
  const scope = {
    product,
    timezone: UTC,
    goals: GOALS,
    preferences: { ...defaultSettings(UTC).preferences, currency: 'EUR' as const, ...preferences },
  }
  return answerStats(reader, scope as Parameters<typeof answerStats>[1], {
    metrics: ['visitors'],
    dimensions: [],
    from: LocalDate.parse('2026-11-09'),
    to: LocalDate.parse('2026-11-11'),
    filters: [],
    limit: 50,
    offset: 0,
    ...query,
  })
}
const is = (dimension: string, ...values: string[]): Filter => ({ dimension, operator: 'is', values }) as Filter

async function rejection(query: Partial<StatsQuery>) {
  const error = await ask(query).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof InvalidRequest)) throw new Error(`expected an error, got ${String(error)}`)
  return error.errors
}

describe('values of closed vocabularies', () => {
  it.each([
    ['a country by its name', 'country', 'germany', 'DE', 2],
    ['a country by its code in another case', 'country', 'de', 'DE', 2],
    ['a goal by its label', 'goal', 'signed UP', 'signup', 2],
    ['a weekday by its name', 'weekday', 'tuesday', '2', 5],
    ['a weekday by its short name', 'weekday', 'tue', '2', 5],
    ['an hour with two digits', 'hour_of_day', '08', '8', 0],
    ['an hour as clocks show it', 'hour_of_day', '10:00', '10', 5],
    ['an hour as clocks show it without a zero', 'hour_of_day', '8:00', '8', 0],
    ['a device in another case', 'device', 'Desktop', 'desktop', 0],
  ])('%s is understood, and the answer says how', async (_, dimension, given, meant, value) => {
    const { data, meta } = await ask({ filters: [is(dimension, given)] })
    expect(data).toMatchObject({ state: 'available', value })
    expect(meta.filters).toEqual([is(dimension, meant)])
  })

  it('a denied country is understood by its name, and an unknown one denies nothing', async () => {
    const denied = (value: string): Filter => ({ dimension: 'country', operator: 'is_not', values: [value] })
    expect((await ask({ filters: [denied('France')] })).data).toMatchObject({ value: 3 })
    expect((await ask({ filters: [denied('Atlantis')] })).data).toMatchObject({ value: 5 })
  })

  it.each([
    ['country', 'Germny', ['DE']],
    ['channel', 'Organic Serch', ['Organic Search']],
    ['goal', 'sign-ups', ['signup']],
    ['device', 'mobil', ['mobile']],
    ['device', 'phone', ['mobile']],
    ['channel', 'organik', ['Organic Search', 'Organic Social', 'Organic Video']],
    ['weekday', '8', ['7', '6', '5']],
    ['hour_of_day', '24', ['23', '22', '21']],
    ['hour_of_day', '-1', ['1']],
    ['hour_of_day', '1.2', []],
    ['weekday', '-1', ['1']],
  ])('rejects an unknown %s and suggests similar ones', async (dimension, value, near) => {
    const [error, ...others] = await rejection({
      filters: [is('page', '/'), { any: [is(dimension, value)] } as Filter],
    })
    expect(others).toEqual([])
    expect(error).toMatchObject({ path: 'filters.1.any.0.values.0' })
    expect(error?.did_you_mean?.slice(0, near.length)).toEqual(near)
  })

  it('the error about an unknown value of a dimension with few values lists all of them', async () => {
    const [error] = await rejection({ filters: [is('device', 'phone')] })
    expect(error?.message).toBe(
      '"phone" is not a value of device and was never collected: it can be desktop, mobile, tablet, tv, console, Other',
    )
  })

  it('the error about an unknown country suggests similar country codes with their names', async () => {
    const [error] = await rejection({ filters: [is('country', 'Germny')] })
    expect(error?.message).toBe('"Germny" is not a value of country and was never collected (DE is Germany)')
  })

  it('a filter that searches for a country by its name gets a hint with its code', async () => {
    const { meta } = await ask({ filters: [{ dimension: 'country', operator: 'contains', values: ['Germany'] }] })
    expect(meta.hints).toMatchObject([{ code: 'value_never_seen', did_you_mean: ['DE'] }])
  })

  it('a value of the vocabulary that was never collected is a true zero', async () => {
    const { data, meta } = await ask({ filters: [is('country', 'JP')] })
    expect(data).toMatchObject({ state: 'available', reason: null, value: 0 })
    expect(meta.hints).toBeUndefined()
  })
})

describe('values that were never collected', () => {
  it.each([
    ['is', '/pricng', ['/pricing']],
    ['is', '/Pricing', ['/pricing']],
    ['contains', 'pricin', undefined],
    ['contains', 'xpricing', ['/pricing']],
    ['matches', '/pricng*', ['/pricing']],
    ['matches_regex', '^/nowhere$', []],
  ] as const)('a filter with %s %s has no value, and similar values are named', async (operator, value, near) => {
    const { data, meta } = await ask({ filters: [{ dimension: 'page', operator, values: [value] }] })
    if (near === undefined) return expect(data).toMatchObject({ state: 'available', value: 2 })
    expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen', value: null })
    expect(meta.hints).toEqual([
      { code: 'value_never_seen', filter: 'filters.0', value, ...(near.length > 0 ? { did_you_mean: near } : {}) },
    ])
  })

  it('a filter with the words that stand for no value names the empty one, where an event has it', async () => {
    for (const [dimension, near] of [
      ['region', ['']],
      ['page', undefined],
    ] as const) {
      const { data, meta } = await ask({ filters: [is(dimension, '(none)')] })
      expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen' })
      expect(meta.hints?.[0]?.did_you_mean).toEqual(near)
    }
  })

  it.each([
    ['California', ['US-CA']],
    ['californa', ['US-CA']],
    ['US_CA', ['US-CA']],
    ['Limburg', ['BE-VLI', 'NL-LI']],
  ])('a filter for a region by its name, %s, gets a hint with its code', async (value, codes) => {
    const { data, meta } = await ask({ filters: [is('region', value)] })
    expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen' })
    expect([...(meta.hints?.[0]?.did_you_mean ?? [])].sort()).toEqual(codes)
  })

  it('an answer of several metrics, with points and rows, shows no zero for values that were never collected', async () => {
    const { data } = await ask({
      metrics: ['visits', 'bounce_rate', 'pageviews'],
      interval: 'day',
      dimensions: ['page'],
      filters: [is('utm_source', 'nobody')],
      compare: { period: 'previous_period', matchWeekday: false },
    })
    const shown = 'metrics' in data ? data.metrics.map(({ state, reason, value }) => ({ state, reason, value })) : []
    expect(shown).toEqual(Array(3).fill({ state: 'empty', reason: 'value_never_seen', value: null }))
    const points = 'metrics' in data ? (data.series ?? []).flatMap(({ values }) => values) : []
    expect(points.filter(({ value }) => value !== null)).toEqual([])
    expect(data.rows).toEqual([])
  })

  it('a value of fewer visitors than the threshold is never suggested', async () => {
    const filters = [is('page', '/secrt')]
    expect((await ask({ filters })).meta.hints?.[0]?.did_you_mean).toEqual(['/secret'])
    expect((await ask({ filters }, { suppression_threshold: 2 })).meta.hints?.[0]).not.toHaveProperty('did_you_mean')
  })
})

describe('properties that no event has', () => {
  it.each<[string, Partial<StatsQuery>]>([
    ['as a filter', { filters: [is('property:plna', 'pro')] }],
    ['as a denied filter', { filters: [{ dimension: 'property:plna', operator: 'is_not', values: ['pro'] }] }],
    [
      'as a regular expression that the empty text matches',
      { filters: [{ dimension: 'property:plna', operator: 'matches_regex', values: ['^$'] }] },
    ],
    ['as a dimension', { dimensions: ['property:plna'] }],
  ])('properties that no event has make an answer unavailable: %s', async (_, query) => {
    const { data, meta } = await ask(query)
    expect(data).toMatchObject({ state: 'unavailable', reason: 'dimension_not_collected', value: null })
    expect(meta.hints).toMatchObject([{ code: 'dimension_not_collected', value: 'plna', did_you_mean: ['plan'] }])
    expect(data.rows).toEqual(query.dimensions && [])
  })

  it('a filter by a property that some event has is answered', async () => {
    expect((await ask({ dimensions: ['property:plan'] })).data).toMatchObject({ state: 'available', value: 5 })
  })
})

describe('conditions that exclude each other', () => {
  const both = [is('page', '/pricing'), is('event', 'order')]

  it('finds no event that is both a pageview and a custom event, and counts in the hint the visits with both', async () => {
    const { data, meta } = await ask({ filters: [is('event', 'pageview'), is('event', 'signup')] })
    expect(data).toMatchObject({ state: 'unavailable', reason: 'filters_exclude_each_other', value: null })
    expect(meta.hints).toEqual([{ code: 'filters_exclude_each_other', suggestion: 'scope: "visit"', visits: 2 }])
  })

  it('pageviews of a custom event are excluded, while other metrics of the query have values', async () => {
    const { data, meta } = await ask({ metrics: ['pageviews', 'visitors'], filters: [is('goal', 'signup')] })
    expect(data).toMatchObject({
      metrics: [
        { state: 'unavailable', reason: 'filters_exclude_metric', value: null },
        { state: 'available', value: 2 },
      ],
    })
    expect(meta.hints).toEqual([{ code: 'filters_exclude_metric', suggestion: 'scope: "visit"', visits: 2 }])
  })

  it('a metric that is excluded has no earlier value in rows, while other metrics of the query have theirs', async () => {
    const dayOf = (text: string) => ({ from: LocalDate.parse(text), to: LocalDate.parse(text) })
    const { data } = await ask(
      {
        ...dayOf('2026-11-11'),
        metrics: ['pageviews', 'visitors'],
        dimensions: ['country'],
        filters: [is('goal', 'signup')],
        compare: { period: 'custom', range: dayOf('2026-11-10'), matchWeekday: false },
      },
      {},
      club,
    )
    expect(data.rows).toMatchObject([{ key: 'DE', previous: [null, 1], change: [null, 0] }])
  })

  it('visits in a hint are withheld below the threshold', async () => {
    const filters = [is('event', 'pageview'), is('event', 'signup')]
    const { meta } = await ask({ filters }, { suppression_threshold: 3 })
    expect(meta.hints).toMatchObject([{ code: 'filters_exclude_each_other', visits: null }])
  })

  it('conditions that no event meets together are reported, and no visit has both', async () => {
    const { data, meta } = await ask({ filters: both })
    expect(data).toMatchObject({ state: 'unavailable', reason: 'filters_exclude_each_other' })
    expect(meta.hints).toMatchObject([{ visits: 0 }])
  })

  it('conditions on conversions apply to visits, so that no result is a true zero', async () => {
    const { data } = await ask({ metrics: ['conversions'], filters: both })
    expect(data).toMatchObject({ state: 'available', value: 0 })
  })

  it('a period without events is empty if an event of another time meets all conditions', async () => {
    const range = { from: LocalDate.parse('2026-11-11'), to: LocalDate.parse('2026-11-12') }
    const { data } = await ask({ ...range, filters: [is('page', '/pricing'), is('event', 'signup')] })
    expect(data).toMatchObject({ value: null, reason: 'no_data_collected' })
  })
})

describe('hints and excluded amounts', () => {
  it('a denied condition on events suggests the scope that means never', async () => {
    const never: Filter = { dimension: 'event', operator: 'is_not', values: ['signup'] }
    const hint = { code: 'negation_about_events', filter: 'filters.0', suggestion: 'scope: "visit"' }
    expect((await ask({ metrics: ['visits'], filters: [never] })).meta.hints).toEqual([hint])
    expect((await ask({ metrics: ['visits'], filters: [{ ...never, scope: 'visit' }] })).meta.hints).toBeUndefined()
    expect((await ask({ metrics: ['events'], filters: [never] })).meta.hints).toBeUndefined()
  })

  it('revenue reports which amounts in other currencies it excludes', async () => {
    const { data, meta } = await ask({ metrics: ['revenue'] })
    expect(data).toMatchObject({ value: 10 })
    expect(meta.excluded).toEqual([{ reason: 'other_currency', currency: 'USD', amount: '20.5', events: 1 }])
    expect((await ask({ metrics: ['visitors'] })).meta.excluded).toBeUndefined()
    expect((await ask({ metrics: ['revenue'] }, { suppression_threshold: 2 })).meta.excluded).toBeUndefined()
  })

  it('an answer with values needs no statement more than one without explanations', async () => {
    expect(await statementsOf({})).toHaveLength(1)
  })

  it('an earlier period that is not covered is not read if no points are requested', async () => {
    const compare = { period: 'previous_period', matchWeekday: false } as const
    expect(await statementsOf({ compare })).toHaveLength(1)
    expect(await statementsOf({ compare, interval: 'day' })).toHaveLength(2)
  })
})

/** What a question with numbers asks the engine, but for which days are closed or imported and when the first event was. */
async function statementsOf(query: Partial<StatsQuery>): Promise<readonly string[]> {
  const asked: string[] = []
  const reader = createReader({ engine, clock, versions: memoryVersions() })
  const counting = {
    ...reader,
    rows: <Row>(...given: Parameters<typeof reader.rows>) => {
      asked.push(given[1].text)
      return reader.rows<Row>(...given)
    },
  }
  const preferences = defaultSettings(UTC).preferences
  const scope = { product: shop, timezone: UTC, goals: GOALS, preferences }
  await answerStats(counting, scope, {
    metrics: ['visitors'],
    dimensions: [],
    from: LocalDate.parse('2026-11-09'),
    to: LocalDate.parse('2026-11-11'),
    filters: [is('page', '/pricing'), is('country', 'Germany')],
    limit: 50,
    offset: 0,
    ...query,
  })
  return asked.filter((text) => !text.includes('closed_days') && !text.includes('moved_quarters'))
}
