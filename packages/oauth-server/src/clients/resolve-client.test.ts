import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStores } from '../memory-stores.ts'
import { startService, type TestService } from '../test-support/service.ts'
import { Browser } from '../testing/browser.ts'
import { authorizeUrl, type Changes, connect, newPkce, refresh, type TestClient, tokensOf } from '../testing/client.ts'
import { MINUTE, SECOND } from '../testing/time.ts'

const CALLBACK = 'https://client.example/cb'

let publisher: Server
let service: TestService
let client: TestClient
let fetches: number
let published: { status: number; headers: Record<string, string>; document: object }

beforeAll(async () => {
  publisher = createServer((_req, res) => {
    fetches++
    res.writeHead(published.status, { 'content-type': 'application/json', ...published.headers })
    res.end(JSON.stringify(published.document))
  })
  publisher.listen(0, '127.0.0.1')
  await once(publisher, 'listening')
})
afterAll(() => publisher.close())

beforeEach(async () => {
  const host = `127.0.0.1:${(publisher.address() as AddressInfo).port}`
  service = await startService({ stores: memoryStores(), options: { documents: { exemptHosts: [host] } } })
  client = {
    id: `http://${host}/client.json`,
    secret: undefined,
    method: 'none',
    redirectUri: CALLBACK,
  }
  fetches = 0
  published = { status: 200, headers: {}, document: good() }
  return () => service.close()
})

const good = () => ({
  client_id: client.id,
  client_name: 'A published client',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'none',
  unheard_of: true,
})

async function opened(): Promise<{ status: number; redirected: boolean }> {
  const browser = new Browser(service.base, 'session=acc_1')
  const { status, headers } = await browser.get(authorizeUrl(service, client, newPkce().challenge))
  return { status, redirected: headers.has('location') }
}

