import { issuerHosts, oauthAccessTokens, oauthIdentity, parseSettings } from '@footfall/config'
import { type Account, hashSecret, MINUTE_MS, timestamp } from '@footfall/core-domain'
import { SCOPES } from '@footfall/operations'
import { sessionsOn } from '@footfall/operations/test-support'
import { describeEachDialect, seedAccount, seedProduct, testServer } from '@footfall/testkit'
import express from 'express'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { fieldOf } from '../test-support.ts'
import { createIssuerKeys } from '../workload-identity/issuer-keys.ts'
import { authorizationServer } from './authorization-server.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const CLI = 'footfall-cli'

describeEachDialect('device authorization of the service', (database) => {
  const server = testServer()
  let origin: string
  let accessTokens: ReturnType<typeof oauthAccessTokens>

  const key = new Uint8Array(32)
  const sessionsOf = () => sessionsOn(database, key)
  const authorizationFor = (environment: Record<string, string>) => {
    const { clock, random, control } = database
    const settings = parseSettings({ BASE_URL: origin, RATE_LIMIT_OAUTH: '0', ...environment })
    const [cookie, log] = [sessionCookie(false), pino({ level: 'silent' })]
    const identity = oauthIdentity(settings)
    const issuerKeys = createIssuerKeys({ hosts: issuerHosts(settings), clock })
    const sessions = sessionsOf()
    return authorizationServer({ identity, settings, control, sessions, cookie, key, clock, random, log, issuerKeys })
  }

  beforeAll(() => {
    origin = server.origin
    const { clock, control } = database
    accessTokens = oauthAccessTokens({ settings: parseSettings({ BASE_URL: origin }), control, clock })
    const limited = authorizationFor({ RATE_LIMIT_OAUTH: '1000' })
    const unlimited = authorizationFor({})
    const few = authorizationFor({ QUOTA_TOKENS: '1' })
    const chosen = { limited, few, unlimited }
    server.handle(
      express().use((req, res, next) => {
        const { handler } =
          chosen[
            req.headers['x-server'] === 'limited' ? 'limited' : req.headers['x-server'] === 'few' ? 'few' : 'unlimited'
          ]
        handler(req, res, next)
      }),
    )
  })

  type Fields = Record<string, string | readonly string[]>
  const parameters = (fields: Fields) =>
    new URLSearchParams(
      Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each): [string, string] => [name, each])),
    )
  const post = async (path: string, fields: Fields, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, { method: 'POST', body: parameters(fields), headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const begin = async (change: Fields = {}) => {
    const fields = { client_id: CLI, scope: 'products:read analytics:read', resource: `${origin}/api/v1`, ...change }
    const { status, text } = await post('/oauth/device_authorization', fields)
    expect(status, text).toBe(200)
    return JSON.parse(text) as { device_code: string; user_code: string }
  }
  const poll = async ({ device_code }: { device_code: string }, change: Fields = {}, headers = {}) => {
    const fields = { grant_type: GRANT, client_id: CLI, device_code, resource: `${origin}/api/v1`, ...change }
    const { status, text } = await post('/oauth/token', fields, headers)
    return {
      status,
      ...(JSON.parse(text) as {
        error?: string
        error_description?: string
        access_token?: string
        scope?: string
        expires_in?: number
      }),
    }
  }
  const problemOn = (page: string) => /role="alert"><p>([^<]*)</.exec(page)?.[1]

  /** Opens the page of a code in a browser of the account, which has just signed in. */
  const open = async (account: Account, code: string, headers: Record<string, string> = {}) => {
    const cookies = new Map([['footfall_session', (await sessionsOf().begin(account)).reveal()]])
    const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const show = async () => {
      const query = new URLSearchParams({ user_code: code })
      const response = await fetch(`${origin}/device?${query}`, {
        headers: { cookie: cookie(), ...headers },
        redirect: 'manual',
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return { status: response.status, page: await response.text(), headers: response.headers }
    }
    const shown = await show()
    const bound = Object.fromEntries(
      ['device', 'user_code', 'ticket', 'sign_in'].map((name) => [name, fieldOf(shown.page, name)]),
    )
    const answer = (fields: Fields, more: Record<string, string> = {}) =>
      post('/device', { ...bound, decision: 'allow', ...fields }, { origin, cookie: cookie(), ...headers, ...more })
    return { ...shown, show, answer }
  }
  const tokensOf = (account: Account) => database.store.tokens.listForAccount(account.id)
  const all: Fields = { scope: ['products:read', 'analytics:read'], all_products: '1', expires_days: '30' }

  it('gives the command line an account token of the person who allowed it, named after the device, with what they chose', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.owner
    const started = await begin({ device_name: 'kitchen “laptop” <b>' })
    expect(await poll(started)).toMatchObject({ status: 400, error: 'authorization_pending' })
    const { answer } = await open(account, started.user_code)
    const fields = { scope: 'analytics:read', product: product, expires_days: '7', preview_first: '1' }
    expect((await answer(fields)).status).toBe(200)
    const issued = await poll(started)
    expect(issued).toMatchObject({ status: 200, scope: 'analytics:read', token_type: 'Bearer', expires_in: 7 * 86_400 })
    const record = await database.store.tokens.findByHash(hashSecret(issued.access_token ?? ''))
    expect(record).toMatchObject({
      account: account.id,
      token: {
        name: 'Command line on kitchen “laptop” <b>',
        scopes: ['analytics:read'],
        products: { mode: 'selected', ids: [product] },
        depth: 0,
        parent_id: null,
        preview_first: true,
        status: 'active',
      },
    })
    const entry = (await database.store.audit.list({ limit: 1_000 })).find(
      ({ subject }) => subject === record?.token.id,
    )
    expect(entry).toMatchObject({
      operation: 'service_tokens_create',
      channel: 'dashboard',
      actor: { kind: 'session', account: account.id, credential: expect.stringMatching(/^ses_/) },
    })
    expect(await poll(started)).toMatchObject({ status: 400, error: 'invalid_grant' })
    expect(await tokensOf(account)).toHaveLength(1)
  })

  it('gives a registered client that lists the grant a connection only for MCP', async () => {
    const { product, people } = await seedProduct(database)
    const body = {
      client_name: 'TV <script>',
      token_endpoint_auth_method: 'none',
      grant_types: [GRANT, 'refresh_token'],
    }
    const headers = { 'content-type': 'application/json' }
    const registered = await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
    const { client_id } = (await registered.json()) as { client_id: string }
    const target = { client_id, resource: `${origin}/api/mcp` }
    const started = await begin({ ...target, scope: 'analytics:read' })
    const { page, answer } = await open(people.viewer.account, started.user_code)
    expect(page).toContain('Unverified name')
    expect(page).not.toContain('<script>')
    expect(problemOn((await answer({})).text)).toBe('Choose at least one product.')
    expect((await answer({ product: product })).status).toBe(200)
    const issued = await poll(started, target)
    expect(issued.access_token).toMatch(/^joa_/)
    expect(await accessTokens.find(issued.access_token ?? '')).toMatchObject({
      products: [product],
      scopes: ['analytics:read'],
    })
    expect(await tokensOf(people.viewer.account)).toEqual([])
  })

  it('shows who asks: the code, the device, its address, since when, and nothing selected but what was requested', async () => {
    const { people } = await seedProduct(database)
    const { user_code } = await begin({ device_name: 'somebody’s box' })
    const { page, headers } = await open(people.owner.account, user_code)
    for (const text of [
      user_code,
      'somebody’s box',
      '127.0.0.1',
      'less than a minute ago',
      'Did you start this yourself?',
    ])
      expect(page).toContain(text)
    expect(page.match(/<input type="checkbox" name="(?:product|all_products)"[^>]* checked/g)).toBeNull()
    expect(page.match(/name="scope" value="[^"]*" checked/g)).toHaveLength(2)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page).not.toContain('<script')
  })

  it('rejects a form without a permission, a product, or with one that was not requested, and decides nothing', async () => {
    const { product, people } = await seedProduct(database)
    const other = await seedProduct(database)
    const started = await begin({ scope: 'products:write analytics:read' })
    const { answer } = await open(people.owner.account, started.user_code)
    const cases: readonly (readonly [Fields, RegExp])[] = [
      [{ all_products: '1', expires_days: '30' }, /permission/],
      [{ ...all, scope: 'tokens:write' }, /not requested/],
      [{ ...all, scope: '' }, /not requested/],
      [{ scope: 'analytics:read', expires_days: '30' }, /at least one product/],
      [{ scope: 'analytics:read', expires_days: '30', product: other.product }, /no longer a member/],
      [{ scope: 'analytics:read', expires_days: '30', product: "' or 1=1" }, /no longer a member/],
      [{ scope: 'products:write', expires_days: '30', product: product }, /all products/],
      [{ ...all, scope: 'analytics:read', all_products: ['1', '1'] }, /products again/],
      [{ ...all, scope: 'analytics:read', expires_days: '36500' }, /when access ends/],
      [{ scope: 'analytics:read', all_products: '1' }, /when access ends/],
      [{ ...all, scope: 'analytics:read', toolset: 'everything' }, /limits/],
      [{ ...all, scope: 'analytics:read', sign_in: 'ses_other' }, /signed in again/],
    ]
    for (const [fields, problem] of cases) {
      const { status, text } = await answer(fields)
      expect([status, problemOn(text)], JSON.stringify(fields)).toEqual([400, expect.stringMatching(problem)])
    }
    expect(await poll(started)).toMatchObject({ error: 'authorization_pending' })
  })

  it('wants a sign-in of the last ten minutes before the command line gets a token', async () => {
    const account = await seedAccount(database)
    const started = await begin()
    const { show, answer } = await open(account, started.user_code)
    database.clock.advance(9 * MINUTE_MS)
    expect((await show()).page).toContain('Did you start this yourself?')
    const late = await begin()
    database.clock.advance(2 * MINUTE_MS)
    expect((await answer(all)).status).toBe(400)
    const page = await fetch(`${origin}/device?user_code=${late.user_code}`, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe(
      `/sign-in?next=${encodeURIComponent(`/device?user_code=${late.user_code}`)}`,
    )
  })

  it('gives no token to a device whose account was disabled or whose products were lost in between', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.viewer
    const [disabled, lost] = [await begin(), await begin()]
    await (await open(account, disabled.user_code)).answer(all)
    await (await open(account, lost.user_code)).answer({ scope: 'analytics:read', product: product, expires_days: '1' })
    await database.store.accounts.setStatus(account.id, 'disabled', timestamp(database.clock.now()))
    expect(await poll(disabled)).toMatchObject({ status: 400, error: 'invalid_grant' })
    await database.store.accounts.setStatus(account.id, 'active', timestamp(database.clock.now()))
    await database.store.members.remove(product, people.viewer.member)
    const answer = await poll(lost)
    expect(answer).toMatchObject({ status: 400, error: 'access_denied' })
    expect(answer.error_description).toContain('products')
    expect(await poll(disabled)).toMatchObject({ status: 200 })
  })

  it('keeps the quota of tokens, on the page and when the token is issued', async () => {
    const account = await seedAccount(database)
    const few = { 'x-server': 'few' }
    const [one, two] = [await begin(), await begin()]
    expect((await (await open(account, one.user_code, few)).answer(all)).status).toBe(200)
    expect((await (await open(account, two.user_code, few)).answer(all)).status).toBe(200)
    expect(await poll(one, {}, few)).toMatchObject({ status: 200 })
    expect(await poll(two, {}, few)).toMatchObject({ status: 400, error: 'access_denied' })
    const three = await begin()
    expect(problemOn((await (await open(account, three.user_code, few)).answer(all)).text)).toContain('quota')
  })

  it('issues one token of concurrent polls, and of concurrent decisions accepts one', async () => {
    const account = await seedAccount(database)
    const started = await begin()
    const [mine, other] = [await open(account, started.user_code), await open(account, started.user_code)]
    const decisions = await Promise.all([
      mine.answer(all),
      other.answer(all),
      mine.answer({ decision: 'allow', ...all }),
    ])
    expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
    const polls = await Promise.all(Array.from({ length: 4 }, () => poll(started)))
    expect(polls.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await tokensOf(account)).toHaveLength(1)
  })

  it('revokes the token that the command line presents, with an audit entry of the token, and no other’s', async () => {
    const account = await seedAccount(database)
    const started = await begin()
    await (await open(account, started.user_code)).answer(all)
    const { access_token: token = '' } = await poll(started)
    for (const presented of ['jt_unknown', 'x'.repeat(10_000), '\0', token.slice(0, -1)]) {
      const { status, text } = await post('/oauth/revoke', { client_id: CLI, token: presented })
      expect([status, text]).toEqual([200, '{}'])
    }
    expect((await tokensOf(account))[0]?.status).toBe('active')
    for (let time = 0; time < 2; time++)
      expect((await post('/oauth/revoke', { client_id: CLI, token })).status).toBe(200)
    const [revoked] = await tokensOf(account)
    expect(revoked?.status).toBe('revoked')
    const entries = await database.store.audit.list({ limit: 1_000 })
    const ofToken = entries.filter(
      ({ operation, subject }) => operation === 'service_tokens_revoke' && subject === revoked?.id,
    )
    expect(ofToken).toMatchObject([{ actor: { kind: 'account_token', credential: revoked?.id } }])
  })

  it('lets the command line request every scope of a token, and only its own resource', async () => {
    await begin({ scope: SCOPES.join(' ') })
    const rejected = async (change: Fields) => {
      const fields = { client_id: CLI, scope: 'analytics:read', resource: `${origin}/api/v1`, ...change }
      return JSON.parse((await post('/oauth/device_authorization', fields)).text).error
    }
    expect(await rejected({ resource: `${origin}/api/mcp` })).toBe('invalid_target')
    expect(await rejected({ scope: 'admin' })).toBe('invalid_scope')
    expect(await rejected({ client_id: 'footfall-cli2' })).toBe('invalid_client')
    const authorize = await fetch(`${origin}/oauth/authorize?client_id=${CLI}&redirect_uri=https://evil.example/`)
    expect(authorize.status).toBe(400)
  })

  describe('device authorization with rate limits', () => {
    it('limits the codes that one account enters, right or wrong, and says when to go on', async () => {
      const account = await seedAccount(database)
      const { user_code } = await begin()
      const limited = { 'x-server': 'limited' }
      const { show } = await open(account, 'BBBB-BBBB', limited)
      for (let tried = 1; tried < 10; tried++) expect((await show()).status).toBe(400)
      const rejected = await open(account, user_code, limited)
      expect(rejected.status).toBe(429)
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(rejected.page).not.toContain('Did you start this yourself?')
      expect((await open(await seedAccount(database), user_code, limited)).status).toBe(200)
    })
  })
})
