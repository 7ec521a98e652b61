import { type ClickHouseHttp, type OwnPostgres, startClickHouseHttp, startOwnPostgres } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pause, sendEvents } from '../event-load.ts'
import { firstProduct } from '../first-product.ts'
import { freePort, jsonOf, type ServerProcess, startServer, temporaryDirectory, until } from '../server-process.ts'
import { isCaddyInstalled, startCaddy } from './caddy.ts'
import { type Route, startReadinessProxy } from './readiness-proxy.ts'
import { caddyRoutes, kubernetesRoutes } from './shipped-routes.ts'

interface Proxy {
  readonly url: string
  settled(): Promise<void>
  stop(): Promise<void>
}

const EVENTS_PER_SECOND = 50
const SENDING_MS = 2_000
/** Longer than two of the checks in the Caddyfile. */
const CADDY_SETTLES_MS = 5_000

describe('two replicas behind the shipped proxy configurations', () => {
  let postgres: OwnPostgres
  let clickhouse: ClickHouseHttp
  let product: string
  let token: string
  const directories: Awaited<ReturnType<typeof temporaryDirectory>>[] = []
  const servers: ServerProcess[] = []
  const origins = () => servers.map(({ url }) => url)

  beforeAll(async () => {
    ;[postgres, clickhouse] = await Promise.all([startOwnPostgres(), startClickHouseHttp()])
    const ports = [await freePort(), await freePort()]
    const all = ports.map((port) => `http://127.0.0.1:${port}`)
    const start = async (i: number) => {
      const directory = await temporaryDirectory()
      directories.push(directory)
      return startServer({
        dataDir: directory.path,
        port: ports[i] ?? 0,
        env: {
          BASE_URL: all[0] ?? '',
          DATABASE_URL: postgres.url,
          CLICKHOUSE_URL: clickhouse.url,
          SESSION_SECRET: 's'.repeat(48),
          TRUST_PROXY: '1',
          REPLICAS: all.join(','),
          REPLICA_URL: all[i] ?? '',
        },
      })
    }
    servers.push(...(await Promise.all([start(0), start(1)])))
    ;({ product, token } = await firstProduct(all[0] ?? '', all[0] ?? '', ['products:read']))
  })
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end()))
    await Promise.all([postgres?.stop(), clickhouse?.stop()])
    await Promise.all(directories.map((directory) => directory.remove()))
  })

  const proxies: readonly [name: string, start: () => Promise<Proxy>, runs: boolean][] = [
    ['Kubernetes', () => startReadinessProxy(kubernetesRoutes({ footfall: origins() })), true],
    ['the Caddyfile', () => startReadinessProxy(caddyRoutes(replicasAsUpstreams())), true],
    ['Caddy itself', startShippedCaddy, isCaddyInstalled],
  ]
  const replicasAsUpstreams = () => ({ 'api-1:3000': [origins()[0] ?? ''], 'api-2:3000': [origins()[1] ?? ''] })

  async function startShippedCaddy(): Promise<Proxy> {
    const [first = '', second = ''] = origins().map((origin) => new URL(origin).host)
    const nobody = `127.0.0.1:${await freePort()}`
    const caddy = await startCaddy({ 'api-1:3000': first, 'api-2:3000': second, 'mcp:3000': nobody })
    return { ...caddy, settled: () => pause(CADDY_SETTLES_MS) }
  }

  /** Sends events through the proxy and returns their statuses and the numbers of the acknowledged ones. */
  async function sendThrough(proxy: Proxy, name: string) {
    const events = sendEvents(() => [proxy.url], product, EVENTS_PER_SECOND, name)
    await pause(SENDING_MS)
    await events.stop()
    return events
  }

  /** The numbers of the events of a name in ClickHouse. */
  async function stored(name: string): Promise<number[]> {
    const answer = await fetch(clickhouse.url, {
      method: 'POST',
      body: `SELECT toUInt32(props['n']) AS n FROM events WHERE name = '${name}' ORDER BY n FORMAT TSV`,
    })
    const text = await answer.text()
    return answer.ok && text !== '' ? text.trimEnd().split('\n').map(Number) : []
  }

  async function expectAllStoredOnce(name: string, acknowledged: ReadonlySet<number>): Promise<void> {
    const sent = [...acknowledged].sort((a, b) => a - b)
    await until('every acknowledged event in ClickHouse', async () => (await stored(name)).length >= sent.length)
    expect(await stored(name)).toEqual(sent)
  }

  const readiness = (path: string) =>
    Promise.all(
      origins().map(async (origin) => {
        const answer = await fetch(origin + path)
        return { status: answer.status, body: await jsonOf(answer) }
      }),
    )
  let named = 0
  /** A name of its own for each load, so that a second try of a test does not count the events of the first. */
  const names = (what: string, proxy: string) => `${what}${proxy.replaceAll(' ', '')}${++named}`

  describe.each(proxies)('two replicas behind %s', (proxyName, start, runs) => {
    let proxy: Proxy
    beforeAll(async () => {
      if (!runs) return
      proxy = await start()
      await proxy.settled()
      // Every replica reads the product into its cache.
      const before = await sendThrough(proxy, names('Before', proxyName))
      expect([...before.statuses.keys()]).toEqual([202])
    })
    afterAll(() => proxy?.stop())

    it.skipIf(!runs)('two replicas lose no event during an outage of ClickHouse', async () => {
      await clickhouse.pause()
      await proxy.settled()
      for (const { status, body } of await readiness('/readyz')) {
        expect(status).toBe(200)
        expect(body).toEqual({
          status: 'degraded',
          checks: { ingest_log: 'ok', control_database: 'ok', analytics_engine: 'down' },
        })
      }
      const name = names('WithoutClickHouse', proxyName)
      const events = await sendThrough(proxy, name)
      expect([...events.statuses.keys()]).toEqual([202])
      const settings = await fetch(`${proxy.url}/api/v1/products/${product}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(settings.status).toBe(200)
      await clickhouse.resume()
      await expectAllStoredOnce(name, events.acknowledged)
    })

    it.skipIf(!runs)('two replicas lose no event of a known product during an outage of PostgreSQL', async () => {
      await postgres.pause()
      await proxy.settled()
      for (const { status, body } of await readiness('/readyz')) {
        expect(status).toBe(503)
        expect(body).toEqual({
          status: 'unavailable',
          checks: { ingest_log: 'ok', control_database: 'down', analytics_engine: 'ok' },
        })
      }
      const name = names('WithoutPostgres', proxyName)
      const events = await sendThrough(proxy, name)
      expect([...events.statuses.keys()]).toEqual([202])
      // The service itself rejects what needs the database, with Retry-After.
      const rejected = await fetch(`${proxy.url}/api/v1/products/${product}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(rejected.headers.get('retry-after')).not.toBeNull()
      expect(await jsonOf(rejected)).toMatchObject({ status: 503, code: 'service_unavailable' })
      const unknown = await fetch(`${proxy.url}/api/event`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ product: 'prd_nobodyknows', name: 'pageview', url: 'https://shop.example/' }),
      })
      expect(await jsonOf(unknown)).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect((await fetch(`${proxy.url}/js/footfall.js`)).status).toBe(200)
      await postgres.resume()
      await expectAllStoredOnce(name, events.acknowledged)
      await until('every replica to be ready', async () =>
        (await readiness('/readyz')).every(({ body }) => body.status === 'ready'),
      )
    })
  })

  it('two replicas would lose events during an outage of PostgreSQL behind a proxy that routes by /readyz', async () => {
    const everything: Route = {
      matches: () => true,
      backends: origins(),
      check: { path: '/readyz', periodMs: 2_000, timeoutMs: 4_000, failures: 1 },
    }
    const proxy = await startReadinessProxy([everything])
    try {
      await proxy.settled()
      const send = () =>
        fetch(`${proxy.url}/api/event`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ product, name: 'pageview', url: 'https://shop.example/' }),
        })
      expect((await send()).status).toBe(202)
      await postgres.pause()
      await proxy.settled()
      const lost = await send()
      expect([lost.status, await lost.text()]).toEqual([503, 'no backend is ready'])
    } finally {
      await postgres.resume()
      await proxy.stop()
    }
  })
})
