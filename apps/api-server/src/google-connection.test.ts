import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSessions } from '@footfall/accounts'
import { createAnalytics, memoryVersions } from '@footfall/analytics'
import { type Account, MINUTE_MS, type ProductId, Role, timestamp } from '@footfall/core-domain'
import { type BrowserSessions, recentSignIn, stillActive } from '@footfall/operations'
import { servicesOn } from '@footfall/operations/test-support'
import { createFootfallRouter } from '@footfall/rest-adapter/footfall'
import { roleAtLeast } from '@footfall/scopes-policy'
import {
  cleanUpAfterSearchConsole,
  providerSealer,
  searchConsoleGrants,
  syncSearchConsole,
} from '@footfall/search-console'
import {
  apiError,
  CLIENT,
  type GoogleStandIn,
  json,
  type ReportRow,
  startGoogle,
} from '@footfall/search-console/test-support'
import { describeEachDialect, type SeededProduct, seedAccount, seedProduct, snapshot } from '@footfall/testkit'
import { createSchema, type Engine, openEngine } from '@footfall/warehouse'
import { googleCallbackRouter, sessionCookie } from '@footfall/web'
import express from 'express'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { googleClient } from './opening/google-client.ts'

const SITES = [
  { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
  { siteUrl: 'https://example.com/', permissionLevel: 'siteFullUser' },
  { siteUrl: 'https://not-mine.example/', permissionLevel: 'siteUnverifiedUser' },
]
const PROPERTIES = ['https://example.com/', 'sc-domain:example.com']

describeEachDialect('connecting Search Console', (database) => {
  let google: GoogleStandIn
  let engine: Engine
  let directory: string
  let server: Server
  let origin: string
  let seeded: SeededProduct
  let admin: string
  let client: ReturnType<typeof googleClient>
  const key = new Uint8Array(32).fill(7)
  const logged: string[] = []
  const write = (context: object, message: string) => logged.push(JSON.stringify({ ...context, message }))
  const log = { error: write, warn: write, info: write }

  beforeAll(async () => {
    google = await startGoogle()
    directory = await mkdtemp(join(tmpdir(), 'footfall-google-'))
    engine = await openEngine({ embedded: { path: directory } })
    await createSchema(engine)
    server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { clock, random, control } = database
    const sessions = createSessions({ reader: control.sessions, store: control.store, clock, random, key })
    const cookie = sessionCookie(false)
    const browser: BrowserSessions = {
      origins: [origin],
      async find(req) {
        const secret = cookie.read(req)
        const session = secret === undefined ? undefined : await sessions.find(secret)
        return session && { id: session.id, account: session.account.id }
      },
    }
    const settings = { client: CLIENT, apiUrl: google.url, authUrl: google.authUrl, tokenUrl: google.tokenUrl }
    client = googleClient(settings, { baseUrl: origin, key, clock, random })
    const app = express()
    app.set('query parser', false)
    const services = {
      ...servicesOn(database),
      analytics: createAnalytics({ engine, clock, versions: memoryVersions() }),
      assertStillActive: stillActive({ sessions }),
      assertRecentSignIn: recentSignIn({ sessions }),
      searchConsole: client.searchConsole,
    }
    app.use(
      createFootfallRouter({
        ...services,
        collector: undefined as never,
        browser,
        log,
        newRequestId: () => 'req_1',
      }),
    )
    app.use(
      googleCallbackRouter({
        ...client,
        operations: services,
        browser,
        rateLimiter: control.rateLimiter,
        triesPerMinute: 0,
        log,
      }),
    )
    server.on('request', app)
    signIn = async (account) => `footfall_session=${(await sessions.begin(account as Account)).reveal()}`
    endAll = (account) => control.store.transaction((tx) => sessions.endAll(account, tx))
    seeded = await seedProduct(database)
    admin = await signIn(seeded.people.admin.account)
  })
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await google.close()
    await engine.close()
    await rm(directory, { recursive: true, force: true })
  })
  afterEach(async () => {
    google.reset()
    // Whatever the test did, no secret of the provider is stored or logged in plaintext.
    for (const table of Object.values(await snapshot(database))) expect(table.join()).not.toMatch(/1\/\/refresh|ya29/)
    expect(logged.join()).not.toMatch(/1\/\/refresh|ya29|4\/code|s3cret/)
  })

  let signIn: (account: Pick<Account, 'id'>) => Promise<string>
  let endAll: (account: Account) => Promise<number>

  const path = (rest = '', product: string = seeded.product) =>
    `/api/v1/products/${product}/integrations/google-search-console${rest}`
  const ask = async (
    method: string,
    to: string,
    body?: unknown,
    cookie = admin,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(origin + to, {
      method,
      headers: { cookie, origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
    const answer: any = await response.json()
    expect(JSON.stringify(answer)).not.toMatch(/1\/\/refresh|ya29|"s1\./)
    return { status: response.status, body: answer }
  }
  const authorization = async (cookie = admin, product: string = seeded.product): Promise<string> =>
    (await ask('POST', path('/authorization', product), undefined, cookie)).body.data.result.authorization_url
  /** Where Google redirects the person's browser. */
  const atGoogle = async (url: string) => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? ''
  const comeBack = async (to: string, cookie = admin) => {
    const response = await fetch(to, { redirect: 'manual', headers: { cookie } })
    return { status: response.status, location: response.headers.get('location'), page: await response.text() }
  }
  const landed = (outcome: string, product: string = seeded.product) => ({
    status: 303,
    location: `/products/${product}/settings/integrations?${outcome}`,
  })
  const connect = async (cookie = admin, product: string = seeded.product) => {
    google.sites = SITES
    return comeBack(await atGoogle(await authorization(cookie, product)), cookie)
  }
  const stored = (product: ProductId = seeded.product) =>
    database.store.integrations.connection(product, 'google_search_console')
  /** A new product, connected by its owner. */
  const connected = async () => {
    const { product, people } = await seedProduct(database)
    const owner = await signIn(people.owner.account)
    expect(await connect(owner, product)).toMatchObject(landed('connected=1', product))
    return { product, owner }
  }
  const rowOf = (date: string): ReportRow => ({
    keys: [date, 'shoes', 'https://example.com/', 'deu', 'MOBILE'],
    clicks: 3,
    impressions: 9,
    position: 2,
  })
  const ports = () => ({
    store: database.store,
    engine,
    clock: database.clock,
    sealer: providerSealer({ key, random: database.random }),
    bump: () => {},
    logger: log,
  })
  const work = async (grants: typeof client.grants | undefined = client.grants) => {
    await cleanUpAfterSearchConsole({ ...ports(), grants })
    await syncSearchConsole({ ...ports(), client: CLIENT, apiBaseUrl: google.url, tokenUrl: google.tokenUrl, fetch })
  }
  const rows = async (product: ProductId) => {
    const [found] = await engine.rows<{ n: string }>(
      `SELECT count() AS n FROM search_console WHERE product_id = '${product}'`,
    )
    return Number(found?.n)
  }

  it('connects Search Console through Google, and stores an encrypted token, the properties and an audit entry', async () => {
    expect((await ask('GET', path())).body.data).toEqual({
      provider: 'google_search_console',
      available: true,
      demo: false,
      status: 'not_connected',
      sync: 'idle',
    })
    expect(await connect()).toMatchObject(landed('connected=1'))
    expect((await ask('GET', path())).body.data).toEqual({
      provider: 'google_search_console',
      available: true,
      demo: false,
      status: 'connected',
      properties: PROPERTIES,
      sync: 'idle',
    })
    const token = (await stored())?.refresh_token ?? ''
    expect(token).toMatch(/^s1\./)
    expect(
      providerSealer({ key, random: database.random }).open(token, `google_search_console:${seeded.product}`),
    ).toMatch(/^1\/\/refresh-\d+$/)
    const entries = await database.store.audit.list({ product: seeded.product, limit: 5 })
    expect(entries.map(({ operation }) => operation)).toContain('dashboard_integrations_connect')
  })

  it('syncs a chosen Search Console property at once, then another one, and none after disconnecting', async () => {
    const { product, owner } = await connected()
    const say = async () => (await ask('GET', path('', product), undefined, owner)).body.data
    google.properties.set('sc-domain:example.com', [rowOf('2026-11-10'), rowOf('2026-11-11')])
    google.properties.set('https://example.com/', [rowOf('2026-11-12')])

    const chosen = await ask('PUT', path('/property', product), { property: 'sc-domain:example.com' }, owner)
    expect(chosen.body.data.result).toMatchObject({ property: 'sc-domain:example.com', sync: 'queued' })
    await work()
    expect(await rows(product)).toBe(2)
    expect(await say()).toMatchObject({ status: 'connected', synced_at: timestamp(database.clock.now()), sync: 'idle' })

    await ask('PUT', path('/property', product), { property: 'https://example.com/' }, owner)
    await work()
    expect(await rows(product)).toBe(1)

    const { length: before } = google.queries
    await work()
    expect(google.queries).toHaveLength(before)
    expect((await ask('POST', path('/sync', product), undefined, owner)).body.data.result).toMatchObject({
      sync: 'queued',
    })
    await work()
    expect(google.queries.length).toBeGreaterThan(before)
    expect(await say()).toMatchObject({ sync: 'idle' })

    const preview = await ask('DELETE', path('', product), undefined, owner, { 'service-confirm': 'false' })
    expect(preview.body.data.warnings).toHaveLength(2)
    const ended = await ask('DELETE', path('', product), undefined, owner)
    expect(ended.body.data.result).toEqual({
      provider: 'google_search_console',
      available: true,
      demo: false,
      status: 'not_connected',
      sync: 'idle',
    })
    expect(await stored(product)).toBeUndefined()
    await work()
    expect(await rows(product)).toBe(0)
    expect(google.givenBack).toHaveLength(1)
    expect((await ask('DELETE', path('', product), undefined, owner)).status).toBe(404)
  })

  it('keeps the Search Console property after reconnecting if the account can still read it', async () => {
    const { product, owner } = await connected()
    google.properties.set('sc-domain:example.com', [rowOf('2026-11-10')])
    await ask('PUT', path('/property', product), { property: 'sc-domain:example.com' }, owner)
    await work()
    await connect(owner, product)
    expect(await stored(product)).toMatchObject({ property: 'sc-domain:example.com', synced_at: expect.any(String) })

    google.sites = [{ siteUrl: 'https://other.example/', permissionLevel: 'siteOwner' }]
    expect(await comeBack(await atGoogle(await authorization(owner, product)), owner)).toMatchObject({ status: 303 })
    expect(await stored(product)).toMatchObject({ property: undefined, properties: ['https://other.example/'] })
    await work()
    expect(await rows(product)).toBe(0)
    // One account may have granted both, and revoking one would revoke the other.
    expect(google.givenBack).toEqual([])
  })

  it('revokes access to Search Console when its product is deleted', async () => {
    const { product, owner } = await connected()
    await ask('DELETE', `/api/v1/products/${product}`, { name: 'Example' }, owner)
    expect(await stored(product)).toBeUndefined()
    await work()
    expect(google.givenBack).toHaveLength(1)
  })

  it('retries revoking access to Search Console for one day', async () => {
    const [first, second] = [await connected(), await connected()]
    google.interfere = (response, request) => {
      if (request === 'revoke') json(response, 503, {})
      return request === 'revoke'
    }
    for (const { product, owner } of [first, second]) await ask('DELETE', path('', product), undefined, owner)
    await work()
    google.interfere = () => false
    await work()
    expect(google.givenBack).toEqual([])
    database.clock.advance(10 * MINUTE_MS)
    await work()
    expect(google.givenBack).toHaveLength(2)
    expect(await database.store.integrations.dueCleanups(timestamp(database.clock.now() + 1e9))).toEqual([])

    const third = await connected()
    google.interfere = (response, request) => {
      if (request === 'revoke') response.destroy()
      return request === 'revoke'
    }
    await ask('DELETE', path('', third.product), undefined, third.owner)
    for (const wait of [0, 24 * 60 * MINUTE_MS, 10 * MINUTE_MS]) {
      database.clock.advance(wait)
      await work()
    }
    expect(await database.store.integrations.dueCleanups(timestamp(database.clock.now() + 1e9))).toEqual([])
  })

  it('forgets access to Search Console if the operator removed the client settings', async () => {
    const { product, owner } = await connected()
    await ask('DELETE', path('', product), undefined, owner)
    await work(undefined)
    await cleanUpAfterSearchConsole({ ...ports(), grants: undefined })
    expect(google.givenBack.length).toBeLessThan(2)
    expect(await database.store.integrations.dueCleanups(timestamp(database.clock.now() + 1e9))).toEqual([])
  })

  it('reports a Search Console connection whose access was revoked or cannot be decrypted', async () => {
    const { product, owner } = await connected()
    await ask('PUT', path('/property', product), { property: 'sc-domain:example.com' }, owner)
    const { refresh_token = '' } = (await stored(product)) ?? {}
    google.revoked.add(
      providerSealer({ key, random: database.random }).open(refresh_token, `google_search_console:${product}`) ?? '',
    )
    await work()
    expect((await ask('GET', path('', product), undefined, owner)).body.data).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('Connect Search Console again'),
      sync: 'idle',
    })
    google.revoked.clear()
    await ask('POST', path('/sync', product), undefined, owner)
    await syncSearchConsole({
      ...ports(),
      sealer: providerSealer({ key: new Uint8Array(32), random: database.random }),
      client: CLIENT,
      apiBaseUrl: google.url,
      tokenUrl: google.tokenUrl,
      fetch,
    })
    expect((await stored(product))?.detail).toContain('can no longer be read')
  })

  describe('failures of a connection to Search Console', () => {
    const unchanged = async (outcome: string, run: (owner: string, product: ProductId) => Promise<unknown>) => {
      const { product, people } = await seedProduct(database)
      const owner = await signIn(people.owner.account)
      google.sites = SITES
      expect(await run(owner, product)).toMatchObject(landed(`problem=${outcome}`, product))
      expect(await stored(product)).toBeUndefined()
    }
    const afterAllowing =
      (change: (location: URL, product: ProductId) => unknown) => async (owner: string, product: ProductId) => {
        const location = new URL(await atGoogle(await authorization(owner, product)))
        await change(location, product)
        return comeBack(location.href, owner)
      }
    const failing = (wanted: 'token' | 'sites', reply: (response: ServerResponse) => unknown) =>
      afterAllowing(() => {
        google.interfere = (response, request) => {
          if (request === wanted) reply(response)
          return request === wanted
        }
      })

    it.each<[string, string, (owner: string, product: ProductId) => Promise<unknown>]>([
      [
        'when the person denies access',
        'denied',
        async (owner, product) => {
          google.person = 'denies'
          return comeBack(await atGoogle(await authorization(owner, product)), owner)
        },
      ],
      [
        'when the person removes the permission',
        'permission_missing',
        async (owner, product) => {
          google.person = 'allows something else'
          return comeBack(await atGoogle(await authorization(owner, product)), owner)
        },
      ],
      ['after ten minutes', 'expired', afterAllowing(() => database.clock.advance(10 * MINUTE_MS))],
      [
        'with a used code',
        'expired',
        afterAllowing(async (location, product) => {
          const used = new URLSearchParams(location.search).get('code') ?? ''
          await client.grants.redeem(product, used, 'x'.repeat(43)).catch(() => {})
        }),
      ],
      [
        'with a code of another person',
        'expired',
        afterAllowing((location) => location.searchParams.set('code', '4/other')),
      ],
      ['without a code', 'refused', afterAllowing((location) => location.searchParams.delete('code'))],
      [
        'with another error of Google',
        'refused',
        afterAllowing((location) => location.searchParams.set('error', 'server_error')),
      ],
      ['when the token endpoint fails', 'unavailable', failing('token', (response) => json(response, 500, {}))],
      ['when Google closes the connection', 'unavailable', failing('token', (response) => response.destroy())],
      [
        'when Google sends an unexpected response',
        'unexpected',
        failing('token', (response) => json(response, 200, { token: 1 })),
      ],
      [
        'when Google sends no refresh token',
        'unexpected',
        failing('token', (response) => json(response, 200, { access_token: 'ya29.x' })),
      ],
      [
        'when the client is rejected',
        'client_refused',
        failing('token', (response) => json(response, 401, { error: 'invalid_client' })),
      ],
      ['when the list of properties fails', 'unavailable', failing('sites', (response) => json(response, 502, {}))],
      [
        'when the list of properties is malformed',
        'unexpected',
        failing('sites', (response) => json(response, 200, { siteEntry: 'x' })),
      ],
      [
        'when the API is disabled',
        'api_disabled',
        failing('sites', (response) => json(response, 403, apiError(403, 'PERMISSION_DENIED', 'accessNotConfigured'))),
      ],
    ])('does not connect Search Console %s', (_, outcome, run) => unchanged(outcome, run))

    it('does not connect Search Console after the role was lowered', async () => {
      const { product, people } = await seedProduct(database)
      const cookie = await signIn(people.admin.account)
      const location = await atGoogle(await authorization(cookie, product))
      await database.store.members.setRole(product, people.admin.member, 'editor', timestamp(database.clock.now()))
      expect(await comeBack(location, cookie)).toMatchObject(landed('problem=role_forbidden', product))
      await database.store.members.remove(product, people.admin.member)
      expect(await comeBack(location, cookie)).toMatchObject({ status: 404, location: null })
      expect(await stored(product)).toBeUndefined()
    })

    it('does not connect Search Console if Google takes too long', async () => {
      google.interfere = (_, request) => request === 'token'
      const slow = searchConsoleGrants({
        client: CLIENT,
        apiBaseUrl: google.url,
        authUrl: google.authUrl,
        tokenUrl: google.tokenUrl,
        redirectUri: `${origin}/integrations/google/callback`,
        sealer: providerSealer({ key, random: database.random }),
        clock: database.clock,
        fetch,
        requestTimeoutMs: 50,
      })
      await expect(slow.redeem(seeded.product, '4/code', 'v')).rejects.toMatchObject({ reason: 'unavailable' })
    })
  })

  it('rejects a state that is forged, of another session, or from before a new sign-in', async () => {
    const { product, people } = await seedProduct(database)
    const owner = await signIn(people.owner.account)
    google.sites = SITES
    const location = new URL(await atGoogle(await authorization(owner, product)))
    const state = location.searchParams.get('state') ?? ''
    const other = await signIn((await seedProduct(database)).people.owner.account)
    const again = await signIn(people.owner.account)
    const withState = (value: string) => {
      const changed = new URL(location)
      changed.searchParams.set('state', value)
      return changed.href
    }
    const [version, , ...rest] = state.split('.')
    for (const [to, cookie, status] of [
      [location.href, other, 400],
      [location.href, again, 400],
      [location.href, '', 401],
      [location.href, 'footfall_session=wrong', 401],
      [withState(''), owner, 400],
      [withState('x'), owner, 400],
      [withState(`${state.slice(0, -4)}AAAA`), owner, 400],
      [withState([version, seeded.product, ...rest].join('.')), owner, 400],
      [withState('x'.repeat(3000)), owner, 400],
      [`${location.href}&state=${state}`, owner, 400],
      [`${location.href}&code=1`, owner, 400],
      [withState(state).replace(/code=[^&]+/, 'code=%00%0a'), owner, 400],
    ] as const) {
      const answer = await comeBack(to, cookie)
      expect({ to, status: answer.status, location: answer.location }).toEqual({ to, status, location: null })
      expect(answer.page).not.toContain(state)
    }
    expect(await stored(product)).toBeUndefined()
    await endAll(people.owner.account)
    expect((await comeBack(location.href, owner)).status).toBe(401)
  })

  it('sends a new state and PKCE challenge with each request, without the verifier', async () => {
    const [one, two] = [new URL(await authorization()), new URL(await authorization())]
    for (const name of ['state', 'code_challenge'])
      expect(one.searchParams.get(name)).not.toBe(two.searchParams.get(name))
    expect(one.searchParams.get('redirect_uri')).toBe(`${origin}/integrations/google/callback`)
    expect(one.origin + one.pathname).toBe(google.authUrl)
    expect(one.href).not.toContain(CLIENT.secret)
  })

  it.each(Role.options)('allows only admins and owners to connect Search Console: %s', async (role) => {
    const { product, people } = await seedProduct(database)
    const cookie = await signIn(people[role].account)
    const allowed = roleAtLeast(role, 'admin')
    for (const [method, rest, body] of [
      ['GET', '', undefined],
      ['POST', '/authorization', undefined],
      ['PUT', '/property', { property: 7 }],
      ['POST', '/sync', undefined],
      ['DELETE', '', undefined],
    ] as const) {
      const { status, body: answer } = await ask(method, path(rest, product), body, cookie)
      if (!allowed) expect({ rest, status, code: answer.code }).toEqual({ rest, status: 403, code: 'role_forbidden' })
      else expect([200, 400, 404]).toContain(status)
    }
    const stranger = await signIn(await seedAccount(database))
    expect((await ask('GET', path('', product), undefined, stranger)).status).toBe(404)
  })

  it.each([
    [{}, 'property'],
    [{ property: '' }, 'property'],
    [{ property: 7 }, 'property'],
    [{ property: 'x'.repeat(2049) }, 'property'],
    [{ property: 'https://not-mine.example/' }, 'property'],
    [{ property: 'sc-domain:example.com', more: 1 }, 'more'],
  ])('rejects %j as the choice of a Search Console property', async (body, wrong) => {
    await connect()
    const { status, body: answer } = await ask('PUT', path('/property'), body)
    expect({ status, path: answer.errors[0].path }).toEqual({ status: 400, path: wrong })
  })

  it('syncs nothing before a Search Console property is chosen', async () => {
    const { product, owner } = await connected()
    expect(await ask('POST', path('/sync', product), undefined, owner)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'property' }] },
    })
    await work()
    expect(google.queries).toEqual([])
  })
})
