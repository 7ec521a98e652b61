import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Demo } from './demo-directory.ts'
import { jsonOf, readJson, type ServerProcess, startServer, temporaryDirectory, until } from './server-process.ts'

/** Today or an earlier day in UTC. A product's time zone moves it by one day at most. */
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

describe('a first start with the demo', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>
  let server: ServerProcess
  let demo: Demo

  beforeAll(async () => {
    directory = await temporaryDirectory()
    server = await startServer({ dataDir: directory.path, env: { DEMO: '1', FOOTFALL_WELCOME: '1' } })
    demo = await readJson(join(directory.path, 'demo.json'))
  })
  afterAll(async () => {
    await server?.end()
    await directory?.remove()
  })

  const get = async (path: string, token = demo.account_token) => {
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, headers: response.headers, body: await jsonOf(response) }
  }

  it('prints a curl command that works, the account, and the addresses of the documentation and of MCP', () => {
    expect(server.output()).toContain('curl')
    expect(server.output()).toContain(demo.account_token)
    expect(server.output()).toContain(demo.email)
    expect(server.output()).toContain('/docs')
    expect(server.output()).toContain('/api/mcp')
  })

  it('writes the demo credentials to a file that only its owner can read', async () => {
    expect((await stat(join(directory.path, 'demo.json'))).mode & 0o777).toBe(0o600)
    expect(demo.account_token).toMatch(/^jt_[0-9A-Za-z]{49}$/)
    expect(demo.password.length).toBeGreaterThanOrEqual(20)
  })

  it('the demo has at least 200,000 events in 90 days', async () => {
    let events = 0
    for (const product of demo.products.slice(0, 2)) {
      const { body } = await get(`/api/v1/stats?product=${product.id}&metric=events&from=${day(92)}&to=${day(0)}`)
      events += body.data.value
    }
    expect(events).toBeGreaterThanOrEqual(200_000)
  })

  it('the demo token can call every read operation', async () => {
    const document = await jsonOf(await fetch(`${server.url}/openapi.json`))
    const product = demo.products[0]?.id ?? ''
    const extra: Record<string, string> = { '/api/v1/stats': `&metric=visitors&from=${day(29)}&to=${day(0)}` }
    const answered: string[] = []
    for (const [path, methods] of Object.entries<Record<string, { parameters?: { name: string; in: string }[] }>>(
      document.paths,
    )) {
      if (methods.get === undefined) continue
      const byQuery = methods.get.parameters?.some(({ name, in: place }) => name === 'product' && place === 'query')
      const query = `${byQuery ? `?product=${product}` : '?'}${extra[path] ?? ''}`
      const { status, body } = await get(path.replace('{product}', product) + query.replace(/\?$/, ''))
      expect({ path, status, body }).toMatchObject({ path, status: 200 })
      answered.push(path)
    }
    expect(answered).toHaveLength(25)
  })

  it('returns the visitors of the last 30 days by day and by source, with a comparison', async () => {
    const product = demo.products[0]?.id
    const { status, body } = await get(
      `/api/v1/stats?product=${product}&metric=visitors&from=${day(29)}&to=${day(0)}&interval=day&compare=previous_period`,
    )
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ metric: 'visitors', unit: 'count', state: 'available' })
    expect(body.data.series).toHaveLength(30)
    expect(body.data.comparison.value).toBeGreaterThan(0)
    const sources = await get(
      `/api/v1/stats?product=${product}&metric=visitors&from=${day(29)}&to=${day(0)}&dimension=source&limit=5`,
    )
    expect(sources.body.data.rows).toHaveLength(5)
    expect(sources.body.page.next_cursor).toEqual(expect.any(String))
  })

  it('returns the state empty, and not zero, for a product that never received an event', async () => {
    const { body } = await get(
      `/api/v1/stats?product=${demo.products[2]?.id}&metric=visitors&from=${day(29)}&to=${day(0)}`,
    )
    expect(body.data).toMatchObject({ state: 'empty', value: null, reason: 'no_data_collected' })
  })

  it('counts an event after it returned 202', async () => {
    const product = demo.ingest.product
    const sent = await fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: {
        'content-type': 'text/plain',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      },
      body: JSON.stringify({
        product,
        name: 'E2E',
        url: 'https://lumen-notes.example/pricing',
        props: { plan: 'pro' },
      }),
    })
    expect(sent.status).toBe(202)
    expect(await jsonOf(sent)).toEqual({ accepted: true })
    const filters = encodeURIComponent(JSON.stringify([{ dimension: 'event', operator: 'is', values: ['E2E'] }]))
    await until('the event in the statistics', async () => {
      const { body } = await get(
        `/api/v1/stats?product=${product}&metric=events&from=${day(1)}&to=${day(-1)}&filters=${filters}`,
      )
      return body.data.value === 1
    })
  })

  it('records crawler hits and payments with their own kinds of keys, and each payment once', async () => {
    const post = (path: string, key: string, body: unknown) =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const hits = [
      {
        url: 'https://lumen-notes.example/',
        user_agent: 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)',
        status: 200,
      },
    ]
    const crawls = await post('/api/v1/crawls', demo.ingest.keys.crawler_intake, { hits })
    expect(crawls.status).toBe(202)
    expect(await jsonOf(crawls)).toEqual({ data: { accepted: 1 } })
    const payment = { id: 'inv_1', amount: '49.90', currency: 'EUR' }
    expect((await post('/api/v1/payments', demo.ingest.keys.payment, payment)).status).toBe(201)
    const again = await post('/api/v1/payments', demo.ingest.keys.payment, payment)
    expect(await jsonOf(again)).toEqual({ data: { id: 'inv_1', recorded: true, replayed: true } })
    expect((await post('/api/v1/payments', demo.ingest.keys.payment, { ...payment, amount: '1' })).status).toBe(409)
    expect((await post('/api/v1/payments', demo.account_token, payment)).status).toBe(403)
    expect((await post('/api/v1/crawls', demo.account_token, { hits })).status).toBe(403)
  })

  it('serves the tracker with a cache lifetime', async () => {
    const response = await fetch(`${server.url}/js/footfall.js`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cache-control')).toContain('max-age')
    expect(await response.text()).toContain('/api/event')
  })

  it('responds to an unknown path and an unsupported method with problem details', async () => {
    for (const [path, method, status, code] of [
      ['/nowhere', 'GET', 404, 'not_found'],
      ['/api/v1/nowhere', 'GET', 404, 'not_found'],
      ['/api/v1/products', 'TRACE', 405, 'method_not_allowed'],
      ['/api/event', 'GET', 405, 'method_not_allowed'],
    ] as const) {
      // fetch does not send TRACE. A list supports DELETE as little.
      const response = await fetch(server.url + path, { method: method === 'TRACE' ? 'DELETE' : method })
      expect({ path, status: response.status }).toEqual({ path, status })
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      expect(await jsonOf(response)).toMatchObject({ code, status })
    }
  })

  it('keeps its data and its credentials after a restart', async () => {
    await server.end()
    server = await startServer({ dataDir: directory.path, env: { DEMO: '1', FOOTFALL_WELCOME: '1' } })
    expect(server.output()).toContain(demo.account_token)
    expect((await get('/api/v1/products')).body.data).toHaveLength(3)
  })
})
