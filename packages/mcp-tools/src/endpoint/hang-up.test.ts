import { request } from 'node:http'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connections, LEGACY, type Served, serve } from '../test-support.ts'

describe('a client that disconnects before a tool has answered', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let seeded: SeededProduct
  let token: string

  beforeAll(async () => {
    seeded = await seedProduct(database)
    const services = await engine.services(database, { engine: engine.withEndlessReports() })
    served = await serve({ ...servicesOn(database), ...connections(database), ...services })
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).secret
  })
  afterAll(() => served.close())

  it.each([
    ['answered at once', {}],
    ['answered by the protocol’s library', { unknown: true }],
  ])('stops the report of a disconnected client in the engine: a call that is %s', async (_, more) => {
    const asked = request(`${served.url}/api/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'mcp-protocol-version': LEGACY,
      },
    })
    asked.on('error', () => undefined)
    // One statement answers it.
    const given = { product: seeded.product, metric: 'scroll_depth', from: '2026-11-01', to: '2026-11-20' }
    const params = { name: 'service_analytics_query', arguments: given, ...more }
    asked.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }))
    await engine.untilWorkingOn(1)
    asked.destroy()
    await engine.untilWorkingOn(0)
    expect(served.logged).toEqual([])
  })
})
