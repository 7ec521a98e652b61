import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { inspected, type McpClient, memoryProvider, oauthV1, oauthV2, remoteOverStdio } from './mcp-clients.ts'
import { personWhoAllows } from './person-who-allows.ts'
import {
  freePort,
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
} from './server-process.ts'

const DEFAULTS = 'products:read analytics:read diagnostics:read settings:read funnels:read team:read'

let directory: TemporaryDirectory
let server: ServerProcess
let demo: Demo
let browser: Browser
let callbacks: Server

beforeAll(async () => {
  directory = await demoDirectory()
  const port = await freePort()
  const env = { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_OAUTH: '0' }
  ;[server, browser] = await Promise.all([startServer({ dataDir: directory.path, env, port }), launchChromium()])
  demo = await readJson(join(directory.path, 'demo.json'))
  callbacks = createServer((_req, res) => res.setHeader('content-type', 'text/html').end('<h1>Back</h1>'))
  callbacks.listen(0, '127.0.0.1')
  await once(callbacks, 'listening')
})
afterAll(async () => {
  await browser?.close()
  callbacks?.close()
  await server?.end()
  await directory?.remove()
})

const callbackUrl = () => `http://127.0.0.1:${(callbacks.address() as AddressInfo).port}/callback`

const funnel = () => ({
  product: demo.products[0]?.id,
  name: 'Step by step',
  steps: [
    { kind: 'page', match: '/' },
    { kind: 'page', match: '/pricing' },
  ],
  window_minutes: 60,
})

async function revoke({ kept }: ReturnType<typeof memoryProvider>): Promise<void> {
  const body = new URLSearchParams({
    token: kept.tokens?.access_token ?? '',
    client_id: kept.client?.client_id ?? '',
  })
  expect((await fetch(`${server.url}/oauth/revoke`, { method: 'POST', body })).status).toBe(200)
}

describe.each([
  ['SDK v1', oauthV1],
  ['SDK v2', oauthV2],
] as const)('a client of %s that a person connects in the browser', (name, connect) => {
  let memory: ReturnType<typeof memoryProvider>
  let client: McpClient

  beforeAll(async () => {
    memory = memoryProvider(callbackUrl(), name, await personWhoAllows(browser, demo))
  })
  afterAll(() => client?.close())

  it('the client discovers the authorization server from the challenge and requests the scopes that it names', async () => {
    client = await connect(server.url, memory)
    expect(memory.kept.asked).toEqual([DEFAULTS])
    expect(memory.kept.tokens?.scope?.split(' ').sort()).toEqual(DEFAULTS.split(' ').sort())
  })

  it('the client lists the tools that OAuth can grant, and only the product that the person chose', async () => {
    const names = (await client.tools()).map((tool) => tool.name)
    expect(names).toContain('service_funnels_delete')
    expect(names.filter((tool) => /keys|tokens|account|products_create/.test(tool))).toEqual([])
    const { structuredContent } = await client.call('service_products_list', {})
    expect(structuredContent.data.map(({ id }: { id: string }) => id)).toEqual([demo.products[0]?.id])
    const other = await client.call('service_products_get', { product: demo.products[1]?.id })
    expect(other).toMatchObject({ isError: true, structuredContent: { code: 'not_found' } })
  })

  it('the client gets a challenge with the missing scope and all granted scopes from a tool that needs more', async () => {
    const { status, challenge } = await callRaw('service_funnels_create')
    expect(status).toBe(403)
    expect(challenge).toBe(
      `Bearer error="insufficient_scope", scope="${DEFAULTS.replace('funnels:read', 'funnels:read funnels:write')}", resource_metadata="${server.url}/.well-known/oauth-protected-resource/api/mcp"`,
    )
  })

  const steppedUp = async (stepping: McpClient, { kept }: ReturnType<typeof memoryProvider>) => {
    const { structuredContent } = await stepping.call('service_funnels_create', funnel())
    expect(structuredContent).toMatchObject({ data: { state: 'previewed' } })
    expect(kept.asked).toHaveLength(2)
    expect(kept.asked[1]?.split(' ').sort()).toEqual([...DEFAULTS.split(' '), 'funnels:write'].sort())
  }

  if (name === 'SDK v2')
    it('the client asks its person for the missing scope and then calls the rejected tool again', () =>
      steppedUp(client, memory))

  if (name === 'SDK v1')
    it('the client with a refresh token refreshes instead of asking its person, and stays connected with what it has', async () => {
      const before = memory.kept.tokens?.refresh_token
      await expect(client.call('service_funnels_create', funnel())).rejects.toThrow('403 after trying upscoping')
      expect(memory.kept.asked).toEqual([DEFAULTS])
      expect(memory.kept.tokens?.refresh_token).not.toBe(before)
      expect((await client.call('service_products_list', {})).structuredContent.data).toHaveLength(1)
    })

  it('the client without a refresh token asks its person for the missing scope', async () => {
    const grants = ['authorization_code']
    const short = memoryProvider(callbackUrl(), `${name} for an hour`, await personWhoAllows(browser, demo), grants)
    const stepping = await connect(server.url, short)
    expect(short.kept.tokens?.refresh_token).toBeUndefined()
    await steppedUp(stepping, short)
    await stepping.close()
  })

  it('the client whose person disconnected it asks for the scopes of the address at which it connects again', async () => {
    const again = memoryProvider(callbackUrl(), `${name} again`, await personWhoAllows(browser, demo))
    await (await connect(server.url, again)).close()
    await revoke(again)
    const more = await connect(server.url, again, '/api/mcp?toolset=settings')
    expect(again.kept.asked).toHaveLength(2)
    expect(again.kept.asked[1]?.split(' ')).toEqual(expect.arrayContaining([...DEFAULTS.split(' '), 'funnels:write']))
    expect((await more.call('service_funnels_create', funnel())).structuredContent.data.state).toBe('previewed')
    await more.close()
  })

  it('the client requests the write scopes at once where its address names a toolset', async () => {
    const other = memoryProvider(callbackUrl(), `${name} for settings`, await personWhoAllows(browser, demo))
    const settings = await connect(`${server.url}`, other, '/api/mcp?toolset=settings,analytics')
    expect(other.kept.asked[0]?.split(' ')).toEqual(expect.arrayContaining(['settings:write', 'funnels:write']))
    const renamed = { product: demo.products[0]?.id, name: 'Named by its agent' }
    const { structuredContent } = await settings.call('service_products_update', renamed)
    expect(structuredContent).toMatchObject({ data: { state: 'previewed' } })
    await settings.close()
  })

  it('the client gets a token that the REST routes reject', async () => {
    const response = await fetch(`${server.url}/api/v1/products`, {
      headers: { authorization: `Bearer ${memory.kept.tokens?.access_token}` },
    })
    expect({ status: response.status, code: (await jsonOf(response)).code }).toEqual({
      status: 403,
      code: 'credential_not_accepted',
    })
  })

  it('the client gets a 401 as soon as its connection is revoked', async () => {
    await revoke(memory)
    const { status, challenge } = await callRaw('service_products_list')
    expect(status).toBe(401)
    expect(challenge).toContain('error="invalid_token"')
  })

  async function callRaw(tool: string) {
    const response = await fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${memory.kept.tokens?.access_token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: {} } }),
    })
    await response.arrayBuffer()
    return { status: response.status, challenge: response.headers.get('www-authenticate') }
  }
})

