import { createSessions } from '@footfall/accounts'
import { type ConnectionId, mintSecret, Role } from '@footfall/core-domain'
import { DASHBOARD_OPERATIONS, OPERATIONS, type Operation, Preview, type WriteOperation } from '@footfall/operations'
import { roleAtLeast, SCOPES } from '@footfall/scopes-policy'
import { describeEachDialect, type Snapshot, seedProduct, seedProductKey, snapshot } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, type Served, serve, servicesOf } from './test-support.ts'
import { DASHBOARD_SCENARIOS } from './test-support-dashboard-writes.ts'
import { type TestEngine, testEngine } from './test-support-engine.ts'
import { fromOurPage, OUR_ORIGIN, type SignedIn, signedIn } from './test-support-session.ts'
import { type Sent, type Stage, stage, writeScenarios } from './test-support-writes.ts'

const ALL = [...OPERATIONS, ...DASHBOARD_OPERATIONS]
const READS = ALL.filter(({ kind }) => kind === 'read')
const WRITES = ALL.filter((operation): operation is WriteOperation => operation.kind === 'write')
const byName = <T extends Operation>(operations: readonly T[]) => operations.map((one) => [one.name, one] as const)

/** They need a provider to talk to, and have a test of their own that has one. */
const WITH_A_PROVIDER = /^dashboard_integrations_/

/** What an operation needs besides what its path says, to be answered at all. */
const SPAN = 'from=2026-11-01&to=2026-11-20'
const NEEDED: Readonly<Record<string, string>> = {
  service_analytics_query: `metric=visitors&${SPAN}`,
  dashboard_overview: SPAN,
  dashboard_breakdowns: `${SPAN}&dimensions=page,country`,
}

let engine: TestEngine
beforeAll(async () => {
  engine = await testEngine()
})
afterAll(() => engine.close())

