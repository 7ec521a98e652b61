import { createSessions } from '@footfall/accounts'
import { type ConnectionId, mintSecret, UNLIMITED } from '@footfall/core-domain'
import { DASHBOARD_OPERATIONS, OPERATIONS, type Operation, type WriteOperation } from '@footfall/operations'
import {
  type CallingScenario,
  scenarioOn,
  seedGiven,
  servicesOn,
  testEngine,
  writeInputs,
} from '@footfall/operations/test-support'
import { SCOPES } from '@footfall/scopes-policy'
import { testDatabase } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, pathOf, type Served, serve } from './test-support.ts'
import { fromOurPage, OUR_ORIGIN, type SignedIn, signedIn } from './test-support-session.ts'

const ALL = [...OPERATIONS, ...DASHBOARD_OPERATIONS]
const READS = ALL.filter(({ kind }) => kind === 'read')
const WRITES = ALL.filter((operation): operation is WriteOperation => operation.kind === 'write')
const byName = <T extends Operation>(operations: readonly T[]) => operations.map((one) => [one.name, one] as const)

/** What an operation needs in addition to what its path says, to be answered at all. */
const RANGE = 'from=2026-11-01&to=2026-11-20'
const NEEDED: Readonly<Record<string, string>> = {
  service_analytics_query: `metric=visitors&${RANGE}`,
  dashboard_overview: RANGE,
  dashboard_journeys: `${RANGE}&page=/pricing`,
  dashboard_breakdowns: `${RANGE}&dimensions=page,country`,
}

