import { type AccountToken, timestamp } from '@footfall/core-domain'
import { authenticate } from '@footfall/operations'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('account tokens in the dashboard', (database) => {
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let cookie: string
  let root: Awaited<ReturnType<typeof seedToken>>
  let child: Awaited<ReturnType<typeof seedToken>>
  let grandchild: Awaited<ReturnType<typeof seedToken>>

  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database)
    const { account } = seeded.people.owner
    cookie = await people.cookieOf(account)
    root = await seedToken(database, account, { scopes: [...SCOPES] })
    child = await seedToken(database, account, { scopes: ['products:read', 'analytics:read'], parent: root.token })
    grandchild = await seedToken(database, account, { scopes: ['products:read'], parent: child.token })
  })

  const path = ({ id }: { id: string }, rest = '') => `/api/v1/access-tokens/${id}${rest}`
  const change = (token: AccountToken, body: unknown, headers?: Record<string, string>) =>
    fromOurPage(served, cookie, 'PATCH', path(token), body, headers)
  const replace = (token: AccountToken, body: unknown = {}, headers?: Record<string, string>) =>
    fromOurPage(served, cookie, 'POST', path(token, '/replacement'), body, headers)
  const statusOf = async ({ token }: { token: AccountToken }) =>
    (await database.store.tokens.find(token.id))?.token.status
  const worksFor = async (secret: string) => (await served.get('/api/v1/products', secret)).status
  const later = (days: number) => timestamp(database.clock.now() + days * 86_400_000)

  describe('changed', () => {
    it('take a new name without disturbing anything below', async () => {
      const { status, body } = await change(root.token, { name: '  Für alles ✓  ', revision: 1 })
      expect({ status, data: body.data }).toMatchObject({
        status: 200,
        data: { state: 'executed', result: { id: root.token.id, name: 'Für alles ✓', revision: 2, status: 'active' } },
      })
      expect(body.data.secret).toBeUndefined()
      expect(await Promise.all([root, child, grandchild].map(statusOf))).toEqual(['active', 'active', 'active'])
    })

    it.each([
      ['scopes', () => ({ scopes: ['products:read', 'products:read', 'analytics:read'] })],
      ['products', () => ({ products: { mode: 'selected', ids: [seeded.product] }, scopes: ['products:read'] })],
      ['end', () => ({ expires_at: later(3) })],
    ])('in their %s, work at once as changed and take everything below down in the same step', async (_, given) => {
      const keys = []
      for (const { token } of [root, grandchild])
        keys.push(await seedProductKey(database, seeded.product, { issuer: token.id }))
      const mine = await seedProductKey(database, seeded.product)
      const { status, body } = await change(root.token, given())
      expect({ status, body }).toMatchObject({ status: 200 })
      expect(await Promise.all([root, child, grandchild].map(statusOf))).toEqual(['active', 'disabled', 'disabled'])
      for (const { key } of keys)
        expect((await database.store.productKeys.find(seeded.product, key.id))?.status).toBe('disabled')
      expect((await database.store.productKeys.find(seeded.product, mine.key.id))?.status).toBe('active')
      expect(await Promise.all([root, child, grandchild].map(({ secret }) => worksFor(secret)))).toEqual([
        200, 401, 401,
      ])
      const fallen = await database.store.tokens.find(child.token.id)
      expect(fallen?.token.disabled_reason).toContain(root.token.id)
    })

    it('are judged by their new scopes and products with the next request', async () => {
      await change(root.token, { scopes: ['analytics:read'] })
      expect(await served.get('/api/v1/products', root.secret)).toMatchObject({ status: 403 })
      const other = await seedProduct(database)
      await change(root.token, { scopes: ['products:read'], products: { mode: 'selected', ids: [seeded.product] } })
      expect((await served.get(`/api/v1/products/${seeded.product}`, root.secret)).status).toBe(200)
      expect((await served.get(`/api/v1/products/${other.product}`, root.secret)).status).toBe(404)
    })

    it('keep products:write only with all products, when they are made and when they are changed', async () => {
      const products = { mode: 'selected', ids: [seeded.product] }
      const named = { status: 400, body: { code: 'invalid_request', errors: [{ path: 'products' }] } }
      const made = { name: 'New', scopes: ['products:write'], products }
      expect(await fromOurPage(served, cookie, 'POST', '/api/v1/access-tokens', made)).toMatchObject(named)
      expect(await change(root.token, { products })).toMatchObject(named)
      const narrow = await seedToken(database, seeded.people.owner.account, {
        scopes: ['products:read'],
        products: { mode: 'selected', ids: [seeded.product] },
      })
      expect(await change(narrow.token, { scopes: ['products:write'] })).toMatchObject(named)
      expect((await change(root.token, { products, scopes: ['products:read'] })).status).toBe(200)
    })

    it('lose and regain their end', async () => {
      expect((await change(root.token, { expires_at: later(1) })).body.data.result.expires_at).toBe(later(1))
      expect((await change(root.token, { expires_at: '2030-01-31T02:00:00+02:00' })).body.data.result.expires_at).toBe(
        '2030-01-31T00:00:00.000Z',
      )
      expect((await change(root.token, { expires_at: null })).body.data.result.expires_at).toBeNull()
    })

    it('to what they are already, change nothing and disable nothing', async () => {
      const same = { name: child.token.name, scopes: ['analytics:read', 'products:read'], products: { mode: 'all' } }
      const { status, body } = await change(child.token, { ...same, expires_at: null })
      expect({ status, revision: body.data.result.revision }).toEqual({ status: 200, revision: 1 })
      expect(await statusOf(grandchild)).toBe('active')
    })

    it.each([
      ['more scopes', () => ({ scopes: ['products:read', 'team:read'] }), /scopes team:read/],
      ['all products', () => ({ products: { mode: 'all' } }), /products reach beyond/],
      ['no end', () => ({ expires_at: null }), /expires at/],
      ['a later end', () => ({ expires_at: later(9) }), /expires at/],
    ])('to %s than their parent has, are refused', async (_, given, detail) => {
      const { account } = seeded.people.owner
      const parent = await seedToken(database, account, {
        scopes: ['products:read', 'analytics:read'],
        products: { mode: 'selected', ids: [seeded.product] },
        expires_at: later(5),
      })
      const narrow = await seedToken(database, account, {
        scopes: ['products:read'],
        products: { mode: 'selected', ids: [seeded.product] },
        expires_at: later(4),
        parent: parent.token,
      })
      const { status, body } = await change(narrow.token, given())
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'delegation_exceeded' })
      expect(body.detail).toMatch(detail)
      expect(body.detail).toContain('parent token')
      expect((await database.store.tokens.find(narrow.token.id))?.token.revision).toBe(1)
    })

    it.each([
      ['a stale revision', () => ({ name: 'x', revision: 7 }), 409, 'revision_conflict', undefined],
      ['nothing', () => ({}), 400, 'invalid_request', ''],
      ['only a revision', () => ({ revision: 1 }), 400, 'invalid_request', ''],
      ['an empty name', () => ({ name: ' ' }), 400, 'invalid_request', 'name'],
      ['a number for a name', () => ({ name: 7 }), 400, 'invalid_request', 'name'],
      ['null for a name', () => ({ name: null }), 400, 'invalid_request', 'name'],
      ['a name of 121 characters', () => ({ name: 'x'.repeat(121) }), 400, 'invalid_request', 'name'],
      ['control characters in the name', () => ({ name: 'a\u0000b' }), 400, 'invalid_request', 'name'],
      ['no scope', () => ({ scopes: [] }), 400, 'invalid_request', 'scopes'],
      ['a scope nobody knows', () => ({ scopes: ['*'] }), 400, 'invalid_request', 'scopes.0'],
      ['a text for scopes', () => ({ scopes: 'products:read' }), 400, 'invalid_request', 'scopes'],
      ['1000 scopes', () => ({ scopes: Array(1000).fill('team:read') }), 400, 'invalid_request', 'scopes'],
      ['an unknown kind of selection', () => ({ products: { mode: 'some' } }), 400, 'invalid_request', 'products.mode'],
      ['no product', () => ({ products: { mode: 'selected', ids: [] } }), 400, 'invalid_request', 'products.ids'],
      [
        'a product of nobody',
        () => ({ scopes: ['products:read'], products: { mode: 'selected', ids: ['prd_nobody'] } }),
        400,
        'invalid_request',
        'products.ids.0',
      ],
      [
        'selected products while it may create some',
        () => ({ products: { mode: 'selected', ids: [seeded.product] } }),
        400,
        'invalid_request',
        'products',
      ],
      ['an end in the past', () => ({ expires_at: later(-1) }), 400, 'invalid_request', 'expires_at'],
      ['an end that is no instant', () => ({ expires_at: 'tomorrow' }), 400, 'invalid_request', 'expires_at'],
      ['a number for an end', () => ({ expires_at: 5 }), 400, 'invalid_request', 'expires_at'],
      ['half a revision', () => ({ name: 'x', revision: 1.5 }), 400, 'invalid_request', 'revision'],
      ['an unknown field', () => ({ name: 'x', status: 'active' }), 400, 'invalid_request', 'status'],
    ])('with %s are refused by name', async (_, given, status, code, field) => {
      const answer = await change(root.token, given())
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
      if (field !== undefined) expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(field)
      expect((await database.store.tokens.find(root.token.id))?.token).toEqual(root.token)
      expect(await statusOf(child)).toBe('active')
    })
  })

  it('are previewed with what would fall, and nothing is written', async () => {
    await seedProductKey(database, seeded.product, { issuer: grandchild.token.id })
    const header = { 'service-confirm': 'false' }
    const changed = await change(root.token, { scopes: ['products:read'] }, header)
    const replaced = await replace(root.token, {}, header)
    const renamed = await change(root.token, { name: 'x' }, header)
    for (const { status, body } of [changed, replaced, renamed])
      expect({ status, state: body.data.state, revision: body.data.revision }).toEqual({
        status: 200,
        state: 'previewed',
        revision: 1,
      })
    const warning = '2 tokens below it and 1 product keys they issued stop working too.'
    expect(changed.body.data.warnings).toEqual([warning])
    expect(replaced.body.data.warnings).toContain(warning)
    expect(renamed.body.data.warnings).toEqual([])
    expect((await database.store.tokens.find(root.token.id))?.token).toEqual(root.token)
  })

  describe('replaced', () => {
    it('keep their id and permissions under a new secret, shown once; the old one and all below are dead', async () => {
      const { status, body } = await replace(root.token, { revision: 1 })
      const { secret, result, secret_returned_once } = body.data
      expect({ status, secret_returned_once, result }).toMatchObject({
        status: 201,
        secret_returned_once: true,
        result: { ...root.token, prefix: secret.slice(0, 8), revision: 2, updated_at: expect.any(String) },
      })
      const secrets = [secret, root.secret, child.secret, grandchild.secret]
      expect(await Promise.all(secrets.map(worksFor))).toEqual([200, 401, 401, 401])
      const [entry] = await database.store.audit.list({ account: seeded.people.owner.account.id, limit: 1 })
      expect(entry).toMatchObject({ operation: 'dashboard_tokens_replace', subject: root.token.id })
      expect(JSON.stringify(entry)).not.toContain(secret)
    })

    it('under an idempotency key are replaced once, and the replay shows no secret', async () => {
      const confirmed = { 'service-confirm': 'true', 'idempotency-key': 'replace-once' }
      const first = await replace(root.token, {}, confirmed)
      const again = await replace(root.token, {}, confirmed)
      expect([first.status, again.status]).toEqual([201, 201])
      expect(again.body.data).toEqual({ ...first.body.data, secret: undefined })
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await worksFor(first.body.data.secret)).toBe(200)
    })

    it('refuse a stale revision, an unknown field and what is no object', async () => {
      expect(await replace(root.token, { revision: 2 })).toMatchObject({ body: { code: 'revision_conflict' } })
      expect(await replace(root.token, { name: 'x' })).toMatchObject({ body: { errors: [{ path: 'name' }] } })
      expect(await replace(root.token, [])).toMatchObject({ status: 400 })
      expect(await replace(root.token, { revision: '1' })).toMatchObject({ body: { errors: [{ path: 'revision' }] } })
      expect(await worksFor(root.secret)).toBe(200)
    })
  })

  it('that are not active any more are neither changed nor replaced', async () => {
    const { account } = seeded.people.owner
    const ended = [
      await seedToken(database, account, { scopes: ['team:read'], status: 'revoked' }),
      await seedToken(database, account, { scopes: ['team:read'], status: 'disabled' }),
      await seedToken(database, account, { scopes: ['team:read'], expires_at: later(-1) }),
    ]
    for (const { token } of ended) {
      for (const answer of [await change(token, { name: 'x' }), await replace(token)])
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'token_id' }] } })
    }
  })

  it('of another account, missing or misspelt are all the same 404', async () => {
    const stranger = (await seedProduct(database)).people.owner.account
    const { token } = await seedToken(database, stranger, { scopes: ['team:read'] })
    const ids = [token.id, 'tok_nobody', 'not-an-id', encodeURIComponent("tok_' OR 1=1 --"), 'x'.repeat(3000)]
    for (const id of ids) {
      for (const answer of [
        await fromOurPage(served, cookie, 'PATCH', path({ id }), { name: 'x' }),
        await fromOurPage(served, cookie, 'POST', path({ id }, '/replacement'), {}),
      ])
        expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  it('that are changed or replaced while a write of theirs is under way, write nothing any more', async () => {
    const { account } = seeded.people.owner
    for (const end of [
      (token: AccountToken) => replace(token),
      (token: AccountToken) => change(token, { scopes: ['tokens:read'] }),
      (token: AccountToken) => change(token, { products: { mode: 'selected', ids: [seeded.product] } }),
    ]) {
      const { token, secret } = await seedToken(database, account, { scopes: ['tokens:write'] })
      // Everything up to the commit runs with what was true when the request came in.
      const principal = await authenticate(secret, { store: database.store, usage: { used: () => {} } })
      if (principal.kind === 'website_key') throw new Error('not a key')
      const stands = () => people.services.assertStillActive(principal, database.control)
      await stands()
      expect((await end(token)).status).toBeLessThan(300)
      await expect(stands()).rejects.toMatchObject({ code: 'invalid_token' })
    }
  })
})
