import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timestamp } from '@footfall/core-domain'
import { OPERATIONS } from '@footfall/operations'
import { describeEachDialect } from '@footfall/testkit'
import type { TokenClaims } from '@footfall/testkit/token-issuer'
import { WORKLOAD_CLAIMS } from '@footfall/testkit/workload-claims'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExchangePlace, exchangePlace } from './test-support.ts'

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/how-to/workload-identity.md'), 'utf8')
const aud = 'https://stats.example.com'

/** What the command of a section of the page says of its trust. */
function recipeOf(section: string) {
  const text = PAGE.split(`## ${section}\n`)[1]?.split('\n## ')[0] ?? ''
  const option = (name: string) => new RegExp(`--${name} '?([^'\\s]+)`).exec(text)?.[1] ?? ''
  const claims = [...text.matchAll(/--claim (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value] as const)
  const [type = ''] = /urn:ietf:params:oauth:token-type:\w+/.exec(text) ?? []
  return { audience: option('audience'), subject: option('subject'), claims: Object.fromEntries(claims), type }
}

const PLATFORMS: readonly (readonly [string, TokenClaims, TokenClaims])[] = [
  [
    'GitHub Actions',
    WORKLOAD_CLAIMS.github({ aud }),
    WORKLOAD_CLAIMS.github({ aud, ref: 'refs/heads/main', repository: 'acme/site-evil' }),
  ],
  ['GitLab CI/CD', WORKLOAD_CLAIMS.gitlab({ aud }), { ...WORKLOAD_CLAIMS.gitlab({ aud }), ref_protected: 'false' }],
  ['Kubernetes', WORKLOAD_CLAIMS.kubernetes({ aud }), WORKLOAD_CLAIMS.kubernetes({ aud, account: 'default' })],
  [
    'SPIFFE',
    WORKLOAD_CLAIMS.spiffe({ aud }),
    WORKLOAD_CLAIMS.spiffe({ aud, id: 'spiffe://acme.example/ns/web/sa/reports/more' }),
  ],
]

describeEachDialect('recipes of workload identity', (database) => {
  let place: ExchangePlace
  beforeAll(async () => {
    place = await exchangePlace(database)
  })
  afterAll(() => place.close())

  it.each(PLATFORMS)(
    'the recipe for %s exchanges the token of its workload, and of no other',
    async (section, claims, other) => {
      const { type, ...recipe } = recipeOf(section)
      const to = await place.trusting({ ...recipe, scopes: ['products:read', 'analytics:read'] })
      const parameters = { subject_token_type: type, trust_id: to.trust.id }
      const { status, body, headers } = await to.exchange(to.sign(claims), parameters)
      expect([status, body]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^jt_/),
          issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'products:read analytics:read',
        },
      ])
      expect(headers.get('cache-control')).toBe('no-store')
      expect((await to.exchange(to.sign(other), parameters)).error).toBe('invalid_request')
      // The child works, is listed below its parent, and ends with it at once.
      const { errorOfCall, revoke } = tokensOf(place, to.parent.id)
      expect(await errorOfCall(body.access_token)).toBeUndefined()
      const { rows } = await database.control.store.tokens.listSubtree(to.parent.id, { limit: 10 })
      expect(rows.find(({ depth }) => depth === 1)).toMatchObject({
        name: claims.sub,
        parent_id: to.parent.id,
        status: 'active',
        scopes: ['products:read', 'analytics:read'],
      })
      await revoke()
      expect(await errorOfCall(body.access_token)).toBe('invalid_token')
    },
  )

  it('audits who exchanged what, without the token', async () => {
    const to = await place.trusting()
    const token = to.sign({ jti: 'j-1' })
    const { body } = await to.exchange(token)
    const { rows } = await database.control.store.audit.pageForToken(to.parent.id, { limit: 10 })
    const entry = rows.find(({ operation }) => operation === 'token_exchange')
    expect(entry).toMatchObject({
      actor: { kind: 'account_token', credential: to.parent.id, lineage: [to.parent.id] },
      channel: 'rest',
      address: expect.stringContaining('127.0.0.1'),
      request_id: 'req_1',
      summary: expect.stringContaining(place.issuer.issuer),
    })
    expect(Object.fromEntries(entry?.changes.map(({ path, to }) => [path, to]) ?? [])).toMatchObject({
      issuer: place.issuer.issuer,
      subject: to.subject,
      jti: 'j-1',
      trust: to.trust.id,
    })
    expect(JSON.stringify(rows)).not.toContain(token.split('.')[2])
    expect(JSON.stringify(rows)).not.toContain(body.access_token)
  })

  it('limits a child to the products and scopes that are asked for', async () => {
    const to = await place.trusting({ scopes: ['analytics:read', 'products:read'] })
    const product = place.on.product
    const scope = 'products:read'
    for (const target of [
      { audience: product },
      { resource: `https://stats.example/api/v1/products/${product}` },
      { audience: [product, product], resource: `https://stats.example/api/v1/products/${product}` },
    ]) {
      const { body } = await to.exchange(to.sign(), { ...target, scope })
      expect(body.scope).toBe(scope)
    }
    const { rows } = await database.control.store.tokens.listSubtree(to.parent.id, { limit: 10 })
    expect(rows.filter(({ depth }) => depth > 0).map(({ products }) => products)).toEqual(
      Array(3).fill({ mode: 'selected', ids: [product] }),
    )
    expect((await to.exchange(to.sign(), { resource: 'https://stats.example/api/mcp' })).status).toBe(200)
  })

  it('removing a trust revokes what it made, and purging removes that a month after its end', async () => {
    const { control, clock, store } = database
    const to = await place.trusting({ lifetime_seconds: 60 })
    const { body } = await to.exchange()
    expect(body.expires_in).toBe(60)
    const path = { token_id: to.parent.id, trust_id: to.trust.id }
    const removed = await place.operate('dashboard_trusts_delete', { path })
    expect(removed.data.result).toEqual({ id: to.trust.id, deleted: true, revoked_tokens: 1 })
    expect(await tokensOf(place, to.parent.id).errorOfCall(body.access_token)).toBe('invalid_token')
    const children = async () => (await control.store.tokens.listSubtree(to.parent.id, { limit: 10 })).rows.length - 1
    const { created_at } = to.trust
    await store.tokens.purgeExchanged(created_at)
    expect(await children()).toBe(1)
    clock.advance(60_000)
    await store.tokens.purgeExchanged(timestamp(clock.now()))
    expect(await children()).toBe(0)
  })
})

/** Calls as a child does, and ends its parent. */
function tokensOf(place: ExchangePlace, parent: string) {
  const listProducts = OPERATIONS.find(({ name }) => name === 'service_products_list')
  if (listProducts === undefined) throw new Error('Listing products is an operation.')
  return {
    /** The error of a call with this secret. */
    errorOfCall: async (secret: string) => (await place.on.call(secret, listProducts)).code,
    revoke: () => {
      const revoke = OPERATIONS.find(({ name }) => name === 'service_tokens_revoke')
      if (revoke === undefined) throw new Error('Revoking is an operation.')
      return place.on.call(place.owner, revoke, { path: { token_id: parent } })
    },
  }
}
