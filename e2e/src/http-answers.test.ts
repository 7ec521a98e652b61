import { createServer, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { freePort, readJson, type ServerProcess, startServer, type TemporaryDirectory } from './server-process.ts'

const DECODE = { br: brotliDecompressSync, gzip: gunzipSync }
const INSPECTOR = 'http://localhost:6274'

describe('the built service', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let demo: Demo
  let pagesPort: number

  beforeAll(async () => {
    directory = await demoDirectory()
    const port = await freePort()
    pagesPort = await freePort()
    const origins = `${INSPECTOR},http://localhost:${pagesPort}`
    server = await startServer({ dataDir: directory.path, port, env: { MCP_ALLOWED_ORIGINS: origins } })
    demo = await readJson(join(directory.path, 'demo.json'))
  })
  afterAll(async () => {
    await server?.end()
    await directory?.remove()
  })

  /** An answer as it travels: `fetch` would decode it. */
  const get = (path: string, headers: Record<string, string>) =>
    new Promise<{ headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      request(server.url + path, { headers }, async (res) => {
        const chunks: Buffer[] = []
        for await (const chunk of res) chunks.push(chunk)
        resolve({ headers: res.headers, body: Buffer.concat(chunks) })
      })
        .once('error', reject)
        .end()
    })

  it('responds with a problem to a request that is not HTTP', async () => {
    const socket = connect(Number(new URL(server.url).port), new URL(server.url).hostname)
    socket.write('garbage\r\n\r\n')
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    const problem: { request_id: string } = JSON.parse(body)
    expect(problem).toMatchObject({
      type: 'urn:footfall:problem:invalid_request',
      status: 400,
      code: 'invalid_request',
    })
    expect(head).toContain(`Request-Id: ${problem.request_id}`)
  })

  it('compresses responses of more than 1 KiB on every adapter', async () => {
    const page = (await get('/', { cookie: 'footfall_session=any' })).body.toString()
    const [script = ''] = /\/dashboard\/[\w.-]+\.js/.exec(page) ?? []
    for (const path of [
      '/openapi.json',
      '/js/footfall.js',
      '/assets/pages.css',
      '/docs/api/reference.js',
      '/sign-in',
      script,
      '/.well-known/oauth-authorization-server',
      `/api/v1/stats/catalog?product=${demo.products[0]?.id}`,
    ]) {
      const authorization = path.startsWith('/api/') ? { authorization: `Bearer ${demo.account_token}` } : {}
      const plain = await get(path, authorization)
      expect({ path, coding: plain.headers['content-encoding'] }).toEqual({ path })
      // What is compressed when built may be shorter.
      if (plain.body.byteLength <= 1024) continue
      for (const encoding of ['br', 'gzip'] as const) {
        const { headers, body } = await get(path, { ...authorization, 'accept-encoding': encoding })
        expect({ path, coding: headers['content-encoding'], vary: headers.vary }).toEqual({
          path,
          coding: encoding,
          vary: expect.stringContaining('Accept-Encoding'),
        })
        expect(DECODE[encoding](body).equals(plain.body)).toBe(true)
      }
    }
  })

  it('lets pages of an allowed origin find the authorization server, register and request a token', async () => {
    for (const [method, path, status] of [
      ['GET', '/.well-known/oauth-protected-resource/api/mcp', 200],
      ['GET', '/.well-known/oauth-authorization-server', 200],
      ['POST', '/oauth/register', 400],
      ['POST', '/oauth/token', 400],
    ] as const) {
      const preflight = await fetch(server.url + path, {
        method: 'OPTIONS',
        headers: {
          origin: INSPECTOR,
          'access-control-request-method': method,
          'access-control-request-headers': 'content-type,mcp-protocol-version',
        },
      })
      expect({ path, status: preflight.status }).toEqual({ path, status: 204 })
      expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version')
      const answer = await fetch(server.url + path, { method, headers: { origin: INSPECTOR } })
      expect(answer.status < 500).toBe(true)
      for (const { headers } of [preflight, answer])
        expect([INSPECTOR, '*']).toContain(headers.get('access-control-allow-origin'))
      if (status === 200) expect(answer.status).toBe(200)
    }
    const challenge = await fetch(`${server.url}/api/mcp`, { method: 'POST', headers: { origin: INSPECTOR } })
    expect(challenge.status).toBe(401)
    expect(challenge.headers.get('access-control-allow-origin')).toBe(INSPECTOR)
    expect(challenge.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate')
  })

  it('lets only a page of an allowed origin call tools and read challenges in a browser', async () => {
    const pages = createServer((_req, res) => res.setHeader('Content-Type', 'text/html').end('<title>Client</title>'))
    await new Promise<void>((resolve) => pages.listen(pagesPort, resolve))
    const browser = await launchChromium()
    try {
      const ask = async (origin: string, token?: string) => {
        const page = await browser.newPage()
        await page.goto(origin)
        return page.evaluate(
          async ([url = '', authorization = '']) => {
            const headers = {
              'content-type': 'application/json',
              'mcp-protocol-version': '2025-11-25',
              ...(authorization === '' ? {} : { authorization }),
            }
            const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
            try {
              const response = await fetch(url, { method: 'POST', headers, body })
              const text = await response.text()
              return { status: response.status, challenge: response.headers.get('www-authenticate'), text }
            } catch {
              return 'blocked by the browser'
            }
          },
          [`${server.url}/api/mcp`, token === undefined ? '' : `Bearer ${token}`],
        )
      }
      const allowed = `http://localhost:${pagesPort}`
      expect(await ask(allowed, demo.account_token)).toMatchObject({
        status: 200,
        text: expect.stringContaining('service_products_list'),
      })
      expect(await ask(allowed)).toMatchObject({
        status: 401,
        challenge: expect.stringContaining('resource_metadata='),
      })
      expect(await ask(`http://127.0.0.1:${pagesPort}`, demo.account_token)).toBe('blocked by the browser')
    } finally {
      await browser.close()
      pages.closeAllConnections()
      pages.close()
    }
  })
})
