import { Overloaded } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { type SeededProduct, seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from '../test-support.ts'

describe('turns of requests over MCP', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let seeded: SeededProduct
  let token: string
  let asked: string[]
  let answer: () => Promise<void> | undefined

  beforeAll(async () => {
    const requestTurn = (account: string) => {
      asked.push(account)
      return answer()
    }
    served = await serve({ ...servicesOn(database), ...(await engine.services(database)), requestTurn })
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['products:read'] })).secret
  })
  afterAll(() => served.close())
  beforeEach(() => {
    asked = []
    answer = () => undefined
  })

  const post = (body: string) =>
    served.post(body, { authorization: `Bearer ${token}`, 'content-type': 'application/json' })

  it('a message is parsed once its request has the turn of its account', async () => {
    answer = () => Promise.reject(new Overloaded('later'))
    for (const body of ['{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 'not JSON']) {
      const { status, headers } = await post(body)
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 503, retry: '5' })
    }
    answer = () => new Promise((resolve) => setImmediate(resolve))
    expect((await post('not JSON')).status).toBe(400)
    expect((await served.call('service_products_list', {}, token)).status).toBe(200)
    expect(new Set(asked)).toEqual(new Set([seeded.people.owner.account.id]))
  })

  it('a message over MCP without a valid credential does not wait for a turn', async () => {
    expect((await served.ask('tools/list', {}, 'jt_unknown')).status).toBe(401)
    expect(asked).toEqual([])
  })
})
