import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { issuerHosts, oauthAccessTokens, oauthIdentity, parseSettings } from '@footfall/config'
import {
  type Account,
  DAY_MS,
  InvalidToken,
  type ProductId,
  ServiceUnavailable,
  timestamp,
} from '@footfall/core-domain'
import { authenticate, type OAuthAccessTokens } from '@footfall/operations'
import { sessionsOn } from '@footfall/operations/test-support'
import { describeEachDialect, seedAccount, seedProduct, seedToken, testServer } from '@footfall/testkit'
import express from 'express'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { sessionCookie } from '../sessions/session-cookie.ts'
import { fieldOf } from '../test-support.ts'
import { createIssuerKeys } from '../workload-identity/issuer-keys.ts'
import { authorizationServer } from './authorization-server.ts'

const CALLBACK = 'https://app.example/callback'
const VERIFIER = 'v'.repeat(43)
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
const TRIES = 5

describeEachDialect('the authorization server of the service', (database) => {
  const server = testServer()
  let origin: string
  let authorization: ReturnType<typeof authorizationFor>
  let clientId: string

  const key = new Uint8Array(32)
  const sessionsOf = () => sessionsOn(database, key)
  const authorizationFor = (environment: Record<string, string>) => {
    const { clock, random, control } = database
    const cookie = sessionCookie(false)
    const log = pino({ level: 'silent' })
    const settings = parseSettings({ RATE_LIMIT_OAUTH: '0', ...environment })
    const identity = oauthIdentity(settings)
    return {
      accessTokens: oauthAccessTokens({ settings, control, clock }),
      ...authorizationServer({
        identity,
        settings,
        control,
        sessions: sessionsOf(),
        cookie,
        key,
        clock,
        random,
        log,
        issuerKeys: createIssuerKeys({ hosts: issuerHosts(settings), clock }),
      }),
    }
  }

  beforeAll(async () => {
    origin = server.origin
    authorization = authorizationFor({ BASE_URL: origin, DEV_CLIENT_METADATA_HOSTS: new URL(origin).host })
    const document = { client_name: 'Published', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
    const app = express()
    app.get('/client.json', (_req, res) => res.json({ client_id: `${origin}/client.json`, ...document }))
    server.handle(app.use(authorization.handler))
    clientId = (await register('Calendar "Pro" <script>alert(1)</script>')).client_id
  })

  const register = async (name: string, redirect_uris: readonly string[] = [CALLBACK]) => {
    const body = { client_name: name, redirect_uris, token_endpoint_auth_method: 'none' }
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${origin}/oauth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as { client_id: string }
  }
  const post = (path: string, fields: [string, string][], cookie = '') =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, cookie },
      body: new URLSearchParams(fields),
    })

  /** Puts the question to a person who has just signed in. */
  const ask = async (account: Account, scope = 'analytics:read', client = clientId, redirect = CALLBACK) => {
    const session = `footfall_session=${(await sessionsOf().begin(account)).reveal()}`
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: redirect,
      resource: `${origin}/api/mcp`,
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
      scope,
      state: 'st',
    })
    const response = await fetch(`${origin}/oauth/authorize?${query}`, {
      headers: { cookie: session },
      redirect: 'manual',
    })
    const page = await response.text()
    const cookie = [session, ...response.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ')
    const hidden: [string, string][] = ['consent', 'sign_in'].map((name) => [name, fieldOf(page, name)])
    return {
      page,
      answer: (
        products: readonly string[],
        change: Record<string, string> = {},
        more: readonly [string, string][] = [],
      ) =>
        post(
          '/oauth/consent',
          [
            ...hidden.map(([name, value]): [string, string] => [name, change[name] ?? value]),
            ...products.map((id): [string, string] => ['product', id]),
            ...more,
            ['decision', 'allow'],
          ],
          cookie,
        ),
    }
  }
  const connect = async (account: Account, products: readonly ProductId[]) =>
    redeem(await (await ask(account)).answer(products))
  const redeem = async (answered: Response) => {
    const code = new URL(answered.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const response = await post('/oauth/token', [
      ['grant_type', 'authorization_code'],
      ['client_id', clientId],
      ['code', code],
      ['code_verifier', VERIFIER],
      ['redirect_uri', CALLBACK],
      ['resource', `${origin}/api/mcp`],
    ])
    return (await response.json()) as { access_token: string; refresh_token: string }
  }
  const connectionsOf = async (account: Account) =>
    (await database.store.connectedApps.page(account.id, { limit: 10 })).rows
  const problemOn = (page: string) => /role="alert"><p>([^<]*)</.exec(page)?.[1]

  it('grants an application the requested scopes on the chosen products', async () => {
    const [one, two] = [await seedProduct(database), await seedProduct(database)]
    const { account } = one.people.viewer
    const member = { id: database.ids.member(), email: account.email, role: 'editor' as const, account: account.id }
    await database.store.members.insert(two.product, { ...member, at: account.created_at })
    const { access_token } = await connect(account, [two.product])
    expect(await authorization.accessTokens.find(access_token)).toEqual({
      connection: expect.stringMatching(/^con_/),
      account: account.id,
      scopes: ['analytics:read'],
      products: [two.product],
      limits: { read_only: false, toolsets: null, preview_first: false, approval: false },
      endsAt: timestamp(database.clock.now() + 90 * DAY_MS),
    })
  })

  const limitsOn = (page: string) =>
    [...page.matchAll(/<input type="checkbox" name="(\w+)" value="(\w+)"( checked)?>/g)]
      .filter(([, name]) => name !== 'product')
      .map(([, name, value, checked]) => `${name}=${value}${checked ?? ''}`)
  const LIMITS = [
    'read_only=1',
    'preview_first=1',
    'approval=1',
    'toolset=analytics',
    'toolset=settings',
    'toolset=team',
    'toolset=content',
  ]

  it('limits the connection as the person chose on the consent page, and lists the limits with it', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.owner
    const asked = await ask(account)
    expect(asked.page).toContain('<legend>Limit what this app can do</legend>')
    expect(limitsOn(asked.page)).toEqual(LIMITS)
    const chosen: [string, string][] = [
      ['read_only', '1'],
      ['toolset', 'team'],
      ['toolset', 'analytics'],
      ['preview_first', '1'],
      ['approval', '1'],
    ]
    const { access_token, refresh_token } = await redeem(await asked.answer([product], {}, chosen))
    const limits = { read_only: true, toolsets: ['analytics', 'team'], preview_first: true, approval: true }
    expect(await authorization.accessTokens.find(access_token)).toMatchObject({ limits })
    expect(await connectionsOf(account)).toMatchObject([{ limits }])
    const refreshed = await post('/oauth/token', [
      ['grant_type', 'refresh_token'],
      ['client_id', clientId],
      ['refresh_token', refresh_token],
      ['resource', `${origin}/api/mcp`],
    ])
    const next = (await refreshed.json()) as { access_token: string }
    expect(await authorization.accessTokens.find(next.access_token)).toMatchObject({ limits })
    const services = { store: database.store, oauth: authorization.accessTokens, usage: { used: () => {} } }
    expect(await authenticate(next.access_token, services)).toMatchObject({
      limits: { readOnly: true, toolsets: new Set(['analytics', 'team']), previewFirst: true },
    })
  })

  it.each<[string, [string, string][]]>([
    ['an unknown tool group', [['toolset', 'billing']]],
    ['a tool group that applications cannot have', [['toolset', 'tokens']]],
    ['a tool group in other case', [['toolset', 'Analytics']]],
    ['an empty tool group', [['toolset', '']]],
    ['a name that every object has', [['toolset', 'constructor']]],
    [
      'a tool group twice',
      [
        ['toolset', 'team'],
        ['toolset', 'team'],
      ],
    ],
    ['a thousand tool groups', Array.from({ length: 1_000 }, () => ['toolset', 'team'])],
    [
      'a repeated limit',
      [
        ['read_only', '1'],
        ['read_only', '1'],
      ],
    ],
    [
      'a limit with two values',
      [
        ['preview_first', '1'],
        ['preview_first', '0'],
      ],
    ],
    ['a limit of another value', [['read_only', 'true']]],
    ['a limit without a value', [['read_only', '']]],
    ['a huge value', [['preview_first', '1'.repeat(30_000)]]],
  ])('rejects a consent with %s, and asks again with the chosen values', async (_, wrong) => {
    const { product, people } = await seedProduct(database)
    const asked = await ask(people.owner.account)
    const rejected = await asked.answer([product], {}, [...wrong, ['preview_first', '1'], ['toolset', 'settings']])
    const page = await rejected.text()
    expect([rejected.status, problemOn(page)]).toEqual([
      400,
      'The limits in this form are not valid. Choose them again.',
    ])
    expect(limitsOn(page)).toEqual(expect.arrayContaining(['preview_first=1 checked', 'toolset=settings checked']))
    expect(page).toContain(`value="${product}" checked`)
    expect(await connectionsOf(people.owner.account)).toEqual([])
    expect((await asked.answer([product])).status).toBe(303)
  })

  it('rejects a consent form that is too large', async () => {
    const { product, people } = await seedProduct(database)
    const asked = await ask(people.owner.account)
    const huge: [string, string][] = [['toolset', 'x'.repeat(70_000)]]
    expect((await asked.answer([product], {}, huge)).status).toBe(413)
    expect((await asked.answer([product])).status).toBe(303)
  })

  it('emails the person about an allowed application, without secrets', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.viewer
    const tokens = await connect(account, [product])
    const now = timestamp(database.clock.now())
    const mails = (await database.store.outbox.take(now, now, 1_000)).filter(({ to }) => to === account.email)
    expect(mails.map(({ subject }) => subject)).toEqual(['New connected app in your Footfall account'])
    expect(mails[0]?.text).toContain('“Calendar "Pro" <script>alert(1)</script>” was allowed to use one product')
    for (const secret of Object.values(tokens)) expect(JSON.stringify(mails)).not.toContain(String(secret))
  })

  it('rejects a zero byte in parameters of the authorization server, never with 500', async () => {
    const { product, people } = await seedProduct(database)
    const strange = ['\u0000', 'cl_\u0000', 'https://app.example/\u0000']
    for (const id of strange) {
      const asked = await fetch(`${origin}/oauth/authorize?client_id=${encodeURIComponent(id)}`, { redirect: 'manual' })
      const token = await post('/oauth/token', [
        ['grant_type', 'authorization_code'],
        ['client_id', id],
        ['code', id],
        ['code_verifier', VERIFIER],
        ['redirect_uri', CALLBACK],
        ['resource', `${origin}/api/mcp`],
      ])
      const revoked = await post('/oauth/revoke', [
        ['client_id', id],
        ['token', id],
      ])
      expect([id, asked.status, token.status, revoked.status]).toEqual([id, 400, 401, 401])
      const { answer } = await ask(people.viewer.account)
      const statuses = [
        (await answer([product], { consent: id })).status,
        (await answer([product], { sign_in: id })).status,
        (await answer([id])).status,
      ]
      expect([id, statuses.filter((status) => status >= 500)]).toEqual([id, []])
    }
  })

  it('rejects the next request after the person disconnects the application', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.owner
    const { access_token, refresh_token } = await connect(account, [product])
    const [app] = await connectionsOf(account)
    if (app === undefined) throw new Error('no connection')
    expect(app).toMatchObject({
      client_id: clientId,
      redirect_uri: CALLBACK,
      products: [product],
      revoked_at: undefined,
    })
    expect(await connectionsOf(people.admin.account)).toEqual([])

    const at = timestamp(database.clock.now())
    await database.store.connectedApps.revoke(people.admin.account.id, app.id, at)
    expect(await authorization.accessTokens.find(access_token)).toBeDefined()
    await database.store.connectedApps.revoke(account.id, app.id, at)
    expect(await authorization.accessTokens.find(access_token)).toBeUndefined()
    expect(await authorization.accessTokens.isActive(app.id, database.store)).toBe(false)
    const refresh: [string, string][] = Object.entries({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token,
    })
    expect((await post('/oauth/token', refresh)).status).toBe(400)
  })

  it('rejects a consent without a product or with one of another account, and keeps the chosen products', async () => {
    const [mine, others] = [await seedProduct(database, { name: 'Mine' }), await seedProduct(database)]
    const asked = await ask(mine.people.owner.account)
    const none = await asked.answer([])
    expect([none.status, problemOn(await none.text())]).toEqual([400, 'Choose at least one product.'])

    const foreign = await asked.answer([mine.product, others.product])
    const page = await foreign.text()
    expect(foreign.status).toBe(400)
    expect(problemOn(page)).toContain('no longer a member')
    expect(page).not.toContain(others.product)
    expect(page).toMatch(new RegExp(`value="${mine.product}" checked`))

    expect((await asked.answer([mine.product])).status).toBe(303)
  })

  it('rejects a consent form that was opened before the person signed in again', async () => {
    const { product, people } = await seedProduct(database)
    const asked = await ask(people.owner.account)
    const stale = await asked.answer([product], { sign_in: database.ids.session() })
    expect(stale.status).toBe(400)
    expect(problemOn(await stale.text())).toContain('You signed in again')
    expect((await asked.answer([product])).status).toBe(303)
  })

  it('escapes texts of the application on the consent page', async () => {
    const { people } = await seedProduct(database, { name: '<img src=x>' })
    const { page } = await ask(people.owner.account, 'settings:write team:read')
    expect(page).toContain('Calendar &quot;Pro&quot; &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toContain('&lt;img src=x&gt;')
    expect(page).not.toMatch(/<script|<img src=x|style="|onclick/)
    expect(page).toContain('Unverified name')
    expect(page).toContain('app.example')
    expect(page).not.toContain('It runs on this computer')
    expect(page).not.toMatch(/<input[^>]*checked/)
    // What changes something stands out, after what only reads.
    expect(page).toMatch(/See members.*<strong>Change settings/s)
  })

  it('warns on the consent page if the request redirects to the computer of the person', async () => {
    const { people } = await seedProduct(database)
    const uris = ['http://127.0.0.1:7777/callback', 'http://localhost/callback', CALLBACK]
    const { client_id } = await register('Local', uris)
    for (const redirect of ['http://127.0.0.1:7777/callback', 'http://localhost:51234/callback']) {
      const { page } = await ask(people.owner.account, 'team:read', client_id, redirect)
      expect(page).toContain('It runs on this computer')
    }
    const { page } = await ask(people.owner.account, 'team:read', client_id, CALLBACK)
    expect(page).not.toContain('It runs on this computer')
  })

  it('shows the host of a client metadata document on the consent page', async () => {
    const { product, people } = await seedProduct(database)
    const asked = await ask(people.owner.account, 'team:read', `${origin}/client.json`)
    expect(asked.page).toContain('Connect “<bdi>Published</bdi>”?')
    expect(asked.page).toMatch(new RegExp(`Published by</dt>\\s*<dd>${new URL(origin).host}</dd>`))
    expect((await asked.answer([product])).status).toBe(303)
  })

  it('shows what to do on the consent page of a person without products', async () => {
    const { page } = await ask(await seedAccount(database))
    expect(page).toContain('You have no products yet')
    expect(page).not.toContain('>Allow<')
    expect(page).toContain('>Deny<')
  })

  it('ends access with the connection, also for running requests', async () => {
    const { product, people } = await seedProduct(database)
    const { accessTokens } = authorization
    const { access_token } = await connect(people.owner.account, [product])
    const { connection } = (await accessTokens.find(access_token)) ?? {}
    if (connection === undefined) throw new Error('The token is not known.')
    const isActive = () => database.store.transaction(({ store }) => accessTokens.isActive(connection, store))
    expect(await isActive()).toBe(true)
    await database.control.oauth.connections.revoke(connection, database.clock.now(), 'revoked_by_host')
    expect(await isActive()).toBe(false)
    expect(await accessTokens.find(access_token)).toBeUndefined()
    expect(await accessTokens.isActive(database.ids.connection(), database.store)).toBe(false)
  })

  it('expires an access token after one hour and a connection after 90 days', async () => {
    const { product, people } = await seedProduct(database)
    const { accessTokens } = authorization
    const { access_token } = await connect(people.owner.account, [product])
    const { connection } = (await accessTokens.find(access_token)) ?? {}
    if (connection === undefined) throw new Error('The token is not known.')
    database.clock.advance(3_600_000 - 1)
    expect(await accessTokens.find(access_token)).toBeDefined()
    database.clock.advance(1)
    expect(await accessTokens.find(access_token)).toBeUndefined()
    expect(await accessTokens.isActive(connection, database.store)).toBe(true)
    database.clock.advance(90 * DAY_MS - 3_600_000)
    expect(await accessTokens.isActive(connection, database.store)).toBe(false)
  })

  it('rejects access tokens after a change of BASE_URL, and still accepts account tokens', async () => {
    const { product, people } = await seedProduct(database)
    const { account } = people.owner
    const { access_token, refresh_token } = await connect(account, [product])
    const { secret } = await seedToken(database, account, { scopes: ['analytics:read'] })
    const { connection } = (await authorization.accessTokens.find(access_token)) ?? {}
    if (connection === undefined) throw new Error('The token is not known.')
    const kindOf = async (oauth: OAuthAccessTokens, token: string) => {
      const services = { store: database.store, oauth, usage: { used: () => {} } }
      return (await authenticate(token, services)).kind
    }
    expect(await kindOf(authorization.accessTokens, access_token)).toBe('oauth_connection')
    for (const environment of [
      { BASE_URL: 'https://moved.example' },
      { BASE_URL: origin, AUTH_URL: 'https://a.example' },
    ]) {
      const { accessTokens, handler } = authorizationFor(environment)
      await expect(kindOf(accessTokens, access_token)).rejects.toThrow(InvalidToken)
      expect(await accessTokens.isActive(connection, database.store)).toBe(false)
      expect(await kindOf(accessTokens, secret)).toBe('account_token')
      const moved = createServer(express().use(handler)).listen(0, '127.0.0.1')
      await once(moved, 'listening')
      const response = await fetch(`http://127.0.0.1:${(moved.address() as AddressInfo).port}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'refresh_token',
          client_id: clientId,
          refresh_token,
          resource: `${environment.BASE_URL}/api/mcp`,
        }),
      })
      expect([response.status, await response.json()]).toMatchObject([400, { error: 'invalid_grant' }])
      moved.closeAllConnections()
      moved.close()
    }
    expect(await kindOf(authorization.accessTokens, access_token)).toBe('oauth_connection')
  })

  it('publishes the eleven grantable scopes and the initial read scopes', async () => {
    const metadata = async (path: string) => (await fetch(`${origin}/.well-known/${path}`)).json()
    expect(await metadata('oauth-authorization-server')).toMatchObject({
      issuer: origin,
      scopes_supported: [
        'products:read',
        'analytics:read',
        'diagnostics:read',
        'settings:read',
        'settings:write',
        'funnels:read',
        'funnels:write',
        'content:read',
        'content:write',
        'team:read',
        'team:write',
      ],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      revocation_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    })
    expect(await metadata('oauth-protected-resource/api/mcp')).toEqual({
      resource: `${origin}/api/mcp`,
      authorization_servers: [origin],
      scopes_supported: [
        'products:read',
        'analytics:read',
        'diagnostics:read',
        'settings:read',
        'funnels:read',
        'team:read',
      ],
      bearer_methods_supported: ['header'],
      resource_name: 'Footfall',
      resource_documentation: `${origin}/docs/connect-an-mcp-client`,
    })
  })

  it('keeps at most 100 unused registrations of one network, and removes the oldest', async () => {
    const made: string[] = []
    for (let i = 0; i < 102; i++) {
      made.push((await register('Flood')).client_id)
      database.clock.advance(1)
    }
    const found = await Promise.all(made.map((id) => database.control.oauth.clients.find(id)))
    expect(found.map((client) => client !== undefined)).toEqual(made.map((_, i) => i >= 2))
    // What people allowed something stays, however many came after it.
    expect(await database.control.oauth.clients.find(clientId)).toBeDefined()
  })

  it('limits requests to each endpoint of the authorization server by network', async () => {
    const limited = createServer(
      express().use(authorizationFor({ BASE_URL: origin, RATE_LIMIT_OAUTH: String(TRIES) }).handler),
    )
    limited.listen(0, '127.0.0.1')
    await once(limited, 'listening')
    const url = `http://127.0.0.1:${(limited.address() as AddressInfo).port}`
    const statuses = async (path: string) => {
      const seen: number[] = []
      let last: Response | undefined
      for (let i = 0; i <= TRIES; i++) {
        last = await fetch(url + path, { method: 'POST', body: new URLSearchParams({ token: 'x' }) })
        seen.push(last.status)
      }
      expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
      return seen
    }
    for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/register']) {
      const seen = await statuses(path)
      expect(seen.slice(0, -1)).not.toContain(429)
      expect(seen.at(-1)).toBe(429)
    }
    limited.closeAllConnections()
    limited.close()
  })

  it('answers the token endpoint with 503 and Retry-After during an outage, and logs it once a minute', async () => {
    const { clock, random, control } = database
    const lines: unknown[] = []
    const write = (line: string) => void lines.push(JSON.parse(line))
    const rateLimiter = { ...control.rateLimiter, consume: () => Promise.reject(new ServiceUnavailable()) }
    const settings = parseSettings({ BASE_URL: origin })
    const { handler } = authorizationServer({
      identity: oauthIdentity(settings),
      settings,
      control: { ...control, rateLimiter },
      sessions: sessionsOf(),
      cookie: sessionCookie(false),
      key: new Uint8Array(32),
      clock,
      random,
      log: pino({ level: 'info' }, { write }),
      issuerKeys: createIssuerKeys({ hosts: issuerHosts(settings), clock }),
    })
    const unavailable = createServer(express().use(handler)).listen(0, '127.0.0.1')
    await once(unavailable, 'listening')
    const url = `http://127.0.0.1:${(unavailable.address() as AddressInfo).port}/oauth/token`
    for (let i = 0; i < 5; i++) {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token' }) })
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    }
    clock.advance(60_000)
    await fetch(url, { method: 'POST', body: new URLSearchParams({ grant_type: 'refresh_token' }) })
    expect(lines).toMatchObject([{ msg: 'Work was rejected, because a dependency did not respond.' }, { unlogged: 4 }])
    unavailable.closeAllConnections()
    unavailable.close()
  })
})
