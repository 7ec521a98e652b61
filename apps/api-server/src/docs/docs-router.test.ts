import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { securityHeaders } from '@footfall/http-primitives'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docsRouter } from './docs-router.ts'
import { referenceRouter } from './reference-router.ts'

const BUILT = fileURLToPath(new URL('../../../../docs/site/dist/', import.meta.url))

describe('the documentation that a service serves', () => {
  let server: Server
  let origin: string
  beforeAll(async () => {
    const app = express()
    app.set('case sensitive routing', true)
    app.use(securityHeaders('http://localhost'), referenceRouter(), docsRouter(BUILT))
    ;({ server, origin } = await serving(app))
  })
  afterAll(() => ended(server))
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(origin + path, { redirect: 'manual', headers })

  it('serves pages without an ending, and sends other spellings to them', async () => {
    expect(await (await get('/docs/')).text()).toContain('<h1 id="documentation">')
    expect(await (await get('/docs/how-to/delegate-a-token')).text()).toContain('<h1')
    const moved = async (path: string) => {
      const { status, headers } = await get(path)
      return [status, headers.get('location')]
    }
    expect(await moved('/docs')).toEqual([301, '/docs/'])
    expect(await moved('/docs?q=1')).toEqual([301, '/docs/?q=1'])
    expect(await moved('/docs/agents/')).toEqual([301, '/docs/agents'])
    expect(await moved('/docs//elsewhere.example/')).toEqual([301, '/docs/elsewhere.example'])
  })

  it('keeps the reference of the API at /docs/api', async () => {
    expect(await (await get('/docs/api')).text()).toContain('src="/docs/api/reference.js"')
    expect((await get('/docs/api/start.js')).headers.get('content-type')).toContain('javascript')
  })

  it('lists its pages for agents, each with its Markdown', async () => {
    const list = await get('/llms.txt')
    expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const text = await list.text()
    expect(await (await get('/docs/llms.txt')).text()).toBe(text)
    const addresses = [...text.matchAll(/\]\((\/docs\/[^)]+)\)/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(100)
    const answers = await Promise.all(addresses.map((address) => get(address)))
    expect(answers.filter(({ status }) => status !== 200).map(({ url }) => url)).toEqual([])
    expect(answers[0]?.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  })

  it('allows no inline code, no other origin and no frame, and documents have nothing inline', async () => {
    const response = await get('/docs/deploy')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('http')
    const html = await response.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+="/)
  })

  it('serves compressed files that browsers keep, and pages that they revalidate', async () => {
    const page = await get('/docs/deploy', { 'accept-encoding': 'br' })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(page.headers.get('vary')).toContain('Accept-Encoding')
    expect(page.headers.get('cache-control')).toBe('public, no-cache')
    const again = await get('/docs/deploy', {
      'accept-encoding': 'br',
      'if-none-match': page.headers.get('etag') ?? '',
    })
    expect(again.status).toBe(304)
    const style = /href="([^"]+\.css)"/.exec(await page.text())?.[1] ?? ''
    expect((await get(`/docs/${style}`)).headers.get('cache-control')).toContain('immutable')
  })

  it('serves files of the repository as text, whatever they contain', async () => {
    const file = await get('/docs/files/deploy/compose.yaml')
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    '/docs/nowhere',
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/docs/%00',
    '/docs/%E0%A4%A',
    '/docs/assets/',
    '/docsx',
    '/llms.txt.br%00',
  ])('serves nothing at %s', async (path) => {
    const { status } = await get(path)
    expect([301, 400, 404]).toContain(status)
  })

  it('explains that the site is not built instead of an empty page', async () => {
    const { server, origin } = await serving(express().use(docsRouter(undefined)))
    try {
      const response = await fetch(`${origin}/docs/`)
      expect(response.status).toBe(503)
      expect(await response.text()).toContain('The documentation is not built')
    } finally {
      ended(server)
    }
  })

  it('fails only the request for a file that vanished while the service runs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'footfall-docs-'))
    await writeFile(join(folder, 'index.html'), 'index')
    await writeFile(join(folder, 'gone.html'), 'gone')
    const { server, origin } = await serving(express().use(docsRouter(folder)))
    try {
      expect((await fetch(`${origin}/docs/gone`)).status).toBe(200)
      await rm(join(folder, 'gone.html'))
      await expect(fetch(`${origin}/docs/gone`).then((response) => response.text())).rejects.toThrow()
      expect(await (await fetch(`${origin}/docs/`)).text()).toBe('index')
    } finally {
      ended(server)
      await rm(folder, { recursive: true, force: true })
    }
  })
})

async function serving(app: express.Express): Promise<{ server: Server; origin: string }> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port.')
  return { server, origin: `http://127.0.0.1:${address.port}` }
}

function ended(server: Server): void {
  server.closeAllConnections()
  server.close()
}
