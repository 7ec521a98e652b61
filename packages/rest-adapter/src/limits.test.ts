import { createWriteAdmission } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import {
  describeEachDialect,
  type SeededProduct,
  seedProduct,
  seedProductKey,
  seedToken,
  testDatabase,
} from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answered, type Served, serve } from './test-support.ts'
import { type Person, personAt, type SignedIn, signedIn } from './test-support-session.ts'

const REQUESTS = 5
const WRITES = 2

const engine = testEngine()

function expectLimited({ status, headers, body }: Answered, policy: string): void {
  expect({ status, code: body.code }).toEqual({ status: 429, code: 'rate_limited' })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('ratelimit')).toMatch(new RegExp(`"${policy}";r=0;t=\\d+$`))
  expect(headers.get('ratelimit-policy')).toContain(`"${policy}";q=`)
}

describeEachDialect('limits over REST', (database) => {
  /** Limits requests, and nothing else. */
  let requests: Served
  /** Limits writes, and nothing else. */
  let writes: Served
  let people: SignedIn
  let seeded: SeededProduct
  let names = 0

  beforeAll(async () => {
    people = signedIn(database)
    const parts = { ...servicesOn(database), ...(await engine.services(database)), ...people.services }
    requests = await serve({ ...parts, rateLimits: { requests: REQUESTS, collect: 0 } })
    writes = await serve({ ...parts, admitWrite: createWriteAdmission(database.control.rateLimiter, WRITES) })
  })
  afterAll(() => Promise.all([requests.close(), writes.close()]))
  beforeEach(async () => {
    seeded = await seedProduct(database)
  })

  const account = () => seeded.people.owner.account
  const token = async () => (await seedToken(database, account(), { scopes: [...SCOPES] })).secret
  const key = async (options: Parameters<typeof seedProductKey>[2] = {}) =>
    (await seedProductKey(database, seeded.product, { scopes: ['analytics:read'], ...options })).secret
  const catalog = (secret: string) => requests.get(`/api/v1/stats/catalog?product=${seeded.product}`, secret)
  const pay = (secret: string) =>
    requests.send('POST', '/api/v1/payments', JSON.stringify({ id: `p${++names}`, amount: '1', currency: 'EUR' }), {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
    })
  /** Uses up what the account has: four tokens at their own limit. */
  const useUp = async () => {
    for (let tokens = 0; tokens < 4; tokens++) {
      const secret = await token()
      for (let i = 0; i < REQUESTS; i++) expect((await catalog(secret)).status).toBe(200)
    }
  }

  it('gives all tokens, sessions and reading keys of an account together four times the requests of one', async () => {
    const person = await personAt(requests, people, account())
    const look = () => person.ask('GET', '/api/v1/products')
    const issued = await key({ account: account().id })
    const [one, two] = [await token(), await token()]
    for (let i = 0; i < REQUESTS; i++)
      for (const answer of [await look(), await catalog(issued), await catalog(one), await catalog(two)])
        expect(answer.status).toBe(200)
    expectLimited(await catalog(await token()), 'account-requests')
    expectLimited(await catalog(await key({ account: account().id })), 'account-requests')
    const elsewhere = await personAt(requests, people, account())
    expectLimited(await elsewhere.ask('GET', '/api/v1/products'), 'account-requests')
    const viewer = await personAt(requests, people, seeded.people.viewer.account)
    expect((await viewer.ask('GET', '/api/v1/products')).status).toBe(200)
  })

  it('a key without a known issuer, and an intake key, count only for themselves', async () => {
    await useUp()
    const [unknown, payment] = [await key(), await key({ account: account().id, kind: 'payment', scopes: [] })]
    for (let i = 0; i < REQUESTS; i++) {
      expect((await catalog(unknown)).status).toBe(200)
      expect((await pay(payment)).status).toBe(201)
    }
    expectLimited(await catalog(unknown), 'requests')
    expectLimited(await pay(payment), 'requests')
  })

  it('shows both rate limit policies in every response, including errors', async () => {
    const secret = await token()
    const first = await catalog(secret)
    expect(first.headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60, "account-requests";q=20;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"requests";r=4;t=\d+, "account-requests";r=19;t=\d+$/)
    const missing = await requests.get('/api/v1/products/prd_nobody', secret)
    expect([missing.status, missing.headers.get('ratelimit')?.split(';')[1]]).toEqual([404, 'r=3'])
  })

  it('rejected requests of one credential count for that credential only', async () => {
    const greedy = await token()
    for (let i = 0; i < REQUESTS * 6; i++) await catalog(greedy)
    expectLimited(await catalog(greedy), 'requests')
    const person = await personAt(requests, people, account())
    for (let i = 0; i < REQUESTS; i++) expect((await person.ask('GET', '/api/v1/products')).status).toBe(200)
  })

  it('gives all credentials of an account, including sessions, four times the writes of one', async () => {
    const rename = (secret: string) =>
      writes.send('PATCH', `/api/v1/products/${seeded.product}`, JSON.stringify({ name: `Name ${++names}` }), {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': `key-${names}`,
      })
    const renameAs = (person: Person) =>
      person.ask('PATCH', `/api/v1/products/${seeded.product}`, { name: `Name ${++names}` })
    const person = await personAt(writes, people, account())
    for (let i = 0; i < WRITES; i++) expect((await renameAs(person)).status).toBe(200)
    expectLimited(await renameAs(person), 'writes')
    for (let tokens = 0; tokens < 3; tokens++) {
      const secret = await token()
      for (let i = 0; i < WRITES; i++) expect((await rename(secret)).status).toBe(200)
      expectLimited(await rename(secret), 'writes')
    }
    expectLimited(await rename(await token()), 'account-writes')
    expectLimited(await renameAs(await personAt(writes, people, account())), 'account-writes')
  })
})

describe('limits of two processes on PostgreSQL', () => {
  const database = testDatabase('postgres')

  it('two processes on PostgreSQL share the limits of one', async () => {
    const parts = { ...servicesOn(database), ...(await engine.services(database)) }
    const rateLimits = { requests: REQUESTS, collect: 0 }
    const replicas = await Promise.all(
      [database.control, database.open()].map(({ rateLimiter }) => serve({ ...parts, rateLimiter, rateLimits })),
    )
    try {
      const { people } = await seedProduct(database)
      const seed = async () => (await seedToken(database, people.owner.account, { scopes: [...SCOPES] })).secret
      const ask = (replica: number, secret: string) => replicas[replica % 2]?.get('/api/v1/products', secret)
      const statuses: (number | undefined)[] = []
      for (let tokens = 0; tokens < 4; tokens++) {
        const secret = await seed()
        for (let i = 0; i < REQUESTS; i++) statuses.push((await ask(i, secret))?.status)
      }
      expect(statuses).toEqual(Array(REQUESTS * 4).fill(200))
      const last = await seed()
      for (const replica of [0, 1]) {
        const answer = await ask(replica, last)
        if (answer === undefined) throw new Error('no replica')
        expectLimited(answer, 'account-requests')
      }
    } finally {
      await Promise.all(replicas.map((replica) => replica.close()))
    }
  })
})
