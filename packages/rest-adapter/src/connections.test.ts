import { describeEachDialect, type SeededProduct, seedProduct } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { connect } from './test-support-connections.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, type SignedIn, signedIn } from './test-support-session.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

const cursorOf = (position: object) => Buffer.from(JSON.stringify(position)).toString('base64url')

describeEachDialect('connected applications in the dashboard', (database) => {
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
    seeded = await seedProduct(database, { name: 'Shop' })
    cookie = await people.cookieOf(seeded.people.owner.account)
  })

  const list = (query = '', by = cookie) => fromOurPage(served, by, 'GET', `/api/v1/connections${query}`)
  const revoke = (id: string, by = cookie, headers: Record<string, string> = {}) =>
    fromOurPage(served, by, 'DELETE', `/api/v1/connections/${id}`, undefined, headers)

  it('are listed newest first, with what they call themselves, where they run and what they may do', async () => {
    const { account } = seeded.people.owner
    const elsewhere = await seedProduct(database)
    const first = await connect(database, account.id, [seeded.product, elsewhere.product])
    database.clock.advance(1_000)
    const second = await connect(database, account.id, [], {
      clientName: '<b>Bücher</b>',
      redirectUri: 'http://127.0.0.1:7777/cb?x=1',
    })
    const { status, body } = await list()
    expect({ status, ids: body.data.map(({ id }: { id: string }) => id) }).toEqual({
      status: 200,
      ids: [second, first],
    })
    expect(body.data[1]).toEqual({
      id: first,
      client: { id: 'https://agent.example/client.json', name: 'Agent', verified: false },
      redirect_hosts: ['agent.example'],
      scopes: ['products:read', 'analytics:read'],
      products: [{ id: seeded.product, name: 'Shop' }],
      status: 'active',
      created_at: expect.any(String),
      expires_at: expect.any(String),
      last_used_at: null,
    })
    expect(body.data[0]).toMatchObject({
      client: { name: '<b>Bücher</b>' },
      redirect_hosts: ['127.0.0.1:7777'],
      products: [],
    })
  })

  it('come in pages that neither repeat nor leave out', async () => {
    const { account } = seeded.people.owner
    const made = []
    for (let i = 0; i < 5; i++) made.push(await connect(database, account.id, [seeded.product]))
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      cursor = body.page.next_cursor
    }
    expect(seen).toEqual(made.sort().reverse())
  })

  it('stop showing products that the account no longer belongs to', async () => {
    const { account, member } = seeded.people.viewer
    await connect(database, account.id, [seeded.product])
    const viewer = await people.cookieOf(account)
    expect((await list('', viewer)).body.data[0].products).toEqual([{ id: seeded.product, name: 'Shop' }])
    await database.store.members.remove(seeded.product, member)
    expect((await list('', viewer)).body.data[0].products).toEqual([])
  })

  it('tell when they were last used and that they have run out', async () => {
    const id = await connect(database, seeded.people.owner.account.id, [seeded.product], { lifeMs: 500 })
    const at = new Date(database.clock.now()).toISOString() as never
    await database.control.lastUses.record([{ kind: 'connection', id, at }])
    database.clock.advance(1_000)
    expect((await list()).body.data[0]).toMatchObject({ status: 'expired', last_used_at: at })
    expect(await revoke(id)).toMatchObject({ status: 200, body: { data: { result: { status: 'expired' } } } })
  })

  it('are revoked once previewed and confirmed, with an entry in the audit log', async () => {
    const id = await connect(database, seeded.people.owner.account.id, [seeded.product])
    const preview = await revoke(id, cookie, { 'service-confirm': 'false' })
    expect(preview.body.data).toMatchObject({ state: 'previewed', changes: [{ path: 'status', to: 'revoked' }] })
    expect((await database.control.oauth.connections.find(id))?.revokedAt).toBeUndefined()
    const { status, body } = await revoke(id)
    expect({ status, data: body.data }).toMatchObject({ status: 200, data: { result: { id, status: 'revoked' } } })
    expect((await database.control.oauth.connections.find(id))?.revokedAt).toBe(database.clock.now())
    expect((await list()).body.data[0].status).toBe('revoked')
    const [entry] = await database.store.audit.list({ account: seeded.people.owner.account.id, limit: 1 })
    expect(entry).toMatchObject({ operation: 'dashboard_connections_revoke', subject: id, channel: 'dashboard' })
    expect((await revoke(id)).status).toBe(200)
  })

  it('of other accounts, or of none, are neither shown nor revoked', async () => {
    const id = await connect(database, seeded.people.admin.account.id, [seeded.product])
    expect((await list()).body.data).toEqual([])
    for (const other of [id, 'con_nobody', 'x', encodeURIComponent("con_' OR '1'='1")])
      expect(await revoke(other)).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect((await database.control.oauth.connections.find(id))?.revokedAt).toBeUndefined()
  })

  it.each([
    ['?limit=0', 'limit'],
    ['?limit=words', 'limit'],
    ['?cursor=AAAA', 'cursor'],
    [`?cursor=${cursorOf({ created_at: '2026-99-99T99:99:99.999Z', id: 'con_a' })}`, 'cursor'],
    [`?cursor=${cursorOf({ created_at: '2026-11-20T12:00:00.000Z', id: 'a\u0000' })}`, 'cursor'],
    ['?status=active', 'status'],
  ])('asked with %s are refused by name', async (query, path) => {
    expect(await list(query)).toMatchObject({ status: 400, body: { errors: [{ path }] } })
  })
})
