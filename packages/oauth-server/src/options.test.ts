import { afterEach, describe, expect, it } from 'vitest'
import type { OAuthHost } from './host.ts'
import { memoryStores } from './memory-stores.ts'
import { createOAuthServer } from './server.ts'
import type { OAuthServerOptions } from './settings.ts'
import { startService, type TestService } from './test-support/service.ts'
import { Browser } from './testing/browser.ts'
import {
  authorizeUrl,
  connect,
  consentForm,
  errorOf,
  exchange,
  isAccepted,
  newPkce,
  obtainCode,
  postJson,
  refresh,
  registerClient,
  tokensOf,
} from './testing/client.ts'
import { DAY, SECOND } from './testing/time.ts'

const host: OAuthHost = {
  currentAccount: async () => undefined,
  signInUrl: (returnTo) => returnTo,
  readGrant: async () => ({ ok: true, grant: null }),
}
const GOOD: OAuthServerOptions = {
  issuer: 'https://auth.example',
  resource: 'https://auth.example/mcp',
  scopes: { grantable: ['a'], initial: ['a'] },
  stores: memoryStores(),
  host,
  now: () => 0,
}

let service: TestService
const serve = async (options: Partial<OAuthServerOptions>) => {
  service = await startService({ stores: memoryStores(), options })
  return service
}
afterEach(() => service?.close())

describe('createOAuthServer', () => {
  it.each<readonly [string, object]>([
    ['lifetimeSeconds', { lifetimeSeconds: null }],
    ['lifetimeSeconds', { lifetimeSeconds: 60 }],
    ['lifetimeSeconds.code', { lifetimeSeconds: { code: '120' } }],
    ['lifetimeSeconds.codes', { lifetimeSeconds: { codes: 120 } }],
    ['requireState', { requireState: 'no' }],
    ['requireState', { requireState: null }],
    ['requireState', { requireState: 0 }],
    ['reuseGraceSeconds', { reuseGraceSeconds: -1 }],
    ['reuseGraceSeconds', { reuseGraceSeconds: '10' }],
    ['reuseGraceSeconds', { reuseGraceSeconds: Number.POSITIVE_INFINITY }],
    ['unusedClientsMax', { unusedClientsMax: 0 }],
    ['unusedClientsPerNetworkMax', { unusedClientsPerNetworkMax: 1.5 }],
    ['key', { key: new Uint8Array(31) }],
    ['key', { key: 'x'.repeat(32) }],
    ['key', { key: [] }],
    ['key', { key: ['x'.repeat(32)] }],
    ['issuer', { issuer: undefined }],
    ['issuer', { issuer: 'https://auth.example/' }],
    ['resource', { resource: 7 }],
    ['resource', { resource: 'mcp' }],
    ['about.resourceName', { about: { resourceName: ' ' } }],
    ['about.resourceName', { about: { resourceName: 7 } }],
    ['about.documentation', { about: { documentation: 'docs' } }],
    ['about.documentation', { about: { documentation: 'javascript:alert(1)' } }],
    ['scopes', { scopes: undefined }],
    ['scopes.grantable', { scopes: { initial: [] } }],
    ['scopes.grantable', { scopes: { grantable: ['a b'], initial: [] } }],
    ['scopes.initial', { scopes: { grantable: ['a'], initial: 'a' } }],
    ['scopes.initial', { scopes: { grantable: ['a'], initial: ['b'] } }],
    ['stores', { stores: undefined }],
    ['stores.clients', { stores: {} }],
    ['stores.codes.redeem', { stores: { ...memoryStores(), codes: { find() {} } } }],
    ['stores.purgeExpired', { stores: { ...memoryStores(), purgeExpired: undefined } }],
    ['host', { host: undefined }],
    ['host.currentAccount', { host: {} }],
    ['host.readGrant', { host: { ...host, readGrant: true } }],
    ['host.observe', { host: { ...host, observe: {} } }],
    ['now', { now: 0 }],
    ['randomBytes', { randomBytes: 'random' }],
    ['documents', { documents: true }],
    ['extendedGrantTypes', { extendedGrantTypes: 'password' }],
  ])('rejects an invalid option in one line that begins with its name: %s of %j', (name, change) => {
    let message = ''
    try {
      createOAuthServer({ ...GOOD, ...change })
    } catch (error) {
      if (error instanceof TypeError) message = error.message
    }
    expect(message.startsWith(`${name} `), message).toBe(true)
    expect(message).not.toContain('\n')
  })

  it.each([undefined, null, {}, []])(
    'rejects %j as the options of an authorization server, naming what is missing',
    (options) => {
      const create = () => createOAuthServer(options as unknown as OAuthServerOptions)
      expect(create).toThrow(TypeError)
      expect(create).toThrow(/^(options must be an object|issuer must be a string)\.$/)
    },
  )

  it('accepts the shortest and the longest configured lifetimes', () => {
    const names = ['accessToken', 'refreshToken', 'connection', 'code', 'consent', 'registration'] as const
    for (const name of names) expect(() => createOAuthServer({ ...GOOD, lifetimeSeconds: { [name]: 1 } })).not.toThrow()
    const longest = { accessToken: 86_400, code: 600, consent: 86_400, connection: 315_360_000 }
    expect(() => createOAuthServer({ ...GOOD, lifetimeSeconds: longest })).not.toThrow()
  })
})

