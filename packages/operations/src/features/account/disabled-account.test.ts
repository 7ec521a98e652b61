import { type AccountId, deleteAccount, timestamp } from '@footfall/core-domain'
import { sessionPrincipal } from '@footfall/scopes-policy'
import { describeEachDialect, seedAccount, seedConnection } from '@footfall/testkit'
import { expect, it } from 'vitest'
import { authenticate } from '../../calls/authenticate.ts'
import { scenarioOn, servicesOn } from '../../test-support/index.ts'

describeEachDialect('the credentials of an account', (database) => {
  const now = () => timestamp(database.clock.now())
  const setStatus = (account: AccountId, status: 'active' | 'disabled') =>
    database.store.accounts.setStatus(account, status, now())
  const remove = (account: AccountId) => database.store.transaction((tx) => deleteAccount(tx.store, account, now()))

  /** An admin with one credential of every kind, and which of them are accepted. */
  const withCredentials = async () => {
    const on = await scenarioOn(database)
    const services = servicesOn(database)
    const { account } = on.people.admin
    const session = await on.session('admin')
    const token = await on.token({ role: 'admin', scopes: ['products:read', 'tokens:read'] })
    const child = await on.token({ role: 'admin', scopes: ['products:read'], parent: token.token })
    const api = await on.key({ account: account.id, scopes: ['analytics:read'] })
    const viaToken = await on.key({ issuer: token.token.id, scopes: ['analytics:read'] })
    const payment = await on.key({ account: account.id, kind: 'payment' })
    const connection = await seedConnection(database, account.id, [on.product])
    const isAccepted = ({ secret }: { secret: string }) =>
      authenticate(secret, services).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({ code: 'invalid_token' })
          return false
        },
      )
    const accepted = async () => ({
      session: await database.control.sessions.isLive(session.id, now()),
      token: await isAccepted(token),
      child: await isAccepted(child),
      api: await isAccepted(api),
      viaToken: await isAccepted(viaToken),
      payment: await isAccepted(payment),
    })
    return { ...on, services, account, session, token, connection, accepted }
  }
  const all = (value: boolean) => ({
    session: value,
    token: value,
    child: value,
    api: value,
    viaToken: value,
    payment: value,
  })

  it('rejects the credentials of a disabled account, and accepts them again once it is enabled', async () => {
    const { account, accepted } = await withCredentials()
    const other = await withCredentials()
    expect(await accepted()).toEqual(all(true))
    expect(await setStatus(account.id, 'disabled')).toBe(true)
    expect(await setStatus(account.id, 'disabled')).toBe(false)
    expect(await accepted()).toEqual(all(false))
    expect(await other.accepted()).toEqual(all(true))
    expect(await setStatus(account.id, 'active')).toBe(true)
    expect(await accepted()).toEqual(all(true))
  })

  it('commits no write that was admitted before the account was disabled', async () => {
    const { account, token, session, services } = await withCredentials()
    const principal = await authenticate(token.secret, services)
    if (principal.kind !== 'account_token') throw new Error('no token')
    const principals = [principal, sessionPrincipal(session.id, account.id)]
    for (const one of principals) await services.assertStillActive(one, database.control)
    await setStatus(account.id, 'disabled')
    for (const one of principals)
      await expect(services.assertStillActive(one, database.control)).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('rejects the credentials of a deleted account, and gives none of them to a new account with its email', async () => {
    const { account, product, token, connection, accepted } = await withCredentials()
    const { store } = database
    expect(await remove(account.id)).toEqual({ tokens: 2, keys: 3, connections: 1, sessions: 1, memberships: 1 })
    expect(await accepted()).toEqual(all(false))
    expect(await store.tokens.find(token.token.id)).toBeUndefined()
    expect((await database.control.oauth.connections.find(connection))?.revokedAt).toBeDefined()
    const { rows } = await store.productKeys.list(product, { limit: 10 })
    expect(rows.map(({ status, disabled_reason, issued_by }) => ({ status, disabled_reason, issued_by }))).toEqual(
      Array(3).fill({ status: 'disabled', disabled_reason: 'account_deleted', issued_by: null }),
    )
    const again = { ...(await seedAccount(database)), id: database.ids.account(), email: account.email }
    await store.accounts.insert(again)
    expect(await store.accounts.memberships(again.id, { mode: 'all' })).toEqual([])
  })

  it('keeps the account and its credentials if deleting it would leave a product with no owner who can act', async () => {
    const { product, people } = await scenarioOn(database, { name: 'Shop' })
    const { account } = people.owner
    await expect(remove(account.id)).rejects.toThrow('“Shop”')
    await database.store.members.setRole(product, people.admin.member, 'owner', now())
    await setStatus(people.admin.account.id, 'disabled')
    await expect(remove(account.id)).rejects.toThrow('“Shop”')
    expect(await database.store.accounts.find(account.id)).toEqual(account)
    await setStatus(people.admin.account.id, 'active')
    expect(await remove(account.id)).toMatchObject({ memberships: 1 })
  })

  it('leaves a product with an owner when both of its owners delete their accounts at the same time', async () => {
    const { product, people } = await scenarioOn(database)
    await database.store.members.setRole(product, people.admin.member, 'owner', now())
    const outcomes = await Promise.allSettled([people.owner, people.admin].map(({ account }) => remove(account.id)))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await database.store.members.countOwners(product)).toBe(1)
  })
})
