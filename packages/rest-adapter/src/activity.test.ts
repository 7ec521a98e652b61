import { SCOPES } from '@footfall/scopes-policy'
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

describeEachDialect('activity in the dashboard', (database) => {
  let served: Served
  let people: SignedIn
  let seeded: SeededProduct
  let cookie: string
  let keys = 0

  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database)
    cookie = await people.cookieOf(seeded.people.owner.account)
  })

  const rename = (secret: string, name: string) =>
    served.send('PATCH', `/api/v1/products/${seeded.product}`, JSON.stringify({ name }), {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'service-confirm': 'true',
      'idempotency-key': `activity-${++keys}`,
    })
  const ofToken = (id: string, query = '', by = cookie) =>
    fromOurPage(served, by, 'GET', `/api/v1/access-tokens/${id}/activity${query}`)
  const ofProduct = (query = '', by = cookie) =>
    fromOurPage(served, by, 'GET', `/api/v1/products/${seeded.product}/activity${query}`)
  const summaries = ({ body }: { body: { data: { summary: string }[] } }) => body.data.map(({ summary }) => summary)

  it('of a token tells what it and its descendants did and what people did to it, newest first', async () => {
    const { account } = seeded.people.owner
    const root = await seedToken(database, account, { scopes: [...SCOPES] })
    const child = await seedToken(database, account, { scopes: ['settings:write'], parent: root.token })
    await rename(root.secret, 'One')
    database.clock.advance(1_000)
    await rename(child.secret, 'Two')
    database.clock.advance(1_000)
    await fromOurPage(served, cookie, 'PATCH', `/api/v1/access-tokens/${root.token.id}`, { name: 'Bot' })

    const { status, body } = await ofToken(root.token.id)
    expect({ status, page: body.page }).toEqual({ status: 200, page: { limit: 50, next_cursor: null } })
    expect(body.data).toMatchObject([
      { operation: 'dashboard_tokens_update', channel: 'dashboard', product: null, actor: { kind: 'session' } },
      { operation: 'service_products_update', channel: 'rest', actor: { credential: child.token.id } },
      {
        product: seeded.product,
        actor: { kind: 'account_token', credential: root.token.id, name: account.name },
        changes: [{ path: 'name', from: 'Example', to: 'One' }],
        address: expect.stringContaining('127.0.0.1'),
      },
    ])
    expect(summaries(await ofToken(child.token.id))).toEqual(['Rename “One” to “Two”.'])
    expect(JSON.stringify(body)).not.toContain(root.secret)
  })

  it('of a product comes in pages, for its admins and not for those below', async () => {
    const { secret } = await seedToken(database, seeded.people.owner.account, { scopes: ['settings:write'] })
    for (const name of ['One', 'Two', 'Three']) {
      await rename(secret, name)
      database.clock.advance(1_000)
    }
    const admin = await people.cookieOf(seeded.people.admin.account)
    const first = await ofProduct('?limit=2', admin)
    expect(summaries(first)).toEqual(['Rename “Two” to “Three”.', 'Rename “One” to “Two”.'])
    const last = await ofProduct(`?limit=2&cursor=${first.body.page.next_cursor}`, admin)
    expect(summaries(last)).toEqual(['Rename “Example” to “One”.'])
    expect(last.body.page.next_cursor).toBeNull()
    for (const role of ['editor', 'viewer'] as const) {
      const answer = await ofProduct('', await people.cookieOf(seeded.people[role].account))
      expect(answer).toMatchObject({ status: 403, body: { code: 'role_forbidden' } })
    }
  })

  it('of another account’s token or product, or of none, is a 404', async () => {
    const stranger = (await seedProduct(database)).people.owner.account
    const { token } = await seedToken(database, stranger, { scopes: ['team:read'] })
    for (const id of [token.id, 'tok_nobody', 'x', encodeURIComponent("tok_' OR '1'='1")])
      expect(await ofToken(id)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(await ofProduct('', await people.cookieOf(stranger))).toMatchObject({ status: 404 })
  })

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=201', 'limit'],
    ['?limit=1.5', 'limit'],
    ['?limit=many', 'limit'],
    ['?limit=1&limit=2', 'limit'],
    ['?cursor=AAAA', 'cursor'],
    [`?cursor=${'x'.repeat(600)}`, 'cursor'],
    ['?cursor=', 'cursor'],
    ['?since=2026', 'since'],
  ])('asked with %s is refused by name', async (query, path) => {
    const { token } = await seedToken(database, seeded.people.owner.account, { scopes: ['team:read'] })
    for (const answer of [await ofToken(token.id, query), await ofProduct(query)]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
      expect(answer.body.errors[0].path).toBe(path)
    }
  })
})
