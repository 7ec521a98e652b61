import { describeEachDialect, type SeededProduct, seedProduct, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('deleting the account that is signed in', (database) => {
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct

  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database, { name: 'Shop' })
  })

  const remove = (cookie: string, body: unknown, headers: Record<string, string> = {}) =>
    fromOurPage(served, cookie, 'DELETE', '/api/v1/account', body, headers)

  it('ends its sessions, tokens and memberships at once, and leaves an audit entry under its id', async () => {
    const { account, member } = seeded.people.admin
    const { secret } = await seedToken(database, account, { scopes: ['products:read'] })
    const cookie = await people.cookieOf(account)
    const elsewhere = await people.cookieOf(account)
    const { status, body } = await remove(cookie, { email: ` ${account.email.toUpperCase()} ` })
    expect({ status, result: body.data?.result }).toEqual({ status: 200, result: { id: account.id, deleted: true } })
    for (const other of [cookie, elsewhere])
      expect((await fromOurPage(served, other, 'GET', '/api/v1/products')).status).toBe(401)
    const byToken = await served.send('GET', '/api/v1/products', undefined, { authorization: `Bearer ${secret}` })
    expect(byToken.status).toBe(401)
    expect(await database.store.accounts.find(account.id)).toBeUndefined()
    expect(await database.store.members.find(seeded.product, member)).toBeUndefined()
    const [entry] = await database.store.audit.list({ account: account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_account_delete', subject: account.id })
    expect(JSON.stringify(entry)).not.toContain(account.email)
  })

  it('is shown as a deleted account in the activity of a product', async () => {
    const { account } = seeded.people.admin
    const cookie = await people.cookieOf(account)
    const annotation = { date: '2026-11-01', title: 'Launch' }
    await fromOurPage(served, cookie, 'POST', `/api/v1/products/${seeded.product}/annotations`, annotation)
    await remove(cookie, { email: account.email })
    const owner = await people.cookieOf(seeded.people.owner.account)
    const { body } = await fromOurPage(served, owner, 'GET', `/api/v1/products/${seeded.product}/activity`)
    expect(body.data[0].actor).toMatchObject({ kind: 'session', name: 'deleted account' })
  })

  it('is refused while a product would be left without an owner, naming the product; nothing ends', async () => {
    const { account } = seeded.people.owner
    const cookie = await people.cookieOf(account)
    const { status, body } = await remove(cookie, { email: account.email })
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'role_forbidden' })
    expect(body.detail).toContain('“Shop”')
    expect((await fromOurPage(served, cookie, 'GET', '/api/v1/products')).status).toBe(200)
  })

  it('says beforehand what stops working', async () => {
    const { account } = seeded.people.viewer
    await seedToken(database, account, { scopes: ['products:read'] })
    const cookie = await people.cookieOf(account)
    const { body } = await remove(cookie, { email: account.email }, { 'service-confirm': 'false' })
    expect(body.data.warnings).toEqual(
      expect.arrayContaining(['Products that you lose access to: 1.', 'Access tokens that stop working: 1.']),
    )
  })

  it.each([
    ['another address', { email: 'eve@example.com' }, 'email'],
    ['no address', {}, 'email'],
    ['an empty address', { email: '' }, 'email'],
    ['a number', { email: 1 }, 'email'],
    ['null', { email: null }, 'email'],
    ['a very long text', { email: 'x'.repeat(10_000) }, 'email'],
    ['other characters', { email: 'ä@\u0000.\ud800' }, 'email'],
  ])('is refused with %s for the e-mail address', async (_, body, path) => {
    const { account } = seeded.people.viewer
    const answer = await remove(await people.cookieOf(account), body)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(await database.store.accounts.find(account.id)).toEqual(account)
  })
})
