import { describeEachDialect, type SeededProduct, seedProduct } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('an account in the dashboard', (database) => {
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let cookie: string

  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database)
    cookie = await people.cookieOf(seeded.people.viewer.account)
  })

  const rename = (body: unknown) => fromOurPage(served, cookie, 'PATCH', '/api/v1/account', body)

  it('takes another name, which members see at once; its address and everybody else stay', async () => {
    const { account, member } = seeded.people.viewer
    const { status, body } = await rename({ name: '  Zoë “Z” O’Neil 🐈 ' })
    const name = 'Zoë “Z” O’Neil 🐈'
    expect({ status, result: body.data.result }).toEqual({
      status: 200,
      result: { id: account.id, email: account.email, name },
    })
    expect((await database.store.members.find(seeded.product, member))?.member.name).toBe(name)
    expect(await database.store.accounts.find(seeded.people.owner.account.id)).toEqual(seeded.people.owner.account)
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
    ['another e-mail address', { name: 'Ada', email: 'eve@example.com' }, 'email'],
    ['another account', { name: 'Ada', id: 'acc_1' }, 'id'],
    ['a list', [], ''],
  ])('with %s is refused by name', async (_, body, path) => {
    const answer = await rename(body)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path)
    expect(await database.store.accounts.find(seeded.people.viewer.account.id)).toEqual(seeded.people.viewer.account)
  })
})
