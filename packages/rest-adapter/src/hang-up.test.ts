import { get } from 'node:http'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { type SeededProduct, seedProduct, seedProductKey, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Served, serve } from './test-support.ts'

describe('clients that request expensive reports and disconnect', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let victim: SeededProduct
  let attacked: SeededProduct
  let key: string
  let token: string

  beforeAll(async () => {
    attacked = await seedProduct(database)
    victim = await seedProduct(database, { name: 'Victim' })
    const services = await engine.services(database, {
      engine: engine.withEndlessReports(attacked.people.owner.account.id),
      reportsPerPerson: 8,
      waitMs: 50,
    })
    served = await serve({ ...servicesOn(database), ...services })
    key = (await seedProductKey(database, attacked.product, { scopes: ['analytics:read'] })).secret
    token = (await seedToken(database, victim.people.owner.account, { scopes: ['analytics:read'] })).secret
  })
  afterAll(() => served.close())

  const report = (product: string, day = 1) =>
    `/api/v1/stats?product=${product}&metric=visitors&from=2026-11-${String(day).padStart(2, '0')}&to=2026-11-30&interval=day`
  const asking = (day: number) => {
    const request = get(served.url + report(attacked.product, day), { headers: { authorization: `Bearer ${key}` } })
    request.on('error', () => undefined)
    return request
  }
  it('clients that disconnect leave nothing running in the engine, and keep neither a ping nor another account waiting', async () => {
    const requests = Array.from({ length: 30 }, (_, i) => asking((i % 28) + 1))
    await engine.untilWorkingOn(2)
    await engine.engine.ping()
    expect((await served.get(report(victim.product), token)).status).toBe(200)
    for (const request of requests) request.destroy()
    await engine.untilWorkingOn(0)
    // Their places are free again, and a gone client is nothing to log.
    const next = [asking(1), asking(2), asking(3)]
    await engine.untilWorkingOn(2)
    for (const request of next) request.destroy()
    await engine.untilWorkingOn(0)
    expect(served.logged).toEqual([])
  })

  it('clients get a limited number of reports at once, and Retry-After beyond that', async () => {
    const held = Array.from({ length: 8 }, (_, i) => asking(i + 1))
    await engine.untilWorkingOn(2)
    const rejected = await served.get(report(attacked.product, 9), key)
    expect({ status: rejected.status, code: rejected.body.code, after: rejected.headers.get('retry-after') }).toEqual({
      status: 503,
      code: 'service_unavailable',
      after: '5',
    })
    expect((await served.get(report(victim.product), token)).status).toBe(200)
    for (const request of held) request.destroy()
    await engine.untilWorkingOn(0)
    expect(served.logged).toEqual([])
  })
})
