import { timestamp } from '@footfall/core-domain'
import type { Principal } from '@footfall/scopes-policy'
import { describeEachDialect } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createTrust } from './create.ts'
import { deleteTrust } from './delete.ts'
import { listTrusts } from './list.ts'

const TRUST = {
  issuer: 'https://issuer.example',
  audience: 'https://stats.example',
  subject: 'repo:acme/site:ref:refs/heads/main',
  scopes: ['analytics:read'],
  products: { mode: 'all' },
}

describeEachDialect('trusts of account tokens', (database) => {
  let on: CallingScenario
  let owner: Principal
  let token_id: string
  beforeEach(async () => {
    on = await scenarioOn(database)
    owner = await on.person('owner')
    token_id = (await on.token({ scopes: ['analytics:read', 'team:read'], limits: { preview_first: true } })).token.id
  })
  const add = (changes: object = {}, by: Parameters<typeof on.call>[0] = owner, to = token_id) =>
    on.call(by, createTrust, { path: { token_id: to }, body: { ...TRUST, ...changes } })

  it('adds, lists and removes a trust, and notifies the owner by email', async () => {
    const { data } = await add({ claims: { environment: 'prod' }, lifetime_seconds: 600 })
    const trust = { ...TRUST, token_id, claims: { environment: 'prod' }, limits: {}, lifetime_seconds: 600 }
    expect(data.result).toMatchObject(trust)
    const listed = await on.call(owner, listTrusts, { path: { token_id } })
    expect(listed.data.trusts).toEqual([data.result])
    const mails = await database.control.store.outbox.list(100)
    expect(mails.some(({ subject }) => subject.startsWith('New trust'))).toBe(true)
    const path = { token_id, trust_id: data.result.id }
    expect((await on.call(owner, deleteTrust, { path })).data.result).toMatchObject({ deleted: true })
    expect((await on.call(owner, deleteTrust, { path })).code).toBe('not_found')
    expect((await on.call(owner, listTrusts, { path: { token_id } })).data.trusts).toEqual([])
  })

  it.each([
    ['a lone wildcard', { subject: '*' }, 'subject'],
    ['a number as subject', { subject: 5 }, 'subject'],
    ['an empty subject', { subject: '' }, 'subject'],
    ['http', { issuer: 'http://issuer.example' }, 'issuer'],
    ['http on loopback', { issuer: 'http://127.0.0.1:4000' }, 'issuer'],
    ['a private address', { issuer: 'https://10.0.0.1' }, 'issuer'],
    ['a private name', { issuer: 'https://issuer.cluster.internal' }, 'issuer'],
    ['another scheme', { issuer: 'javascript:alert(1)' }, 'issuer'],
    ['credentials', { issuer: 'https://a:b@issuer.example' }, 'issuer'],
    ['a query', { issuer: 'https://issuer.example/?a=b' }, 'issuer'],
    ['a fragment', { issuer: 'https://issuer.example/#a' }, 'issuer'],
    ['capital letters', { issuer: 'https://ISSUER.example' }, 'issuer'],
    ['the default port', { issuer: 'https://issuer.example:443' }, 'issuer'],
    ['dot segments', { issuer: 'https://issuer.example/a/../b' }, 'issuer'],
    ['a long issuer', { issuer: `https://issuer.example/${'a'.repeat(600)}` }, 'issuer'],
    ['an empty audience', { audience: '' }, 'audience'],
    ['an audience with a line feed', { audience: 'a\nb' }, 'audience'],
    ['a list of audiences', { audience: ['a'] }, 'audience'],
    ['a claim with a list', { claims: { groups: ['a'] } }, 'claims.groups'],
    ['a claim of its own field', { claims: { sub: 'x' } }, 'claims.sub'],
    ['eleven claims', { claims: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`c${i}`, 'x'])) }, 'claims'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['an unknown scope', { scopes: ['analytics:*'] }, 'scopes.0'],
    ['products of others', { products: { mode: 'selected', ids: ['prd_other'] } }, 'products.ids.0'],
    ['a lifetime of a second', { lifetime_seconds: 1 }, 'lifetime_seconds'],
    ['a lifetime beyond an hour', { lifetime_seconds: 3601 }, 'lifetime_seconds'],
    ['a lifetime that is text', { lifetime_seconds: '60' }, 'lifetime_seconds'],
    ['an unknown limit', { limits: { admin: true } }, 'limits.admin'],
    ['an unknown field', { jwks_uri: 'https://evil.example' }, 'jwks_uri'],
  ])('rejects %s and names the field', async (_, changes, field) => {
    const { code, fields } = await add(changes)
    expect([code, fields]).toEqual(['invalid_request', expect.arrayContaining([field])])
  })

  it.each([
    ['scopes', { scopes: ['settings:read'] }],
    ['limits', { limits: { preview_first: false } }],
  ])('rejects more %s than the token has', async (_, changes) => {
    expect((await add(changes)).code).toBe('delegation_exceeded')
  })

  it('rejects a second trust in the same identities, whatever the order of the claims', async () => {
    await add({ claims: { a: '1', b: '2' } })
    expect((await add({ claims: { b: '2', a: '1' }, scopes: ['team:read'] })).code).toBe('already_exists')
    expect((await add({ claims: { a: '1' } })).code).toBeUndefined()
  })

  it('rejects the twenty-first trust of a token, and the twentieth at the same time as another', async () => {
    for (let i = 0; i < 19; i++) await add({ subject: `job:${i}` })
    const both = await Promise.all([add({ subject: 'job:x' }), add({ subject: 'job:y' })])
    expect(both.map(({ code }) => code).sort()).toEqual(['quota_exceeded', undefined])
  })

  it('accepts only people who own the token, and only while it is active', async () => {
    const other = await on.token({ role: 'editor', scopes: ['analytics:read'] })
    expect((await add({}, owner, other.token.id)).code).toBe('not_found')
    expect((await add({}, await on.person('editor'))).code).toBe('not_found')
    expect((await add({}, on.owner)).code).toBe('credential_not_accepted')
    await database.store.tokens.revoke(on.owner.token.id, 'Test.', timestamp(database.clock.now()))
    expect((await add({}, owner, on.owner.token.id)).fields).toEqual(['token_id'])
  })
})
