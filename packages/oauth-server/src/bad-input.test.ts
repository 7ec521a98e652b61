import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryStores } from './memory-stores.ts'
import type { OAuthStores } from './ports.ts'
import { startService, type TestService } from './test-support/service.ts'
import { Browser } from './testing/browser.ts'
import {
  authorizeUrl,
  type Changes,
  connect,
  errorOf,
  exchange,
  newPkce,
  obtainCode,
  postForm,
  postJson,
  refresh,
  registerClient,
  type TestClient,
  tokensOf,
} from './testing/client.ts'

let stores: OAuthStores
let service: TestService
let open: TestClient
let basic: TestClient
let post: TestClient

beforeAll(async () => {
  stores = memoryStores()
  service = await startService({ stores })
  open = await registerClient(service)
  basic = await registerClient(service, 'client_secret_basic')
  post = await registerClient(service, 'client_secret_post')
})
afterAll(() => service.close())

const MEBIBYTE = 'x'.repeat(1024 * 1024)
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('requests with many parameters', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=`).join('&')

  it('rejects them before they are decoded, in the address of a page and in a form', async () => {
    const page = await fetch(`${service.base}/oauth/authorize?${many(501)}`, { redirect: 'manual' })
    expect([page.status, (await page.text()).includes('at most 500 parameters')]).toEqual([400, true])
    const token = await fetch(`${service.base}/oauth/token?${many(501)}`, { method: 'POST', headers: form, body: '' })
    expect(token.status).toBe(400)
    expect(await token.json()).toMatchObject({ error: 'invalid_request' })
    const filled = await fetch(`${service.base}/oauth/token`, { method: 'POST', headers: form, body: many(2501) })
    expect(filled.status).toBe(413)
  })
})

describe('the authorization endpoint', () => {
  const rows: readonly (readonly [string, Changes, string])[] = [
    ['no response_type', { response_type: undefined }, 'invalid_request'],
    ['an empty response_type', { response_type: '' }, 'invalid_request'],
    ['another response_type', { response_type: 'token' }, 'unsupported_response_type'],
    ['two response types in one', { response_type: 'code token' }, 'unsupported_response_type'],
    ['no state', { state: undefined }, 'invalid_request'],
    ['a state of 5,000 characters', { state: 'x'.repeat(5000) }, 'invalid_request'],
    ['a state of more than ASCII', { state: 'Zürich' }, 'invalid_request'],
    ['no code_challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a padded code_challenge', { code_challenge: `${'A'.repeat(43)}=` }, 'invalid_request'],
    ['a code_challenge of 42 characters', { code_challenge: 'A'.repeat(42) }, 'invalid_request'],
    ['a code_challenge in plain base64', { code_challenge: `${'A'.repeat(41)}+A` }, 'invalid_request'],
    ['a code_challenge that no digest encodes to', { code_challenge: 'B'.repeat(43) }, 'invalid_request'],
    ['no code_challenge_method', { code_challenge_method: undefined }, 'invalid_request'],
    ['another code_challenge_method', { code_challenge_method: 's256' }, 'invalid_request'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['another resource', { resource: 'https://other.example/mcp' }, 'invalid_target'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an empty scope', { scope: '' }, 'invalid_scope'],
    ['an unknown scope', { scope: 'notes:read notes:*' }, 'invalid_scope'],
    ['scopes with two spaces', { scope: 'notes:read  team:read' }, 'invalid_scope'],
    ['scopes with a comma', { scope: 'notes:read,team:read' }, 'invalid_scope'],
    ...['response_type', 'resource', 'code_challenge', 'code_challenge_method', 'scope', 'state'].map(
      (name) => [`${name} twice`, { [name]: ['code', 'code'] }, 'invalid_request'] as const,
    ),
    ['an unknown parameter twice', { unheard_of: ['a', 'a'] }, 'invalid_request'],
  ]
  it.each(rows)('redirects an authorization request with an error: %s', async (_, changes, error) => {
    const { challenge } = newPkce()
    const response = await new Browser(service.base, 'session=acc_1').get(
      authorizeUrl(service, open, challenge, changes),
    )
    expect(response.status).toBe(302)
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.href.startsWith(`${open.redirectUri}&`)).toBe(true)
    const answer = location.searchParams
    expect([answer.get('error'), answer.get('iss'), answer.has('code')]).toEqual([error, service.base, false])
    if (!('state' in changes)) expect(answer.get('state')).toBe('st at&e')
  })

  it.each<readonly [string, Changes]>([
    ['no client_id', { client_id: undefined }],
    ['an empty client_id', { client_id: '' }],
    ['client_id twice, even the same', { client_id: ['x', 'x'] }],
    ['an unknown client_id', { client_id: 'oc_unknown' }],
    ['no redirect_uri', { redirect_uri: undefined }],
    ['redirect_uri twice, even the same', { redirect_uri: ['https://client.example/cb', 'https://client.example/cb'] }],
    ['another redirect_uri', { redirect_uri: 'https://client.example/cb' }],
  ])('shows an error page for an authorization request, without a redirect: %s', async (_, changes) => {
    const response = await new Browser(service.base, 'session=acc_1').get(
      authorizeUrl(service, open, newPkce().challenge, changes),
    )
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  })

  it('ignores unknown parameters of an authorization request, and the order and duplicates of scopes', async () => {
    const changes = { unheard_of: 'x', nonce: 'y', scope: 'team:read notes:read team:read' }
    const code = await obtainCode(service, open, undefined, changes)
    const response = await exchange(service, open, code)
    expect(await response.json()).toMatchObject({ scope: 'team:read notes:read' })
  })
})

describe('the token endpoint', () => {
  const wrongBody: readonly (readonly [string, RequestInit, number])[] = [
    [
      'JSON',
      { body: JSON.stringify({ grant_type: 'refresh_token' }), headers: { 'content-type': 'application/json' } },
      400,
    ],
    ['multipart', { body: new FormData() }, 400],
    ['no body', {}, 400],
    ['a compressed form', { body: 'grant_type=x', headers: { ...form, 'content-encoding': 'gzip' } }, 400],
    ['a mebibyte', { body: `grant_type=refresh_token&refresh_token=${MEBIBYTE}`, headers: form }, 413],
  ]
  it.each(wrongBody)(
    'rejects a token request and a revocation request that is not a form: %s',
    async (_, init, status) => {
      for (const path of ['/oauth/token', '/oauth/revoke']) {
        const response = await fetch(service.base + path, { method: 'POST', ...init })
        expect(await errorOf(response)).toEqual([status, 'invalid_request'])
      }
    },
  )

  it('ignores parameters in the query of a token request', async () => {
    const code = await obtainCode(service, open)
    const query = new URLSearchParams({ grant_type: 'authorization_code', client_id: open.id, code: code.code })
    const response = await fetch(`${service.base}/oauth/token?${query}`, { method: 'POST', body: '', headers: form })
    expect(await errorOf(response)).toEqual([400, 'invalid_request'])
    expect((await exchange(service, open, code)).status).toBe(200)
  })

  const exchanges: readonly (readonly [string, Changes, string])[] = [
    ['no grant_type', { grant_type: undefined }, 'invalid_request'],
    ['an unknown grant_type', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no client_id', { client_id: undefined }, 'invalid_request'],
    ['no code', { code: undefined }, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: undefined }, 'invalid_request'],
    ['no code_verifier', { code_verifier: undefined }, 'invalid_request'],
    ['a code_verifier of 42 characters', { code_verifier: 'a'.repeat(42) }, 'invalid_request'],
    ['a code_verifier of 129 characters', { code_verifier: 'a'.repeat(129) }, 'invalid_request'],
    ['a code_verifier with a reserved character', { code_verifier: `${'a'.repeat(43)}+` }, 'invalid_request'],
    ['no resource', { resource: undefined }, 'invalid_target'],
    ['an unknown code', { code: 'x' }, 'invalid_grant'],
    ['an unknown code and no code_verifier', { code: 'x', code_verifier: undefined }, 'invalid_request'],
    ['an unknown code and no redirect_uri', { code: 'x', redirect_uri: undefined }, 'invalid_request'],
    ['an unknown code and no resource', { code: 'x', resource: undefined }, 'invalid_target'],
    ['a code of 60,000 characters', { code: 'x'.repeat(60_000) }, 'invalid_grant'],
    ...['grant_type', 'client_id', 'code', 'code_verifier', 'redirect_uri', 'resource', 'unheard_of'].map(
      (name) => [`${name} twice`, { [name]: ['a', 'a'] }, 'invalid_request'] as const,
    ),
  ]
  it.each(exchanges)('rejects a code exchange with %s', async (_, changes, error) => {
    const response = await exchange(service, open, await obtainCode(service, open), changes)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('pragma')).toBe('no-cache')
    expect(await errorOf(response)).toEqual([400, error])
  })

  it('ignores unknown parameters of a token request, and forbids caching the response', async () => {
    const code = await obtainCode(service, open)
    const exchanged = await exchange(service, open, code, { unheard_of: 'x', state: 'y' })
    const tokens = await tokensOf(exchanged)
    const refreshed = await refresh(service, open, tokens.refresh_token, { unheard_of: 'x', code: 'y' })
    const rejected = await refresh(service, { ...basic, secret: 'wrong' }, 'jor_x')
    expect([exchanged, refreshed, rejected].map(({ status }) => status)).toEqual([200, 200, 401])
    for (const { headers } of [exchanged, refreshed, rejected]) expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each<readonly [string, Changes, string]>([
    ['no refresh_token', { refresh_token: undefined }, 'invalid_request'],
    ['an unknown refresh_token', { refresh_token: 'jor_x' }, 'invalid_grant'],
    ['an unknown refresh_token and no resource', { refresh_token: 'jor_x', resource: undefined }, 'invalid_target'],
    ['refresh_token twice', { refresh_token: ['a', 'a'] }, 'invalid_request'],
    ['scope twice', { scope: ['notes:read', 'notes:read'] }, 'invalid_request'],
  ])('rejects a refresh request with %s', async (_, changes, error) => {
    expect(await errorOf(await refresh(service, open, 'jor_y', changes))).toEqual([400, error])
  })

  it('does not consume the refresh token of a rejected refresh request', async () => {
    const tokens = await connect(service, open)
    expect((await refresh(service, open, tokens.refresh_token, { scope: 'notes:write' })).status).toBe(400)
    expect((await refresh(service, open, tokens.refresh_token, { grant_type: 'nonsense' })).status).toBe(400)
    expect((await refresh(service, open, tokens.refresh_token)).status).toBe(200)
  })

  it('rejects a grant type that the client did not register, and issues no refresh token to a client without refresh_token', async () => {
    const client = await registerClient(service, 'none', { grant_types: ['authorization_code'] })
    const tokens = await connect(service, client)
    expect(Object.keys(tokens).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type'])
    expect(await errorOf(await refresh(service, client, 'jor_x'))).toEqual([400, 'unauthorized_client'])
  })
})

describe('client authentication', () => {
  const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
  const headers: readonly (readonly [string, () => string])[] = [
    ['a wrong secret', () => encoded(`${basic.id}:wrong`)],
    ['an empty secret', () => encoded(`${basic.id}:`)],
    ['no colon', () => encoded(basic.id)],
    ['no id', () => encoded(`:${basic.secret}`)],
    ['garbage', () => 'Basic %%%'],
    ['an empty value', () => 'Basic '],
    ['a broken escape', () => encoded(`${basic.id}:%zz`)],
    ['another scheme', () => `Bearer ${basic.secret}`],
    ['an unknown client', () => encoded(`oc_unknown:${basic.secret}`)],
    ['the secret of another client', () => encoded(`${basic.id}:${post.secret}`)],
    ['a client registered for the body', () => encoded(`${post.id}:${post.secret}`)],
    ['a public client', () => encoded(`${open.id}:x`)],
  ]
  it.each(headers)('returns 401 with a challenge for client_secret_basic with %s', async (_, authorization) => {
    for (const path of ['/oauth/token', '/oauth/revoke']) {
      const response = await fetch(service.base + path, {
        method: 'POST',
        headers: { authorization: authorization() },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', token: 'x' }),
      })
      expect(response.headers.get('www-authenticate')).toBe(`Basic realm="${service.base}"`)
      expect(await errorOf(response)).toEqual([401, 'invalid_client'])
    }
  })

  it.each<readonly [string, () => TestClient, Changes, readonly [number, string]]>([
    ['a wrong secret in the body', () => post, { client_secret: 'wrong' }, [401, 'invalid_client']],
    ['no secret from a client that has one', () => post, { client_secret: undefined }, [401, 'invalid_client']],
    ['a secret from a public client', () => open, { client_secret: 'x' }, [401, 'invalid_client']],
    ['an unknown client', () => open, { client_id: 'oc_unknown' }, [401, 'invalid_client']],
    ['a client_id over-long', () => open, { client_id: 'x'.repeat(10_000) }, [401, 'invalid_client']],
    ['header and body together', () => basic, { client_secret: 'x' }, [400, 'invalid_request']],
    ['two different clients', () => basic, { client_id: 'oc_other' }, [400, 'invalid_request']],
  ])('rejects client authentication with %s', async (_, client, changes, expected) => {
    expect(await errorOf(await refresh(service, client(), 'jor_x', changes))).toEqual(expected)
    const revoked = await postForm(service, '/oauth/revoke', client(), { token: 'x', ...changes })
    expect(await errorOf(revoked)).toEqual(expected)
  })

  it('form-decodes client id and secret of client_secret_basic, and needs no client_id parameter', async () => {
    const escaped = [...`${basic.id}`].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')
    const response = await fetch(`${service.base}/oauth/token`, {
      method: 'POST',
      headers: { authorization: encoded(`${escaped}:${basic.secret}`) },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', resource: service.resource }),
    })
    expect(await errorOf(response)).toEqual([400, 'invalid_grant'])
  })

  it('rejects client authentication once the registration has expired after one year', async () => {
    const other = await startService({ stores: memoryStores() })
    const client = await registerClient(other)
    other.clock.advance(365 * 86_400_000 - 1)
    expect(await errorOf(await refresh(other, client, 'x'))).toEqual([400, 'invalid_grant'])
    other.clock.advance(1)
    expect(await errorOf(await refresh(other, client, 'x'))).toEqual([401, 'invalid_client'])
    const shown = await fetch(authorizeUrl(other, client, newPkce().challenge), { redirect: 'manual' })
    expect([shown.status, shown.headers.get('location')]).toEqual([400, null])
    await other.close()
  })
})

describe('revocation', () => {
  it('rejects a revocation request without exactly one token', async () => {
    expect(await errorOf(await postForm(service, '/oauth/revoke', open, {}))).toEqual([400, 'invalid_request'])
    const twice = await postForm(service, '/oauth/revoke', open, { token: ['a', 'b'] })
    expect(await errorOf(twice)).toEqual([400, 'invalid_request'])
  })
})

describe('registration', () => {
  const good = { client_name: 'A client', redirect_uris: ['https://client.example/cb'] }
  const uri = (...redirect_uris: unknown[]) => ({ ...good, redirect_uris })
  const rows: readonly (readonly [string, unknown, string])[] = [
    ['an array', [], 'invalid_client_metadata'],
    ['null', null, 'invalid_client_metadata'],
    ['no redirect_uris', { client_name: 'x' }, 'invalid_redirect_uri'],
    ['an empty redirect_uris', uri(), 'invalid_redirect_uri'],
    ['redirect_uris as text', { ...good, redirect_uris: 'https://client.example/cb' }, 'invalid_redirect_uri'],
    ['a redirect URI that is not text', uri(7), 'invalid_redirect_uri'],
    [
      '100 redirect URIs',
      uri(...Array.from({ length: 100 }, (_, n) => `https://c.example/${n}`)),
      'invalid_redirect_uri',
    ],
    ['javascript:', uri('javascript:alert(1)'), 'invalid_redirect_uri'],
    ['data:', uri('data:text/html,x'), 'invalid_redirect_uri'],
    ['vbscript:', uri('https://client.example/cb', 'vbscript:x'), 'invalid_redirect_uri'],
    ['javascript: beside a good one', uri('https://client.example/cb', 'javascript:alert(1)'), 'invalid_redirect_uri'],
    ['file: beside a good one', uri('https://client.example/cb', 'file:///etc/passwd'), 'invalid_redirect_uri'],
    ['blob: beside a good one', uri('https://client.example/cb', 'blob:https://x.example/1'), 'invalid_redirect_uri'],
    ['about: beside a good one', uri('https://client.example/cb', 'about:blank'), 'invalid_redirect_uri'],
    ['ftp: beside a good one', uri('https://client.example/cb', 'ftp://client.example/cb'), 'invalid_redirect_uri'],
    ['data: beside a good one', uri('https://client.example/cb', 'data:text/html,x'), 'invalid_redirect_uri'],
    ['vbscript: beside a loopback one', uri('http://localhost/cb', 'vbscript:x'), 'invalid_redirect_uri'],
    ['ws: beside a good one', uri('https://client.example/cb', 'ws://client.example/cb'), 'invalid_redirect_uri'],
    ['wss: beside a good one', uri('https://client.example/cb', 'wss://client.example/cb'), 'invalid_redirect_uri'],
    ['only a private-use scheme', uri('myapp://cb'), 'invalid_redirect_uri'],
    ['only two private-use schemes', uri('myapp://cb', 'com.example.app:/cb'), 'invalid_redirect_uri'],
    ['http beyond loopback', uri('http://client.example/cb'), 'invalid_redirect_uri'],
    ['one bad URI among good ones', uri('https://client.example/cb', 'http://10.0.0.1/cb'), 'invalid_redirect_uri'],
    ['a fragment', uri('https://client.example/cb#x'), 'invalid_redirect_uri'],
    ['an empty fragment', uri('https://client.example/cb#'), 'invalid_redirect_uri'],
    ['credentials', uri('https://user:pass@client.example/cb'), 'invalid_redirect_uri'],
    ['a relative URI', uri('/cb'), 'invalid_redirect_uri'],
    ['an unknown auth method', { ...good, token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client_metadata'],
    ['an unknown grant type', { ...good, grant_types: ['password'] }, 'invalid_client_metadata'],
    ['refresh without authorization', { ...good, grant_types: ['refresh_token'] }, 'invalid_client_metadata'],
    ['no grant types', { ...good, grant_types: [] }, 'invalid_client_metadata'],
    ['an unknown response type', { ...good, response_types: ['token'] }, 'invalid_client_metadata'],
    ['an empty name', { ...good, client_name: ' ' }, 'invalid_client_metadata'],
    ['a name of 201 characters', { ...good, client_name: 'x'.repeat(201) }, 'invalid_client_metadata'],
    ['a name of nothing visible', { ...good, client_name: '\u200b\u202e\u{e0041}\n' }, 'invalid_client_metadata'],
    ['a name that is not text', { ...good, client_name: {} }, 'invalid_client_metadata'],
  ]
  it.each(rows)('rejects a registration with %s, and stores nothing', async (_, metadata, error) => {
    const before = await stores.clients.list({ limit: 1000 })
    expect(await errorOf(await postJson(`${service.base}/oauth/register`, metadata))).toEqual([400, error])
    expect(await stores.clients.list({ limit: 1000 })).toEqual(before)
  })

  it.each<readonly [string, RequestInit, number]>([
    ['a form', { body: new URLSearchParams({ client_name: 'x' }) }, 400],
    ['broken JSON', { body: '{"client_name":', headers: { 'content-type': 'application/json' } }, 400],
    [
      'bytes that are not UTF-8',
      { body: new Uint8Array([0xff]), headers: { 'content-type': 'application/json' } },
      400,
    ],
    [
      'a mebibyte',
      { body: JSON.stringify({ ...good, x: MEBIBYTE }), headers: { 'content-type': 'application/json' } },
      413,
    ],
  ])('rejects a registration request with %s as its body', async (_, init, status) => {
    const response = await fetch(`${service.base}/oauth/register`, { method: 'POST', ...init })
    expect(await errorOf(response)).toEqual([status, 'invalid_client_metadata'])
  })

  it('ignores unknown client metadata, registers defaults, and returns the secret only in the registration response', async () => {
    const response = await postJson(`${service.base}/oauth/register`, {
      redirect_uris: ['http://localhost:33418/cb', 'http://localhost:33418/cb'],
      logo_uri: 'javascript:alert(1)',
      client_id: 'mine',
      unheard_of: true,
    })
    expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store'])
    const registered = (await response.json()) as Record<string, unknown>
    const at = Math.floor(service.clock.now() / 1000)
    expect(registered).toEqual({
      client_id: expect.stringMatching(/^oc_[0-9a-f]{32}$/),
      client_secret: expect.stringMatching(/^[\w-]{43}$/),
      client_id_issued_at: at,
      client_secret_expires_at: at + 365 * 86_400,
      client_name: 'Unnamed client',
      redirect_uris: ['http://localhost:33418/cb'],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
    const stored = await stores.clients.find(String(registered.client_id))
    expect(JSON.stringify(stored)).not.toContain(registered.client_secret)
  })
})

describe('methods, origins, limits and failures', () => {
  it.each([
    ['/oauth/token', 'GET', 'POST, OPTIONS'],
    ['/oauth/token', 'PUT', 'POST, OPTIONS'],
    ['/oauth/revoke', 'GET', 'POST, OPTIONS'],
    ['/oauth/register', 'GET', 'POST, OPTIONS'],
    ['/oauth/register', 'DELETE', 'POST, OPTIONS'],
    ['/oauth/authorize', 'POST', 'GET, OPTIONS'],
    ['/oauth/consent', 'GET', 'POST, OPTIONS'],
    ['/.well-known/oauth-authorization-server', 'POST', 'GET, HEAD, OPTIONS'],
    ['/.well-known/oauth-protected-resource/mcp', 'POST', 'GET, HEAD, OPTIONS'],
  ])('returns 405 with Allow at %s for %s', async (path, method, allow) => {
    const response = await fetch(service.base + path, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
  })

  it('sends CORS headers from the endpoints for programs, and not from the pages', async () => {
    const preflight = (path: string) =>
      fetch(service.base + path, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://inspector.example',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,mcp-protocol-version',
        },
      })
    for (const path of [
      '/oauth/token',
      '/oauth/register',
      '/oauth/revoke',
      '/.well-known/oauth-authorization-server',
    ]) {
      const { status, headers } = await preflight(path)
      expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
      expect(headers.get('access-control-allow-headers')).toBe('authorization,mcp-protocol-version')
      expect(headers.get('access-control-allow-credentials')).toBeNull()
    }
    for (const path of ['/oauth/authorize', '/oauth/consent']) {
      expect((await preflight(path)).headers.get('access-control-allow-origin')).toBeNull()
    }
    const error = await fetch(`${service.base}/oauth/token`, { method: 'POST' })
    expect(error.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('returns 429 with Retry-After when the host limits a request, before it reads the body', async () => {
    const limited = await startService({ stores: memoryStores(), host: { limit: async () => 7.2 } })
    for (const path of ['/oauth/token', '/oauth/register', '/oauth/revoke', '/oauth/consent']) {
      const response = await fetch(limited.base + path, { method: 'POST' })
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '8'])
    }
    expect((await fetch(`${limited.base}/oauth/authorize`)).status).toBe(429)
    expect((await fetch(`${limited.base}/.well-known/oauth-authorization-server`)).status).toBe(200)
    await limited.close()
  })

  it('returns 500 for a failing store, or 503 with Retry-After if the host reports it as unavailable, without details', async () => {
    const broken = memoryStores()
    broken.clients.find = async () => {
      throw new Error('secret detail')
    }
    for (const [isUnavailable, expected] of [
      [false, [500, 'server_error']],
      [true, [503, 'temporarily_unavailable']],
    ] as const) {
      const failing = await startService({ stores: broken, host: { isUnavailable: () => isUnavailable } })
      const response = await postForm(failing, '/oauth/token', open, { grant_type: 'refresh_token' })
      expect(response.headers.get('retry-after')).toBe(isUnavailable ? '5' : null)
      const text = await response.text()
      expect([response.status, JSON.parse(text).error]).toEqual(expected)
      const shown = await fetch(authorizeUrl(failing, open, newPkce().challenge))
      expect(shown.status).toBe(expected[0])
      expect(text + (await shown.text())).not.toContain('secret detail')
      expect(failing.events.some((event) => event.kind === 'failed')).toBe(true)
      await failing.close()
    }
  })

  it('rejects a request whose body a body parser has read before', async () => {
    const { requestFrom } = await import('./http/node-adapter.ts')
    const spent = { url: '/oauth/token', method: 'POST', headers: {}, readableEnded: true }
    await expect(requestFrom(spent as never).body(10)).rejects.toThrow(/before any body parser/)
  })
})