describe('a client with a client metadata document', () => {
  it('shows the client name of a client metadata document on the consent page', async () => {
    expect(await opened()).toEqual({ status: 200, redirected: false })
  })

  it.each<readonly [string, object]>([
    ['another client_id', { client_id: 'https://other.example/client.json' }],
    ['no client_id', { client_id: undefined }],
    ['no client_name', { client_name: undefined }],
    ['no redirect_uris', { redirect_uris: undefined }],
    ['other redirect_uris', { redirect_uris: ['https://client.example/other'] }],
    ['a redirect URI that may not be', { redirect_uris: ['https://client.example/cb', 'javascript:alert(1)'] }],
    ['only a redirect URI with a private-use scheme', { redirect_uris: ['cursor://cb'] }],
    ['a name of nothing visible', { client_name: '\u200b\u2060' }],
    ['no auth method', { token_endpoint_auth_method: undefined }],
    ['a confidential auth method', { token_endpoint_auth_method: 'client_secret_basic' }],
    [
      'confidential auth methods to choose from',
      { token_endpoint_auth_method: undefined, token_endpoint_auth_methods_supported: ['private_key_jwt'] },
    ],
    [
      'auth methods that are not a list',
      { token_endpoint_auth_method: undefined, token_endpoint_auth_methods_supported: 'none' },
    ],
    ['a client_secret', { client_secret: 'secret' }],
    ['an empty client_secret', { client_secret: '' }],
  ])('rejects a client metadata document with %s, with an error page', async (_, change) => {
    published = { ...published, document: { ...good(), ...change } }
    expect(await opened()).toEqual({ status: 400, redirected: false })
  })

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://client.example/1',
    'about:blank',
    'ftp://client.example/cb',
    'ws://client.example/cb',
    'http://client.example/cb',
    'https://client.example/cb#x',
  ])('rejects a client metadata document with %s in addition to an acceptable redirect URI', async (uri) => {
    published = { ...published, document: { ...good(), redirect_uris: [CALLBACK, uri] } }
    expect(await opened()).toEqual({ status: 400, redirected: false })
  })

  it('matches a loopback redirect URI with a port in a client metadata document only on that port', async () => {
    published = { ...published, document: { ...good(), redirect_uris: ['http://127.0.0.1:33418/'] } }
    await connect(service, { ...client, redirectUri: 'http://127.0.0.1:33418/' })
    for (const redirectUri of ['http://127.0.0.1:33419/', 'http://127.0.0.1/']) {
      client = { ...client, redirectUri }
      expect(await opened(), redirectUri).toEqual({ status: 400, redirected: false })
    }
  })

  it.each<readonly [string, object]>([
    [
      'offers public authentication among others',
      { token_endpoint_auth_method: undefined, token_endpoint_auth_methods_supported: ['private_key_jwt', 'none'] },
    ],
    [
      'prefers another method and offers public authentication',
      { token_endpoint_auth_method: 'private_key_jwt', token_endpoint_auth_methods_supported: ['none'] },
    ],
    ['lists grant types that are unknown here', { grant_types: ['authorization_code', 'urn:example:device'] }],
    ['lists only grant types that are unknown here', { grant_types: ['urn:example:device'] }],
    ['has two redirect URIs, one with a private-use scheme', { redirect_uris: ['cursor://cb', CALLBACK] }],
  ])('accepts a client metadata document that %s', async (_, change) => {
    published = { ...published, document: { ...good(), ...change } }
    expect(await opened()).toEqual({ status: 200, redirected: false })
    const tokens = await connect(service, client)
    await tokensOf(await refresh(service, client, tokens.refresh_token))
  })

  it('matches any port for a loopback redirect URI without a port in a client metadata document', async () => {
    published = { ...published, document: { ...good(), redirect_uris: ['http://localhost/cb'] } }
    await connect(service, { ...client, redirectUri: 'http://localhost:51234/cb' })
    client = { ...client, redirectUri: 'http://127.0.0.1:51234/cb' }
    expect(await opened()).toEqual({ status: 400, redirected: false })
  })

  it('fetches a client metadata document again when its cache lifetime ends, after five minutes at most', async () => {
    published.headers = { 'cache-control': 'max-age=86400' }
    await opened()
    service.clock.advance(5 * MINUTE - 1)
    await opened()
    expect(fetches).toBe(1)
    service.clock.advance(1)
    await opened()
    expect(fetches).toBe(2)
  })

  it('does not fetch a client metadata document again for 30 seconds after a failure', async () => {
    published.status = 500
    expect((await opened()).status).toBe(400)
    published.status = 200
    service.clock.advance(30 * SECOND - 1)
    expect((await opened()).status).toBe(400)
    expect(fetches).toBe(1)
    service.clock.advance(1)
    expect((await opened()).status).toBe(200)
  })

  it('refreshes tokens while the client metadata document cannot be fetched', async () => {
    const tokens = await connect(service, client)
    published.status = 500
    service.clock.advance(10 * MINUTE)
    const before = fetches
    await tokensOf(await refresh(service, client, tokens.refresh_token))
    const stranger = { ...client, id: `${client.id}?stranger` }
    expect((await refresh(service, stranger, tokens.refresh_token)).status).toBe(400)
    expect(fetches).toBe(before)
  })

  it('fetches a client metadata document only after sign-in', async () => {
    const browser = new Browser(service.base)
    const response = await browser.get(authorizeUrl(service, client, newPkce().challenge))
    const location = new URL(response.headers.get('location') ?? '', service.base)
    expect([response.status, location.pathname, fetches]).toEqual([302, '/sign-in', 0])
    const returnTo = service.base + location.searchParams.get('return_to')
    const elsewhere = new Browser(service.base, 'session=acc_1')
    expect([(await elsewhere.get(returnTo)).status, fetches]).toEqual([403, 0])
    browser.signIn('session=acc_1')
    expect([(await browser.get(returnTo)).status, fetches]).toEqual([200, 1])
  })

  it.each<readonly [string, Changes]>([
    ['a client_id that is not the URL of a document', { client_id: 'http://client.example/client.json' }],
    ['a client_id with a private address', { client_id: 'https://10.0.0.1/client.json' }],
    ['a port that no public document has', { client_id: 'https://client.example:8443/client.json' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a redirect URI that nobody may register', { redirect_uri: 'http://client.example/cb' }],
    ['a redirect URI with a private-use scheme', { redirect_uri: 'cursor://cb' }],
  ])('rejects an authorization request without a fetch before sign-in: %s', async (_, changes) => {
    const url = authorizeUrl(service, client, newPkce().challenge, changes)
    const { status, headers } = await new Browser(service.base).get(url)
    expect([status, headers.get('location'), fetches]).toEqual([400, null, 0])
  })

  it('validates the request of a client with a metadata document after sign-in', async () => {
    const comingBack = async (changes: Record<string, string>) => {
      const browser = new Browser(service.base)
      const sent = await browser.get(authorizeUrl(service, client, newPkce().challenge, changes))
      const location = new URL(sent.headers.get('location') ?? '', service.base)
      expect(location.pathname).toBe('/sign-in')
      browser.signIn('session=acc_1')
      return browser.get(service.base + location.searchParams.get('return_to'))
    }
    const elsewhere = await comingBack({ redirect_uri: 'https://client.example/other' })
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([400, null])
    const badScope = new URL((await comingBack({ scope: 'nope' })).headers.get('location') ?? '')
    expect([badScope.searchParams.get('error'), badScope.searchParams.get('iss')]).toEqual([
      'invalid_scope',
      service.base,
    ])
  })
})
