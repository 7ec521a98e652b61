import { timestamp } from '@footfall/core-domain'
import type { Principal, Scope } from '@footfall/scopes-policy'
import { testDatabase } from '@footfall/testkit'
import type { EventRow } from '@footfall/warehouse'
import { eventRow } from '@footfall/warehouse/test-support'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Executable } from '../definition/operation.ts'
import { catalog } from '../features/analytics/catalog.ts'
import { goals } from '../features/analytics/goals.ts'
import { queryStats } from '../features/analytics/query.ts'
import { breakdowns } from '../features/dashboard/breakdowns.ts'
import { journeys } from '../features/dashboard/journeys.ts'
import { overview } from '../features/dashboard/overview.ts'
import { updateEvents } from '../features/events/update.ts'
import { listFunnels } from '../features/funnels/list.ts'
import { createSegment } from '../features/segments/create.ts'
import { deleteSegment } from '../features/segments/delete.ts'
import { type CallingScenario, type Input, scenarioOn, servicesOn, testEngine } from '../test-support/index.ts'

const SIGNUP = { name: 'Signup', kind: 'custom', goal: true, revenue: false }
const AUTO_CAPTURE = { outbound_links: true, file_downloads: true, form_submissions: true, scroll_depth: true }
const GOOGLE = { dimension: 'source', operator: 'is', values: ['Google'] }
const steps = [
  { kind: 'page', match: '/' },
  { kind: 'goal', match: 'Signup' },
]

/** Each question, and the number of it that a segment changes. */
const QUESTIONS: readonly (readonly [string, Executable, NonNullable<Input['query']>, (data: never) => unknown])[] = [
  ['a query', queryStats, { metric: 'visitors' }, (data: { value: number }) => data.value],
  [
    'a compared query',
    queryStats,
    { metric: 'visitors', compare: 'previous_period' },
    (data: { value: number }) => data.value,
  ],
  ['an overview', queryStats, {}, (data: { headline: { value: number }[] }) => data.headline[0]?.value],
  ['goals', goals, {}, (data: { visitors: number }) => data.visitors],
  [
    'compared goals',
    goals,
    { compare: 'previous_period' },
    (data: { goals: { conversions: number }[] }) => data.goals[0]?.conversions,
  ],
  ['a funnel', listFunnels, { steps }, (data: { results: { entrants: number } }[]) => data[0]?.results.entrants],
  ['the overview of the dashboard', overview, {}, (data: { series: { value: number } }) => data.series.value],
  [
    'breakdowns',
    breakdowns,
    { dimensions: 'page' },
    (data: { breakdowns: { rows: { value: number }[] }[] }) => data.breakdowns[0]?.rows[0]?.value,
  ],
  ['journeys', journeys, { page: '/' }, (data: { visits: number }) => data.visits],
]

