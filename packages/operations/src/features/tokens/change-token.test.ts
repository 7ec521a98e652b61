import { type AccountToken, DAY_MS, timestamp } from '@footfall/core-domain'
import { actsForAccount, type Principal, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { authenticate } from '../../calls/authenticate.ts'
import { type CallingScenario, type Input, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { getProduct } from '../products/get.ts'
import { listProducts } from '../products/list.ts'
import { createToken } from './create.ts'
import { replaceToken } from './replace.ts'
import { updateToken } from './update.ts'

describeEachDialect('changing a token', (database) => {
  let on: CallingScenario
  let owner: Principal
  let root: SeededToken
  let child: SeededToken
  let grandchild: SeededToken
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
    root = await on.token({ scopes: [...SCOPES] })
    child = await on.token({ scopes: ['products:read', 'analytics:read'], parent: root.token })
    grandchild = await on.token({ scopes: ['products:read'], parent: child.token })
  })

  const path = (token: Pick<AccountToken, 'id'>) => ({ token_id: token.id })
  const change = (token: AccountToken, body: unknown) => on.call(owner, updateToken, { path: path(token), body })
  const replace = (token: AccountToken, body: unknown = {}) => on.call(owner, replaceToken, { path: path(token), body })
  const stored = async ({ token }: SeededToken) => (await database.store.tokens.find(token.id))?.token
  const statuses = async () => [await stored(root), await stored(child), await stored(grandchild)].map((t) => t?.status)
  const codes = (...secrets: string[]) =>
    Promise.all(secrets.map(async (secret) => (await on.call(secret, listProducts)).code ?? 'works'))
  const later = (days: number) => timestamp(database.clock.now() + days * DAY_MS)
  const selected = () => ({ mode: 'selected' as const, ids: [on.product] })

  it('a renamed token keeps its descendants active', async () => {
    const { data } = await change(root.token, { name: '  Für alles ✓  ', revision: 1 })
    const result = { id: root.token.id, name: 'Für alles ✓', revision: 2, status: 'active' }
    expect(data).toMatchObject({ state: 'executed', result })
    expect(data.secret).toBeUndefined()
    expect(await statuses()).toEqual(['active', 'active', 'active'])
  })

  it.each([
    ['scopes', () => ({ scopes: ['products:read', 'products:read', 'analytics:read'] })],
    ['products', () => ({ products: selected(), scopes: ['products:read'] })],
    ['end', () => ({ expires_at: later(3) })],
  ])(
    'a token works at once with changed %s, and the change disables its descendants and their keys',
    async (_, given) => {
      const keys = [await on.key({ issuer: root.token.id }), await on.key({ issuer: grandchild.token.id })]
      const unrelated = await on.key()
      expect((await change(root.token, given())).data.state).toBe('executed')
      expect(await statuses()).toEqual(['active', 'disabled', 'disabled'])
      const statusOf = async ({ key }: typeof unrelated) =>
        (await database.store.productKeys.find(on.product, key.id))?.status
      for (const key of keys) expect(await statusOf(key)).toBe('disabled')
      expect(await statusOf(unrelated)).toBe('active')
      const secrets = [root.secret, child.secret, grandchild.secret]
      expect(await codes(...secrets)).toEqual(['works', 'invalid_token', 'invalid_token'])
      expect((await stored(child))?.disabled_reason).toContain(root.token.id)
    },
  )

  it('a changed token is limited to its new scopes and products from the next request on', async () => {
    await change(root.token, { scopes: ['analytics:read'] })
    expect(await codes(root.secret)).toEqual(['insufficient_scope'])
    const { product } = await scenarioOn(database)
    await change(root.token, { scopes: ['products:read'], products: selected() })
    expect((await on.call(root, getProduct)).code).toBeUndefined()
    expect((await on.call(root, getProduct, { product })).code).toBe('not_found')
  })

  it('a token can have products:write only with all products, both when created and when changed', async () => {
    const named = { code: 'invalid_request', fields: ['products'] }
    const body = { name: 'New', scopes: ['products:write'], products: selected() }
    expect(await on.call(owner, createToken, { body })).toMatchObject(named)
    expect(await change(root.token, { products: selected() })).toMatchObject(named)
    const narrow = await on.token({ scopes: ['products:read'], products: selected() })
    expect(await change(narrow.token, { scopes: ['products:write'] })).toMatchObject(named)
    const both = await change(root.token, { products: selected(), scopes: ['products:read'] })
    expect(both.data.state).toBe('executed')
  })

  it('the expiry of a token can be set, changed and removed', async () => {
    const endOf = async (expires_at: string | null) => (await change(root.token, { expires_at })).data.result.expires_at
    expect(await endOf(later(1))).toBe(later(1))
    expect(await endOf('2030-01-31T02:00:00+02:00')).toBe('2030-01-31T00:00:00.000Z')
    expect(await endOf(null)).toBeNull()
  })

  it('a change of a token to its current values changes nothing and disables nothing', async () => {
    const same = { name: child.token.name, scopes: ['analytics:read', 'products:read'], products: { mode: 'all' } }
    const { data } = await change(child.token, { ...same, expires_at: null })
    expect(data.result.revision).toBe(1)
    expect((await stored(grandchild))?.status).toBe('active')
  })

  it.each([
    ['more scopes', () => ({ scopes: ['products:read', 'team:read'] }), /scopes team:read/],
    ['more products', () => ({ products: { mode: 'all' } }), /products reach beyond/],
    ['no end', () => ({ expires_at: null }), /expires at/],
    ['a later end', () => ({ expires_at: later(9) }), /expires at/],
  ])('a child token cannot get %s than its parent', async (_, given, detail) => {
    const products = selected()
    const parent = await on.token({ scopes: ['products:read', 'analytics:read'], products, expires_at: later(5) })
    const options = { scopes: ['products:read'], products, expires_at: later(4), parent: parent.token }
    const narrow = await on.token(options)
    const rejected = await change(narrow.token, given())
    expect(rejected).toMatchObject({ code: 'delegation_exceeded', detail: expect.stringMatching(detail) })
    expect(rejected.detail).toContain('parent token')
    expect((await stored(narrow))?.revision).toBe(1)
  })

  it.each([
    ['a stale revision', () => ({ name: 'x', revision: 7 }), undefined],
    ['nothing', () => ({}), ''],
    ['only a revision', () => ({ revision: 1 }), ''],
    ['an empty name', () => ({ name: ' ' }), 'name'],
    ['a number for a name', () => ({ name: 7 }), 'name'],
    ['null for a name', () => ({ name: null }), 'name'],
    ['a name of 121 characters', () => ({ name: 'x'.repeat(121) }), 'name'],
    ['control characters in the name', () => ({ name: 'a\u0000b' }), 'name'],
    ['no scope', () => ({ scopes: [] }), 'scopes'],
    ['an unknown scope', () => ({ scopes: ['*'] }), 'scopes.0'],
    ['a text for scopes', () => ({ scopes: 'products:read' }), 'scopes'],
    ['1000 scopes', () => ({ scopes: Array(1000).fill('team:read') }), 'scopes'],
    ['an unknown mode of selection', () => ({ products: { mode: 'some' } }), 'products.mode'],
    ['no product', () => ({ products: { mode: 'selected', ids: [] } }), 'products.ids'],
    [
      'an unknown product',
      () => ({ scopes: ['products:read'], products: { mode: 'selected', ids: ['prd_nobody'] } }),
      'products.ids.0',
    ],
    ['selected products while it has products:write', () => ({ products: selected() }), 'products'],
    ['an end in the past', () => ({ expires_at: later(-1) }), 'expires_at'],
    ['an end that is not an instant', () => ({ expires_at: 'tomorrow' }), 'expires_at'],
    ['a number for an end', () => ({ expires_at: 5 }), 'expires_at'],
    ['half a revision', () => ({ name: 'x', revision: 1.5 }), 'revision'],
    ['an unknown field', () => ({ name: 'x', status: 'active' }), 'status'],
  ])('rejects a change of a token with %s', async (_, given, field) => {
    const rejected = await change(root.token, given())
    if (field === undefined) expect(rejected.code).toBe('revision_conflict')
    else expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining([field]) })
    expect(await stored(root)).toEqual(root.token)
    expect((await stored(child))?.status).toBe('active')
  })

  it('previews a change or a replacement with what it disables, and writes nothing', async () => {
    await on.key({ issuer: grandchild.token.id })
    const preview = async (operation: typeof updateToken, input: Input) => {
      const { data } = await on.preview(owner, operation, { path: path(root.token), ...input })
      expect(data).toMatchObject({ state: 'previewed', revision: 1 })
      return data.warnings
    }
    const warning = '2 child tokens and 1 Website API key stop working too.'
    expect(await preview(updateToken, { body: { scopes: ['products:read'] } })).toEqual([warning])
    expect(await preview(replaceToken, { body: {} })).toContain(warning)
    expect(await preview(updateToken, { body: { name: 'x' } })).toEqual([])
    expect(await stored(root)).toEqual(root.token)
  })

  it('a replaced token keeps its id and permissions, and the old secret and all descendants are rejected', async () => {
    const { secret, result, secret_returned_once } = (await replace(root.token, { revision: 1 })).data
    expect(secret_returned_once).toBe(true)
    const kept = { ...root.token, prefix: secret.slice(0, 8), revision: 2, updated_at: expect.any(String) }
    expect(result).toMatchObject(kept)
    const rejected = Array(3).fill('invalid_token')
    expect(await codes(secret, root.secret, child.secret, grandchild.secret)).toEqual(['works', ...rejected])
    const [entry] = await database.store.audit.list({ account: on.people.owner.account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_tokens_replace', subject: root.token.id })
    expect(JSON.stringify(entry)).not.toContain(secret)
  })

  it('a token is replaced once under an idempotency key, and the replay has no secret', async () => {
    const input = { path: path(root.token), body: {} }
    const first = await on.confirm(owner, replaceToken, input, 'replace-once')
    const again = await on.confirm(owner, replaceToken, input, 'replace-once')
    expect(again.data).toEqual({ ...first.data, secret: undefined })
    expect(again.idempotency?.replayed).toBe(true)
    expect(await codes(first.data.secret)).toEqual(['works'])
  })

  it('a token is not replaced with a stale revision, an unknown field or a list', async () => {
    expect((await replace(root.token, { revision: 2 })).code).toBe('revision_conflict')
    expect((await replace(root.token, { name: 'x' })).fields).toEqual(['name'])
    expect((await replace(root.token, [])).code).toBe('invalid_request')
    expect((await replace(root.token, { revision: '1' })).fields).toEqual(['revision'])
    expect(await codes(root.secret)).toEqual(['works'])
  })

  it('a revoked, disabled or expired token can be neither changed nor replaced', async () => {
    const scopes = ['team:read']
    const ended = [
      await on.token({ scopes, status: 'revoked' }),
      await on.token({ scopes, status: 'disabled' }),
      await on.token({ scopes, expires_at: later(-1) }),
    ]
    for (const { token } of ended)
      for (const answer of [await change(token, { name: 'x' }), await replace(token)])
        expect(answer).toMatchObject({ code: 'invalid_request', fields: ['token_id'] })
  })

  it('returns not_found for a token of another account, an unknown or a malformed id', async () => {
    const foreign = await (await scenarioOn(database)).token({ scopes: ['team:read'] })
    for (const id of [foreign.token.id, 'tok_nobody', 'not-an-id', "tok_' OR 1=1 --", 'x'.repeat(3000)]) {
      expect((await change({ ...root.token, id: id as never }, { name: 'x' })).code).toBe('not_found')
      expect((await replace({ ...root.token, id: id as never })).code).toBe('not_found')
    }
  })

  it.each([
    ['replaced', (token: AccountToken) => replace(token)],
    ['given other scopes', (token: AccountToken) => change(token, { scopes: ['tokens:read'] })],
    ['given other products', (token: AccountToken) => change(token, { products: selected() })],
    ['made read only', (token: AccountToken) => change(token, { read_only: true })],
    ['given fewer tool groups', (token: AccountToken) => change(token, { toolsets: ['team'] })],
    ['set to preview first', (token: AccountToken) => change(token, { preview_first: true })],
  ])('commits no write that was admitted before the token was %s', async (_, end) => {
    const services = servicesOn(database)
    const { token, secret } = await on.token({ scopes: ['tokens:write'] })
    const principal = await authenticate(secret, services)
    if (!actsForAccount(principal)) throw new Error('a token acts for an account')
    await services.assertStillActive(principal, database.control)
    expect((await end(token)).data.state).toBe('executed')
    await expect(services.assertStillActive(principal, database.control)).rejects.toMatchObject({
      code: 'invalid_token',
    })
  })
})
