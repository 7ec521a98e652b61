import { DAY_MS, hashSecret, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, snapshot } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { type By, type CallingScenario, fixedReports, scenarioOn, servicesOn } from '../../test-support/index.ts'
import { catalog } from '../analytics/catalog.ts'
import { createProductKey } from '../keys/create.ts'
import { createProduct } from '../products/create.ts'
import { createToken } from './create.ts'
import { listTokens } from './list.ts'
import { revokeToken } from './revoke.ts'

describeEachDialect('delegated tokens', (database) => {
  const delegate = ({ confirm }: CallingScenario, by: By, change: object = {}) => {
    const scopes = ['analytics:read', 'tokens:read', 'tokens:write', 'keys:write', 'funnels:read']
    return confirm(by, createToken, { body: { name: 'Child', scopes, products: { mode: 'all' }, ...change } })
  }
  const codeOf = async ({ call }: CallingScenario, secret: string) => (await call(secret, listTokens)).code ?? 'works'
  const revoke = ({ confirm }: CallingScenario, by: By, token_id: string) =>
    confirm(by, revokeToken, { path: { token_id } })

  it('creates a child token whose secret is in that one response and stored nowhere', async () => {
    const on = await scenarioOn(database)
    const { secret, result } = (await delegate(on, on.owner)).data
    const expected = { parent_id: on.owner.token.id, depth: 1, status: 'active', prefix: secret.slice(0, 8) }
    expect(result).toMatchObject(expected)
    expect(await codeOf(on, secret)).toBe('works')
    const everything = JSON.stringify(await snapshot(database))
    expect(everything).not.toContain(secret)
    expect(everything).toContain(hashSecret(secret))
    expect(JSON.stringify(await on.call(on.owner, listTokens))).not.toContain(secret)
  })

  it.each([
    ['a scope that the caller lacks', { scopes: ['settings:write'] }, 'delegation_exceeded'],
    ['all products under a selection', { products: { mode: 'all' } }, 'delegation_exceeded'],
    ['a later end than the caller’s', { expires_at: '2026-12-01T00:00:00.001Z' }, 'delegation_exceeded'],
    ['an unknown scope', { scopes: ['analytics:*'] }, 'invalid_request', 'scopes.0'],
    ['no scope', { scopes: [] }, 'invalid_request', 'scopes'],
    ['products:write on a selection', { scopes: ['products:write'] }, 'invalid_request', 'products'],
    ['an end in the past', { expires_at: '2026-11-20T11:59:59Z' }, 'invalid_request', 'expires_at'],
    ['an end that is not an instant', { expires_at: 'tomorrow' }, 'invalid_request', 'expires_at'],
    ['an empty selection', { products: { mode: 'selected', ids: [] } }, 'invalid_request', 'products.ids'],
    ['an unknown mode of selection', { products: { mode: 'some' } }, 'invalid_request', 'products.mode'],
    ['control characters in its name', { name: 'a\u0000' }, 'invalid_request', 'name'],
  ])('rejects a child token with %s, in preview and in execution', async (_, change, code, field = undefined) => {
    const on = await scenarioOn(database)
    const narrow = await on.token({
      scopes: ['analytics:read', 'tokens:write', 'products:write'],
      products: { mode: 'selected', ids: [on.product] },
      expires_at: timestamp(Date.parse('2026-12-01T00:00:00.000Z')),
    })
    const products = { mode: 'selected', ids: [on.product] }
    const body = { name: 'Child', scopes: ['analytics:read'], products, ...change }
    for (const answer of [
      await on.preview(narrow, createToken, { body }),
      await on.confirm(narrow, createToken, { body }),
    ])
      expect({ code: answer.code, field: answer.fields?.[0] }).toEqual({ code, field })
  })

  it('rejects a product of another account like one that does not exist', async () => {
    const on = await scenarioOn(database)
    const { product } = await scenarioOn(database)
    const asked = (ids: string[]) => delegate(on, on.owner, { products: { mode: 'selected', ids } })
    const [foreign, missing] = [await asked([product]), await asked(['prd_doesNotExist'])]
    expect(foreign).toMatchObject({ code: 'invalid_request', fields: ['products.ids.0'] })
    expect(foreign).toEqual(missing)
  })

  it('selects a product once that is named twice', async () => {
    const on = await scenarioOn(database)
    const ids = [on.product, on.product]
    const answer = await delegate(on, on.owner, { products: { mode: 'selected', ids } })
    expect(answer.data.result.products).toEqual({ mode: 'selected', ids: [on.product] })
  })

  it('ends a child token with its parent by default, and accepts an earlier expiry', async () => {
    const on = await scenarioOn(database)
    const expires_at = timestamp(database.clock.now() + DAY_MS)
    const parent = await on.token({ scopes: [...SCOPES], expires_at })
    expect((await delegate(on, parent)).data.result.expires_at).toBe(expires_at)
    const earlier = timestamp(database.clock.now() + DAY_MS / 2)
    expect((await delegate(on, parent, { expires_at: earlier })).data.result.expires_at).toBe(earlier)
  })

  it('delegates eight levels deep and no further', async () => {
    const on = await scenarioOn(database)
    let { secret } = on.owner
    for (let depth = 1; depth <= 8; depth++) {
      const { data } = await delegate(on, secret)
      expect(data.result.depth).toBe(depth)
      secret = data.secret
    }
    expect((await delegate(on, secret)).code).toBe('delegation_exceeded')
  })

  it('lists a token and its descendants, and hides ancestors and siblings as if they did not exist', async () => {
    const on = await scenarioOn(database)
    const child = (await delegate(on, on.owner)).data
    const sibling = (await delegate(on, on.owner)).data
    const grandchild = (await delegate(on, child.secret)).data
    const { data } = await on.call(child.secret, listTokens)
    expect(data.map(({ id }: { id: string }) => id)).toEqual([child.result.id, grandchild.result.id])
    for (const id of [on.owner.token.id, sibling.result.id, 'tok_doesNotExist', 'nonsense'])
      expect({ id, code: (await revoke(on, child.secret, id)).code }).toEqual({ id, code: 'not_found' })
    expect(await codeOf(on, sibling.secret)).toBe('works')
  })

  it('disables the subtree of a revoked token and the Website API keys that the subtree issued, at once', async () => {
    const on = await scenarioOn(database, {
      services: { ...servicesOn(database), analytics: fixedReports({ catalog: async () => ({}) as never }) },
    })
    const child = (await delegate(on, on.owner)).data
    const sibling = (await delegate(on, on.owner)).data
    const grandchild = (await delegate(on, child.secret)).data
    const body = { name: 'Key', scopes: ['analytics:read'] }
    const key = async (by: string): Promise<string> => (await on.confirm(by, createProductKey, { body })).data.secret
    const [lost, kept] = [await key(grandchild.secret), await key(sibling.secret)]
    const reads = async (secret: string) => (await on.call(secret, catalog)).code ?? 'works'
    expect(await reads(lost)).toBe('works')
    const path = { token_id: child.result.id }
    const { data } = await on.preview(on.owner, revokeToken, { path })
    expect(data.warnings[0]).toContain('1 child token and 1 Website API key')
    expect((await on.confirm(on.owner, revokeToken, { path })).data.state).toBe('executed')
    const after = [child, grandchild, sibling].map(({ secret }) => codeOf(on, secret))
    expect(await Promise.all(after)).toEqual(['invalid_token', 'invalid_token', 'works'])
    expect([await reads(lost), await reads(kept)]).toEqual(['invalid_token', 'works'])
    const tokens: { id: string }[] = (await on.call(on.owner, listTokens)).data
    expect(tokens.find(({ id }) => id === child.result.id)).toMatchObject({ status: 'revoked' })
    expect(tokens.find(({ id }) => id === grandchild.result.id)).toMatchObject({
      status: 'disabled',
      disabled_reason: expect.stringContaining(child.result.id),
    })
  })

  it('lets a token revoke itself, and leaves its parent active', async () => {
    const on = await scenarioOn(database)
    const child = (await delegate(on, on.owner)).data
    expect((await revoke(on, child.secret, child.result.id)).data.state).toBe('executed')
    expect(await codeOf(on, child.secret)).toBe('invalid_token')
    expect(await codeOf(on, on.owner.secret)).toBe('works')
  })

  it('gives a Website API key no scope that the calling token lacks, and no kind but api', async () => {
    const on = await scenarioOn(database)
    const narrow = await on.token({ scopes: ['keys:write', 'analytics:read'] })
    const create = (body: object) => on.confirm(narrow, createProductKey, { body: { name: 'Key', ...body } })
    expect((await create({ scopes: ['analytics:read', 'funnels:read'] })).code).toBe('delegation_exceeded')
    for (const kind of ['payment', 'crawler_intake', 'ingest', 'admin'])
      for (const scopes of [[], ['analytics:read']])
        expect(await create({ kind, scopes })).toMatchObject({
          code: 'invalid_request',
          fields: expect.arrayContaining(['kind']),
        })
  })

  it('does not let a token that selects products create a product, even if it was stored with that scope', async () => {
    const on = await scenarioOn(database)
    const products = { mode: 'selected', ids: [on.product] } as const
    const narrow = await on.token({ scopes: ['products:write'], products: { ...products, ids: [on.product] } })
    expect((await on.confirm(narrow, createProduct, { body: { name: 'New' } })).code).toBe('credential_not_accepted')
  })
})
