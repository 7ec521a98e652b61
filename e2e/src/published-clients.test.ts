import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import {
  allowInsecureRequests,
  type Configuration,
  discovery,
  None,
  refreshTokenGrant,
  tokenRevocation,
} from 'openid-client'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newPerson } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { begin } from './oauth-client.ts'
import { PUBLISHED_CLIENTS, type PublishedClient } from './published-clients.ts'
import {
  freePort,
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
} from './server-process.ts'

const SCOPE = 'products:read analytics:read'

let directory: TemporaryDirectory
let server: ServerProcess
let demo: Demo
let browser: Browser
/** Somebody who signed in before. */
let signedIn: BrowserContext
/** Serves the metadata documents, and is where browsers end. */
let outside: Server
let outsidePort: number

beforeAll(async () => {
  const documents = new Map(PUBLISHED_CLIENTS.map((published) => [documentPath(published), published.metadata]))
  outside = createServer((req, res) => {
    const metadata = documents.get(req.url ?? '')
    if (metadata === undefined) res.setHeader('content-type', 'text/html').end('<h1>Back in the application</h1>')
    else
      res.setHeader('content-type', 'application/json').end(JSON.stringify({ ...metadata, client_id: here(req.url) }))
  }).listen(0, '127.0.0.1')
  await once(outside, 'listening')
  outsidePort = (outside.address() as AddressInfo).port
  directory = await demoDirectory()
  const port = await freePort()
  const env = {
    BASE_URL: `http://127.0.0.1:${port}`,
    RATE_LIMIT_OAUTH: '0',
    DEV_CLIENT_METADATA_HOSTS: `127.0.0.1:${outsidePort}`,
  }
  ;[server, browser] = await Promise.all([
    startServer({ dataDir: directory.path, env, port }),
    launchChromium([`--host-resolver-rules=${everyOtherAddressIsOutside()}`]),
  ])
  demo = await readJson(join(directory.path, 'demo.json'))
  signedIn = await newPerson(browser)
  const page = await signedIn.newPage()
  await page.goto(`${server.url}/sign-in`)
  await signIn(page)
  // A page that is closed while it loads can keep the browser from answering.
  await page.waitForURL(`${server.url}/`)
  await page.close()
})
afterAll(async () => {
  await browser?.close()
  await server?.end()
  outside?.closeAllConnections()
  outside?.close()
  await directory?.remove()
})

const documentPath = ({ metadata }: PublishedClient) => metadata.client_id && new URL(metadata.client_id).pathname
const here = (path = '') => `http://127.0.0.1:${outsidePort}${path}`
const withPort = (uri: string) => uri.replace('{port}', String(outsidePort))

/** What listens on fixed ports of this machine, and the sites of vendors, are not asked. */
function everyOtherAddressIsOutside(): string {
  const fixed = PUBLISHED_CLIENTS.flatMap(({ connects_with }) => connects_with)
    .filter((uri) => !uri.includes('{port}'))
    .map((uri) => new URL(uri))
  const rules = fixed.map(({ protocol, hostname, port }) => {
    const asked = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
    return `MAP ${asked} 127.0.0.1:${outsidePort}`
  })
  return [...new Set(rules)].join(',')
}

async function registered({ metadata }: PublishedClient) {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/oauth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(metadata),
  })
  expect(response.status).toBe(201)
  return jsonOf(response)
}

/** The application after discovery, with its client ID. */
async function configured(published: PublishedClient): Promise<Configuration> {
  const path = documentPath(published)
  const clientId = path === undefined ? (await registered(published)).client_id : here(path)
  const execute = [allowInsecureRequests]
  return discovery(new URL(server.url), clientId, undefined, None(), { algorithm: 'oauth2', execute })
}

const asked = (redirectUri: string) => ({
  redirect_uri: withPort(redirectUri),
  resource: `${server.url}/api/mcp`,
  scope: SCOPE,
})

async function signIn(page: Page): Promise<void> {
  expect(new URL(page.url()).pathname).toBe('/sign-in')
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Where the browser goes when the person has allowed the request for the first product. */
async function allowed(page: Page, redirectUri: string): Promise<string> {
  await page.getByLabel(demo.products[0]?.name ?? '').check()
  const arrival = page.waitForRequest((request) => request.url().startsWith(`${withPort(redirectUri)}?`))
  await page.getByRole('button', { name: 'Allow' }).click()
  const url = (await arrival).url()
  if (url.startsWith('http:')) await page.waitForURL(url)
  return url
}

async function productsSeenBy(accessToken: string): Promise<readonly string[] | number> {
  const response = await fetch(`${server.url}/api/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'service_products_list', arguments: {} },
    }),
  })
  const answer = await jsonOf(response)
  return response.ok ? answer.result.structuredContent.data.map(({ id }: { id: string }) => id) : response.status
}

describe.each(PUBLISHED_CLIENTS.map((published) => [published.client, published] as const))('%s', (_, published) => {
  let config: Configuration
  beforeAll(async () => {
    config = await configured(published)
  })

  if (published.identifies_by === 'registration')
    it('a published client gets a registration with those of its redirect URIs that it may use', async () => {
      const { redirect_uris, client_name, client_secret } = await registered(published)
      expect({ redirect_uris, client_name, client_secret }).toEqual({
        redirect_uris: published.registers,
        client_name: published.metadata.client_name,
        client_secret: undefined,
      })
    })

  it.each(published.connects_with)(
    'a published client connects with the redirect URI %s, from sign-in and consent to a tool call, a refresh and a revocation',
    async (redirectUri) => {
      const stranger = await newPerson(browser)
      const page = await stranger.newPage()
      const authorization = await begin(config, asked(redirectUri))
      await page.goto(authorization.url)
      await signIn(page)
      await page.waitForURL(/\/oauth\/authorize\?/)
      expect(await page.locator('main').textContent()).toContain(published.metadata.client_name)

      const callback = await allowed(page, redirectUri)
      await stranger.close()
      const first = await authorization.finish(callback)
      expect(first.scope?.split(' ').sort()).toEqual(SCOPE.split(' ').sort())
      expect(await productsSeenBy(first.access_token)).toEqual([demo.products[0]?.id])

      const { resource } = asked(redirectUri)
      const second = await refreshTokenGrant(config, first.refresh_token ?? '', { resource })
      expect(second.access_token).not.toBe(first.access_token)
      expect(await productsSeenBy(second.access_token)).toEqual([demo.products[0]?.id])
      await tokenRevocation(config, second.refresh_token ?? '')
      expect([await productsSeenBy(first.access_token), await productsSeenBy(second.access_token)]).toEqual([401, 401])
    },
  )

  it.each(published.rejects)('a published client gets an error page for the redirect URI %s', async (redirectUri) => {
    const page = await signedIn.newPage()
    const shown = await page.goto((await begin(config, asked(redirectUri))).url)
    expect({ status: shown?.status(), origin: new URL(page.url()).origin }).toEqual({
      status: 400,
      origin: server.url,
    })
    expect(await page.locator('main').textContent()).toContain('redirect_uri')
    await page.close()
  })
})

describe('the published clients', () => {
  it('each published client names public sources with a date', () => {
    expect(PUBLISHED_CLIENTS.length).toBeGreaterThanOrEqual(6)
    for (const { client, source } of PUBLISHED_CLIENTS) {
      expect(source.length, client).toBeGreaterThan(0)
      for (const { url, date, says } of source) {
        expect(new URL(url).protocol, client).toBe('https:')
        expect(date, client).toMatch(/^20\d\d-\d\d-\d\d$/)
        expect(says, client).not.toBe('')
      }
    }
  })
})