describe('segments in queries', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let on: CallingScenario
  let editor: Principal
  beforeAll(async () => {
    const { analytics } = await engine.services(database)
    on = await scenarioOn(database, { timezone: 'UTC', services: { ...servicesOn(database), analytics } })
    editor = await on.person('editor')
    await on.call(editor, updateEvents, { body: { events: [], auto_capture: AUTO_CAPTURE } })
    await on.confirm(on.owner, updateEvents, { body: { events: [SIGNUP], auto_capture: AUTO_CAPTURE } })
    const visit = (id: number, source: string, country: string): (Partial<EventRow> & { ts: string })[] => {
      const of = { visitor: String(id), visit: String(id), source, country }
      return [
        { ...of, ts: `2026-11-20 08:0${id}:00.000`, path: '/', visit_starts: 1, pv_seq: 1 },
        { ...of, ts: `2026-11-20 08:0${id}:30.000`, kind: 'custom', name: 'Signup' },
      ]
    }
    const events = [...visit(1, 'Google', 'DE'), ...visit(2, 'Google', 'NP'), ...visit(3, 'GitHub', 'DE')]
    const rows = events.map((row) =>
      JSON.stringify(eventRow({ product_id: on.product, visit_start: '2026-11-20 08:00:00', ...row })),
    )
    await engine.engine.insert('events', 'JSONEachRow', rows.join('\n'), 'segments')
  })

  const saved = async (...filters: readonly object[]): Promise<string> =>
    (await on.call(editor, createSegment, { body: { name: 'S', filters } })).data.result.id
  const ask = (operation: Executable, query: NonNullable<Input['query']>) =>
    on.call(editor, operation, { query: { period: 'today', ...query } })
  const visitors = async (query: object) => (await ask(queryStats, { metric: 'visitors', ...query })).data.value

  it.each(QUESTIONS)(
    'filters %s by a segment as by the filters of the segment',
    async (_, operation, query, totalOf) => {
      const value = async (more: object) => totalOf((await ask(operation, { ...query, ...more })).data as never)
      expect(await value({})).toBe(3)
      expect(await value({ segment: await saved(GOOGLE) })).toBe(2)
      expect(await value({ filters: [GOOGLE] })).toBe(2)
      const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
      expect(await value({ segment: await saved(GOOGLE), filters })).toBe(1)
    },
  )

  it.each(QUESTIONS)(
    'rejects a segment that the product does not have in %s, naming the parameter',
    async (_, operation, query) => {
      const other = await scenarioOn(database)
      const foreign = await other.call(await other.person('editor'), createSegment, {
        body: { name: 'S', filters: [GOOGLE] },
      })
      for (const segment of ['seg_unknown', foreign.data.result.id, 'nonsense', '', 7, ['seg_a'], "seg_' OR '1'='1"]) {
        expect(await ask(operation, { ...query, segment })).toMatchObject({
          code: 'invalid_request',
          fields: ['segment'],
        })
      }
    },
  )

  it('lists the segments that an unknown name may mean, to callers who may see segments', async () => {
    const { data } = await on.call(editor, createSegment, { body: { name: 'Readers of prices', filters: [GOOGLE] } })
    const candidate = `“Readers of prices” (${data.result.id})`
    const detailFor = async (scopes: readonly Scope[]) => {
      const token = await on.token({ role: 'viewer', scopes: [...scopes] })
      const operation = scopes.includes('analytics:read') ? queryStats : listFunnels
      const query = scopes.includes('analytics:read') ? { metric: 'visitors' } : {}
      return (await on.call(token, operation, { query: { ...query, segment: 'Readers of price' } })).detail
    }
    expect(await detailFor(['analytics:read'])).toContain(candidate)
    expect(await detailFor(['funnels:read', 'content:read'])).toContain(candidate)
    expect(await detailFor(['funnels:read'])).toMatch(/must be a segment of this product$/)
  })

  it('leaves the filters of a segment out of the response and keeps its alternatives as alternatives', async () => {
    const country = { dimension: 'country', operator: 'is', values: ['NP'] }
    const segment = await saved({ any: [country, { ...GOOGLE, values: ['GitHub'] }] })
    const { data, meta } = await ask(queryStats, {
      metric: 'visitors',
      segment,
      filters: [{ ...country, values: ['np'] }],
    })
    expect(data.value).toBe(1)
    expect(meta).toMatchObject({ filters: [country] })
    expect(await visitors({ segment })).toBe(2)
    expect((await ask(queryStats, { metric: 'visitors', segment })).meta).not.toHaveProperty('filters')
  })

  it('does not count the conditions of a segment among the twenty of the caller', async () => {
    const twenty = Array(20).fill(GOOGLE)
    const segment = await saved(...twenty)
    expect(await visitors({ segment, filters: twenty })).toBe(2)
    expect((await ask(queryStats, { metric: 'visitors', segment, filters: [...twenty, GOOGLE] })).fields).toEqual([
      'filters',
    ])
  })

  it('a value that was never collected is reported with the name of its segment', async () => {
    const segment = await saved({ ...GOOGLE, values: ['Googel'] })
    const { data, meta } = await ask(queryStats, { metric: 'visitors', segment })
    expect(data).toMatchObject({ state: 'empty', reason: 'value_never_seen', value: null })
    expect(meta).toMatchObject({ hints: [{ code: 'value_never_seen', filter: 'segment', did_you_mean: ['Google'] }] })
    const plan = await saved({ dimension: 'property:plan', operator: 'is', values: ['pro'] })
    expect(await ask(queryStats, { metric: 'visitors', segment: plan })).toMatchObject({
      data: { state: 'unavailable', reason: 'dimension_not_collected' },
      meta: { hints: [{ code: 'dimension_not_collected', filter: 'segment' }] },
    })
  })

  it('a segment whose filters cannot be evaluated, or no longer can, is rejected by its name', async () => {
    const about = async (segment: string) => {
      const { code, fields, detail } = await ask(queryStats, { metric: 'visitors', segment })
      return { code, fields, detail }
    }
    const goal = await saved({ dimension: 'goal', operator: 'is', values: ['Purchase'] })
    expect(await about(goal)).toMatchObject({ fields: ['segment'], detail: expect.stringContaining('Purchase') })
    const regex = await saved({ dimension: 'page', operator: 'matches_regex', values: ['('] })
    expect(await about(regex)).toMatchObject({ code: 'invalid_request', fields: ['segment'] })
    const searches = await saved(...Array(9).fill({ dimension: 'exit_page', operator: 'is', values: ['/'] }))
    expect(await about(searches)).toMatchObject({ code: 'invalid_request', fields: ['segment'] })
    const at = timestamp(database.clock.now())
    const old = { id: database.ids.segment(), name: 'Old', created_at: at, updated_at: at, revision: 1 }
    const gone = { dimension: 'color', operator: 'is', values: ['red'] }
    await database.store.segments.insert(on.product, { ...old, filters: [gone as never] })
    expect(await about(old.id)).toMatchObject({ fields: ['segment'], detail: expect.stringContaining('color') })
  })

  it('rejects a segment that was deleted', async () => {
    const segment = await saved(GOOGLE)
    expect(await visitors({ segment })).toBe(2)
    await on.call(editor, deleteSegment, { path: { segment } })
    expect((await ask(queryStats, { metric: 'visitors', segment })).fields).toEqual(['segment'])
  })

  it('the catalog lists a segment, and tokens and keys of the product can use it', async () => {
    const segment = await saved(GOOGLE)
    const key = await on.key({ scopes: ['analytics:read'] })
    for (const by of [on.owner, key.secret]) {
      const { segments } = (await on.call(by, catalog)).data
      expect(segments).toContainEqual({ id: segment, name: 'S', filters: [GOOGLE] })
      const asked = await on.call(by, queryStats, { query: { metric: 'visitors', period: 'today', segment } })
      expect(asked.data.value).toBe(2)
    }
  })

  it('the preview of a segment warns if no visit passes its filters or if they cannot be evaluated', async () => {
    const warnings = async (filter: object) =>
      (await on.preview(editor, createSegment, { body: { name: 'S', filters: [filter] } })).data.warnings
    expect(await warnings(GOOGLE)).not.toContainEqual(expect.stringContaining('No visit'))
    expect(await warnings({ ...GOOGLE, values: ['Nobody'] })).toEqual(
      expect.arrayContaining([
        expect.stringContaining('No visit'),
        expect.stringContaining('The value “Nobody” of source was never collected.'),
      ]),
    )
    expect(await warnings({ dimension: 'goal', operator: 'is', values: ['gone'] })).toContainEqual(
      expect.stringContaining('filters.0.values.0'),
    )
  })

  it('the preview of a change that ends a goal names the segments that filter by it', async () => {
    const filters = [{ dimension: 'goal', operator: 'is', values: ['Signup'] }]
    await on.call(editor, createSegment, { body: { name: 'Converted', filters } })
    const body = { events: [{ ...SIGNUP, goal: false }], auto_capture: AUTO_CAPTURE }
    const { data } = await on.preview(on.owner, updateEvents, { body })
    expect(data.warnings).toContainEqual(
      expect.stringContaining('The segment “Converted” filters by the goal “Signup”'),
    )
  })
})
