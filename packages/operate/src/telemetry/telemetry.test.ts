import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseSettings, readinessChecks } from '@footfall/config'
import { NotFound, RELEASE_VERSION } from '@footfall/core-domain'
import { freePort } from '@footfall/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTelemetry } from './open-telemetry.ts'

interface Post {
  readonly type: string | undefined
  readonly body: Buffer
}

describe('traces', () => {
  let server: Server
  let posts: Post[]
  beforeEach(async () => {
    posts = []
    server = createServer((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk) => chunks.push(chunk))
      req.on('end', () => {
        posts.push({ type: req.headers['content-type'], body: Buffer.concat(chunks) })
        res.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => new Promise((resolve) => server.close(resolve)))

  const open = (environment: Record<string, string>) => {
    const { port } = server.address() as AddressInfo
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
    return openTelemetry(parseSettings({ ...endpoint, ...environment }), { serviceName: 'footfall-test', log: silent })
  }
  const select = { kind: 'engine', purpose: 'report', statement: 'SELECT' } as const
  const sent = () => Buffer.concat(posts.map(({ body }) => body)).toString('latin1')

  it('traces are exported as protobuf by default, under the name of the app', async () => {
    const telemetry = await open({})
    expect(await telemetry.watch?.(select, async () => 42)).toBe(42)
    await telemetry.stop()
    expect(new Set(posts.map(({ type }) => type))).toEqual(new Set(['application/x-protobuf']))
    expect(sent()).toContain('SELECT clickhouse')
    expect(sent()).toContain('footfall-test')
  })

  it('traces contain the code of a failure and never its message', async () => {
    const telemetry = await open({})
    const failure = new Error('somebody@example.com')
    await expect(telemetry.watch?.(select, () => Promise.reject(failure))).rejects.toBe(failure)
    await expect(telemetry.watch?.(select, () => Promise.reject(new NotFound()))).rejects.toThrow(NotFound)
    await telemetry.stop()
    expect(sent()).toContain('internal_error')
    expect(sent()).toContain('not_found')
    expect(sent()).not.toContain('somebody')
  })

  const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const UNSAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00'
  it.each([
    ['always_on', '1', UNSAMPLED, true],
    ['always_off', '1', SAMPLED, false],
    ['traceidratio', '0', SAMPLED, false],
    ['traceidratio', '1', UNSAMPLED, true],
    ['parentbased_always_on', '1', undefined, true],
    ['parentbased_always_on', '1', UNSAMPLED, false],
    ['parentbased_always_off', '1', undefined, false],
    ['parentbased_always_off', '1', SAMPLED, true],
    ['parentbased_traceidratio', '0', undefined, false],
    ['parentbased_traceidratio', '0', SAMPLED, true],
    ['parentbased_traceidratio', '1', undefined, true],
  ])('traces are sampled by %s at ratio %s with parent %s: kept is %s', async (sampler, ratio, traceparent, kept) => {
    const telemetry = await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio })
    const req = { url: '/', method: 'GET', headers: { traceparent } } as unknown as IncomingMessage
    const res = new ServerResponse(req)
    for (const observe of telemetry.httpObservers) observe(req, res, () => {})
    res.emit('close')
    await telemetry.stop()
    expect(posts.length > 0).toBe(kept)
  })
})

describe('metrics', () => {
  it('metrics count a request whose client disconnected before the response as 499, and state the version', async () => {
    const port = await freePort()
    const telemetry = await openTelemetry(parseSettings({ METRICS_PORT: String(port) }), {
      serviceName: 'x',
      log: silent,
    })
    await telemetry.serveMetrics({ now: () => 0, ready: readinessChecks([]) })
    const req = { url: '/secret/path', method: 'BREW', headers: {} } as unknown as IncomingMessage
    const res = new ServerResponse(req)
    for (const observe of telemetry.httpObservers) observe(req, res, () => {})
    res.emit('close')
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain(
      'footfall_http_requests_total{route="other",credential="none",method="OTHER",status="499"} 1',
    )
    expect(text).not.toContain('secret')
    expect(text).toContain(`footfall_build_info{version="${RELEASE_VERSION}"} 1`)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    await telemetry.stop()
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow()
  })
})

describe('metrics of the geo database', () => {
  it('metrics of the geo database show when it was built, and how many new files were read and rejected', async () => {
    const port = await freePort()
    const telemetry = await openTelemetry(parseSettings({ METRICS_PORT: String(port) }), {
      serviceName: 'x',
      log: silent,
    })
    const builtAt = new Date('2026-11-01T00:00:00Z')
    const geo = () => ({ type: 'Test-City', builtAt, reloads: 2, rejected: 1 })
    await telemetry.serveMetrics({ now: () => 0, ready: readinessChecks([]), geo })
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    expect(text).toContain('footfall_geo_database_built_seconds 1793491200')
    expect(text).toContain('footfall_geo_database_reloads_total{result="read"} 2')
    expect(text).toContain('footfall_geo_database_reloads_total{result="refused"} 1')
    await telemetry.stop()
  })
})

describe('metrics of readiness and of the ingest log', () => {
  it('metrics show which check is down, the free space, and how many events were rejected', async () => {
    const port = await freePort()
    const telemetry = await openTelemetry(parseSettings({ METRICS_PORT: String(port) }), {
      serviceName: 'x',
      log: silent,
    })
    let engine = async () => {}
    let rejected = 3
    await telemetry.serveMetrics({
      now: () => 0,
      ready: readinessChecks([
        { name: 'ingest_log', neededFor: 'collecting', check: async () => {} },
        { name: 'analytics_engine', neededFor: 'reports', check: () => engine() },
      ]),
      ingest: {
        bytesMax: 1,
        status: () => ({
          pendingEvents: 0,
          pendingSince: undefined,
          logBytes: 0,
          log: { fault: undefined, freeBytes: 77, refused: rejected },
          knowsNetworks: false,
        }),
      },
    })
    const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const before = await scrape()
    expect(before).toContain('footfall_check_up{check="ingest_log"} 1')
    expect(before).toContain('footfall_check_up{check="analytics_engine"} 1')
    expect(before).toContain('footfall_ingest_disk_free_bytes 77')
    expect(before).toContain('footfall_ingest_refused_events_total 3')
    engine = () => Promise.reject(new Error('unavailable'))
    rejected = 5
    const after = await scrape()
    expect(after).toContain('footfall_check_up{check="analytics_engine"} 0')
    expect(after).toContain('footfall_ingest_refused_events_total 5')
    await telemetry.stop()
  })
})

describe('disabled telemetry', () => {
  it('disabled telemetry observes no step and no request, and listens on no port', async () => {
    const telemetry = await openTelemetry(parseSettings({}), { serviceName: 'x', log: silent })
    expect(telemetry.watch).toBeUndefined()
    expect(telemetry.httpObservers).toEqual([])
    await telemetry.serveMetrics({ now: () => 0, ready: readinessChecks([]) })
    await telemetry.stop()
  })
})

const silent = { warn() {} }
