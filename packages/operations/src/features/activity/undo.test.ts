import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { OTHER_WRITES } from '../../interface.ts'
import { DECLARED } from '../../registry.ts'
import { type CallingScenario, scenarioOn, writeInputs } from '../../test-support/index.ts'
import { updateAlert } from '../alerts/update.ts'
import { updateAnnotation } from '../annotations/update.ts'
import { updateEvents } from '../events/update.ts'
import { createFunnel } from '../funnels/create.ts'
import { deleteFunnel } from '../funnels/delete.ts'
import { updateFunnel } from '../funnels/update.ts'
import { updateProductKey } from '../keys/update.ts'
import { updatePreferences } from '../preferences/update.ts'
import { productActivity } from '../products/activity.ts'
import { updateProduct } from '../products/update.ts'
import { updateMember } from '../team/update.ts'
import { undoChange } from './undo.ts'

describeEachDialect('undo', (database) => {
  let on: CallingScenario
  let owner: Principal
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
  })

  const rename = (name: string) => on.confirm(on.owner, updateProduct, { body: { name } })
  const newest = async () => {
    database.clock.advance(1_000)
    const [entry] = (await on.call(owner, productActivity, { query: { limit: 1 } })).data
    return entry as { readonly id: string; readonly can_undo: boolean }
  }
  const undo = (entry: string, by: Principal = owner) => on.call(by, undoChange, { path: { entry } })
  const name = async () => (await database.store.products.findOwned(on.product))?.product.name

  it('previews the opposite of a change, and makes it', async () => {
    await rename('Renamed')
    const { id, can_undo } = await newest()
    expect(can_undo).toBe(true)
    expect((await on.preview(owner, undoChange, { path: { entry: id } })).data).toMatchObject({
      summary: 'Undo: Rename “Example” to “Renamed”.',
      changes: [{ path: 'name', from: 'Renamed', to: 'Example' }],
      revision: 2,
    })
    expect(await name()).toBe('Renamed')
    expect((await undo(id)).data).toMatchObject({
      state: 'executed',
      result: { entry: id, result: { name: 'Example' } },
    })
    expect(await name()).toBe('Example')
    database.clock.advance(1_000)
    expect(await newest()).toMatchObject({ operation: 'dashboard_activity_undo', can_undo: true })
  })

  it('rejects undoing a change that a newer one builds on', async () => {
    await rename('Second')
    const { id } = await newest()
    await rename('Third')
    expect((await undo(id)).code).toBe('revision_conflict')
    expect(await name()).toBe('Third')
  })

  it('undoes a change once, also when two people do it at the same time', async () => {
    await rename('Renamed')
    const { id } = await newest()
    const admin = await on.person('admin')
    const answers = await Promise.all([undo(id), undo(id, admin), undo(id)])
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['revision_conflict', 'revision_conflict', undefined])
    expect(await name()).toBe('Example')
  })

  it('restores everything that a replacement replaced, and removes what was not there', async () => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ] as const
    const before = { name: 'Sign-ups', steps, window_minutes: 60 }
    const { data } = await on.confirm(on.owner, createFunnel, { body: before })
    database.clock.advance(1_000)
    const path = { funnel_id: data.result.id }
    await on.confirm(on.owner, updateFunnel, { path, body: { ...before, steps: [...steps].reverse() } })
    expect((await undo((await newest()).id)).data.result.result).toMatchObject(before)
    database.clock.advance(1_000)
    const event = { name: 'Signup', kind: 'custom', goal: true, revenue: false } as const
    const capture = { outbound_links: true, file_downloads: true, form_submissions: false, scroll_depth: false }
    await on.confirm(on.owner, updateEvents, { body: { events: [event], auto_capture: capture } })
    const undone = await undo((await newest()).id)
    expect(undone.data.result.result.events).not.toContainEqual(expect.objectContaining({ name: 'Signup' }))
  })

  it('gives back an optional field that was not there', async () => {
    const { good } = await writeInputs(updateAnnotation, on)
    await on.call(owner, updateAnnotation, { ...good, body: { note: 'Later', title: 'Relaunch' } })
    const { data } = await undo((await newest()).id)
    expect(data.result.result).toMatchObject({ title: 'Launch' })
    expect(data.result.result).not.toHaveProperty('note')
  })

  it('restores a preference and leaves the others', async () => {
    await on.confirm(on.owner, updatePreferences, { body: { currency: 'CHF' } })
    const { id } = await newest()
    const { data, ...rest } = await undo(id)
    expect(rest).toEqual({})
    expect(data.result.result).toMatchObject({ currency: 'EUR', timezone: 'UTC' })
  })

  it('offers no opposite of creations and deletions', async () => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ] as const
    const { data } = await on.confirm(on.owner, createFunnel, { body: { name: 'F', steps, window_minutes: 60 } })
    expect((await newest()).can_undo).toBe(false)
    await on.confirm(on.owner, deleteFunnel, { path: { funnel_id: data.result.id } })
    const { id, can_undo } = await newest()
    expect(can_undo).toBe(false)
    expect(await undo(id)).toMatchObject({ code: 'invalid_request', fields: ['entry'] })
  })

  it('gives a member the role of before, to whom may change it', async () => {
    const path = { member: on.people.viewer.member }
    await on.confirm(on.owner, updateMember, { path, body: { role: 'admin' } })
    const { id, can_undo } = await newest()
    expect(can_undo).toBe(true)
    expect((await undo(id, await on.person('editor'))).code).toBe('role_forbidden')
    const admin = await on.person('admin')
    expect((await undo(id, admin)).code).toBe('role_forbidden')
    expect((await undo(id)).data.result.result).toMatchObject({ role: 'viewer' })
    await on.confirm(on.owner, updateMember, { path, body: { role: 'editor' } })
    expect((await undo((await newest()).id, admin)).data.result.result).toMatchObject({ role: 'viewer' })
  })

  it('undoing a change of the networks of a key restores its previous networks', async () => {
    const { good } = await writeInputs(updateProductKey, on)
    await on.call(owner, updateProductKey, good)
    const { data } = await undo((await newest()).id)
    expect(data.result.result).toMatchObject({ allowed_networks: [] })
  })

  it('says of a creation and a deletion why it cannot be undone', async () => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ] as const
    const reason = async () => {
      const { code, detail } = await undo((await newest()).id)
      return `${code} ${detail}`
    }
    const { data } = await on.confirm(on.owner, createFunnel, { body: { name: 'F', steps, window_minutes: 60 } })
    expect(await reason()).toMatch(
      /^invalid_request .*cannot be undone: it is not an update; delete or revoke what it made/,
    )
    await on.confirm(on.owner, deleteFunnel, { path: { funnel_id: data.result.id } })
    expect(await reason()).toMatch(/^invalid_request .*cannot be undone: it deleted or revoked something/)
  })

  it('rejects the opposite of a change of something that was deleted since', async () => {
    const steps = [
      { kind: 'page', match: '/' },
      { kind: 'event', match: 'Signup' },
    ] as const
    const before = { name: 'F', steps, window_minutes: 60 }
    const path = { funnel_id: (await on.confirm(on.owner, createFunnel, { body: before })).data.result.id }
    database.clock.advance(1_000)
    await on.confirm(on.owner, updateFunnel, { path, body: { ...before, name: 'G' } })
    const { id } = await newest()
    await on.confirm(on.owner, deleteFunnel, { path })
    expect((await undo(id)).code).toBe('not_found')
  })

  it('does not undo an undone change a second time', async () => {
    await rename('Renamed')
    const { id } = await newest()
    await undo(id)
    expect((await undo(id)).code).toBe('revision_conflict')
  })

  it('undoes an undo again and again, each time in one previewed change with a sentence of the same length', async () => {
    await rename('Renamed')
    const sentences: string[] = []
    for (const expected of ['Example', 'Renamed', 'Example', 'Renamed']) {
      const { id } = await newest()
      const { data } = await on.preview(owner, undoChange, { path: { entry: id } })
      expect(data.changes).toEqual([{ path: 'name', from: await name(), to: expected }])
      sentences.push(data.summary)
      expect((await undo(id)).data.result).toMatchObject({ entry: id, operation: 'service_products_update' })
      expect(await name()).toBe(expected)
    }
    const renaming = 'Rename “Example” to “Renamed”.'
    expect(sentences).toEqual([`Undo: ${renaming}`, `Redo: ${renaming}`, `Undo: ${renaming}`, `Redo: ${renaming}`])
  })

  it('rejects undoing an undo on which a newer change builds, and needs the role of what was undone', async () => {
    const path = { member: on.people.viewer.member }
    await on.confirm(on.owner, updateMember, { path, body: { role: 'admin' } })
    await undo((await newest()).id)
    const { id } = await newest()
    expect((await undo(id, await on.person('admin'))).code).toBe('role_forbidden')
    await on.confirm(on.owner, updateMember, { path, body: { role: 'editor' } })
    expect((await undo(id)).code).toBe('revision_conflict')
  })

  it('keeps no address of a webhook, and offers no opposite of a change of one', async () => {
    const { good } = await writeInputs(updateAlert, on)
    const target = { kind: 'webhook', format: 'slack', url: 'https://hooks.slack.com/services/T/B/secret' }
    expect((await on.call(owner, updateAlert, { ...good, body: { target } })).code).toBeUndefined()
    expect((await newest()).can_undo).toBe(false)
    await on.call(owner, updateAlert, { ...good, body: { name: 'Peaks' } })
    const { id, can_undo } = await newest()
    expect(can_undo).toBe(true)
    expect(JSON.stringify(await database.store.audit.find(id))).not.toContain('services/T/B/secret')
    expect((await undo(id)).data.result.result).toMatchObject({ name: 'Spikes' })
  })

  it('needs the role that the change needed, and belongs to its product', async () => {
    await rename('Renamed')
    const { id } = await newest()
    for (const role of ['editor', 'viewer'] as const)
      expect((await undo(id, await on.person(role))).code).toBe('role_forbidden')
    const other = await scenarioOn(database)
    const stranger = await other.person('owner')
    expect((await undo(id, stranger)).code).toBe('not_found')
    expect((await other.call(stranger, undoChange, { path: { entry: id } })).code).toBe('not_found')
    expect((await on.call(on.owner, undoChange, { path: { entry: id } }, { confirm: true, key: 'k' })).code).toBe(
      'credential_not_accepted',
    )
  })

  it.each(['aud_', 'aud_nobody', 'x', "aud_' OR '1'='1", '', 'aud_😀', `aud_${'a'.repeat(60)}`])(
    'answers not_found for the entry %j',
    async (entry) => expect((await undo(entry)).code).toBe('not_found'),
  )

  it.each(
    DECLARED.filter((operation) => operation.kind === 'write').filter(
      ({ method }) => method === 'PATCH' || method === 'PUT',
    ),
  )('$name is undone to what was before, where it offers that', async (operation) => {
    if (operation.product === 'none') return
    const { good } = await writeInputs(operation, on)
    const state = () => on.preview(owner, operation, good)
    const before = await state()
    expect((await on.call(owner, operation, good)).code).toBeUndefined()
    const { id, can_undo } = await newest()
    if (!can_undo) return
    expect(OTHER_WRITES.find(operation.name)).toBeDefined()
    expect((await undo(id)).code).toBeUndefined()
    expect((await state()).data.changes).toEqual(before.data.changes)
    const redo = await newest()
    expect(redo.can_undo).toBe(true)
    expect((await undo(redo.id)).code).toBeUndefined()
    expect((await state()).data.changes).toEqual([])
  })
})
