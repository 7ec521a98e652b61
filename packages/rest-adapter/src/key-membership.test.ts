import { request } from 'node:http'
import { SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedProductKey, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('product keys and the membership of who issued them', (database) => {
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let owner: Person
  let admin: Person
  let payments = 0
  /** Told of every credential that was let in. */
  let onUse: (id: string) => void = () => {}

  beforeAll(async () => {
    people = signedIn(database)
    const usage = { used: (_: string, id: string) => onUse(id) }
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services, usage })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database)
    owner = await personAt(served, people, seeded.people.owner.account)
    admin = await personAt(served, people, seeded.people.admin.account)
  })

  const keysPath = () => `/api/v1/products/${seeded.product}/keys`
  const memberPath = (role: 'owner' | 'admin' | 'editor') =>
    `/api/v1/products/${seeded.product}/members/${seeded.people[role].member}`
  const issue = async (person: Person, body: object): Promise<{ id: string; secret: string; issued_by: string }> => {
    const path = 'kind' in body ? `/api/v1/products/${seeded.product}/intake-keys` : keysPath()
    const { data } = (await person.ask('POST', path, body)).body
    return { ...data.result, secret: data.secret }
  }
  const issueByToken = async (token: string) => {
    const { body } = await served.send('POST', keysPath(), JSON.stringify({ name: 'T', scopes: ['analytics:read'] }), {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'service-confirm': 'true',
      'idempotency-key': 'issue',
    })
    return { ...body.data.result, secret: body.data.secret }
  }
  const reads = async (secret: string) =>
    (await served.get(`/api/v1/stats/catalog?product=${seeded.product}`, secret)).status
  const pays = async (secret: string) =>
    (
      await served.send(
        'POST',
        '/api/v1/payments',
        JSON.stringify({ id: `p${++payments}`, amount: '1', currency: 'EUR' }),
        { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      )
    ).status
  const listed = async () => (await owner.ask('GET', keysPath())).body.data

  it('name the member who issued them, and no reason while they are active', async () => {
    const key = await issue(admin, { name: 'Board', scopes: ['analytics:read'] })
    expect(key.issued_by).toBe(seeded.people.admin.member)
    const [first] = await listed()
    expect(first).toMatchObject({ id: key.id, issued_by: seeded.people.admin.member, status: 'active' })
    expect(first).not.toHaveProperty('disabled_reason')
  })

  it.each([
    ['is removed', () => owner.ask('DELETE', memberPath('admin'))],
    ['is made an editor', () => owner.ask('PATCH', memberPath('admin'), { role: 'editor' })],
    ['is made a viewer', () => owner.ask('PATCH', memberPath('admin'), { role: 'viewer' })],
  ])('end when that member %s, however they were issued, and nobody else’s with them', async (_, change) => {
    const { account } = seeded.people.admin
    const token = await seedToken(database, account, { scopes: [...SCOPES] })
    const child = await seedToken(database, account, { scopes: [...SCOPES], parent: token.token })
    const ending = [
      await issue(admin, { name: 'Board', scopes: ['analytics:read'] }),
      await issueByToken(token.secret),
      await issueByToken(child.secret),
    ]
    const payment = await issue(admin, { name: 'Checkout', kind: 'payment' })
    const owners = await issue(owner, { name: 'Owner', scopes: ['analytics:read'] })
    const elsewhere = await seedProduct(database)
    const foreign = await seedProductKey(database, elsewhere.product, { account: account.id })
    for (const { secret } of [...ending, owners]) expect(await reads(secret)).toBe(200)
    expect(await pays(payment.secret)).toBe(201)

    expect((await change()).status).toBe(200)
    for (const { secret } of ending) expect(await reads(secret)).toBe(401)
    expect(await pays(payment.secret)).toBe(401)
    expect(await reads(owners.secret)).toBe(200)
    expect((await database.store.productKeys.find(elsewhere.product, foreign.key.id))?.status).toBe('active')
    const ended = (await listed()).filter(({ status }: { status: string }) => status === 'disabled')
    expect(ended.map(({ id }: { id: string }) => id).sort()).toEqual([...ending, payment].map(({ id }) => id).sort())
    for (const key of ended) expect(key.disabled_reason).toBe('member_removed')
  })

  it('end when an owner leaves, and stay while the issuer may still issue keys', async () => {
    const adminKey = await issue(admin, { name: 'Board', scopes: ['analytics:read'] })
    const ownerKey = await issue(owner, { name: 'Owner', scopes: ['analytics:read'] })
    expect((await owner.ask('PATCH', memberPath('admin'), { role: 'owner' })).status).toBe(200)
    expect((await owner.ask('DELETE', memberPath('owner'))).status).toBe(200)
    expect(await reads(ownerKey.secret)).toBe(401)
    expect(await reads(adminKey.secret)).toBe(200)
  })

  it('do not come back with the member', async () => {
    const key = await issue(admin, { name: 'Board', scopes: ['analytics:read'] })
    await owner.ask('PATCH', memberPath('admin'), { role: 'viewer' })
    await owner.ask('PATCH', memberPath('admin'), { role: 'admin' })
    expect(await reads(key.secret)).toBe(401)
  })

  describe('in a preview', () => {
    const warnings = async (method: string, role: 'admin' | 'editor', body?: object): Promise<string[]> => {
      const answer = await owner.ask(method, memberPath(role), body, { 'service-confirm': 'false' })
      return answer.body.data.warnings
    }

    it.each([
      ['a removal', 'DELETE', undefined],
      ['a demotion', 'PATCH', { role: 'editor' }],
    ])('of %s are named, each with its prefix, and go on working', async (_, method, body) => {
      expect(await warnings(method, 'admin', body)).toHaveLength(method === 'DELETE' ? 1 : 0)
      const board = await issue(admin, { name: 'Board', scopes: ['analytics:read'] })
      expect(await warnings(method, 'admin', body)).toContain(
        `1 product key that they issued stops working: “Board” (${board.secret.slice(0, 8)}…).`,
      )
      database.clock.advance(1)
      const checkout = await issue(admin, { name: 'Checkout', kind: 'payment' })
      expect(await warnings(method, 'admin', body)).toContain(
        `2 product keys that they issued stop working: “Board” (${board.secret.slice(0, 8)}…), “Checkout” (${checkout.secret.slice(0, 8)}…).`,
      )
      expect(await reads(board.secret)).toBe(200)
    })

    it('are named up to ten, and the others counted', async () => {
      for (let i = 0; i < 13; i++) {
        await seedProductKey(database, seeded.product, { account: seeded.people.admin.account.id })
      }
      const warning = (await warnings('DELETE', 'admin')).at(-1)
      expect(warning).toMatch(/^13 product keys that they issued stop working: .* and 3 more\.$/)
      expect(warning?.match(/Seeded key/g)).toHaveLength(10)
    })

    it('are not mentioned where none ends', async () => {
      await issue(admin, { name: 'Board', scopes: ['analytics:read'] })
      expect(await warnings('PATCH', 'admin', { role: 'owner' })).toEqual([])
      expect(await warnings('PATCH', 'editor', { role: 'viewer' })).toEqual([])
    })
  })

  it('record no payment whose request began before the member was removed and ended after', async () => {
    const { id, secret } = await issue(admin, { name: 'Checkout', kind: 'payment' })
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    const authenticated = new Promise<void>((resolve) => {
      onUse = (used) => used === id && resolve()
    })
    const held = request(`${served.url}/api/v1/payments`, { method: 'POST', headers })
    const status = new Promise<number | undefined>((resolve, reject) => {
      held.on('error', reject).on('response', (response) => {
        response.resume()
        resolve(response.statusCode)
      })
    })
    held.write('{"id":"held",')
    await authenticated
    expect((await owner.ask('DELETE', memberPath('admin'))).status).toBe(200)
    held.end('"amount":"1","currency":"EUR"}')
    expect(await status).toBe(401)
  })
})
