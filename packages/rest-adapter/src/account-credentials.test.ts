import { endCredentials, hashSecret } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { connect } from './test-support-connections.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { personAt, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('what acts for an account without its password', (database) => {
  let people: SignedIn
  let served: Served
  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())

  const withCredentials = async () => {
    const { product, people: members } = await seedProduct(database)
    const { account } = members.owner
    const person = await personAt(served, people, account)
    const { secret } = await seedToken(database, account, { scopes: ['products:read'] })
    const key = await seedProductKey(database, product, { account: account.id, scopes: ['analytics:read'] })
    const connection = await connect(database, account.id, [product])
    const count = async () => (await person.ask('GET', '/api/v1/account/credentials')).body.data
    return { account, product, person, secret, key, connection, count }
  }

  it('is counted for its person', async () => {
    const { count, person } = await withCredentials()
    expect(await count()).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect((await person.ask('GET', '/api/v1/account/credentials?x=1')).status).toBe(400)
    expect((await served.get('/api/v1/account/credentials')).status).toBe(401)
  })

  it('ends at once and for good, and nobody else’s does', async () => {
    const { account, secret, key, connection, count } = await withCredentials()
    const other = await withCredentials()
    const ended = await database.store.transaction((tx) => endCredentials(tx.store, account, database.clock.now()))
    expect(ended).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect(await count()).toEqual({ tokens: 0, keys: 0, connections: 0 })
    expect((await served.get('/api/v1/products', secret)).status).toBe(401)
    expect((await served.get(`/api/v1/products/${key.key.id}`, key.secret)).status).toBe(401)
    const app = await database.store.connectedApps.find(account.id, connection)
    expect(app?.revoked_at).toBeDefined()
    expect(await other.count()).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect((await served.get('/api/v1/products', other.secret)).status).toBe(200)
  })

  it('ends with the authorization codes that nobody has redeemed yet, and the consents that nobody has answered yet', async () => {
    const { account } = await withCredentials()
    const { oauth } = database.control
    const now = database.clock.now()
    const hash = (what: string) => hashSecret(`${what}${account.id}`) as never
    const asked = {
      accountId: account.id,
      clientId: 'https://agent.example/client.json',
      clientName: 'Agent',
      redirectUri: 'https://agent.example/cb',
      codeChallenge: 'c',
      scopes: ['products:read'],
      issuer: 'https://stats.example',
      resource: 'https://stats.example/api/mcp',
    }
    const span = { createdAt: now, expiresAt: now + 60_000 }
    const ask = (consent: string) =>
      oauth.consents.add({ ...asked, ...span, browserHash: hash('browser'), state: 's', hash: hash(consent) })
    const allow = (consent: string, code: string) =>
      oauth.consents.approve(hash(consent), {
        ...asked,
        hash: hash(code),
        grant: { products: [] },
        connectionId: database.ids.connection(),
        issuedAt: now,
        expiresAt: now + 60_000,
        consumedAt: undefined,
      })
    await Promise.all([ask('consent'), ask('open consent')])
    await allow('consent', 'code')
    expect((await oauth.codes.find(hash('code')))?.consumedAt).toBeUndefined()
    await database.store.transaction((tx) => endCredentials(tx.store, account, now))
    expect((await oauth.codes.find(hash('code')))?.consumedAt).toBeDefined()
    expect(await allow('open consent', 'late code')).toBe(false)
    expect(await oauth.codes.find(hash('late code'))).toBeUndefined()
  })
})
