import { type Filters, type SegmentFilter, SegmentId, type StatsAnswer } from '@footfall/core-domain'
import { describeEachDialect } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { queryStats } from '../analytics/query.ts'
import { overview } from '../dashboard/overview.ts'
import { secretSegment } from './test-support.ts'

const DAY = '2026-10-01T00:00:00.000Z'

describeEachDialect('responses to shared links', (database) => {
  let on: CallingScenario
  const segment = (filters: Filters) => secretSegment(database, on.product, filters)

  const PRICING = { dimension: 'page', operator: 'is', values: ['/pricing'] }
  const asked: { filters: readonly unknown[]; discreet: boolean | undefined }[] = []
  const answering = () =>
    fixedReports({
      query: async (scope, { filters, metrics }) => {
        asked.push({ filters, discreet: scope.discreet })
        const meta = { hints: [{ code: 'value_never_seen', did_you_mean: ['/secret'] }] }
        const data = metrics.length === 1 ? { value: 1, metric: 'visitors' } : { metrics: [] }
        return { data, meta, more: false } as unknown as StatsAnswer
      },
      activeVisitors: async () => 7,
    })
  const scene = async () => {
    asked.length = 0
    const services = { ...servicesOn(database), analytics: answering() }
    on = await scenarioOn(database, { services })
  }
  const visitors = (by: ReturnType<CallingScenario['link']>, query: object = {}) =>
    on.call(by, queryStats, { query: { metric: 'visitors', from: '2026-10-01', to: '2026-10-02', ...query } })

  it('applies the filters of the segment of a link in every query, after those of the caller', async () => {
    await scene()
    const id = await segment([{ dimension: 'country', operator: 'is', values: ['DE'] }])
    const forced: SegmentFilter = {
      any: [{ dimension: 'country', operator: 'is', values: ['DE'] }],
      segment: SegmentId.parse(id),
    }
    const denied = { dimension: 'country', operator: 'is_not', values: ['DE'] }
    const link = on.link(['overview'], id)
    await visitors(link, { filters: [{ any: [denied, PRICING] }] })
    await on.call(link, overview, { query: { from: '2026-10-01', to: '2026-10-02', filters: [PRICING] } })
    expect(asked.map(({ filters }) => filters)).toEqual([
      [{ any: [denied, PRICING] }, forced],
      [PRICING, forced],
      [PRICING, forced],
    ])
    expect(asked.every(({ discreet }) => discreet)).toBe(true)
  })

  it('gives a shared link no hints, no overview for agents, and no choice of a segment', async () => {
    await scene()
    const id = await segment([{ dimension: 'country', operator: 'is', values: ['DE'] }])
    const link = on.link(['overview'])
    expect((await visitors(link)).meta).toEqual({})
    expect((await visitors(link, { segment: id })).code).toBe('credential_not_accepted')
    expect(await visitors(link, { metric: undefined })).toMatchObject({ code: 'invalid_request', fields: ['metric'] })
  })

  it('shows nothing once the segment of a link was deleted, and does not say why', async () => {
    await scene()
    const answer = await visitors(on.link(['overview'], SegmentId.parse('seg_gone')))
    expect(answer).toMatchObject({ code: 'credential_not_accepted', detail: expect.not.stringContaining('segment') })
    expect(asked).toEqual([])
  })

  it('shows current visitors only with the section for them, and annotations without their notes', async () => {
    await scene()
    const id = database.ids.annotation()
    const made = {
      id,
      date: '2026-10-01',
      title: 'Launch',
      note: 'It failed.',
      created_at: DAY,
      revision: 1,
      updated_at: DAY,
    }
    await database.store.annotations.insert(on.product, made as never)
    const ask = (by: ReturnType<CallingScenario['link']>) =>
      on.call(by, overview, { query: { from: '2026-10-01', to: '2026-10-02' } })
    const { data } = await ask(on.link(['overview']))
    expect(data.active_visitors).toBeNull()
    expect(data.annotations).toMatchObject([{ title: 'Launch' }])
    expect(JSON.stringify(data)).not.toContain('It failed.')
    expect((await ask(on.link(['overview', 'realtime']))).data.active_visitors).toBe(7)
  })
})
