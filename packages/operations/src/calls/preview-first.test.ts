import { randomBase62, type Transaction, timestamp } from '@footfall/core-domain'
import { createCoordinator } from '@footfall/idempotency'
import { type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken, seedConnection, snapshot } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { createFunnel } from '../features/funnels/create.ts'
import { updatePreferences } from '../features/preferences/update.ts'
import { updateProduct } from '../features/products/update.ts'
import { updateToken } from '../features/tokens/update.ts'
import { type By, type CallingScenario, callsOn, type Input, scenarioOn, servicesOn } from '../test-support/index.ts'

const MINUTES_MS = 60_000
const FIELD = { code: 'invalid_request', fields: ['Service-Preview'] }
const NAME = { body: { name: 'Lumen' } }

describeEachDialect('a credential that previews first', (database) => {
  let on: CallingScenario
  let careful: SeededToken
  beforeEach(async () => {
    on = await scenarioOn(database)
    careful = await on.token({ scopes: [...SCOPES], limits: { preview_first: true } })
  })

  const shown = async (by: By = careful, operation = updateProduct, input: Input = NAME) => {
    const { preview } = await on.preview(by, operation, input)
    if (preview === undefined) throw new Error('no preview')
    return preview
  }
  const confirm = (preview: unknown, key = 'k', by: By = careful, operation = updateProduct, input: Input = NAME) =>
    on.call(by, operation, input, { confirm: true, key, preview })
  const nameNow = async () => (await database.store.products.find(on.product))?.name

  it('a credential that previews first gets a new proof with each preview, and other credentials get none', async () => {
    const [one, two] = [await shown(), await shown()]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^[\w.-]{60,120}$/)
    expect(await on.preview(on.owner, updateProduct, NAME)).not.toHaveProperty('preview')
    expect(await on.preview(await on.person('owner'), updateProduct, NAME)).not.toHaveProperty('preview')
  })

  it('a preview confirms a change for less than ten minutes', async () => {
    const [early, late] = [await shown(), await shown()]
    database.clock.advance(10 * MINUTES_MS - 1)
    expect((await confirm(early)).data.state).toBe('executed')
    database.clock.advance(1)
    expect(await confirm(late, 'late')).toMatchObject({ ...FIELD, detail: expect.stringContaining('has expired') })
  })

  it('a replay under the same key returns the recorded result after the preview has expired, and without a preview', async () => {
    const preview = await shown()
    const { data } = await confirm(preview)
    database.clock.advance(60 * MINUTES_MS)
    for (const again of [preview, undefined, 'other'])
      expect(await confirm(again)).toMatchObject({ data, idempotency: { replayed: true } })
  })

  it('a preview cannot confirm a second change', async () => {
    const preview = await shown()
    await confirm(preview)
    await on.confirm(on.owner, updateProduct, { body: { name: 'Between' } })
    const { revision } = (await database.store.products.find(on.product)) ?? {}
    const again = await confirm(preview, 'second')
    expect(again).toMatchObject(FIELD)
    expect([await nameNow(), (await database.store.products.find(on.product))?.revision]).toEqual(['Between', revision])
  })

  it('a preview cannot create two things', async () => {
    const body = { name: 'F', steps: ['/a', '/b'].map((match) => ({ kind: 'page', match })), window_minutes: 60 }
    const preview = await shown(careful, createFunnel, { body })
    const create = (key: string) => confirm(preview, key, careful, createFunnel, { body: { ...body } })
    expect((await create('one')).data.state).toBe('executed')
    expect(await create('two')).toMatchObject({ ...FIELD, detail: expect.stringContaining('another change') })
    expect(await database.store.funnels.count(on.product)).toBe(1)
  })

  it('executes one of several simultaneous confirmations of a preview under different keys', async () => {
    const body = { name: 'F', steps: ['/a', '/b'].map((match) => ({ kind: 'page', match })), window_minutes: 60 }
    const preview = await shown(careful, createFunnel, { body })
    const keys = ['a', 'b', 'c', 'd', 'e']
    const answers = await Promise.all(keys.map((key) => confirm(preview, key, careful, createFunnel, { body })))
    expect(answers.filter(({ data }) => data?.state === 'executed')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'invalid_request')).toHaveLength(4)
    expect(await database.store.funnels.count(on.product)).toBe(1)
  })

  it('a preview can be used again if its change was not committed', async () => {
    const preview = await shown()
    const { store, clock } = database
    const crashing = {
      ...servicesOn(database),
      confirmations: createCoordinator<Transaction>({
        records: database.control.idempotency,
        claims: 'in_transaction',
        transaction: (work) =>
          store.transaction(async (tx) => {
            await work(tx)
            throw new Error('The process ends before the commit.')
          }),
        now: () => clock.now(),
        newClaimId: () => `idm_${randomBase62(database.random, 20)}`,
      }),
    }
    const failed = callsOn(crashing, on.product).call(careful, updateProduct, NAME, {
      confirm: true,
      key: 'k',
      preview,
    })
    await expect(failed).rejects.toThrow('before the commit')
    expect((await confirm(preview, 'again')).data.state).toBe('executed')
  })

  it('a rejected preview writes nothing and leaves the key free, and a rejected change leaves the preview usable', async () => {
    const preview = await shown()
    const before = await snapshot(database)
    for (const wrong of [undefined, 'nonsense', `${preview}x`]) expect(await confirm(wrong)).toMatchObject(FIELD)
    expect((await confirm(preview, 'k', careful, updateProduct, { body: { name: '' } })).fields).toEqual(['name'])
    expect(await snapshot(database)).toEqual(before)
    expect((await confirm(preview)).data.state).toBe('executed')
  })

  it.each([
    ['input', { body: { name: 'Lumen!' } }],
    ['revision in the input', { body: { name: 'Lumen', revision: 1 } }],
  ])('rejects a preview of other %s', async (_, input) => {
    expect(await confirm(await shown(), 'k', careful, updateProduct, input)).toMatchObject(FIELD)
    expect(await nameNow()).toBe('Example')
  })

  it('rejects a preview of another product, operation or credential', async () => {
    const other = await scenarioOn(database)
    const { account } = on.people.owner
    const sibling = await on.token({ scopes: [...SCOPES], limits: { preview_first: true } })
    const connection: Principal = {
      kind: 'oauth_connection',
      connection: await seedConnection(database, account.id, [on.product]),
      account: account.id,
      scopes: new Set(SCOPES),
      selection: { mode: 'selected', ids: [on.product] },
      limits: { readOnly: false, toolsets: null, previewFirst: true, approval: false },
    }
    const timezone = { body: { timezone: 'Europe/Berlin' } }
    for (const preview of [
      await shown(sibling),
      await shown(connection),
      await shown(careful, updatePreferences, timezone),
      (
        await other.preview(
          await other.token({ scopes: [...SCOPES], limits: { preview_first: true } }),
          updateProduct,
          NAME,
        )
      ).preview,
    ])
      expect(await confirm(preview)).toMatchObject(FIELD)
    expect(await nameNow()).toBe('Example')
  })

  it('rejects a preview of an earlier revision', async () => {
    const preview = await shown()
    await on.confirm(on.owner, updateProduct, { body: { name: 'Meanwhile' } })
    expect(await confirm(preview)).toMatchObject({ ...FIELD, detail: expect.stringContaining('changed since') })
    expect(await nameNow()).toBe('Meanwhile')
  })

  it('rejects a preview in which any part was changed', async () => {
    const preview = await shown()
    const [version, id = '', expiry = '', revision, mac = ''] = preview.split('.')
    const later = (Number.parseInt(expiry, 36) + 1).toString(36)
    const forged = [
      [version, id.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')), expiry, revision, mac],
      [version, id, later, revision, mac],
      [version, id, expiry, `${revision}0`, mac],
      [version, id, expiry, 'new', mac],
      [version, id, expiry, revision, mac.replace(/^./, (c) => (c === 'a' ? 'b' : 'a'))],
      ['pv1', id, expiry, revision, mac],
      [version, id, expiry, revision],
      [version, id, expiry, revision, mac, ''],
    ].map((parts) => parts.join('.'))
    for (const text of [...forged, '', ' ', 'x'.repeat(100_000), 7, null, {}, [preview]])
      expect([text, await confirm(text)]).toEqual([text, expect.objectContaining(FIELD)])
    expect((await confirm(preview)).data.state).toBe('executed')
  })

  it('needs no preview if the person was asked', async () => {
    const asked = await on.call(careful, updateProduct, NAME, { confirm: true, key: 'k', personAsked: true })
    expect(asked.data.state).toBe('executed')
  })

  it('verifies a preview even if none is required', async () => {
    const preview = await shown()
    expect(await confirm('nonsense', 'k', on.owner)).toMatchObject(FIELD)
    expect(await confirm(preview, 'k', on.owner)).toMatchObject(FIELD)
    const owner = await on.person('owner')
    expect((await on.call(owner, updateToken, limit(false))).data.state).toBe('executed')
    expect((await confirm(preview)).data.state).toBe('executed')
  })

  it('requires a preview as soon as the limits of the token do', async () => {
    const owner = await on.person('owner')
    await on.call(owner, updateToken, limit(false))
    expect((await on.confirm(careful, updateProduct, NAME)).data.state).toBe('executed')
    await on.call(owner, updateToken, limit(true))
    expect(await on.confirm(careful, updateProduct, { body: { name: 'Again' } })).toMatchObject(FIELD)
  })

  it('forgets the uses of a preview only after it has expired', async () => {
    const preview = await shown()
    await confirm(preview)
    const id = preview.split('.')[1] ?? ''
    const uses = async () => (await snapshot(database)).preview_uses?.filter((row) => row.includes(id)).length
    const { store, clock } = database
    const purge = () => store.transaction((tx) => tx.store.previewUses.purge(timestamp(clock.now())))
    clock.advance(10 * MINUTES_MS - 1)
    await purge()
    expect(await uses()).toBe(1)
    clock.advance(1)
    await purge()
    expect(await uses()).toBe(0)
  })

  const limit = (preview_first: boolean): Input => ({ path: { token_id: careful.token.id }, body: { preview_first } })
})
