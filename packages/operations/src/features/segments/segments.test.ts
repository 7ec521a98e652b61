import { type SegmentId, timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect, seedSharedLink } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createSegment } from './create.ts'
import { deleteSegment } from './delete.ts'
import { listSegments } from './list.ts'
import { updateSegment } from './update.ts'

const PRICING = { dimension: 'page', operator: 'is', values: ['/pricing'] }
const pricing = { name: 'Saw “pricing” 😀', filters: [PRICING] }

describeEachDialect('segments', (database) => {
  let on: CallingScenario
  let editor: Principal
  beforeAll(async () => {
    on = await scenarioOn(database)
    editor = await on.person('editor')
  })

  const create = async (body: object = pricing): Promise<{ segment: SegmentId }> => {
    const { data } = await on.call(editor, createSegment, { body })
    return { segment: data.result.id }
  }

  it('creates, changes field by field and deletes a segment, with an audit entry for each', async () => {
    const made = (await on.call(editor, createSegment, { body: pricing })).data
    expect(made).toMatchObject({ state: 'executed', result: { ...pricing, revision: 1 } })
    const { id } = made.result
    expect(id).toMatch(/^seg_/)
    const path = { segment: id }
    const change = (body: object) => on.call(editor, updateSegment, { path, body })
    const named = await change({ name: 'Pricing', revision: 1 })
    expect(named.data.result).toMatchObject({ id, name: 'Pricing', filters: pricing.filters, revision: 2 })
    const filters = [{ any: [PRICING, { ...PRICING, scope: 'visit', case_sensitive: false }] }]
    expect((await change({ filters })).data.result).toMatchObject({ name: 'Pricing', filters, revision: 3 })
    const { segments } = (await on.call(editor, listSegments)).data
    expect(segments).toContainEqual(expect.objectContaining({ id, name: 'Pricing', filters, revision: 3 }))
    expect((await on.call(editor, deleteSegment, { path })).data.result).toEqual({ id, deleted: true })
    expect((await on.call(editor, deleteSegment, { path })).code).toBe('not_found')
    const entries = await database.store.audit.list({ product: on.product, limit: 10 })
    expect(
      entries
        .filter(({ subject }) => subject === id)
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual([
      'dashboard_segments_create',
      'dashboard_segments_delete',
      'dashboard_segments_update',
      'dashboard_segments_update',
    ])
  })

  it('lets every member list segments, and only editors and above change them', async () => {
    const viewer = await on.person('viewer')
    expect((await on.call(viewer, listSegments)).data.segments).toBeInstanceOf(Array)
    expect((await on.call(viewer, createSegment, { body: pricing })).code).toBe('role_forbidden')
    const path = await create()
    expect((await on.call(viewer, updateSegment, { path, body: { name: 'X' } })).code).toBe('role_forbidden')
    expect((await on.call(viewer, deleteSegment, { path })).code).toBe('role_forbidden')
  })

  it('rejects account tokens that list or change segments', async () => {
    const path = await create()
    expect((await on.call(on.owner, listSegments)).code).toBe('credential_not_accepted')
    expect((await on.confirm(on.owner, createSegment, { body: pricing })).code).toBe('credential_not_accepted')
    expect((await on.confirm(on.owner, deleteSegment, { path })).code).toBe('credential_not_accepted')
  })

  it('rejects a change of a segment with an older revision', async () => {
    const body = { name: 'X', revision: 7 }
    expect((await on.call(editor, updateSegment, { path: await create(), body })).code).toBe('revision_conflict')
  })

  it('lets only admins change the filters of a segment that a shared link shows, and only to filters that the link can apply', async () => {
    const path = await create()
    const link = await seedSharedLink(database, on.product, { segment: path.segment })
    const change = async (person: Principal, body: object) => {
      const { code, fields } = await on.call(person, updateSegment, { path, body })
      return { code, ...(fields && { fields }) }
    }
    const wider = { filters: [{ ...PRICING, operator: 'is_not' }] }
    expect(await change(editor, wider)).toEqual({ code: 'role_forbidden' })
    expect(await change(editor, { name: 'Renamed' })).toEqual({ code: undefined })
    const admin = await on.person('admin')
    expect(await change(admin, wider)).toEqual({ code: undefined })
    const loose = { filters: [{ dimension: 'event', operator: 'is', values: ['Signup'] }] }
    expect(await change(admin, loose)).toMatchObject({ code: 'invalid_request', fields: ['filters'] })
    const at = timestamp(database.clock.now())
    await database.store.transaction(({ store }) => store.sharedLinks.end(on.product, link.id, at))
    expect(await change(editor, loose)).toEqual({ code: undefined })
  })

  it('allows at most a hundred segments for one product', async () => {
    const full = await scenarioOn(database)
    const at = timestamp(database.clock.now())
    await database.store.transaction(async ({ store }) => {
      for (let i = 0; i < 100; i++) {
        const segment = { id: database.ids.segment(), name: 'S', filters: [], created_at: at, updated_at: at }
        await store.segments.insert(full.product, { ...segment, revision: 1 })
      }
    })
    const rejected = await full.call(await full.person('editor'), createSegment, { body: pricing })
    expect(rejected.code).toBe('quota_exceeded')
  })

  it.each([
    [{}, ['name', 'filters']],
    [{ ...pricing, name: ' ' }, ['name']],
    [{ ...pricing, name: 'x'.repeat(121) }, ['name']],
    [{ ...pricing, name: 'a\u0000b' }, ['name']],
    [{ ...pricing, name: 7 }, ['name']],
    [{ ...pricing, filters: [] }, ['filters']],
    [{ ...pricing, filters: PRICING }, ['filters']],
    [{ ...pricing, filters: '[]' }, ['filters']],
    [{ ...pricing, filters: Array(21).fill(PRICING) }, ['filters']],
    [{ ...pricing, filters: [{ ...PRICING, dimension: 'color' }] }, ['filters.0.dimension']],
    [{ ...pricing, filters: [{ ...PRICING, operator: '; DROP' }] }, ['filters.0.operator']],
    [{ ...pricing, filters: [{ ...PRICING, values: [] }] }, ['filters.0.values']],
    [{ ...pricing, filters: [{ ...PRICING, values: ['x'.repeat(2049)] }] }, ['filters.0.values.0']],
    [{ ...pricing, filters: [{ ...PRICING, surprise: 1 }] }, ['filters.0.surprise']],
    [{ ...pricing, id: 'seg_mine' }, ['id']],
    [[pricing], ['']],
  ])('rejects a new segment with %j and names what is wrong', async (body, fields) => {
    expect(await on.call(editor, createSegment, { body })).toMatchObject({ code: 'invalid_request', fields })
  })

  it.each([
    [{ name: '' }, 'name'],
    [{ name: null }, 'name'],
    [{ filters: [] }, 'filters'],
    [{ filters: null }, 'filters'],
    [{ revision: '1' }, 'revision'],
    [{ surprise: true }, 'surprise'],
  ])('rejects a change of a segment with %j and names what is wrong', async (body, field) => {
    const rejected = await on.call(editor, updateSegment, { path: await create(), body })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it.each(['seg_unknown', 'not-an-id', "seg_' OR '1'='1", '__proto__'])(
    'returns not_found for the segment %s',
    async (segment) => {
      const path = { segment }
      expect((await on.call(editor, updateSegment, { path, body: { name: 'X' } })).code).toBe('not_found')
      expect((await on.call(editor, deleteSegment, { path })).code).toBe('not_found')
    },
  )

  it('returns not_found for a segment of another product', async () => {
    const other = await scenarioOn(database)
    const path = await create()
    const foreign = await other.person('editor')
    expect((await other.call(foreign, updateSegment, { path, body: { name: 'X' } })).code).toBe('not_found')
    expect((await other.call(foreign, deleteSegment, { path })).code).toBe('not_found')
    expect((await other.call(foreign, listSegments)).data.segments).toEqual([])
    expect((await on.call(foreign, deleteSegment, { path })).code).toBe('not_found')
  })
})
