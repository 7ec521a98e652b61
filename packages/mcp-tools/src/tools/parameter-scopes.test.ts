import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { connections, LEGACY, MODERN } from '../test-support.ts'
import { serveSuite } from '../test-support-suite.ts'

describe('a parameter with a separate scope', () => {
  const database = testDatabase('sqlite')
  const { oauth, assertStillActive, connect } = connections(database)
  const served = serveSuite(database, { oauth, assertStillActive })
  let seeded: SeededProduct

  beforeAll(async () => {
    seeded = await seedProduct(database)
  })

  const connected = (...scopes: string[]) => connect(seeded.people.owner.account.id, scopes, [seeded.product])

  it('challenges for the scope of a parameter, with every scope that the call needs and those of the connection', async () => {
    for (const era of [MODERN, LEGACY] as const) {
      const lacking = connected('products:read', 'team:read')
      const given = { summary: '7d' }
      const { status, headers, body } = await served.call('service_products_list', given, lacking, { era })
      expect({ status, code: body.code }).toEqual({ status: 403, code: 'insufficient_scope' })
      expect(headers.get('www-authenticate')).toContain('scope="products:read analytics:read team:read"')
      expect((await served.call('service_products_list', {}, lacking, { era })).status).toBe(200)
    }
  })

  it('returns the same as a tool and over REST to a token with both scopes', async () => {
    const { secret } = await seedToken(database, seeded.people.owner.account, {
      scopes: ['products:read', 'analytics:read'],
    })
    const rest = await served.rest('GET', '/api/v1/products?summary=7d', undefined, secret)
    const tool = await served.call('service_products_list', { summary: '7d' }, secret)
    expect(rest.status).toBe(200)
    expect(tool.body.result.structuredContent).toEqual(rest.body)
    expect(rest.body.data[0].summary).toMatchObject({ state: 'empty', visitors: null, series: Array(7).fill(null) })
  })

  it('names both scopes over REST if one is missing', async () => {
    const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: ['products:read'] })
    const { status, headers } = await served.rest('GET', '/api/v1/products?summary=7d', undefined, secret)
    expect(status).toBe(403)
    expect(headers.get('www-authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="products:read analytics:read"',
    )
  })
})