describe('the cookie of a person who is signed in', () => {
  const database = testDatabase('sqlite')
  const engine = testEngine()
  let served: Served
  let people: SignedIn
  let on: CallingScenario
  let cookie: string
  let approval: string
  let share: string
  const oauthToken = mintSecret('oauth_access', database.random).secret.reveal()

  beforeAll(async () => {
    people = signedIn(database)
    on = await scenarioOn(database)
    cookie = await people.cookieOf(on.people.owner.account)
    approval = await seedGiven('approval', on)
    share = await seedGiven('shared link', on)
    const oauth = {
      find: async (presented: string) =>
        presented === oauthToken
          ? {
              connection: 'con_1' as ConnectionId,
              account: on.people.owner.account.id,
              scopes: [...SCOPES],
              products: [on.product],
              limits: UNLIMITED,
            }
          : undefined,
      isActive: async () => true,
    }
    served = await serve({
      ...servicesOn(database),
      ...(await engine.services(database)),
      ...people.services,
      oauth,
    })
  })
  afterAll(() => served.close())

  /** The operation with an empty body, as a preview. */
  const ask = (operation: Operation, headers: Record<string, string>): Promise<Answered> => {
    const body = operation.kind === 'write' && operation.body !== undefined ? '{}' : undefined
    const product = operation.product === 'query' ? `product=${on.product}` : ''
    const query = [product, NEEDED[operation.name] ?? ''].filter(Boolean).join('&')
    const address = pathOf(operation, on.product, {
      path: { token_id: on.owner.token.id, approval_id: approval, share },
    })
    return served.send(operation.method, `${address}?${query}`, body, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(operation.kind === 'write' ? { 'service-confirm': 'false' } : {}),
      ...headers,
    })
  }
  const fieldsLeftOut = WRITES.filter(({ method, body }) => method === 'POST' && body?.safeParse({}).success)
  it.each(byName(fieldsLeftOut))('%s without a body means an empty object', async (_, operation) => {
    const headers = { ...ours(cookie), 'service-confirm': 'false' }
    const address = pathOf(operation, on.product, {
      path: { token_id: on.owner.token.id, approval_id: approval, share },
    })
    const none = await served.send(operation.method, address, undefined, headers)
    const empty = await served.send(operation.method, address, '{}', { ...headers, 'content-type': 'application/json' })
    const { request_id: _request, ...problem } = empty.body
    expect({ status: none.status, body: none.body }).toMatchObject({ status: empty.status, body: problem })
  })

  it('a write that needs a field rejects a request without a body, and so does every other method', async () => {
    for (const [method, path] of [
      ['POST', `/api/v1/access-tokens`],
      ['PATCH', `/api/v1/products/${on.product}/preferences`],
    ] as const) {
      const { status, body } = await served.send(method, path, undefined, ours(cookie))
      expect({ status, errors: body.errors }).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
    }
  })

  const ours = (cookie: string) => ({ cookie, origin: OUR_ORIGIN, 'sec-fetch-site': 'same-origin' })
  const codeOf = ({ status, body }: Answered) => ({ status, code: body.code })
  const REJECTED = { status: 403, code: 'credential_not_accepted' }
  const UNKNOWN = { status: 401, code: 'invalid_token' }

  describe.each(byName(READS))('reads of %s', (_, operation) => {
    it('returns 200 in the documented shape, also without an Origin, with headers that forbid caching', async () => {
      const { status, body, headers } = await ask(operation, ours(cookie))
      expect({ status, body }).toMatchObject({ status: 200 })
      operation.output.parse(body.data)
      expect(headers.get('cache-control')).toBe('private, no-store')
      // A page that is typed into the address bar, or followed from our own, sends no Origin.
      expect((await ask(operation, { cookie, 'sec-fetch-site': 'none' })).status).toBe(200)
      expect((await ask(operation, { cookie })).status).toBe(200)
    })
  })

  describe.each(byName(ALL))('calls of %s', (_, operation) => {
    const writes = operation.kind === 'write'

    it('rejects a cookie on requests of pages of other origins', async () => {
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: '' },
        { origin: `${OUR_ORIGIN}.evil.example` },
        { origin: OUR_ORIGIN.replace('https', 'http') },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        ...(writes ? [{ 'sec-fetch-site': 'none' }] : []),
      ]
      for (const headers of foreign)
        expect({ headers, ...codeOf(await ask(operation, { ...ours(cookie), ...headers })) }).toEqual({
          headers,
          ...REJECTED,
        })
      if (writes) expect(codeOf(await ask(operation, { cookie }))).toEqual(REJECTED)
    })

    it('rejects a cookie that is malformed, of another service, or of a session that has ended', async () => {
      const { account } = on.people.owner
      const { control, clock, random } = database
      const elsewhere = createSessions({
        reader: control.sessions,
        store: control.store,
        clock,
        random,
        key: new Uint8Array(32),
      })
      const ended = await people.cookieOf(account)
      await people.sessions.end(ended.replace('session=', ''))
      for (const cookie of [
        'session=',
        'session=garbage',
        `session=${on.owner.secret}`,
        "session=' OR '1'='1",
        `session=${(await elsewhere.begin(account)).reveal()}`,
        ended,
      ]) {
        const answer = await ask(operation, ours(cookie))
        expect({ cookie, ...codeOf(answer) }).toEqual({ cookie, ...UNKNOWN })
        expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      }
    })

    it('a cookie does not rescue a request with an `Authorization` header that is rejected', async () => {
      const beside = async (authorization: string) => codeOf(await ask(operation, { ...ours(cookie), authorization }))
      for (const garbage of ['garbage', 'Bearer', 'Bearer garbage', 'Basic eDp5', 'Bearer a b'])
        expect({ garbage, ...(await beside(garbage)) }).toEqual({ garbage, ...UNKNOWN })
      expect(await beside(`Bearer ${oauthToken}`)).toEqual(REJECTED)
      const key = async (kind: 'api' | 'payment' | 'crawler_intake') => {
        const scopes = kind === 'api' ? (['analytics:read', 'funnels:read'] as const) : []
        const { secret } = await on.key({ kind, scopes: [...scopes] })
        return beside(`Bearer ${secret}`)
      }
      expect(await key('payment')).toEqual(REJECTED)
      expect(await key('crawler_intake')).toEqual(REJECTED)
      if (operation.allowedPrincipals.has('account_token')) return
      expect(await beside(`Bearer ${on.owner.secret}`)).toEqual(REJECTED)
      expect(await key('api')).toEqual(REJECTED)
    })
  })

  describe.each(byName(WRITES))('writes of %s', (name, operation) => {
    it('executes a write at once, from a page of the service, and records the address and the request', async () => {
      const mine = await scenarioOn(database)
      const { account } = mine.people.owner
      const { good } = await writeInputs(operation, mine)
      const cookie = await people.cookieOf(account)
      database.clock.advance(1)
      const answer = await fromOurPage(
        served,
        cookie,
        operation.method,
        pathOf(operation, mine.product, good),
        good.body,
      )
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: operation.creates ? 201 : 200,
        body: { data: { state: 'executed', operation: name }, meta: {} },
      })
      // To approve a change makes an entry of that change as well.
      const entries = await database.store.audit.list({ account: account.id, limit: 2 })
      expect(entries.find(({ operation }) => operation === name)).toMatchObject({
        operation: name,
        channel: 'dashboard',
        address: expect.stringContaining('127.0.0.1'),
        request_id: expect.stringMatching(/^req_/),
      })
    })
  })

  it('previews with Service-Confirm: false, and replays under an idempotency key', async () => {
    const mine = await scenarioOn(database)
    const cookie = await people.cookieOf(mine.people.owner.account)
    const rename = (headers: Record<string, string>) =>
      fromOurPage(served, cookie, 'PATCH', `/api/v1/products/${mine.product}`, { name: 'New' }, headers)
    expect((await rename({ 'service-confirm': 'false' })).body.data.state).toBe('previewed')
    const confirmed = { 'service-confirm': 'true', 'idempotency-key': 'once' }
    expect((await rename(confirmed)).headers.get('idempotent-replayed')).toBeNull()
    expect((await rename(confirmed)).headers.get('idempotent-replayed')).toBe('true')
    expect((await rename({ 'service-confirm': 'true' })).body.code).toBe('idempotency_key_required')
  })

  it('returns 401 to every session of an account that was deleted or disabled', async () => {
    const mine = await scenarioOn(database)
    const { admin, viewer } = mine.people
    const cookies = [await people.cookieOf(admin.account), await people.cookieOf(admin.account)]
    const disabled = await people.cookieOf(viewer.account)
    const list = async (cookie: string) => (await fromOurPage(served, cookie, 'GET', '/api/v1/products')).status
    for (const cookie of [...cookies, disabled]) expect(await list(cookie)).toBe(200)
    const [first = ''] = cookies
    await fromOurPage(served, first, 'DELETE', '/api/v1/account', { email: admin.account.email })
    const at = new Date(database.clock.now()).toISOString() as never
    await database.store.accounts.setStatus(viewer.account.id, 'disabled', at)
    for (const cookie of [...cookies, disabled]) expect(await list(cookie)).toBe(401)
  })
})
