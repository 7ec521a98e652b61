import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'
import { unsaid } from '../text/test-support-said.ts'

describe('the catalog as text', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).secret
  })

  it('names every metric, dimension, operator, period, order and limit for at most 1,650 tokens', async () => {
    const { body } = await served.call('service_analytics_catalog', { product: seeded.product }, token)
    const { text } = body.result.content[0]
    const { data } = body.result.structuredContent
    expect(data.metrics.length).toBeGreaterThan(10)
    expect(unsaid(text, data)).toEqual([])
    expect(encode(text).length).toBeLessThanOrEqual(1_650)
  })
})
