import { Overloaded } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { type SeededProduct, seedProduct, seedProductKey, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'

describe('turns of requests over REST', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let seeded: SeededProduct
  let token: string
  let key: string
  let asked: string[]
  let answer: () => Promise<void> | undefined

  beforeAll(async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)) }
    const requestTurn = (account: string) => {
      asked.push(account)
      return answer()
    }
    served = await serve({ ...parts, requestTurn })
    seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
    key = (await seedProductKey(database, seeded.product, { scopes: ['analytics:read'] })).secret
  })
  afterAll(() => served.close())
  beforeEach(() => {
    asked = []
    answer = () => undefined
  })

  const create = (body: string) =>
    served.send('POST', '/api/v1/products', body, {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    })
  const catalog = (secret: string) => served.get(`/api/v1/stats/catalog?product=${seeded.product}`, secret)

  it('a token takes the turns of its account, and a key those of the account that owns its product', async () => {
    expect((await catalog(token)).status).toBe(200)
    expect((await catalog(key)).status).toBe(200)
    expect(asked).toEqual([seeded.people.owner.account.id, seeded.people.owner.account.id])
  })

  it('a body is read once its request has its turn', async () => {
    answer = () => Promise.reject(new Overloaded('later'))
    for (const body of ['{"name":"Shop"}', 'not JSON']) {
      const { status, headers, body: problem } = await create(body)
      expect({ status, code: problem.code, retry: headers.get('retry-after') }).toEqual({
        status: 503,
        code: 'service_unavailable',
        retry: '5',
      })
    }
    answer = () => new Promise((resolve) => setImmediate(resolve))
    expect((await create('{"name":"Shop"}')).status).toBe(200)
    expect((await create('not JSON')).status).toBe(400)
  })

  it('a request over REST without a valid credential does not wait for a turn', async () => {
    expect((await catalog('jt_unknown')).status).toBe(401)
    expect(asked).toEqual([])
  })
})
