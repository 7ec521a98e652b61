import { LocalDate, timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeAll, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createAnnotation } from './create.ts'
import { deleteAnnotation } from './delete.ts'
import { updateAnnotation } from './update.ts'

describeEachDialect('annotations', (database) => {
  let on: CallingScenario
  let editor: Principal
  beforeAll(async () => {
    on = await scenarioOn(database)
    editor = await on.person('editor')
  })

  const launch = { date: '2026-11-01', title: 'Launch', note: 'With “quotes”, ünïcode 😀' }
  const create = async (): Promise<{ annotation_id: string }> => {
    const { data } = await on.call(editor, createAnnotation, { body: launch })
    return { annotation_id: data.result.id }
  }

  it('creates, changes field by field and deletes an annotation, with an audit entry for each', async () => {
    const made = (await on.call(editor, createAnnotation, { body: launch })).data
    expect(made).toMatchObject({ state: 'executed', result: { ...launch, revision: 1 } })
    const { id } = made.result
    const path = { annotation_id: id }
    const change = (body: object) => on.call(editor, updateAnnotation, { path, body })
    const moved = await change({ date: '2026-11-02', revision: 1 })
    expect(moved.data.result).toMatchObject({ id, ...launch, date: '2026-11-02', revision: 2 })
    const { result } = (await change({ title: 'Relaunch', note: null })).data
    expect(result).toMatchObject({ id, title: 'Relaunch', date: '2026-11-02', revision: 3 })
    expect(result).not.toHaveProperty('note')
    expect((await on.call(editor, deleteAnnotation, { path })).data.result).toEqual({ id, deleted: true })
    expect((await on.call(editor, deleteAnnotation, { path })).code).toBe('not_found')
    const entries = await database.store.audit.list({ product: on.product, limit: 10 })
    const operations = entries.filter(({ subject }) => subject === id).map(({ operation }) => operation)
    expect(operations.sort()).toEqual([
      'dashboard_annotations_create',
      'dashboard_annotations_delete',
      'dashboard_annotations_update',
      'dashboard_annotations_update',
    ])
  })

  it('an annotation without a date is of today in the time zone of its product', async () => {
    for (const timezone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const elsewhere = await scenarioOn(database, { timezone })
      const { data } = await elsewhere.call(await elsewhere.person('editor'), createAnnotation, {
        body: { title: 'Launch' },
      })
      const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(database.clock.now())
      expect({ timezone, date: data.result.date }).toEqual({ timezone, date })
    }
  })

  it('an annotation keeps the line breaks of its note', async () => {
    const body = { ...launch, note: 'Search ads.\r\nAnd the newsletter.' }
    const { data } = await on.call(editor, createAnnotation, { body })
    expect(data.result).toMatchObject({ note: 'Search ads.\nAnd the newsletter.' })
  })

  it('keeps a category and a color, changes each separately and removes them', async () => {
    const kind = { category: 'Ads – Frühling 😀', color: 'purple' }
    const { data } = await on.call(editor, createAnnotation, { body: { ...launch, ...kind } })
    expect(data.result).toMatchObject({ ...launch, ...kind })
    const path = { annotation_id: data.result.id }
    const change = async (body: object) => (await on.call(editor, updateAnnotation, { path, body })).data.result
    expect(await change({ color: 'red' })).toMatchObject({ ...launch, category: kind.category, color: 'red' })
    expect(await change({ category: null })).not.toHaveProperty('category')
    const bare = await change({ color: null })
    expect(bare).toMatchObject(launch)
    expect(bare).not.toHaveProperty('color')
    expect(await database.store.annotations.find(on.product, data.result.id)).toEqual(bare)
  })

  it('rejects a change of an annotation with an older revision', async () => {
    const body = { title: 'X', revision: 7 }
    expect((await on.call(editor, updateAnnotation, { path: await create(), body })).code).toBe('revision_conflict')
  })

  it('allows at most a thousand annotations for one product', async () => {
    const full = await scenarioOn(database)
    const at = timestamp(database.clock.now())
    const date = LocalDate.parse('2026-01-01')
    await database.store.transaction(async ({ store }) => {
      for (let i = 0; i < 1_000; i++) {
        const annotation = { id: database.ids.annotation(), date, title: 'T', created_at: at, updated_at: at }
        await store.annotations.insert(full.product, { ...annotation, revision: 1 })
      }
    })
    const rejected = await full.call(await full.person('editor'), createAnnotation, { body: launch })
    expect(rejected.code).toBe('quota_exceeded')
  })

  it('makes only the thousandth of many annotations that are created at the same time', async () => {
    const full = await scenarioOn(database)
    const at = timestamp(database.clock.now())
    await database.store.transaction(async ({ store }) => {
      for (let i = 0; i < 999; i++) {
        const annotation = { id: database.ids.annotation(), title: 'T', created_at: at, updated_at: at, revision: 1 }
        await store.annotations.insert(full.product, { ...annotation, date: LocalDate.parse('2026-01-01') })
      }
    })
    const person = await full.person('editor')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => full.call(person, createAnnotation, { body: launch })),
    )
    expect(answers.filter(({ code }) => code === undefined)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'quota_exceeded')).toHaveLength(7)
  })

  it.each([
    [{}, ['title']],
    [{ ...launch, date: '2026-02-30' }, ['date']],
    [{ ...launch, date: 20261101 }, ['date']],
    [{ ...launch, date: '2026-11-01T00:00:00Z' }, ['date']],
    [{ ...launch, title: ' ' }, ['title']],
    [{ ...launch, title: 'x'.repeat(201) }, ['title']],
    [{ ...launch, title: 'a\u0000b' }, ['title']],
    [{ ...launch, title: ['x'] }, ['title']],
    [{ ...launch, note: 'x'.repeat(2001) }, ['note']],
    [{ ...launch, note: null }, ['note']],
    [{ ...launch, note: '\ud800' }, ['note']],
    [{ ...launch, category: '' }, ['category']],
    [{ ...launch, category: 'x'.repeat(41) }, ['category']],
    [{ ...launch, category: 'a\tb' }, ['category']],
    [{ ...launch, category: { name: 'x' } }, ['category']],
    [{ ...launch, color: 'pink' }, ['color']],
    [{ ...launch, color: '#ff0000' }, ['color']],
    [{ ...launch, color: null }, ['color']],
    [{ ...launch, id: 'ann_mine' }, ['id']],
    [[launch], ['']],
  ])('rejects a new annotation with %j and names what is wrong', async (body, fields) => {
    expect(await on.call(editor, createAnnotation, { body })).toMatchObject({ code: 'invalid_request', fields })
  })

  it.each([
    [{ date: '' }, 'date'],
    [{ title: null }, 'title'],
    [{ title: '' }, 'title'],
    [{ note: '' }, 'note'],
    [{ note: 7 }, 'note'],
    [{ category: ' ' }, 'category'],
    [{ color: '' }, 'color'],
    [{ color: 'Red' }, 'color'],
    [{ revision: 0 }, 'revision'],
    [{ revision: '1' }, 'revision'],
    [{ surprise: true }, 'surprise'],
  ])('rejects a change of an annotation with %j and names what is wrong', async (body, field) => {
    const rejected = await on.call(editor, updateAnnotation, { path: await create(), body })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: [field] })
  })

  it.each(['ann_unknown', 'not-an-id', "ann_' OR '1'='1", '__proto__'])(
    'returns not_found for the annotation %s',
    async (id) => {
      const path = { annotation_id: id }
      expect((await on.call(editor, updateAnnotation, { path, body: { title: 'X' } })).code).toBe('not_found')
      expect((await on.call(editor, deleteAnnotation, { path })).code).toBe('not_found')
    },
  )

  it('returns not_found for an annotation of another product', async () => {
    const other = await scenarioOn(database)
    const path = await create()
    const foreign = await other.person('editor')
    expect((await other.call(foreign, updateAnnotation, { path, body: { title: 'X' } })).code).toBe('not_found')
    expect((await other.call(foreign, deleteAnnotation, { path })).code).toBe('not_found')
    expect((await on.call(foreign, deleteAnnotation, { path })).code).toBe('not_found')
  })
})
