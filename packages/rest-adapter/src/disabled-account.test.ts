import { deleteAccount, timestamp } from '@footfall/core-domain'
import { authenticate, stillActive } from '@footfall/operations'
import { describeEachDialect, seedAccount, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
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

describeEachDialect('the credentials of an account', (database) => {
  let people: SignedIn
  let served: Served
  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())

  /** An admin with one credential of every kind, and how each is answered. */
  const withCredentials = async () => {
    const { product, people: members } = await seedProduct(database)
    const { account } = members.admin
    const person = await personAt(served, people, account)
    const token = await seedToken(database, account, { scopes: ['products:read', 'tokens:read'] })
    const child = await seedToken(database, account, { scopes: ['products:read'], parent: token.token })
    const api = await seedProductKey(database, product, { account: account.id, scopes: ['analytics:read'] })
    const viaToken = await seedProductKey(database, product, { issuer: token.token.id, scopes: ['analytics:read'] })
    const payment = await seedProductKey(database, product, { account: account.id, kind: 'payment' })
    const connection = await connect(database, account.id, [product])
    const payments = (secret: string) =>
      served.send('POST', '/api/v1/payments', '{}', {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
      })
    const report = `/api/v1/stats/catalog?product=${product}`
    const statuses = async () => ({
      session: (await person.ask('GET', '/api/v1/products')).status,
      token: (await served.get('/api/v1/products', token.secret)).status,
      child: (await served.get('/api/v1/products', child.secret)).status,
      api: (await served.get(report, api.secret)).status,
      viaToken: (await served.get(report, viaToken.secret)).status,
      // An empty payment is refused as input where the key is good.
      payment: (await payments(payment.secret)).status,
    })
    return { account, product, token, connection, statuses }
  }
  const REFUSED = { session: 401, token: 401, child: 401, api: 401, viaToken: 401, payment: 401 }
  const disable = (account: Parameters<typeof deleteAccount>[1], status: 'active' | 'disabled') =>
    database.store.accounts.setStatus(account, status, timestamp(database.clock.now()))

  it('are refused while it is disabled, and accepted again once it is enabled', async () => {
    const { account, statuses } = await withCredentials()
    const other = await withCredentials()
    const before = await statuses()
    expect(before).toEqual({ session: 200, token: 200, child: 200, api: 200, viaToken: 200, payment: 400 })
    expect(await disable(account.id, 'disabled')).toBe(true)
    expect(await disable(account.id, 'disabled')).toBe(false)
    expect(await statuses()).toEqual(REFUSED)
    expect(await other.statuses()).toEqual(before)
    expect(await disable(account.id, 'active')).toBe(true)
    expect(await statuses()).toEqual(before)
  })

  it('do not commit a write that was let in before the account was disabled', async () => {
    const { account, token } = await withCredentials()
    const { store } = database
    const principal = await authenticate(token.secret, { store, usage: { used: () => {} } })
    if (principal.kind !== 'account_token') throw new Error('no token')
    const assertStillActive = stillActive({})
    await assertStillActive(principal, database.control)
    await disable(account.id, 'disabled')
    await expect(assertStillActive(principal, database.control)).rejects.toThrow('not valid')
  })

  it('are refused for good once it is deleted, and nothing of it is left that works', async () => {
    const { account, product, token, connection, statuses } = await withCredentials()
    const { store } = database
    const ended = await store.transaction((tx) => deleteAccount(tx.store, account.id, timestamp(database.clock.now())))
    expect(ended).toEqual({ tokens: 2, keys: 3, connections: 1, sessions: 1, memberships: 1 })
    expect(await statuses()).toEqual(REFUSED)
    expect(await store.tokens.find(token.token.id)).toBeUndefined()
    expect((await database.control.oauth.connections.find(connection))?.revokedAt).toBeDefined()
    const { rows } = await store.productKeys.list(product, { limit: 10 })
    expect(rows.map(({ status, disabled_reason, issued_by }) => ({ status, disabled_reason, issued_by }))).toEqual(
      Array(3).fill({ status: 'disabled', disabled_reason: 'account_deleted', issued_by: null }),
    )
    // The address is free again, and a new account with it has nothing of the old one.
    const again = { ...(await seedAccount(database)), id: database.ids.account(), email: account.email }
    await store.accounts.insert(again)
    expect(await store.accounts.memberships(again.id, { mode: 'all' })).toEqual([])
  })

  it('stay where deleting is refused, since a product would have no owner who can act', async () => {
    const { product, people: members } = await seedProduct(database, { name: 'Shop' })
    const { account } = members.owner
    const at = timestamp(database.clock.now())
    const remove = () => database.store.transaction((tx) => deleteAccount(tx.store, account.id, at))
    await expect(remove()).rejects.toThrow(`“Shop” (${product})`)
    await database.store.members.setRole(product, members.admin.member, 'owner', at)
    await disable(members.admin.account.id, 'disabled')
    await expect(remove()).rejects.toThrow('“Shop”')
    expect(await database.store.accounts.find(account.id)).toEqual(account)
    await disable(members.admin.account.id, 'active')
    expect(await remove()).toMatchObject({ memberships: 1 })
  })

  it('leave a product with an owner who can act: a disabled owner is removed, and the other one is not', async () => {
    const { product, people: members } = await seedProduct(database)
    const at = timestamp(database.clock.now())
    await database.store.members.setRole(product, members.admin.member, 'owner', at)
    await disable(members.admin.account.id, 'disabled')
    const owner = await personAt(served, people, members.owner.account)
    const remove = (member: string) => owner.ask('DELETE', `/api/v1/products/${product}/members/${member}`)
    expect((await remove(members.owner.member)).body.code).toBe('role_forbidden')
    expect((await remove(members.admin.member)).status).toBe(200)
    expect((await remove(members.owner.member)).body.code).toBe('role_forbidden')
  })

  it('leave a product with an owner when both of its owners delete their accounts at the same time', async () => {
    const { product, people: members } = await seedProduct(database)
    const at = timestamp(database.clock.now())
    await database.store.members.setRole(product, members.admin.member, 'owner', at)
    const outcomes = await Promise.allSettled(
      [members.owner, members.admin].map(({ account }) =>
        database.store.transaction((tx) => deleteAccount(tx.store, account.id, at)),
      ),
    )
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.store.members.countOwners(product)).toBe(1)
  })
})