describeEachDialect('a person signed in to the dashboard', (database) => {
  let served: Served
  /** The same service, in which every session ends just before what it writes is committed. */
  let interrupted: Served
  let people: SignedIn
  let on: Stage
  let other: Stage
  let cookies: Readonly<Record<Role, string>>
  const oauthToken = mintSecret('oauth_access', database.random).secret.reveal()

  beforeAll(async () => {
    people = signedIn(database)
    on = await stage(database)
    other = await stage(database)
    const entries = Role.options.map(async (role) => [role, await people.cookieOf(on.seeded.people[role].account)])
    cookies = Object.fromEntries(await Promise.all(entries))
    const oauth = {
      find: async (presented: string) =>
        presented === oauthToken
          ? {
              connection: 'con_1' as ConnectionId,
              account: on.seeded.people.owner.account.id,
              scopes: [...SCOPES],
              products: [on.product],
            }
          : undefined,
      isActive: async () => true,
    }
    const parts = { ...servicesOf(database), ...(await engine.services(database)), ...people.services, oauth }
    served = await serve(parts)
    interrupted = await serve({
      ...parts,
      admitWrite: async (principal) => {
        if (principal.kind === 'session')
          await database.store.transaction((tx) => tx.sessions.remove(principal.session))
      },
    })
  })
  afterAll(() => Promise.all([served.close(), interrupted.close()]))

  const pathOf = (operation: Operation, product: string = on.product) =>
    operation.path
      .replace('{product}', product)
      .replace('{token_id}', on.owner.token.id)
      .replaceAll(/\{\w+\}/g, 'x_nobody')
  const queryOf = (operation: Operation, product: string = on.product) =>
    [operation.product === 'query' ? `product=${product}` : '', NEEDED[operation.name] ?? ''].filter(Boolean).join('&')
  /** The operation with nothing to say, asked without effect. */
  const ask = (
    operation: Operation,
    headers: Record<string, string>,
    { product = on.product as string, query = '' } = {},
  ): Promise<Answered> => {
    const body = operation.kind === 'write' && operation.body !== undefined ? '{}' : undefined
    const search = [queryOf(operation, product), query].filter(Boolean).join('&')
    return served.send(operation.method, `${pathOf(operation, product)}?${search}`, body, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(operation.kind === 'write' ? { 'service-confirm': 'false' } : {}),
      ...headers,
    })
  }
  const ours = (cookie: string) => ({ cookie, origin: OUR_ORIGIN, 'sec-fetch-site': 'same-origin' })
  const codeOf = ({ status, body }: Answered) => ({ status, code: body.code })
  const REFUSED = { status: 403, code: 'credential_not_accepted' }
  const UNKNOWN = { status: 401, code: 'invalid_token' }

  describe.each(byName(READS))('asking for %s', (_, operation) => {
    it('is answered in the documented shape, and nobody keeps the answer', async () => {
      const { status, body, headers } = await ask(operation, ours(cookies.owner))
      expect({ status, body }).toMatchObject({ status: 200 })
      operation.output.parse(body.data)
      expect(headers.get('cache-control')).toBe('private, no-store')
      // A page that is typed into the address bar, or followed from our own, sends no Origin.
      expect((await ask(operation, { cookie: cookies.owner, 'sec-fetch-site': 'none' })).status).toBe(200)
      expect((await ask(operation, { cookie: cookies.owner })).status).toBe(200)
    })
  })

  describe.each(byName(ALL))('over the cookie, %s', (_, operation) => {
    const writes = operation.kind === 'write'

    it('is refused to pages of others', async () => {
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
        expect({ headers, ...codeOf(await ask(operation, { ...ours(cookies.owner), ...headers })) }).toEqual({
          headers,
          ...REFUSED,
        })
      if (writes) expect(codeOf(await ask(operation, { cookie: cookies.owner }))).toEqual(REFUSED)
    })

    it('takes no cookie that is garbage, of another service, or of a session that has ended', async () => {
      const { account } = on.seeded.people.owner
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

    it('judges a header alone, whatever good cookie comes along', async () => {
      const beside = async (authorization: string) =>
        codeOf(await ask(operation, { ...ours(cookies.owner), authorization }))
      for (const garbage of ['garbage', 'Bearer', 'Bearer garbage', 'Basic eDp5', 'Bearer a b'])
        expect({ garbage, ...(await beside(garbage)) }).toEqual({ garbage, ...UNKNOWN })
      expect(await beside(`Bearer ${oauthToken}`)).toEqual(REFUSED)
      const key = async (kind: 'api' | 'payment' | 'crawler_intake') => {
        const scopes = kind === 'api' ? (['analytics:read', 'funnels:read'] as const) : []
        const { secret } = await seedProductKey(database, on.product, { kind, scopes: [...scopes] })
        return beside(`Bearer ${secret}`)
      }
      expect(await key('payment')).toEqual(REFUSED)
      expect(await key('crawler_intake')).toEqual(REFUSED)
      if (operation.allowedPrincipals.has('account_token')) return
      expect(await beside(`Bearer ${on.owner.secret}`)).toEqual(REFUSED)
      expect(await key('api')).toEqual(REFUSED)
    })

    it('refuses an unknown query parameter by name', async () => {
      const answer = await ask(operation, ours(cookies.owner), { query: 'surprise=1' })
      expect(codeOf(answer)).toEqual({ status: 400, code: 'invalid_request' })
      expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain('surprise')
    })

    if (operation.product === 'none') return

    it('asks for its role, and judges it before the input', async () => {
      const least = operation.role ?? 'viewer'
      for (const role of Role.options) {
        const query = roleAtLeast(role, least) ? '' : 'surprise=1'
        const { status, body } = await ask(operation, ours(cookies[role]), { query })
        const refused = status === 403 && body.code === 'role_forbidden'
        expect({ role, refused }).toEqual({ role, refused: !roleAtLeast(role, least) })
      }
    })

    it('finds no product of others, and none that does not exist, in the same words', async () => {
      const answers = await Promise.all(
        [other.product, 'prd_nobody', 'x', encodeURIComponent("prd_' OR '1'='1"), '__proto__'].map((product) =>
          ask(operation, ours(cookies.owner), { product }),
        ),
      )
      for (const { status, body } of answers)
        expect({ status, code: body.code, detail: body.detail }).toEqual({
          status: 404,
          code: 'not_found',
          detail: answers[0]?.body.detail,
        })
    })
  })

  it('has a scenario for every write', () => {
    const known = Object.keys({ ...writeScenarios(() => served), ...DASHBOARD_SCENARIOS })
    const names = WRITES.map(({ name }) => name).filter((name) => !WITH_A_PROVIDER.test(name))
    expect(known.sort()).toEqual(names.sort())
  })

  const scenarios = byName(WRITES).filter(([name]) => !WITH_A_PROVIDER.test(name))
  describe.each(scenarios)('writing by %s', (name, operation) => {
    const scenario = DASHBOARD_SCENARIOS[name]
    /** A product of its own with its owner signed in, and a change that is fine. */
    const begin = async () => {
      const mine = await stage(database)
      const tool = writeScenarios(() => served)[name]
      const sent = tool === undefined ? await scenario?.prepare(mine) : (await tool.prepare(mine)).good
      if (sent === undefined) throw new Error(`no scenario for ${name}`)
      const { account } = mine.seeded.people.owner
      return { mine, sent, account, cookie: await people.cookieOf(account) }
    }
    const send = (cookie: string, { path, body }: Sent, headers: Record<string, string> = {}, to = served) =>
      fromOurPage(to, cookie, operation.method, path, body, headers)
    const status = operation.creates ? 201 : 200
    const withoutSessions = ({ sessions: _, ...rest }: Snapshot) => rest

    it('is done at once, and the audit log knows who did it and from where', async () => {
      const { sent, account, cookie } = await begin()
      database.clock.advance(1)
      const answer = await send(cookie, sent)
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status,
        body: { data: { state: 'executed', operation: name }, meta: {} },
      })
      operation.output.parse(answer.body.data.result)
      const [entry] = await database.store.audit.list({ account: account.id, limit: 1 })
      expect(entry).toMatchObject({
        operation: name,
        channel: 'dashboard',
        actor: { kind: 'session', credential: expect.stringMatching(/^ses_/), account: account.id, lineage: [] },
        idempotency_key: undefined,
        address: expect.stringContaining('127.0.0.1'),
        request_id: expect.stringMatching(/^req_/),
      })
      const { secret } = answer.body.data
      if (secret !== undefined) expect(JSON.stringify(await snapshot(database))).not.toContain(secret)
    })

    it('is done exactly once under an idempotency key', async () => {
      const { sent, cookie } = await begin()
      const confirmed = { 'service-confirm': 'true', 'idempotency-key': 'once' }
      const first = await send(cookie, sent, confirmed)
      expect({ status: first.status, body: first.body }).toMatchObject({ status })
      const after = await snapshot(database)
      const again = await send(cookie, sent, confirmed)
      if (scenario?.removesItsProduct) expect(again.status).toBe(404)
      else if (scenario?.removesItsCaller) expect(again.status).toBe(401)
      else {
        expect(again.status).toBe(status)
        expect(again.headers.get('idempotent-replayed')).toBe('true')
        expect(again.body.data).toEqual({ ...first.body.data, secret: undefined })
      }
      expect(await snapshot(database)).toEqual(after)
      const keyless = await send(cookie, sent, { 'service-confirm': 'true' })
      const gone = scenario?.removesItsCaller ? 'invalid_token' : 'idempotency_key_required'
      expect(keyless.body.code).toBe(scenario?.removesItsProduct ? 'not_found' : gone)
    })

    it('leaves no trace where it is only shown, refused, or the session ends before it is committed', async () => {
      const { sent, cookie } = await begin()
      const before = withoutSessions(await snapshot(database))
      const shown = await send(cookie, sent, { 'service-confirm': 'false' })
      expect(shown).toMatchObject({ status: 200, body: { data: { state: 'previewed', operation: name } } })
      expect(Preview.parse(shown.body.data).changes.length).toBeGreaterThan(0)

      if (operation.body !== undefined) {
        const invalid = { status: 400, code: 'invalid_request' }
        for (const body of [[], 'x', null, 7])
          expect(codeOf(await send(cookie, { path: sent.path, body }))).toEqual(invalid)
        const surprised = await send(cookie, { path: sent.path, body: { ...(sent.body as object), surprise: 1 } })
        expect(codeOf(surprised)).toEqual(invalid)
        expect(surprised.body.errors.map(({ path }: { path: string }) => path)).toContain('surprise')
      }

      expect(codeOf(await send(cookie, sent, {}, interrupted))).toEqual(UNKNOWN)
      expect(codeOf(await send(cookie, sent))).toEqual(UNKNOWN)
      expect(withoutSessions(await snapshot(database))).toEqual(before)
    })
  })

  it('reaches only what their own account may, whoever else is a member', async () => {
    const stranger = (await seedProduct(database)).people.viewer.account
    const { body } = await fromOurPage(served, await people.cookieOf(stranger), 'GET', '/api/v1/access-tokens')
    expect(body.data).toEqual([])
  })
})
