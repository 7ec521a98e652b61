import type { Role } from '@footfall/core-domain'
import { type Account, endCredentials, hashSecret } from '@footfall/core-domain'
import { describeEachDialect, seedConnection } from '@footfall/testkit'
import { beforeEach, expect, it } from 'vitest'
import { type CallingScenario, scenarioOn } from '../../test-support/index.ts'
import { createAnnotation } from '../annotations/create.ts'
import { productActivity } from '../products/activity.ts'
import { listProducts } from '../products/list.ts'
import { accountCredentials } from './credentials.ts'
import { deleteOwnAccount } from './delete.ts'
import { updateAccount } from './update.ts'

describeEachDialect('an account', (database) => {
  let on: CallingScenario
  beforeEach(async () => {
    on = await scenarioOn(database, { name: 'Shop' })
  })
  const stored = ({ id }: Account) => database.store.accounts.find(id)

  it('changes the name of an account, which members see at once, and keeps its email', async () => {
    const { account, member } = on.people.viewer
    const name = 'Zoë “Z” O’Neil 🐈'
    const { data } = await on.call(await on.person('viewer'), updateAccount, { body: { name: `  ${name} ` } })
    expect(data.result).toEqual({ id: account.id, email: account.email, name, language: null, revision: 2 })
    expect((await database.store.members.find(on.product, member))?.member.name).toBe(name)
    expect(await stored(on.people.owner.account)).toEqual(on.people.owner.account)
    const [entry] = await database.store.audit.list({ account: account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_account_update', changes: [{ path: 'name', to: name }] })
  })

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' \t' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a number for a name', { name: 1 }, 'name'],
    ['null for a name', { name: null }, 'name'],
    ['a line break in the name', { name: 'a\nb' }, 'name'],
    ['half a surrogate pair', { name: '\ud800' }, 'name'],
    ['another email', { name: 'Ada', email: 'eve@example.com' }, 'email'],
    ['another account', { name: 'Ada', id: 'acc_1' }, 'id'],
    ['a language that is not offered', { language: 'tlh' }, 'language'],
    ['an empty language', { language: '' }, 'language'],
    ['a number for a language', { language: 1 }, 'language'],
    ['a language of another case', { language: 'DE' }, 'language'],
    ['an injected language', { language: "de'; drop table accounts" }, 'language'],
    ['a list', [], ''],
  ])('rejects a change of an account with %s and names the field', async (_, body, field) => {
    const rejected = await on.call(await on.person('viewer'), updateAccount, { body })
    expect(rejected).toMatchObject({ code: 'invalid_request', fields: expect.arrayContaining([field]) })
    expect(await stored(on.people.viewer.account)).toEqual(on.people.viewer.account)
  })

  it('sets the language of an account and nothing else, and null ends the choice', async () => {
    const { account } = on.people.viewer
    const viewer = await on.person('viewer')
    const { data } = await on.call(viewer, updateAccount, { body: { language: 'de' } })
    expect(data.result).toEqual({
      id: account.id,
      email: account.email,
      name: account.name,
      language: 'de',
      revision: 2,
    })
    expect(await stored(account)).toEqual({ ...account, language: 'de' })
    await on.call(viewer, updateAccount, { body: { language: null } })
    expect(await stored(account)).toEqual(account)
  })

  const withCredentials = async () => {
    const with_ = await scenarioOn(database)
    const { account } = with_.people.admin
    const token = await with_.token({ role: 'admin', scopes: ['products:read'] })
    const key = await with_.key({ account: account.id, scopes: ['analytics:read'] })
    const connection = await seedConnection(database, account.id, [with_.product])
    const admin = await with_.person('admin')
    const count = async () => (await with_.call(admin, accountCredentials)).data
    return { ...with_, account, token, key, connection, admin, count }
  }

  it('counts the tokens, keys and connections of an account', async () => {
    const { count, call, admin } = await withCredentials()
    expect(await count()).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect(await call(admin, accountCredentials, { query: { x: '1' } })).toMatchObject({ fields: ['x'] })
  })

  it('ends every credential of an account at once, and none of another account', async () => {
    const { account, token, connection, count, call } = await withCredentials()
    const other = await withCredentials()
    const ended = await database.store.transaction((tx) => endCredentials(tx.store, account, database.clock.now()))
    expect(ended).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect(await count()).toEqual({ tokens: 0, keys: 0, connections: 0 })
    expect((await call(token, listProducts)).code).toBe('invalid_token')
    expect((await database.store.connectedApps.find(account.id, connection))?.revoked_at).toBeDefined()
    expect(await other.count()).toEqual({ tokens: 1, keys: 1, connections: 1 })
    expect((await call(other.token, listProducts)).code).toBeUndefined()
  })

  it('ends pending authorization codes and pending consents of an account together with its credentials', async () => {
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
    const lifetime = { createdAt: now, expiresAt: now + 60_000 }
    const ask = (consent: string) =>
      oauth.consents.add({ ...asked, ...lifetime, browserHash: hash('browser'), state: 's', hash: hash(consent) })
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

  const remove = async (role: Role, body?: unknown) => on.call(await on.person(role), deleteOwnAccount, { body })

  it('deletes the account of a person with its sessions, tokens and memberships, and keeps its audit entry', async () => {
    const { account, member } = on.people.admin
    const token = await on.token({ role: 'admin', scopes: ['products:read'] })
    const sessions = [await on.session('admin'), await on.session('admin')]
    const { data } = await remove('admin', { email: ` ${account.email.toUpperCase()} ` })
    expect(data.result).toEqual({ id: account.id, deleted: true })
    for (const { id, created_at } of sessions)
      expect(await database.control.sessions.isLive(id, created_at)).toBe(false)
    expect((await on.call(token, listProducts)).code).toBe('invalid_token')
    expect(await stored(account)).toBeUndefined()
    expect(await database.store.members.find(on.product, member)).toBeUndefined()
    const [entry] = await database.store.audit.list({ account: account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_account_delete', subject: account.id })
    expect(JSON.stringify(entry)).not.toContain(account.email)
  })

  it('names a deleted account “deleted account” in the activity of a product', async () => {
    const body = { date: '2026-11-01', title: 'Launch' }
    await on.call(await on.person('admin'), createAnnotation, { body })
    await remove('admin', { email: on.people.admin.account.email })
    const { data } = await on.call(await on.person('owner'), productActivity)
    expect(data[0].actor).toMatchObject({ kind: 'session', name: 'deleted account' })
  })

  it('does not delete an account while a product would have no owner, and names the product', async () => {
    const { account } = on.people.owner
    const rejected = await remove('owner', { email: account.email })
    expect(rejected).toMatchObject({ code: 'role_forbidden', detail: expect.stringContaining('“Shop”') })
    expect(await stored(account)).toEqual(account)
  })

  it('previews what stops working when an account is deleted', async () => {
    await on.token({ role: 'viewer', scopes: ['products:read'] })
    const body = { email: on.people.viewer.account.email }
    const { data } = await on.preview(await on.person('viewer'), deleteOwnAccount, { body })
    expect(data.warnings).toEqual([
      'Products that you lose access to: 1.',
      'Access tokens that stop working: 1.',
      'Connected applications lose their access, and you are signed out everywhere.',
    ])
  })

  it.each([
    ['another email', { email: 'eve@example.com' }],
    ['no email', {}],
    ['an empty email', { email: '' }],
    ['a number', { email: 1 }],
    ['null', { email: null }],
    ['a very long text', { email: 'x'.repeat(10_000) }],
    ['characters that no email has', { email: 'ä@\u0000.\ud800' }],
  ])('does not delete an account when given %s', async (_, body) => {
    expect(await remove('viewer', body)).toMatchObject({ code: 'invalid_request', fields: ['email'] })
    expect(await stored(on.people.viewer.account)).toEqual(on.people.viewer.account)
  })
})
