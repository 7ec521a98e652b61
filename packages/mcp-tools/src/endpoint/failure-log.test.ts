import { ServiceUnavailable } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { seedProduct, seedToken, testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'

const ERAS = [MODERN, LEGACY] as const

/** A store that does not answer, and a bug, on the way to the credential and inside a tool. */
const outage = new ServiceUnavailable(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
const bug = new TypeError('a bug')

describe('the failure log of the MCP endpoint', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let token: string
  let admission: Error | undefined
  let lookup: Error | undefined

  beforeAll(async () => {
    const seeded = await seedProduct(database)
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['account:read'] })).secret
    const services = { ...servicesOn(database), ...connections(database), ...(await engine.services(database)) }
    const { store, rateLimiter } = services
    served = await serve({
      ...services,
      store: {
        ...store,
        accounts: {
          ...store.accounts,
          find: (id) => (lookup === undefined ? store.accounts.find(id) : Promise.reject(lookup)),
        },
      },
      rateLimits: { requests: 1_000, collect: 0 },
      rateLimiter: {
        consume: (...request: Parameters<typeof rateLimiter.consume>) =>
          admission === undefined ? rateLimiter.consume(...request) : Promise.reject(admission),
      },
    })
  })
  afterAll(() => served.close())
  const call = (era: typeof MODERN | typeof LEGACY) => served.call('service_account_get', {}, token, { era })

  it('logs an unavailable store once a minute, however many requests and tools it fails', async () => {
    admission = outage
    for (const era of [MODERN, LEGACY, MODERN] as const) expect((await call(era)).status).toBe(503)
    admission = undefined
    lookup = outage
    for (const era of ERAS) expect((await call(era)).body.result.isError).toBe(true)
    expect(served.logged).toHaveLength(1)
    database.clock.advance(60_000)
    await call(MODERN)
    expect(served.logged).toMatchObject([{}, { context: { unlogged: 4 } }])
  })

  it('logs every bug of a tool with the id of its request', async () => {
    served.logged.splice(0)
    lookup = bug
    for (const era of ERAS) await call(era)
    expect(served.logged.map(({ context }) => context)).toMatchObject([
      { err: bug, request_id: expect.stringMatching(/^req_/) },
      { err: bug, request_id: expect.stringMatching(/^req_/) },
    ])
  })
})
