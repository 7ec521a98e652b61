import { timestamp } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedFunnel, seedProduct, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerToken, type Served, serve } from '../test-support.ts'

const engine = testEngine()

describeEachDialect('an unknown name or id', (database) => {
  let served: Served
  let seeded: SeededProduct
  let hidden: SeededProduct
  let token: string

  beforeAll(async () => {
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)) })
    seeded = await seedProduct(database, { name: 'Lumen Notes' })
    hidden = await seedProduct(database, { name: 'Lumen Secret' })
    token = await ownerToken(database, seeded)
  })
  afterAll(() => served.close())

  const problemOf = async (tool: string, given: object, secret = token) => {
    const { body } = await served.call(tool, { ...given }, secret)
    expect(body.result.isError).toBe(true)
    const { request_id: _, ...problem } = body.result.structuredContent
    return { ...problem, text: body.result.content[0].text.replace(/request_id: .*/, '') }
  }

  it('an error about an unknown product lists only products that the credential has access to', async () => {
    const part = await problemOf('service_products_get', { product: 'lumen' })
    expect(part).toMatchObject({
      code: 'not_found',
      status: 404,
      errors: [{ path: 'product', did_you_mean: [seeded.product] }],
    })
    expect(part.text).toContain(`similar: “Lumen Notes” (${seeded.product})`)
    expect(part.text).not.toContain('ask')
    for (const product of ['Lumen Secret', hidden.product, 'prd_nobody']) {
      const { text, errors } = await problemOf('service_domains_get', { product })
      expect(text).not.toContain('Secret”')
      expect(JSON.stringify(errors)).not.toContain(hidden.product)
    }
    const [exists, missing] = [hidden.product, `prd_${'0'.repeat(20)}`]
    expect(await problemOf('service_domains_get', { product: exists })).toEqual(
      await problemOf('service_domains_get', { product: missing }),
    )
    const unnamed = await problemOf(
      'service_domains_get',
      { product: 'lumen' },
      await ownerToken(database, seeded, ['settings:read']),
    )
    expect(unnamed.code).toBe('not_found')
    expect(unnamed).not.toHaveProperty('errors')
  })

  it('an error about a name that several products resemble says to ask which is meant', async () => {
    const { product, people } = await seedProduct(database, { name: 'Harbour Shop' })
    const { secret } = await seedToken(database, people.owner.account, { scopes: SCOPES })
    const mail = { name: 'Harbour Mail', confirm: true, idempotency_key: 'mail' }
    const made = (await served.call('service_products_create', mail, secret)).body.result.structuredContent.data.result
    const { text, errors } = await problemOf('service_products_get', { product: 'harbour' }, secret)
    expect(errors[0].did_you_mean).toEqual(expect.arrayContaining([product, made.id]))
    expect(text).toContain('if the question does not say which, ask')
  })

  it('an error about an unknown id lists members by email, and funnels and keys by name', async () => {
    const { product } = seeded
    const members = (await database.store.members.list(product, { limit: 10 })).rows
    const member = members.find(({ role }) => role === 'editor') ?? members[0]
    if (member === undefined) throw new Error('The product has no member.')
    const funnel = await seedFunnel(database, product, 'Signup')
    const key = { product, name: 'CI', scopes: ['analytics:read'], confirm: true, idempotency_key: 'key' }
    const made = (await served.call('service_keys_create', key, token)).body.result.structuredContent.data.result
    const cases: readonly [string, object, string, string][] = [
      ['service_team_update', { product, member: member.email, role: 'viewer' }, 'member', member.id],
      ['service_team_remove', { product, member: member.email.toUpperCase() }, 'member', member.id],
      ['service_funnels_delete', { product, funnel_id: 'signup' }, 'funnel_id', funnel.id],
      ['service_keys_revoke', { product, key_id: 'ci' }, 'key_id', made.id],
    ]
    for (const [tool, given, path, id] of cases) {
      const problem = await problemOf(tool, given)
      expect(problem).toMatchObject({
        code: 'not_found',
        errors: [{ path, did_you_mean: [id] }],
      })
      expect(problem.text).toContain(id)
    }
    const revoked = await problemOf('service_tokens_revoke', { token_id: 'Seeded token' })
    expect(revoked).toMatchObject({ code: 'not_found', errors: [{ path: 'token_id' }] })
  })

  it('an error about an unknown member lists nothing to a credential that may not read members', async () => {
    const { product } = seeded
    const blind = await problemOf(
      'service_team_remove',
      { product, member: 'ada' },
      await ownerToken(database, seeded, ['team:write']),
    )
    expect(blind).toMatchObject({ code: 'not_found' })
    expect(blind).not.toHaveProperty('errors')
  })

  it('an error about an unknown segment lists the segments of the product, and its code stays the same', async () => {
    const { product } = seeded
    const at = timestamp(database.clock.now())
    const id = database.ids.segment()
    const filters = [{ dimension: 'page', operator: 'is', values: ['/pricing'] }] as const
    await database.store.segments.insert(product, {
      ...{ id, name: 'Pricing readers', created_at: at, revision: 1, updated_at: at },
      filters: filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    })
    const asked = { product, metric: 'visitors', period: '7d' }
    for (const segment of ['Pricing reader', 'seg_nobody']) {
      const { code, errors } = await problemOf('service_analytics_query', { ...asked, segment })
      expect({ code, path: errors[0].path }).toEqual({ code: 'invalid_request', path: 'segment' })
      expect(errors[0].message).toContain(`“Pricing readers” (${id})`)
    }
  })

  it('a new token selects a product by its exact name, is replayed, and lists candidates for an unknown name', async () => {
    const given = (name: string, key: string) => ({
      ...{ name: key, scopes: ['analytics:read'], products: { mode: 'selected', ids: [name] } },
      ...{ confirm: true, idempotency_key: key },
    })
    const create = async (named: object) =>
      (await served.call('service_tokens_create', { ...named }, token)).body.result
    const first = (await create(given('Lumen Notes', 'by-name'))).structuredContent
    expect(first.data.result.products).toEqual({ mode: 'selected', ids: [seeded.product] })
    const rename = { product: seeded.product, name: 'Lumen', confirm: true, idempotency_key: 'ren' }
    await served.call('service_products_update', rename, token)
    for (const again of [given('Lumen Notes', 'by-name'), given(seeded.product, 'by-name')])
      expect((await create(again)).structuredContent).toMatchObject({
        ...{ data: { result: first.data.result }, meta: { idempotency: { replayed: true } } },
      })
    expect(await problemOf('service_tokens_create', given('lume', 'other'))).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'products.ids.0', did_you_mean: [seeded.product] }],
    })
    expect((await problemOf('service_tokens_create', given('Lumen Secret', 'hid'))).text).not.toContain(hidden.product)
  })
})
