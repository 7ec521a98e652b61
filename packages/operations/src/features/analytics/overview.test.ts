import {
  LocalDate,
  type Mover,
  type OverviewAnswer,
  type OverviewQuery,
  type ReportMeta,
  timestamp,
} from '@footfall/core-domain'
import { testDatabase } from '@footfall/testkit'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { queryStats } from './query.ts'

const NO_MOVERS = { source: [], page: [], country: [], utm_campaign: [] }

describe('the query without a metric', () => {
  const database = testDatabase('sqlite')
  let on: CallingScenario
  let asked: OverviewQuery | undefined
  let movers: OverviewAnswer['data']['movers'] = NO_MOVERS
  let hints: ReportMeta['hints']

  beforeAll(async () => {
    const analytics = fixedReports({
      overview: async (_, query): Promise<OverviewAnswer> => {
        asked = query
        const { compare } = query
        const { from, to } =
          compare.period === 'custom'
            ? { from: LocalDate.parse('2026-09-29'), to: LocalDate.parse('2026-10-05') }
            : { from: LocalDate.parse('2026-09-22'), to: LocalDate.parse('2026-10-21') }
        const comparison = { period: compare.period, from, to, state: 'available', reason: null } as const
        return { data: { headline: [], comparison, movers }, meta: { ...(hints && { hints }) } as ReportMeta }
      },
    })
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
  })
  beforeEach(() => {
    asked = undefined
    movers = NO_MOVERS
    hints = undefined
  })

  const ask = (query: object = {}, by: Parameters<CallingScenario['call']>[0] = on.owner) =>
    on.call(by, queryStats, { query: { ...query } })

  it('compares with the previous period unless another comparison is chosen', async () => {
    await ask()
    expect(asked).toMatchObject({ period: '30d', compare: { period: 'previous_period', matchWeekday: false } })
    await ask({ match_weekday: true, period: 'last_month' })
    expect(asked).toMatchObject({ period: 'last_month', compare: { period: 'previous_period', matchWeekday: true } })
    await ask({ compare: 'previous_year' })
    expect(asked).toMatchObject({ compare: { period: 'previous_year', matchWeekday: false } })
    await ask({ compare: 'custom', compare_from: '2026-10-01', compare_to: '2026-10-07' })
    expect(asked?.compare).toEqual({
      period: 'custom',
      range: { from: '2026-10-01', to: '2026-10-07' },
      matchWeekday: false,
    })
    expect(await ask({ compare_from: '2026-10-01' })).toMatchObject({ fields: ['compare_from'] })
  })

  it('accepts the date range, the time zone and the filters of any other query', async () => {
    const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
    await ask({ from: '2026-11-01', to: '2026-11-07', tz: 'Asia/Tokyo', filters })
    expect(asked).toMatchObject({ from: '2026-11-01', to: '2026-11-07', filters })
    expect(asked?.period).toBeUndefined()
  })

  it('rejects each parameter that needs a metric, by name', async () => {
    const ofMetrics = {
      interval: 'day',
      dimension: 'page',
      order: 'visitors:desc',
      min_visitors: 3,
      limit: 10,
      cursor: 'x',
    }
    expect(await ask(ofMetrics)).toMatchObject({ code: 'invalid_request', fields: Object.keys(ofMetrics) })
    for (const [name, value] of Object.entries(ofMetrics)) {
      expect(await ask({ [name]: value })).toMatchObject({ code: 'invalid_request', fields: [name] })
    }
    expect(asked).toBeUndefined()
  })

  it('accepts a Website API key of the product', async () => {
    const key = await on.key({ scopes: ['analytics:read'] })
    expect((await ask({}, key.secret)).data).toMatchObject({ headline: [], comparison: { state: 'available' } })
  })

  describe('the link of an overview', () => {
    const link = async (query: object = {}) => (await ask(query)).data.link
    const start = () => `https://stats.example/products/${on.product}?`

    it('the link shows the same date range and comparison as the overview', async () => {
      expect(await link()).toBe(`${start()}period=30d&compare=previous_period`)
      expect(await link({ from: '2026-11-01', to: '2026-11-07', tz: 'Asia/Tokyo', compare: 'previous_year' })).toBe(
        `${start()}from=2026-11-01&to=2026-11-07&tz=Asia%2FTokyo&compare=previous_year`,
      )
      expect(await link({ period: '7d', match_weekday: true })).toBe(
        `${start()}period=7d&compare=previous_period_weekdays`,
      )
    })

    it('the link has the days of a custom comparison, moved to the same weekdays if requested', async () => {
      const custom = { period: '7d', compare: 'custom', compare_from: '2026-10-01', compare_to: '2026-10-07' }
      expect(await link({ ...custom, match_weekday: true })).toBe(
        `${start()}period=7d&compare=custom&compare_from=2026-09-29&compare_to=2026-10-05`,
      )
    })

    it('the link has the filters in the format of the dashboard, and is null if they are too long', async () => {
      const filters = [{ dimension: 'page', operator: 'is', values: ['/ä b?&='] }]
      const address = new URL(await link({ filters }))
      expect(JSON.parse(address.searchParams.get('filters') ?? '')).toEqual(filters)
      expect(await link({ filters: [{ dimension: 'page', operator: 'is', values: ['x'.repeat(2_000)] }] })).toBeNull()
    })
  })

  describe('the annotations of an overview', () => {
    const annotate = async (date: string, title: string, note?: string) => {
      database.clock.advance(1000)
      const id = database.ids.annotation()
      const at = timestamp(database.clock.now())
      const dates = { created_at: at, revision: 1, updated_at: at, date: LocalDate.parse(date) }
      await database.store.annotations.insert(on.product, { id, title, ...(note && { note }), ...dates })
      return id
    }
    const rangeOf = (day: string) => ({ from: day, to: day })

    it('the annotations of an overview are those of its date range', async () => {
      const id = await annotate('2026-03-05', 'Launch', 'On all sites')
      await annotate('2026-03-06', 'Later')
      const { data } = await ask(rangeOf('2026-03-05'))
      expect(data.annotations).toEqual([{ id, date: '2026-03-05', title: 'Launch', note: 'On all sites' }])
    })

    it('the annotations are null for a credential without the scope of annotations', async () => {
      await annotate('2026-03-07', 'Launch')
      const token = await on.token({ scopes: ['analytics:read'] })
      const key = await on.key({ scopes: ['analytics:read'] })
      for (const by of [token, key.secret]) {
        expect((await ask(rangeOf('2026-03-07'), by)).data.annotations).toBeNull()
      }
    })

    it('shows the latest five annotations, with a hint about earlier ones', async () => {
      hints = [{ code: 'negation_about_events' }]
      for (let i = 1; i <= 7; i++) await annotate('2026-03-09', `Change ${i}`)
      const { data, meta } = await ask(rangeOf('2026-03-09'))
      expect(data.annotations).toMatchObject([3, 4, 5, 6, 7].map((i) => ({ title: `Change ${i}` })))
      const suggestion = 'service_diagnostics_annotations lists 2 earlier annotations of this period'
      expect(meta).toEqual({
        hints: [{ code: 'negation_about_events' }, { code: 'annotations_left_out', suggestion }],
      })
    })

    it('an overview shortens annotations that are too long together, the short ones last', async () => {
      await annotate('2026-03-11', 'Short')
      await annotate('2026-03-11', 'T'.repeat(200), 'N'.repeat(2_000))
      const { data } = await ask(rangeOf('2026-03-11'))
      expect(data.annotations[0]).not.toHaveProperty('shortened')
      expect(data.annotations[1]).toMatchObject({ shortened: true, title: expect.stringMatching(/^T{100,}…$/) })
      expect(data.annotations[1].note).toMatch(/^N{100,}…$/)
    })
  })

  describe('the keys of movers in an overview', () => {
    const mover = (key: string): Mover => ({ key, visitors: 2, previous: 1, change: 1 })

    it('the keys of movers stay whole if they are short together', async () => {
      const page = [mover(`/${'long/'.repeat(60)}`), mover('/')]
      movers = { ...NO_MOVERS, page, country: [{ ...mover('DE'), label: 'Germany' }] }
      expect((await ask()).data.movers).toEqual(movers)
    })

    it('the keys of movers are cut at the end, between characters, if they are too long together', async () => {
      const long = '🧪"\\é'.repeat(500)
      movers = { ...NO_MOVERS, page: [mover(long), mover('/pricing')], source: [mover('x'.repeat(2_000))] }
      const { data } = await ask()
      const [first, second] = data.movers.page
      expect(second).toEqual(mover('/pricing'))
      expect(first).toMatchObject({ shortened: true, visitors: 2, previous: 1, change: 1 })
      expect(first.key.endsWith('…')).toBe(true)
      expect(long.startsWith(first.key.slice(0, -1))).toBe(true)
      expect(first.key.isWellFormed()).toBe(true)
      const bytes = Object.values(data.movers as typeof movers)
        .flat()
        .reduce((sum, { key }) => sum + Buffer.byteLength(JSON.stringify(key)) - 2, 0)
      expect(bytes).toBeLessThanOrEqual(800)
      expect(bytes).toBeGreaterThan(780)
    })
  })
})
