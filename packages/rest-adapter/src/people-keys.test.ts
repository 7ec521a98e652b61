import { describeEachDialect, type SeededProduct, seedProduct, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { dashboardApiDocument, openApiDocument } from './openapi.ts'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('product keys made by people', (database) => {
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
    cookie = await people.cookieOf(seeded.people.admin.account)
  })

  const path = () => `/api/v1/products/${seeded.product}/keys`
  const intakePath = () => `/api/v1/products/${seeded.product}/intake-keys`
  const create = (body: unknown) => fromOurPage(served, cookie, 'POST', path(), body)
  const createIntake = (body: unknown, headers?: Record<string, string>) =>
    fromOurPage(served, cookie, 'POST', intakePath(), body, headers)
  const send = (to: string, secret: string, body: unknown) =>
    served.send('POST', to, JSON.stringify(body), {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
    })

  it('of the kind payment record payments and read nothing', async () => {
    const { status, body } = await createIntake({ name: 'Checkout', kind: 'payment' })
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: { result: { kind: 'payment', scopes: [], status: 'active' }, secret_returned_once: true },
    })
    const { secret } = body.data
    const payment = { id: 'pay_1', amount: '9.90', currency: 'EUR' }
    expect((await send('/api/v1/payments', secret, payment)).status).toBeLessThan(300)
    expect((await send('/api/v1/crawls', secret, { hits: [] })).status).toBe(403)
    expect((await served.get(`/api/v1/stats/realtime?product=${seeded.product}`, secret)).status).not.toBe(200)
    expect((await served.get(path(), secret)).body.code).toBe('credential_not_accepted')
  })

  it('of the kind crawler_intake are not taken for payments', async () => {
    const { body } = await createIntake({ name: 'Edge', kind: 'crawler_intake' })
    expect(body.data.result).toMatchObject({ kind: 'crawler_intake', scopes: [] })
    const answer = await send('/api/v1/payments', body.data.secret, { id: 'pay_2', amount: '1', currency: 'EUR' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
  })

  it('of the kind api, which is meant when none is said, read what their scopes allow', async () => {
    const { body } = await create({
      name: 'Board',
      scopes: ['funnels:read', 'analytics:read'],
    })
    expect(body.data.result).toMatchObject({ kind: 'api', scopes: ['analytics:read', 'funnels:read'] })
    expect((await served.get(`/api/v1/products/${seeded.product}/funnels`, body.data.secret)).status).toBe(200)
  })

  it('are previewed in the words of their kind', async () => {
    const preview = await createIntake({ name: 'Checkout', kind: 'payment' }, { 'service-confirm': 'false' })
    expect(preview.body.data).toMatchObject({
      state: 'previewed',
      summary: 'Create the payment key “Checkout” on “Example”.',
      warnings: [
        'Whoever holds the key records payments of this product. It ends when the account that creates it is no longer an admin of “Example”.',
      ],
    })
    expect(await database.store.productKeys.count(seeded.product)).toBe(0)
  })

  it.each([
    ['no scope on api', { kind: 'api', scopes: [] }, 'scopes'],
    ['no scope where the kind is not said', {}, 'scopes'],
    ['the kind payment', { kind: 'payment', scopes: ['analytics:read'] }, 'kind'],
    ['an unknown kind', { kind: 'admin', scopes: [] }, 'kind'],
    ['null for a kind', { kind: null, scopes: ['analytics:read'] }, 'kind'],
    ['a scope beyond reading', { kind: 'api', scopes: ['settings:write'] }, 'scopes.0'],
    ['a text for scopes', { kind: 'api', scopes: 'analytics:read' }, 'scopes'],
    ['100 scopes', { kind: 'api', scopes: Array(100).fill('analytics:read') }, 'scopes'],
    ['no name', { name: undefined, scopes: ['analytics:read'] }, 'name'],
    ['an empty name', { name: ' ', scopes: ['analytics:read'] }, 'name'],
    ['a list for a name', { name: [], scopes: ['analytics:read'] }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121), scopes: ['analytics:read'] }, 'name'],
    ['control characters in the name', { name: 'a\u0007', scopes: ['analytics:read'] }, 'name'],
    ['an unknown field', { scopes: ['analytics:read'], issuer: 'tok_1' }, 'issuer'],
  ])('with %s are refused by name', async (_, given, field) => {
    const { status, body } = await create({ name: 'Key', ...given })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(field)
    expect(await database.store.productKeys.count(seeded.product)).toBe(0)
  })

  it.each([
    ['a scope', { kind: 'payment', scopes: ['analytics:read'] }, 'scopes'],
    ['an empty list of scopes', { kind: 'crawler_intake', scopes: [] }, 'scopes'],
    ['the kind api', { kind: 'api' }, 'kind'],
    ['no kind', {}, 'kind'],
    ['null for a kind', { kind: null }, 'kind'],
    ['a name of 121 characters', { name: 'x'.repeat(121), kind: 'payment' }, 'name'],
    ['a list for a name', { name: [], kind: 'payment' }, 'name'],
    ['an unknown field', { kind: 'payment', issuer: 'tok_1' }, 'issuer'],
  ])('that only send are refused with %s, by the name of the field', async (_, given, field) => {
    const { status, body } = await createIntake({ name: 'Key', ...given })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_request' })
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain(field)
    expect(await database.store.productKeys.count(seeded.product)).toBe(0)
  })

  it('of other kinds than api are not made by machines', async () => {
    const { secret } = await seedToken(database, seeded.people.owner.account, {
      scopes: ['keys:write', 'analytics:read'],
    })
    for (const kind of ['payment', 'crawler_intake'])
      for (const scopes of [[], ['analytics:read']]) {
        const answer = await send(path(), secret, { name: 'Key', kind, scopes })
        expect(answer.status).toBe(400)
        expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain('kind')
        const refused = await send(intakePath(), secret, { name: 'Key', kind })
        expect(refused).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
      }
  })
})

it('keys that only send are created in the dashboard, and the document for machines does not offer them', () => {
  const path = '/api/v1/products/{product}/intake-keys'
  expect(openApiDocument('https://stats.example').paths).not.toHaveProperty([path])
  expect(dashboardApiDocument('https://stats.example').paths).toHaveProperty([path])
})
