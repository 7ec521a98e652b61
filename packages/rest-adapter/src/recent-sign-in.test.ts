import { timestamp } from '@footfall/core-domain'
import { describeEachDialect, seedProduct, seedToken } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Served, serve, servicesOf } from './test-support.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

const TEN_MINUTES = 600_000
const SELECTED = { name: 'CI', scopes: ['products:read'], products: { mode: 'all' } }

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('a person who signed in more than ten minutes ago', (database) => {
  let people: SignedIn
  let served: Served
  let seeded: Awaited<ReturnType<typeof seedProduct>>
  let person: Person
  let sensitive: readonly (readonly [method: string, path: string, body: unknown])[]

  beforeAll(async () => {
    people = signedIn(database)
    served = await serve({ ...servicesOf(database), ...(await engine.services(database)), ...people.services })
  })
  afterAll(() => served.close())
  beforeEach(async () => {
    seeded = await seedProduct(database, { name: 'Shop' })
    const owner = seeded.people.owner.account
    person = await personAt(served, people, owner)
    const { token } = await seedToken(database, owner, { scopes: ['products:read'] })
    sensitive = [
      ['POST', '/api/v1/access-tokens', SELECTED],
      ['PATCH', `/api/v1/access-tokens/${token.id}`, { name: 'Other' }],
      ['POST', `/api/v1/access-tokens/${token.id}/replacement`, {}],
      ['POST', `/api/v1/products/${seeded.product}/keys`, { name: 'Reader', scopes: ['analytics:read'] }],
      ['DELETE', `/api/v1/products/${seeded.product}`, { name: 'Shop' }],
    ]
  })

  it('makes no credential, changes none and deletes no product before giving the password again', async () => {
    database.clock.advance(TEN_MINUTES)
    for (const [method, path, body] of sensitive) {
      for (const headers of [{}, { 'service-confirm': 'false' }] as Record<string, string>[]) {
        const { status, body: problem } = await person.ask(method, path, body, headers)
        expect({ path, status, code: problem.code }).toEqual({ path, status: 403, code: 'reauthentication_required' })
      }
    }
    const session = await people.sessions.find(person.headers.cookie?.split('=')[1] ?? '')
    if (session === undefined) throw new Error('no session')
    const renewed = await database.store.transaction((tx) => people.sessions.renew(session.id, tx))
    const cookie = `session=${renewed.reveal()}`
    for (const [method, path, body] of sensitive)
      expect([200, 201]).toContain((await person.ask(method, path, body, { cookie })).status)
  })

  it('is refused inside the transaction too, when the ten minutes pass on the way', async () => {
    const parts = { ...servicesOf(database), ...(await engine.services(database)), ...people.services }
    const slow = await serve({
      ...parts,
      transaction(work) {
        database.clock.advance(TEN_MINUTES)
        return parts.transaction(work)
      },
    })
    const late = await personAt(slow, people, seeded.people.owner.account)
    const { body } = await late.ask('POST', '/api/v1/access-tokens', SELECTED)
    expect(body.code).toBe('reauthentication_required')
    await slow.close()
  })

  it('goes on with everything else, and machines are never asked', async () => {
    const owner = seeded.people.owner.account
    const { secret } = await seedToken(database, owner, { scopes: ['tokens:write', 'products:read'] })
    database.clock.advance(TEN_MINUTES)
    expect((await person.ask('PATCH', '/api/v1/account', { name: 'Ada' })).status).toBe(200)
    const preview = await served.send('POST', '/api/v1/access-tokens', JSON.stringify(SELECTED), {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
    })
    expect(preview.status).toBe(200)
  })

  it('is told by mail of tokens and keys that were made in their name, without any secret', async () => {
    const owner = seeded.people.owner.account
    const secrets: string[] = []
    for (const [method, path, body] of sensitive.slice(0, 4)) {
      const made = await person.ask(method, path, body)
      if (made.body.data.secret !== undefined) secrets.push(made.body.data.secret)
    }
    const at = timestamp(database.clock.now())
    const mails = (await database.store.outbox.take(at, at, 1_000)).filter(({ to }) => to === owner.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Access token replaced in your Footfall account',
      'New access token in your Footfall account',
      'New product key from your Footfall account',
    ])
    expect(secrets).toHaveLength(3)
    for (const secret of secrets) expect(JSON.stringify(mails)).not.toContain(secret)
  })
})
