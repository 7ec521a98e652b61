import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStores } from '../memory-stores.ts'
import { Browser } from '../test-support/browser.ts'
import { authorizeUrl, connect, newPkce, refresh, type TestClient, tokensOf } from '../test-support/client.ts'
import { startService, type TestService } from '../test-support/service.ts'
import { MINUTE, SECOND } from '../test-support/time.ts'

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
    redirectUri: 'https://client.example/cb',
  }
  fetches = 0
  published = { status: 200, headers: {}, document: good() }
  return () => service.close()
})

const good = () => ({
  client_id: client.id,
  client_name: 'A published client',
  redirect_uris: ['https://client.example/cb'],
  token_endpoint_auth_method: 'none',
  unheard_of: true,
})

async function opened(): Promise<{ status: number; redirected: boolean }> {
  const browser = new Browser(service.base, 'acc_1')
  const { status, headers } = await browser.get(authorizeUrl(service, client, newPkce().challenge))
  return { status, redirected: headers.has('location') }
}

describe('a client that is named by the URL of its metadata document', () => {
  it('is asked for by the name in the document', async () => {
    expect(await opened()).toEqual({ status: 200, redirected: false })
  })

  it.each<readonly [string, object]>([
    ['another client_id', { client_id: 'https://other.example/client.json' }],
    ['no client_id', { client_id: undefined }],
    ['no client_name', { client_name: undefined }],
    ['no redirect_uris', { redirect_uris: undefined }],
    ['other redirect_uris', { redirect_uris: ['https://client.example/other'] }],
    ['a redirect URI that may not be', { redirect_uris: ['https://client.example/cb', 'javascript:alert(1)'] }],
    ['no auth method', { token_endpoint_auth_method: undefined }],
    ['a confidential auth method', { token_endpoint_auth_method: 'client_secret_basic' }],
  ])('is refused with %s: a page, and no redirect', async (_, change) => {
    published = { ...published, document: { ...good(), ...change } }
    expect(await opened()).toEqual({ status: 400, redirected: false })
  })

  it('is read again when its cache directives have run out, after five minutes at most', async () => {
    published.headers = { 'cache-control': 'max-age=86400' }
    await opened()
    service.clock.advance(5 * MINUTE - 1)
    await opened()
    expect(fetches).toBe(1)
    service.clock.advance(1)
    await opened()
    expect(fetches).toBe(2)
  })

  it('is not asked for again for half a minute after a failure', async () => {
    published.status = 500
    expect((await opened()).status).toBe(400)
    published.status = 200
    service.clock.advance(30 * SECOND - 1)
    expect((await opened()).status).toBe(400)
    expect(fetches).toBe(1)
    service.clock.advance(1)
    expect((await opened()).status).toBe(200)
  })

  it('goes on refreshing while its document cannot be read: the token endpoint fetches nothing', async () => {
    const tokens = await connect(service, client)
    published.status = 500
    service.clock.advance(10 * MINUTE)
    const before = fetches
    await tokensOf(await refresh(service, client, tokens.refresh_token))
    const stranger = { ...client, id: `${client.id}?stranger` }
    expect((await refresh(service, stranger, tokens.refresh_token)).status).toBe(400)
    expect(fetches).toBe(before)
  })
})
