import { createWriteAdmission } from '@footfall/operations'
import { servicesOn, testEngine } from '@footfall/operations/test-support'
import { OAUTH_SCOPES, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type SeededProduct, seedProduct, seedToken, snapshot } from '@footfall/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Answered, connections, LEGACY, MODERN, type Served, serve } from '../test-support.ts'

const ERAS = [MODERN, LEGACY] as const
const WRITES = 2
const REQUESTS = 5

const engine = testEngine()

describeEachDialect('limits over MCP', (database) => {
  const { oauth, assertStillActive, connect } = connections(database)
  /** Limits writes, and nothing else. */
  let writes: Served
  /** Limits requests, and nothing else. */
  let requests: Served
  let seeded: SeededProduct
  let names = 0

  beforeAll(async () => {
    const { rateLimiter } = database.control
    const parts = { ...servicesOn(database), ...(await engine.services(database)), oauth, assertStillActive }
    writes = await serve({ ...parts, admitWrite: createWriteAdmission(rateLimiter, WRITES) })
    requests = await serve({ ...parts, rateLimits: { requests: REQUESTS, collect: 0 } })
  })
  afterAll(() => Promise.all([writes.close(), requests.close()]))
  beforeEach(async () => {
    seeded = await seedProduct(database)
  })

  const token = async () => (await seedToken(database, seeded.people.owner.account, { scopes: [...SCOPES] })).secret
  const connection = () => connect(seeded.people.owner.account.id, OAUTH_SCOPES, [seeded.product])
  const rename = () => ({ product: seeded.product, name: `Name ${++names}` })
  const confirmed = (key = `key-${++names}`) => ({ ...rename(), confirm: true, idempotency_key: key })
  const change = (secret: string, given: object, era: (typeof ERAS)[number] = MODERN) =>
    writes.call('service_products_update', { ...given }, secret, { era })
  const list = (secret: string) => requests.call('service_products_list', {}, secret)

  /** Everything that is stored, but for the counters of the limits themselves. */
  const stored = async () => {
    const { rate_limits: _, ...tables } = await snapshot(database)
    return tables
  }

  function expectLimited({ status, headers, body }: Answered, policy: string): void {
    expect({ status, code: body.code, type: headers.get('content-type') }).toEqual({
      status: 429,
      code: 'rate_limited',
      type: 'application/problem+json',
    })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(headers.get('ratelimit')).toMatch(new RegExp(`"${policy}";r=0;t=\\d+$`))
    expect(headers.get('ratelimit-policy')).toContain(`"${policy}";q=`)
  }

  it.each(ERAS)(
    'answers a write beyond the limits with HTTP 429 in %s, and changes and records nothing',
    async (era) => {
      for (const credential of [token, connection]) {
        seeded = await seedProduct(database)
        const secret = await credential()
        for (let i = 0; i < WRITES; i++) expect((await change(secret, confirmed(), era)).status).toBe(200)
        const before = await stored()
        expectLimited(await change(secret, confirmed('late'), era), 'writes')
        expect(await stored()).toEqual(before)
      }
    },
  )

  it('counts neither previews nor replays as writes', async () => {
    const secret = await token()
    const done = confirmed('once')
    for (let i = 0; i < WRITES + 2; i++) {
      expect((await change(secret, rename())).body.result.structuredContent.data.state).toBe('previewed')
      const { body } = await change(secret, done)
      expect(body.result.structuredContent.meta.idempotency.replayed).toBe(i > 0)
    }
    expect((await change(secret, confirmed())).status).toBe(200)
    expectLimited(await change(secret, confirmed()), 'writes')
  })

  it('answers a write that a person approved with HTTP 429 too', async () => {
    const secret = connection()
    const ask = (given: object, params?: object) =>
      writes.call('service_products_update', { ...given }, secret, {
        capabilities: { elicitation: { form: {} } },
        ...(params && { params: { ...params } }),
      })
    for (let i = 0; i < WRITES; i++) await change(secret, confirmed())
    const given = rename()
    const { body } = await ask(given)
    const yes = { confirm: { action: 'accept', content: { confirm: true } } }
    expectLimited(await ask(given, { requestState: body.result.requestState, inputResponses: yes }), 'writes')
  })

  it('gives all credentials of an account together four times the writes of one', async () => {
    const secrets = [await token(), await token(), connection(), connection(), await token()]
    for (const secret of secrets.slice(0, 4))
      for (let i = 0; i < WRITES; i++) expect((await change(secret, confirmed())).status).toBe(200)
    expectLimited(await change(secrets[4] ?? '', confirmed()), 'account-writes')
  })

  it('gives all credentials of an account together four times the requests of one, over MCP and REST', async () => {
    const secrets = [await token(), await token(), connection(), connection()]
    for (const secret of secrets) for (let i = 1; i < REQUESTS; i++) expect((await list(secret)).status).toBe(200)
    const fresh = await token()
    for (let i = 0; i < 4; i++)
      expect((await requests.rest('GET', '/api/v1/products', undefined, fresh)).status).toBe(200)
    for (const secret of [...secrets, await token()]) expectLimited(await list(secret), 'account-requests')
    expectLimited(await requests.rest('GET', '/api/v1/products', undefined, fresh), 'account-requests')
    const stranger = await seedToken(database, seeded.people.admin.account, { scopes: [...SCOPES] })
    expect((await list(stranger.secret)).status).toBe(200)
  })

  it('rejected requests of one credential count for that credential only', async () => {
    const [greedy, ...others] = [await token(), await token(), await token(), connection()]
    for (let i = 0; i < REQUESTS * 6; i++) await list(greedy ?? '')
    expectLimited(await list(greedy ?? ''), 'requests')
    for (const secret of others) for (let i = 0; i < REQUESTS; i++) expect((await list(secret)).status).toBe(200)
  })

  it('shows both rate limit policies in every response', async () => {
    const { headers } = await list(await token())
    expect(headers.get('ratelimit-policy')).toBe('"requests";q=5;w=60, "account-requests";q=20;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"requests";r=4;t=\d+, "account-requests";r=19;t=\d+$/)
  })

  it('counts requests by other methods, and none without a valid credential', async () => {
    const secret = await token()
    for (let i = 0; i < REQUESTS; i++)
      expect((await requests.post('', { authorization: `Bearer ${secret}` }, 'GET')).status).toBe(405)
    expectLimited(await requests.post('', { authorization: `Bearer ${secret}` }, 'GET'), 'requests')
    for (let i = 0; i < REQUESTS * 5; i++) expect((await requests.post('', {}, 'GET')).status).toBe(401)
  })
})