describe('configured lifetimes', () => {
  it('configured lifetimes apply to access tokens, refresh tokens and connections', async () => {
    await serve({ lifetimeSeconds: { accessToken: 60, refreshToken: 300, connection: 400 } })
    const client = await registerClient(service)
    const first = await connect(service, client)
    expect(first.expires_in).toBe(60)
    service.clock.advance(60 * SECOND - 1)
    expect(await isAccepted(service, first.access_token)).toBe(true)
    service.clock.advance(1)
    expect(await isAccepted(service, first.access_token)).toBe(false)

    const second = await tokensOf(await refresh(service, client, first.refresh_token))
    service.clock.advance(300 * SECOND - 1)
    const third = await tokensOf(await refresh(service, client, second.refresh_token))
    // The connection ends 400 s after it began, and its tokens with it.
    expect(third.expires_in).toBe(40)
    service.clock.advance(41 * SECOND)
    expect(await errorOf(await refresh(service, client, third.refresh_token))).toEqual([400, 'invalid_grant'])

    const late = await connect(service, client)
    service.clock.advance(300 * SECOND)
    expect(await errorOf(await refresh(service, client, late.refresh_token))).toEqual([400, 'invalid_grant'])
  })

  it('configured lifetimes apply to codes, consent requests with their cookie, and registrations', async () => {
    await serve({ lifetimeSeconds: { code: 30, consent: 900, registration: 86_400 } })
    const metadata = { redirect_uris: ['https://client.example/cb'], token_endpoint_auth_method: 'none' }
    const registered = await postJson(`${service.base}/oauth/register`, metadata)
    const { client_id_issued_at: issued, client_id_expires_at: expires } = (await registered.json()) as Record<
      string,
      number
    >
    expect(Number(expires) - Number(issued)).toBe(86_400)

    const client = await registerClient(service)
    const code = await obtainCode(service, client)
    service.clock.advance(30 * SECOND)
    expect(await errorOf(await exchange(service, client, code))).toEqual([400, 'invalid_grant'])

    const browser = new Browser(service.base, 'session=acc_1')
    const url = authorizeUrl(service, client, newPkce().challenge)
    const ask = async () => {
      const { action, fields } = await consentForm(browser, url)
      fields.append('product', 'prd_1')
      fields.append('decision', 'allow')
      return async () => (await browser.post(action, fields)).status
    }
    const [inTime, late] = [await ask(), await ask()]
    expect((await browser.get(url)).headers.getSetCookie()[0]).toContain('; Max-Age=900;')
    service.clock.advance(900 * SECOND - 1)
    expect(await inTime()).toBe(303)
    service.clock.advance(1)
    expect(await late()).toBe(400)

    service.clock.advance(DAY)
    expect((await browser.get(url)).status).toBe(400)
  })
})

describe('the option about', () => {
  it('puts the name and the documentation into the metadata of the server and of the resource', async () => {
    await serve({ about: { resourceName: 'Notes', documentation: 'https://notes.example/docs' } })
    const metadata = async (url: string) => (await fetch(url)).json()
    expect(await metadata(service.oauth.resourceMetadataUrl)).toMatchObject({
      resource_name: 'Notes',
      resource_documentation: 'https://notes.example/docs',
    })
    expect(await metadata(`${service.base}/.well-known/oauth-authorization-server`)).toMatchObject({
      service_documentation: 'https://notes.example/docs',
    })
  })
})

describe('the option requireState: false', () => {
  it('accepts an authorization request without state, and responds without state', async () => {
    await serve({ requireState: false })
    const client = await registerClient(service)
    for (const state of [undefined, '']) {
      const code = await obtainCode(service, client, new Browser(service.base, 'session=acc_1'), { state })
      expect(Object.fromEntries(code.answer.searchParams)).toEqual({ tenant: '1', code: code.code, iss: service.base })
      await tokensOf(await exchange(service, client, code))
    }
    const rejected = await new Browser(service.base).get(
      authorizeUrl(service, client, newPkce().challenge, { state: undefined, scope: 'nope' }),
    )
    const answer = new URL(rejected.headers.get('location') ?? '').searchParams
    expect([answer.get('error'), answer.has('state'), answer.get('iss')]).toEqual([
      'invalid_scope',
      false,
      service.base,
    ])
  })

  it('returns a state that is sent, and rejects a malformed or repeated one', async () => {
    await serve({ requireState: false })
    const client = await registerClient(service)
    expect((await obtainCode(service, client)).answer.searchParams.get('state')).toBe('st at&e')
    for (const state of ['Zürich', 'x'.repeat(4097), ['a', 'a']]) {
      const response = await new Browser(service.base, 'session=acc_1').get(
        authorizeUrl(service, client, newPkce().challenge, { state }),
      )
      const answer = new URL(response.headers.get('location') ?? '').searchParams
      expect([answer.get('error'), answer.has('state')]).toEqual(['invalid_request', false])
    }
  })
})
