import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, demoDirectory } from './demo-directory.ts'
import {
  freePort,
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  until,
} from './server-process.ts'

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[]
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'
const PARENT_ID = 'b7ad6b7169203331'

describe('a service with metrics and traces', () => {
  let directory: TemporaryDirectory
  let collector: Collector
  let server: ServerProcess
  let demo: Demo
  let metricsPort: number

  beforeAll(async () => {
    directory = await demoDirectory()
    collector = await startCollector()
    metricsPort = await freePort()
    server = await startServer({
      dataDir: directory.path,
      env: {
        METRICS_PORT: String(metricsPort),
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=a%20b',
        OTEL_SERVICE_NAME: 'stats',
      },
    })
    demo = await readJson(join(directory.path, 'demo.json'))
  })
  afterAll(async () => {
    await server?.end()
    await collector?.stop()
    await directory?.remove()
  })

  const ask = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(server.url + path, { ...init, headers: { 'user-agent': BROWSER, ...headers } })
  const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
  const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const renameDemo = (key: string, name: string) =>
    ask(
      `/api/v1/products/${demo.ingest.product}`,
      {
        ...bearer(demo.account_token),
        'content-type': 'application/json',
        'service-confirm': 'true',
        'idempotency-key': key,
      },
      { method: 'PATCH', body: JSON.stringify({ name }) },
    )

  it('counts requests by route pattern, kind of credential and status', async () => {
    const stats = `/api/v1/stats?product=${demo.ingest.product}&metric=visitors&from=2026-01-01&to=2026-01-02`
    for (const secret of [demo.account_token, demo.ingest.keys.api]) await ask(stats, bearer(secret))
    await ask(stats)
    await ask('/sign-in', { cookie: 'footfall_session=whatever' })
    // A request is counted when its answer has been sent whole.
    await expect.poll(scrape).toContain('footfall_http_requests_total{route="/sign-in",credential="session"')
    const text = await scrape()
    for (const [credential, status] of [
      ['account_token', 200],
      ['website_key', 200],
      ['none', 401],
    ])
      expect(text).toContain(
        `footfall_http_requests_total{route="/api/v1/stats",credential="${credential}",method="GET",status="${status}"} 1`,
      )
    expect(text).toMatch(/footfall_http_request_duration_seconds_count\{route="\/api\/v1\/stats",[^}]*"2xx"\} 1/)
    expect(text).toContain(
      'footfall_operations_total{operation="service_analytics_query",channel="rest",result="ok"} 2',
    )
    expect(text).toMatch(/footfall_engine_query_duration_seconds_count\{purpose="report",result="ok"\} [1-9]/)
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']) expect(text).toContain(`${name} `)
  })

  it('adds no series for an unknown path, product, method or credential', async () => {
    await Promise.all([ask('/nowhere/0'), ask('/api/v1/nowhere/0'), ask('/api/v1/products/prd_0')])
    const before = await scrape()
    const series = (text: string) => text.split('\n').filter((line) => line.startsWith('footfall_http_')).length
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        Promise.all([
          ask(`/nowhere/${i}`),
          ask(`/API/v1/Nowhere/${i}?q=${i}`),
          ask(`/api/v1/products/prd_${i}`),
          ask('/nowhere', bearer(`jt_${i}`)),
          ask('/nowhere', { authorization: `Digest ${i}` }),
        ]),
      ),
    )
    const after = await scrape()
    expect(series(after)).toBe(series(before))
    for (const text of ['nowhere/', 'prd_', 'jt_', demo.email, '127.0.0.1']) expect(after).not.toContain(text)
  })

  it('counts confirmed writes by their outcome', async () => {
    expect((await renameDemo('k1', 'Renamed')).status).toBe(200)
    expect((await renameDemo('k1', 'Renamed')).headers.get('idempotent-replayed')).toBe('true')
    expect((await renameDemo('k1', 'Otherwise')).status).toBe(409)
    const text = await scrape()
    for (const [state, count] of Object.entries({ executed: 1, replayed: 1, arguments_differ: 1, outcome_unknown: 0 }))
      expect(text).toContain(`footfall_confirmations_total{state="${state}"} ${count}`)
    expect(text).toMatch(/footfall_transaction_duration_seconds_count\{result="ok"\} [1-9]/)
  })

  it('reports the events and bytes that wait in the ingest log', async () => {
    const body = JSON.stringify({ product: demo.ingest.product, name: 'Measured', url: 'https://lumen-notes.example/' })
    expect((await ask('/api/event', { 'content-type': 'text/plain' }, { method: 'POST', body })).status).toBe(202)
    const value = (text: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
    await until('the log to be empty again', async () => {
      const text = await scrape()
      expect(value(text, 'footfall_ingest_log_bytes_max')).toBe(2_000_000_000)
      return ['pending_events', 'lag_seconds', 'log_bytes'].every(
        (name) => value(text, `footfall_ingest_${name}`) === 0,
      )
    })
    expect(await scrape()).toMatch(/footfall_engine_query_duration_seconds_count\{purpose="ingest",result="ok"\} [1-9]/)
  })

  it('continues the trace of the caller from the request through the operation to the stores', async () => {
    const headers = { ...bearer(demo.account_token), traceparent: `00-${TRACE_ID}-${PARENT_ID}-01` }
    const path = `/api/v1/stats?product=${demo.ingest.product}&metric=pageviews&from=2026-02-03&to=2026-02-04`
    const answer = await ask(path, headers)
    const ours = () => collector.spans().filter(({ traceId }) => traceId === TRACE_ID)
    await until('the request span', async () => ours().some(({ name }) => name === 'GET /api/v1/stats'))
    const named = (name: string) => ours().find((span) => span.name === name)
    const request = named('GET /api/v1/stats')
    const operation = named('service_analytics_query')
    expect(request).toMatchObject({ parentSpanId: PARENT_ID })
    expect(operation).toMatchObject({ parentSpanId: request?.spanId })
    expect(named('SELECT clickhouse')).toMatchObject({ parentSpanId: operation?.spanId })
    const attributes = Object.fromEntries(
      request?.attributes.map(({ key, value }) => [key, Object.values(value)[0]]) ?? [],
    )
    expect(attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/api/v1/stats',
      'http.response.status_code': 200,
      'footfall.credential': 'account_token',
      'footfall.request_id': answer.headers.get('request-id'),
    })
  })

  it('continues the trace that an MCP message names in its metadata, and links to the HTTP request', async () => {
    const [traceId, spanId] = ['5f467fe7bf42676c05e20ba4a90e448e', '83c0a5c47c6af3d2']
    const called = (traceparent: unknown, id: number) =>
      ask(
        '/api/mcp',
        {
          ...bearer(demo.account_token),
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
        {
          method: 'POST',
          body: JSON.stringify({
            jsonrpc: '2.0',
            id,
            method: 'tools/call',
            params: { name: 'service_products_list', arguments: {}, _meta: { traceparent } },
          }),
        },
      )
    for (const wrong of ['00-nothing', '', 7, null, 'x'.repeat(10_000)])
      expect((await called(wrong, 1)).status, String(wrong).slice(0, 20)).toBe(200)
    expect((await called(`00-${traceId}-${spanId}-01`, 2)).status).toBe(200)
    const operation = () => collector.spans().find((span) => span.traceId === traceId)
    await until('the operation', async () => operation() !== undefined)
    expect(operation()).toMatchObject({ name: 'service_products_list', parentSpanId: spanId })
    const request = operation()?.links?.[0]
    // It ends later than the operation, and may be sent later.
    await expect
      .poll(() => collector.spans())
      .toContainEqual(
        expect.objectContaining({ name: 'POST /api/mcp', traceId: request?.traceId, spanId: request?.spanId }),
      )
  })

  it('records a confirmed write with its transaction, and an error with its code', async () => {
    await renameDemo('k2', 'Traced')
    await until('the transaction', async () => {
      const write = collector.spans().find(({ name, spanId }) => name === 'service_products_update' && hasChild(spanId))
      return write !== undefined
    })
    function hasChild(spanId: string) {
      return collector.spans().some((span) => span.name === 'transaction sqlite' && span.parentSpanId === spanId)
    }
    await ask('/api/v1/products/prd_unknown', bearer(demo.account_token))
    await until('the error', async () => collector.text().includes('"error.type","value":{"stringValue":"not_found"}'))
  })

  it('traces name the service and contain no secret, address, user agent, id or query', async () => {
    await until('something to look at', async () => collector.spans().length > 5)
    const text = collector.text()
    expect(text).toContain('"stringValue":"stats"')
    for (const secret of [demo.account_token, demo.ingest.keys.api, demo.ingest.product, demo.email])
      expect(text).not.toContain(secret)
    for (const fragment of ['Firefox', '127.0.0.1', '2026-02-03', 'from=', 'FROM ', 'prd_', 'Traced'])
      expect(text).not.toContain(fragment)
    expect(new Set(collector.headers())).toEqual(new Set(['a b']))
    expect(text).not.toContain('/readyz')
  })

  it('sends its last trace data when it stops, and serves requests without a collector', async () => {
    const before = collector.spans().length
    expect((await ask('/openapi.json')).status).toBe(200)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(collector.spans().length).toBeGreaterThan(before)
    expect(collector.spans().map(({ name }) => name)).toContain('GET /openapi.json')
    await collector.stop()
    server = await startServer({
      dataDir: directory.path,
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    })
    expect(await jsonOf(await ask('/healthz'))).toEqual({ status: 'ok' })
    expect((await ask('/openapi.json')).status).toBe(200)
    await until('the warning in the log', async () => server.output().includes('does not accept spans'))
    expect(await server.end('SIGTERM')).toBe(0)
  })
})

interface Collector {
  readonly url: string
  spans(): readonly Span[]
  /** Everything that was posted. */
  text(): string
  headers(): readonly unknown[]
  stop(): Promise<void>
}

/** The receiving end of OTLP over HTTP, in JSON. */
async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const tenants: unknown[] = []
  const port = await freePort()
  const server: Server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk) => {
      body += chunk
    })
    req.on('end', () => {
      if (req.url === '/v1/traces') {
        bodies.push(body)
        tenants.push(req.headers['x-tenant'])
      }
      res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => bodies.flatMap(spansIn),
    text: () => bodies.join('\n'),
    headers: () => tenants,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

function spansIn(body: string): readonly Span[] {
  const { resourceSpans } = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
