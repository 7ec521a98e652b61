import { parseSettings, type Settings, SettingsError } from '@footfall/config'
import {
  type ClickHouseHttp,
  freePort,
  seedProduct,
  seedToken,
  startClickHouseHttp,
  testDatabase,
} from '@footfall/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { assertShared, type McpService, startMcpService } from './service.ts'

const POSTGRES = 'postgres://localhost/footfall'

describe('the MCP endpoint in a separate process', () => {
  const database = testDatabase('postgres')
  let clickhouse: ClickHouseHttp
  let service: McpService
  let settings: Settings
  let token: string
  let product: string
  let metricsPort: number

  beforeAll(async () => {
    clickhouse = await startClickHouseHttp()
    const seeded = await seedProduct(database)
    product = seeded.product
    token = (await seedToken(database, seeded.people.owner.account, { scopes: ['analytics:read'] })).secret
    const port = await freePort()
    metricsPort = await freePort()
    settings = parseSettings({
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: 'postgres' in database.config ? database.config.postgres.url : '',
      CLICKHOUSE_URL: clickhouse.url,
      SESSION_SECRET: 's'.repeat(48),
      METRICS_PORT: String(metricsPort),
    })
    let requests = 0
    service = await startMcpService(settings, {
      clock: database.clock,
      random: database.random,
      log: pino({ level: 'silent' }),
      newRequestId: () => `req_${++requests}`,
    })
  })
  afterAll(async () => {
    await service?.stop()
    await clickhouse?.stop()
  })

  it('answers from the shared stores, both control data and statistics', async () => {
    const response = await fetch(`${settings.baseUrl}/api/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'service_analytics_query',
          arguments: { product, metric: 'visitors', from: '2026-11-01', to: '2026-11-20' },
        },
      }),
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({
      result: { structuredContent: { data: { metric: 'visitors', state: 'empty', value: null } } },
    })
  })

  it('reports that it is up and ready, and serves no other path', async () => {
    const status = async (path: string) => (await fetch(settings.baseUrl + path)).status
    expect(await status('/healthz')).toBe(200)
    expect(await status('/readyz')).toBe(200)
    for (const path of ['/', '/api/v1/products', '/sign-in', '/oauth/token']) expect(await status(path)).toBe(404)
  })

  it.each(['POST', 'GET', 'DELETE'])('challenges %s without a credential as the service does', async (method) => {
    const response = await fetch(`${settings.baseUrl}/api/mcp`, { method, ...(method === 'POST' && { body: '{}' }) })
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain(
      `resource_metadata="${settings.baseUrl}/.well-known/oauth-protected-resource/api/mcp"`,
    )
  })

  it('answers methods other than POST with 405 for a valid credential', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${settings.baseUrl}/api/mcp`, { method, headers })
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    }
  })

  it('exposes metrics of its requests and of its share of the database on a separate port', async () => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const call = 'route="/api/mcp",credential="account_token",method="POST",status="200"'
    expect(text).toContain(`footfall_http_requests_total{${call}} 1`)
    expect(text).toContain('footfall_operations_total{operation="service_analytics_query",channel="mcp",result="ok"} 1')
    expect(text).toMatch(/^footfall_postgres_pool_max 10$/m)
    for (const state of ['in_use', 'idle', 'waiting'])
      expect(text).toMatch(new RegExp(`^footfall_postgres_pool_${state} \\d+$`, 'm'))
    expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m)
    expect((await fetch(`${settings.baseUrl}/metrics`)).status).toBe(404)
  })
})

describe('the settings of the stores', () => {
  it.each([
    ['DATABASE_URL', {}],
    ['DATABASE_URL', { CLICKHOUSE_URL: 'http://localhost:8123' }],
    ['CLICKHOUSE_URL', { DATABASE_URL: POSTGRES }],
  ])('rejects stores that cannot be shared, naming %s', (variable, environment) => {
    const attempt = () => assertShared(parseSettings(environment))
    expect(attempt).toThrow(SettingsError)
    expect(attempt).toThrow(new RegExp(`^${variable} is missing`))
  })
})
