import { DAY_MS, hashSecret, type ProductId, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededToken, seedProduct, seedToken, snapshot } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { type Stage, stage } from './test-support-writes.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('delegation over REST', (database) => {
  let served: Served
  let keys = 0

  beforeAll(async () => {
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const send = (
    secret: string,
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answered> =>
    served.send(method, path, body === undefined ? undefined : JSON.stringify(body), {
      authorization: `Bearer ${secret}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    })
  const confirm = (secret: string, method: string, path: string, body?: object, key = `key-${++keys}`) =>
    send(secret, method, path, body, { 'service-confirm': 'true', 'idempotency-key': key })
  const delegate = (secret: string, change: object = {}) =>
    confirm(secret, 'POST', '/api/v1/access-tokens', {
      name: 'Child',
      scopes: ['analytics:read', 'tokens:read', 'tokens:write', 'keys:write', 'funnels:read'],
      products: { mode: 'all' },
      ...change,
    })
  const works = async (secret: string) => (await served.get('/api/v1/access-tokens', secret)).status
  const parent = (on: Stage, change: Partial<Parameters<typeof seedToken>[2]> = {}): Promise<SeededToken> =>
    seedToken(database, on.seeded.people.owner.account, { scopes: [...SCOPES], ...change })

  it('makes a child that works, whose secret is in that one answer and nowhere else', async () => {
    const on = await stage(database)
    const { status, body } = await delegate(on.owner.secret)
    expect(status).toBe(201)
    const { secret, result } = body.data
    expect(result).toMatchObject({
      parent_id: on.owner.token.id,
      depth: 1,
      status: 'active',
      prefix: secret.slice(0, 8),
    })
    expect(await works(secret)).toBe(200)
    const everything = JSON.stringify(await snapshot(database))
    expect(everything).not.toContain(secret)
    expect(everything).toContain(hashSecret(secret))
    expect(JSON.stringify((await served.get('/api/v1/access-tokens', on.owner.secret)).body)).not.toContain(secret)
  })

  it.each([
    ['a scope that the caller lacks', { scopes: ['settings:write'] }, 403, 'delegation_exceeded', undefined],
    ['all products under a selection', { products: { mode: 'all' } }, 403, 'delegation_exceeded', undefined],
    ['a life beyond the caller’s', { expires_at: '2026-12-01T00:00:00.001Z' }, 403, 'delegation_exceeded', undefined],
    ['a scope nobody knows', { scopes: ['analytics:*'] }, 400, 'invalid_request', 'scopes.0'],
    ['no scope', { scopes: [] }, 400, 'invalid_request', 'scopes'],
    ['products:write on a selection', { scopes: ['products:write'] }, 400, 'invalid_request', 'products'],
    ['an end in the past', { expires_at: '2026-11-20T11:59:59Z' }, 400, 'invalid_request', 'expires_at'],
    ['an end that is no instant', { expires_at: 'tomorrow' }, 400, 'invalid_request', 'expires_at'],
    ['an empty selection', { products: { mode: 'selected', ids: [] } }, 400, 'invalid_request', 'products.ids'],
    ['another mode of selection', { products: { mode: 'some' } }, 400, 'invalid_request', 'products.mode'],
    ['control characters in its name', { name: 'a\u0000' }, 400, 'invalid_request', 'name'],
  ])('refuses %s, in preview and in execution', async (_, change, status, code, path) => {
    const on = await stage(database)
    const narrow = await parent(on, {
      scopes: ['analytics:read', 'tokens:write', 'products:write'],
      products: { mode: 'selected', ids: [on.product] },
      expires_at: timestamp(Date.parse('2026-12-01T00:00:00.000Z')),
    })
    const asked = {
      name: 'Child',
      scopes: ['analytics:read'],
      products: { mode: 'selected', ids: [on.product] },
      ...change,
    }
    const preview = await send(narrow.secret, 'POST', '/api/v1/access-tokens', asked)
    const execution = await confirm(narrow.secret, 'POST', '/api/v1/access-tokens', asked)
    for (const answer of [preview, execution]) {
      expect({ status: answer.status, code: answer.body.code, path: answer.body.errors?.[0]?.path }).toEqual({
        status,
        code,
        path,
      })
    }
  })

  it('refuses a product that is not the account’s like one that does not exist', async () => {
    const on = await stage(database)
    const other = await stage(database)
    const asked = (ids: string[]) => delegate(on.owner.secret, { products: { mode: 'selected', ids } })
    const [stranger, missing] = [await asked([other.product]), await asked(['prd_doesNotExist'])]
    expect(stranger).toMatchObject({ status: 400, body: { errors: [{ path: 'products.ids.0' }] } })
    expect({ ...stranger.body, request_id: '' }).toEqual({ ...missing.body, request_id: '' })
  })

  it('ends with its parent when no end is given, and never later', async () => {
    const on = await stage(database)
    const expires_at = timestamp(database.clock.now() + DAY_MS)
    const root = await parent(on, { expires_at })
    expect((await delegate(root.secret)).body.data.result.expires_at).toBe(expires_at)
    expect((await delegate(root.secret, { expires_at: timestamp(database.clock.now() + DAY_MS / 2) })).status).toBe(201)
  })

  it('goes eight levels deep and no further', async () => {
    const on = await stage(database)
    let { secret } = on.owner
    for (let depth = 1; depth <= 8; depth++) {
      const { status, body } = await delegate(secret)
      expect({ depth, status, made: body.data.result.depth }).toEqual({ depth, status: 201, made: depth })
      secret = body.data.secret
    }
    expect(await delegate(secret)).toMatchObject({ status: 403, body: { code: 'delegation_exceeded' } })
  })

  it('shows a token itself and its descendants, and hides ancestors and siblings as if they did not exist', async () => {
    const on = await stage(database)
    const child = (await delegate(on.owner.secret)).body.data
    const sibling = (await delegate(on.owner.secret)).body.data
    const grandchild = (await delegate(child.secret)).body.data
    const seen = await served.get('/api/v1/access-tokens', child.secret)
    expect(seen.body.data.map(({ id }: { id: string }) => id)).toEqual([child.result.id, grandchild.result.id])
    for (const id of [on.owner.token.id, sibling.result.id, 'tok_doesNotExist', 'nonsense']) {
      const answer = await confirm(child.secret, 'DELETE', `/api/v1/access-tokens/${id}`)
      expect({ id, status: answer.status, code: answer.body.code }).toEqual({ id, status: 404, code: 'not_found' })
    }
    expect(await works(sibling.secret)).toBe(200)
  })

  it('revoked, takes its whole subtree and the product keys that the subtree issued along, at once', async () => {
    const on = await stage(database)
    const child = (await delegate(on.owner.secret)).body.data
    const sibling = (await delegate(on.owner.secret)).body.data
    const grandchild = (await delegate(child.secret)).body.data
    const key = async (secret: string) =>
      (
        await confirm(secret, 'POST', `/api/v1/products/${on.product}/keys`, {
          name: 'Key',
          scopes: ['analytics:read'],
        })
      ).body.data.secret
    const [lost, kept] = [await key(grandchild.secret), await key(sibling.secret)]
    const reads = async (secret: string) =>
      (await served.get(`/api/v1/stats/realtime?product=${on.product}`, secret)).status
    expect(await reads(lost)).toBe(200)

    const preview = await send(on.owner.secret, 'DELETE', `/api/v1/access-tokens/${child.result.id}`)
    expect(preview.body.data.warnings[0]).toContain('1 tokens below it and 1 product keys')
    expect((await confirm(on.owner.secret, 'DELETE', `/api/v1/access-tokens/${child.result.id}`)).status).toBe(200)

    expect([await works(child.secret), await works(grandchild.secret), await works(sibling.secret)]).toEqual([
      401, 401, 200,
    ])
    expect([await reads(lost), await reads(kept)]).toEqual([401, 200])
    const { body } = await served.get('/api/v1/access-tokens', on.owner.secret)
    const states = Object.fromEntries(
      body.data.map((token: { id: string; status: string; disabled_reason?: string }) => [token.id, token]),
    )
    expect(states[child.result.id]).toMatchObject({ status: 'revoked' })
    expect(states[grandchild.result.id]).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining(child.result.id),
    })
  })

  it('lets a token end itself', async () => {
    const on = await stage(database)
    const child = (await delegate(on.owner.secret)).body.data
    expect((await confirm(child.secret, 'DELETE', `/api/v1/access-tokens/${child.result.id}`)).status).toBe(200)
    expect(await works(child.secret)).toBe(401)
    expect(await works(on.owner.secret)).toBe(200)
  })

  it('gives a product key no scope that the calling token lacks, and no kind but api', async () => {
    const on = await stage(database)
    const narrow = await parent(on, { scopes: ['keys:write', 'analytics:read'] })
    const keyPath = `/api/v1/products/${on.product}/keys`
    expect(
      await confirm(narrow.secret, 'POST', keyPath, { name: 'Key', scopes: ['analytics:read', 'funnels:read'] }),
    ).toMatchObject({
      status: 403,
      body: { code: 'delegation_exceeded' },
    })
    for (const kind of ['payment', 'crawler_intake', 'admin']) {
      expect(
        await confirm(narrow.secret, 'POST', keyPath, { name: 'Key', kind, scopes: ['analytics:read'] }),
      ).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'kind' }] },
      })
    }
  })

  it('creates products only with a selection of all, asked again where the token is used', async () => {
    const on = await stage(database)
    const odd = await parent(on, { scopes: ['products:write'], products: { mode: 'selected', ids: [on.product] } })
    expect(await confirm(odd.secret, 'POST', '/api/v1/products', { name: 'New' })).toMatchObject({
      status: 403,
      body: { code: 'credential_not_accepted' },
    })
  })

  it('sees a product it has just created, as its owner', async () => {
    const on = await stage(database)
    const made = await confirm(on.owner.secret, 'POST', '/api/v1/products', {
      name: 'Neu',
      timezone: 'Asia/Kathmandu',
      domain: 'Bücher.Example.',
    })
    const { id } = made.body.data.result
    expect((await served.get(`/api/v1/products/${id}`, on.owner.secret)).body.data).toEqual(made.body.data.result)
    expect(made.body.data.result).toMatchObject({ role: 'owner', timezone: 'Asia/Kathmandu', revision: 1 })
    const domains = await served.get(`/api/v1/products/${id}/domains`, on.owner.secret)
    expect(domains.body.data.domains).toEqual([{ hostname: 'xn--bcher-kva.example', primary: true }])
  })
})

describeEachDialect('a team over REST', (database) => {
  let served: Served
  let keys = 0
  beforeAll(async () => {
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)) })
  })
  afterAll(() => served.close())

  const tokens = async () => {
    const seeded = await seedProduct(database)
    const secret = async (role: 'owner' | 'admin' | 'editor' | 'viewer') =>
      (await seedToken(database, seeded.people[role].account, { scopes: [...SCOPES] })).secret
    return { seeded, owner: await secret('owner'), admin: await secret('admin') }
  }
  const confirm = (secret: string, method: string, product: ProductId, rest: string, body?: object) =>
    served.send(
      method,
      `/api/v1/products/${product}/members${rest}`,
      body === undefined ? undefined : JSON.stringify(body),
      {
        authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'service-confirm': 'true',
        'idempotency-key': `team-${++keys}`,
      },
    )

  describe.each([
    ['invite an admin', 'POST', '', { email: 'x@example.com', role: 'admin' }],
    ['invite an owner', 'POST', '', { email: 'x@example.com', role: 'owner' }],
    ['make a viewer an admin', 'PATCH', 'viewer', { role: 'admin' }],
    ['change an owner', 'PATCH', 'owner', { role: 'viewer' }],
    ['remove an owner', 'DELETE', 'owner', undefined],
  ] as const)('%s', (_, method, target, body) => {
    it('is not for admins', async () => {
      const { seeded, admin } = await tokens()
      const rest = target === '' ? '' : `/${seeded.people[target].member}`
      expect(await confirm(admin, method, seeded.product, rest, body)).toMatchObject({
        status: 403,
        body: { code: 'role_forbidden' },
      })
    })
  })

  it('invites a person once, by mail, who is no member before they accept', async () => {
    const { seeded, admin } = await tokens()
    const invited = await confirm(admin, 'POST', seeded.product, '', { email: ' New@Example.com ', role: 'viewer' })
    expect(invited).toMatchObject({
      status: 201,
      body: { data: { result: { email: 'new@example.com', status: 'invited', name: null, joined_at: null } } },
    })
    const [mail, ...more] = await database.store.outbox.take(
      timestamp(database.clock.now()),
      timestamp(database.clock.now() + 1),
      100,
    )
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'new@example.com', text: expect.stringContaining('as viewer') })
    expect(
      await confirm(admin, 'POST', seeded.product, '', { email: 'new@example.com', role: 'editor' }),
    ).toMatchObject({ status: 409, body: { code: 'already_exists' } })
  })

  it('keeps its last owner, and lets nobody change their own role', async () => {
    const { seeded, owner } = await tokens()
    const self = `/${seeded.people.owner.member}`
    expect(await confirm(owner, 'PATCH', seeded.product, self, { role: 'admin' })).toMatchObject({
      status: 403,
      body: { code: 'role_forbidden' },
    })
    expect(await confirm(owner, 'DELETE', seeded.product, self)).toMatchObject({
      status: 403,
      body: { code: 'role_forbidden' },
    })
    expect(
      (await confirm(owner, 'PATCH', seeded.product, `/${seeded.people.admin.member}`, { role: 'owner' })).status,
    ).toBe(200)
    expect((await confirm(owner, 'DELETE', seeded.product, self)).status).toBe(200)
  })

  it('loses a member’s access with the next call', async () => {
    const { seeded, owner, admin } = await tokens()
    const path = `/api/v1/products/${seeded.product}`
    expect((await served.get(path, admin)).body.data.role).toBe('admin')
    await confirm(owner, 'PATCH', seeded.product, `/${seeded.people.admin.member}`, { role: 'viewer' })
    expect((await served.get(path, admin)).body.data.role).toBe('viewer')
    expect(await served.get(`${path}/keys`, admin)).toMatchObject({ status: 403, body: { code: 'role_forbidden' } })
    await confirm(owner, 'DELETE', seeded.product, `/${seeded.people.admin.member}`)
    expect(await served.get(path, admin)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('never ends up without an owner, when two owners remove each other at the same time', async () => {
    const { seeded, owner, admin } = await tokens()
    await confirm(owner, 'PATCH', seeded.product, `/${seeded.people.admin.member}`, { role: 'owner' })
    await Promise.all([
      confirm(owner, 'DELETE', seeded.product, `/${seeded.people.admin.member}`),
      confirm(admin, 'DELETE', seeded.product, `/${seeded.people.owner.member}`),
    ])
    expect(await database.store.members.countOwners(seeded.product)).toBe(1)
  })
})
