import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { beforeAll, describe, expect, it } from 'vitest'
import { serveSuite } from '../test-support-suite.ts'

describe('long series over MCP', () => {
  const database = testDatabase('sqlite')
  const served = serveSuite(database)
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).secret
  })

  const asked = (from: string, to: string, interval: string) => ({
    product: seeded.product,
    metric: 'visitors',
    from,
    to,
    interval,
  })
  const errorsOf = async (from: string, to: string, interval: string) => {
    const { body } = await served.call('service_analytics_query', asked(from, to, interval), token)
    return body.result.structuredContent.errors
  }

  it('a series of over 500 points is rejected as a tool with the interval to use, and returned over REST', async () => {
    const given = asked('2026-10-31', '2026-11-20', 'hour')
    const { body } = await served.call('service_analytics_query', given, token)
    expect(body.result.structuredContent).toMatchObject({
      code: 'invalid_request',
      errors: [
        {
          path: 'interval',
          message: 'gives 504 points over this period, of at most 500; ask with interval day',
          did_you_mean: ['day'],
        },
      ],
    })
    expect(body.result.content[0].text).toContain('did you mean day?')
    const rest = await served.rest('GET', `/api/v1/stats?${new URLSearchParams(given)}`, undefined, token)
    expect(rest.body.data.series).toHaveLength(504)
  })

  it('a tool returns a series of at most 500 points', async () => {
    const given = asked('2026-11-01', '2026-11-20', 'hour')
    const { body } = await served.call('service_analytics_query', given, token)
    expect(body.result.structuredContent.data.series).toHaveLength(480)
  })

  it('the error about a long series suggests the shortest interval that is long enough', async () => {
    expect(await errorsOf('2024-11-20', '2026-11-20', 'hour')).toMatchObject([{ did_you_mean: ['week'] }])
    expect(await errorsOf('2017-01-01', '2026-11-20', 'day')).toMatchObject([{ did_you_mean: ['month'] }])
  })
})