describe('the command line of the Inspector', () => {
  it('the Inspector registers, sends its person to the browser and calls a tool with its token', async () => {
    const folder = await temporaryDirectory()
    const request = ['--method', 'tools/call', '--tool-name', 'service_products_list']
    const printed = await inspected(server.url, folder.path, await personWhoAllows(browser, demo), ...request)
    const { structuredContent } = JSON.parse(printed)
    expect(structuredContent.data.map(({ id }: { id: string }) => id)).toEqual([demo.products[0]?.id])
    await folder.remove()
  })
})

describe('mcp-remote, which connects clients that only start commands', () => {
  let client: McpClient
  let folder: TemporaryDirectory
  beforeAll(async () => {
    folder = await temporaryDirectory()
  })
  afterAll(async () => {
    await client?.close()
    await folder?.remove()
  })

  it('mcp-remote registers, sends its person to the browser and calls a tool with its token', async () => {
    const decisions: URL[] = []
    const decide = await personWhoAllows(browser, demo)
    client = await remoteOverStdio(server.url, folder.path, async (url) => {
      decisions.push(url)
      return decide(url)
    })
    expect(decisions.map((url) => url.searchParams.get('resource'))).toEqual([`${server.url}/api/mcp`])
    expect(new URL(decisions[0]?.searchParams.get('redirect_uri') ?? '').hostname).toMatch(/^(localhost|127\.0\.0\.1)$/)
    expect((await client.tools()).map((tool) => tool.name)).toContain('service_analytics_query')
    const { structuredContent } = await client.call('service_products_list', {})
    expect(structuredContent.data.map(({ id }: { id: string }) => id)).toEqual([demo.products[0]?.id])
  })

  it('mcp-remote connects again without its person, also under the revision of 2026', async () => {
    for (const protocol of ['legacy', 'auto']) {
      await client.close()
      const nobody = () => Promise.reject(new Error('asked again'))
      client = await remoteOverStdio(server.url, folder.path, nobody, ['--protocol', protocol])
      const { structuredContent } = await client.call('service_products_list', {})
      expect(structuredContent.data, protocol).toHaveLength(1)
    }
  })
})
