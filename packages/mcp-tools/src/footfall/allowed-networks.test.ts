import { DAY_MS, timestamp } from '@footfall/core-domain'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { describeEachDialect, runSql, type SeededProduct, seedProduct, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connections, type Served, serve } from '../test-support.ts'

const engine = testEngine()

describeEachDialect('the networks and the end of a credential on MCP', (database) => {
  let served: Served
  let seeded: SeededProduct
  const apps = connections(database)
  beforeAll(async () => {
    seeded = await seedProduct(database)
    served = await serve({
      ...servicesOn(database),
      ...(await engine.services(database)),
      oauth: {
        ...apps.oauth,
        async find(presented) {
          const access = await apps.oauth.find(presented)
          return access && { ...access, endsAt: timestamp(database.clock.now() + DAY_MS) }
        },
      },
    })
  })
  afterAll(() => served.close())

  const list = async (token: string) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    }
    return fetch(`${served.url}/api/mcp`, { method: 'POST', headers, body })
  }

  it('rejects a token from outside of its networks, and accepts it from within', async () => {
    const { token, secret } = await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })
    const limit = (networks: string) =>
      runSql(database.config, `update account_tokens set allowed_networks = '${networks}' where id = '${token.id}'`)
    await limit('["203.0.113.0/24"]')
    const rejected = await list(secret)
    expect(rejected.status).toBe(403)
    expect(await rejected.text()).toContain('not accepted from this network')
    await limit('["127.0.0.0/8"]')
    expect((await list(secret)).status).toBe(200)
  })

  it('says in each answer when a token or a connection ends, if it does', async () => {
    const { account } = seeded.people.owner
    const expires_at = timestamp(database.clock.now() + DAY_MS)
    const ending = await seedToken(database, account, { scopes: ['analytics:read'], expires_at })
    const lasting = await seedToken(database, account, { scopes: ['analytics:read'] })
    const connection = apps.connect(account.id, ['analytics:read'], [seeded.product])
    const header = async (token: string) => (await list(token)).headers.get('footfall-token-expires')
    expect(await header(ending.secret)).toBe(expires_at)
    expect(await header(connection)).toBe(expires_at)
    expect(await header(lasting.secret)).toBeNull()
  })
})
