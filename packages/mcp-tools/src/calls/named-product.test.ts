import { timestamp } from '@footfall/core-domain'
import { SCOPES, type Scope } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedProductOf, seedToken, testDatabase } from '@footfall/testkit'
import { beforeEach, describe, expect, it } from 'vitest'
import { LEGACY, MODERN } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

const ERAS = [MODERN, LEGACY] as const

describe('the argument product', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string
  let name: string
  let products = 0
  beforeEach(async () => {
    name = `Product ${++products}`
    seeded = await seedProduct(database, { name })
    token = (await seedToken(database, seeded.people.owner.account, { scopes: SCOPES })).secret
  })

  it('accepts a name or no product wherever an id is accepted, and returns the same', async () => {
    for (const era of ERAS) {
      for (const [tool, more] of [
        ['service_products_get', {}],
        ['service_domains_get', {}],
        ['service_analytics_query', { metric: 'visitors', period: '7d' }],
        ['service_products_update', { name: 'New name' }],
      ] as const) {
        const results = await Promise.all(
          [{ product: seeded.product }, { product: name }, {}].map((product) =>
            served.call(tool, { ...product, ...more }, token, { era }),
          ),
        )
        // A preview comes with a new key for its card.
        const [byId, byName, byNothing] = results.map(({ body }) => ({ ...body.result, _meta: undefined }))
        expect(byId).not.toHaveProperty('isError')
        expect(byName).toEqual(byId)
        expect(byNothing).toEqual(byId)
      }
    }
  })

  it('leads to the page of the product that a name, an id or nothing means, where only a person does what a tool is named after', async () => {
    for (const era of ERAS)
      for (const given of [{ product: seeded.product }, { product: name }, {}]) {
        const { body } = await served.call('service_products_delete', given, token, { era })
        expect(body.error.message).toContain(`/products/${seeded.product}/settings/delete. `)
      }
    // Another product that the token sees: nothing says which one is meant.
    await seedProductOf(database, seeded.people.owner.account)
    for (const given of [{}, { product: 'Nobody’s' }]) {
      const { body } = await served.call('service_products_delete', given, token)
      expect(body.error.message).toContain('/products/{product}/settings/delete. ')
    }
  })

  it('a name and an id of one product are the same change under a key, over MCP and REST', async () => {
    const change = { name: 'Once' }
    const confirmed = { ...change, confirm: true, idempotency_key: 'once' }
    const first = await served.call('service_products_update', { ...confirmed, product: name }, token)
    expect(first.body.result.structuredContent.meta.idempotency.replayed).toBe(false)
    const again = await served.call('service_products_update', { ...confirmed, product: seeded.product }, token)
    expect(again.body.result.structuredContent.meta.idempotency.replayed).toBe(true)
    const left = await served.call('service_products_update', confirmed, token)
    expect(left.body.result.structuredContent.meta.idempotency.replayed).toBe(true)
    const path = `/api/v1/products/${seeded.product}`
    const rest = await served.rest('PATCH', path, change, token, {
      'service-confirm': 'true',
      'idempotency-key': 'once',
    })
    expect(rest.body.meta.idempotency.replayed).toBe(true)
  })

  it('a name of several products is rejected with their ids, and an unknown name is not found', async () => {
    database.clock.advance(1)
    const second = await served.call(
      'service_products_create',
      { name, confirm: true, idempotency_key: 'second' },
      token,
    )
    const { id } = second.body.result.structuredContent.data.result
    const { body } = await served.call('service_products_get', { product: name }, token)
    expect(body.result).toMatchObject({
      isError: true,
      structuredContent: { code: 'invalid_request', errors: [{ path: 'product', did_you_mean: [seeded.product, id] }] },
    })
    const none = await served.call('service_products_get', { product: 'Nothing' }, token)
    const hidden = await served.call('service_products_get', { product: 'prd_nobody' }, token)
    const anonymous = (result: { structuredContent: object }) => ({ ...result.structuredContent, request_id: '' })
    expect(anonymous(none.body.result)).toMatchObject({ code: 'not_found' })
    expect(anonymous(none.body.result)).toEqual(anonymous(hidden.body.result))
  })

  it('lists candidates only to a credential that may read products, and otherwise their ids', async () => {
    const others = await seedProduct(database, { name: 'Other name' })
    const { account } = seeded.people.owner
    const member = { id: database.ids.member(), email: account.email, role: 'viewer' as const, account: account.id }
    const at = timestamp(database.clock.now())
    await database.store.members.insert(others.product, { ...member, at })
    const detailOf = async (scopes: readonly Scope[]) => {
      const { secret } = await seedToken(database, account, { scopes })
      const { body } = await served.call('service_analytics_catalog', {}, secret)
      expect(body.result.structuredContent).toMatchObject({ code: 'invalid_request', errors: [{ path: 'product' }] })
      return JSON.stringify(body.result)
    }
    const named = await detailOf(['analytics:read', 'products:read'])
    const unnamed = await detailOf(['analytics:read'])
    for (const text of [named, unnamed]) expect(text).toContain(others.product)
    expect(named).toContain('Other name')
    expect(unnamed).not.toContain('Other name')
  })

  it('a preview gives its card the id of a product that was given by name', async () => {
    const { body } = await served.call('service_products_update', { product: name, name: 'New name' }, token)
    expect(body.result._meta).toMatchObject({ 'footfall/product': seeded.product })
    expect(body.result.content[0].text).not.toContain('footfall/product')
  })

  it('REST does not accept the name of a product in its place', async () => {
    const { status } = await served.rest('GET', `/api/v1/products/${encodeURIComponent(name)}`, undefined, token)
    expect(status).toBe(404)
  })

  it('every input schema has the product as an optional text', async () => {
    const { body } = await served.ask('tools/list', {}, token)
    for (const { inputSchema } of body.result.tools) {
      const product = inputSchema.properties?.product
      if (product === undefined) continue
      expect(product).toMatchObject({ type: 'string', description: expect.any(String) })
      expect(inputSchema.required ?? []).not.toContain('product')
    }
  })
})
