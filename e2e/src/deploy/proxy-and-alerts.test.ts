import { parseSettings, readinessChecks } from '@footfall/config'
import { EVENTS_PATH, PAYMENTS_PATH } from '@footfall/ingest'
import { openTelemetry, type Telemetry } from '@footfall/operate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../server-process.ts'
import { readDeploy, readYaml } from './files.ts'

describe('the metrics', () => {
  let telemetry: Telemetry
  let scraped: string
  beforeAll(async () => {
    const port = await freePort()
    telemetry = await openTelemetry(parseSettings({ METRICS_PORT: String(port) }), {
      serviceName: 'x',
      log: { warn() {} },
    })
    const poolUse = () => ({ inUse: 1, idle: 2, waiting: 3, max: 10 })
    const log = { fault: undefined, freeBytes: 0, refused: 0 }
    const status = () => ({ pendingEvents: 0, pendingSince: undefined, logBytes: 0, log, knowsNetworks: false })
    const ready = readinessChecks([])
    const liveVisits = () => ({ count: 0, bytes: 0, forgotten: { network: 0, product: 0, total: 0 } })
    const rollupDays = () => ({ open: 0, dirty: 0 })
    const ingest = { bytesMax: 1, status }
    const geo = () => ({ type: 'Test-City', builtAt: new Date(0), reloads: 0, rejected: 0 })
    await telemetry.serveMetrics({ now: () => 0, ready, poolUse, liveVisits, rollupDays, ingest, geo })
    scraped = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  })
  afterAll(() => telemetry?.stop())

  /** By name, as Prometheus knows them: a histogram has three. */
  const served = () => {
    const types = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    const names = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    )
    return { names: new Set(names), types: types.map(([, name = '']) => name) }
  }

  it('the service exposes every metric that the alerts use', () => {
    const { groups } = readYaml('prometheus/alerts.yaml')
    const expressions: string[] = groups.flatMap(({ rules }: { rules: { expr: string }[] }) =>
      rules.map(({ expr }) => expr),
    )
    const asked = expressions.flatMap((text) => text.match(/\b(footfall|nodejs|process)_\w+/g) ?? [])
    expect(asked.length).toBeGreaterThan(8)
    for (const name of asked) expect({ name, served: served().names.has(name) }).toEqual({ name, served: true })
  })

  it('the documentation names exactly the alerts of the rules', () => {
    const documented = [...readDeploy('../docs/observability.md').matchAll(/^\| (Footfall\w+) \|/gm)]
    const { groups } = readYaml('prometheus/alerts.yaml')
    const rules = groups.flatMap(({ rules }: { rules: { alert: string }[] }) => rules.map(({ alert }) => alert))
    expect(documented.map(([, name]) => name)).toEqual(rules)
  })

  it('the service exposes every metric that the Grafana dashboard shows, and each query selects by job and process', () => {
    const { panels } = JSON.parse(readDeploy('grafana/dashboard.json'))
    const expressions: string[] = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    )
    const selected = expressions.flatMap((text) => [
      ...text.matchAll(/(\w+)\{(job=~"\$job", instance=~"\$instance")?/g),
    ])
    expect(selected.length).toBeGreaterThan(20)
    for (const [, name = '', selector] of selected) {
      expect({ name, served: name === 'up' || served().names.has(name) }).toEqual({ name, served: true })
      expect({ name, selector }).toEqual({ name, selector: 'job=~"$job", instance=~"$instance"' })
    }
  })

  it('the service exposes exactly the documented metrics', () => {
    const page = readDeploy('../docs/observability.md')
    const documented = new Set([...page.matchAll(/^\| `(footfall_\w+)`/gm)].map(([, name = '']) => name))
    expect([...documented].sort()).toEqual(
      served()
        .types.filter((name) => name.startsWith('footfall_'))
        .sort(),
    )
  })

  it('the metrics follow the naming rules of Prometheus: base units, and counters that end in _total', () => {
    for (const [, name = '', type] of scraped.matchAll(/^# TYPE (footfall_\w+) (\w+)$/gm)) {
      expect({ name, total: name.endsWith('_total') }).toEqual({ name, total: type === 'counter' })
      expect(name).not.toMatch(/_(ms|millis|milliseconds|kb|mb|minutes)(_|$)/)
    }
  })
})

describe('the proxy', () => {
  it('the proxy checks the readiness of replicas, and retries a rejected request at another replica', () => {
    const text = readDeploy('Caddyfile')
    expect(text.match(/import (ready|takes-events)/g)).toHaveLength(text.match(/reverse_proxy /g)?.length ?? 0)
    for (const directive of ['lb_try_duration', 'keepalive 30s']) expect(text).toContain(directive)
  })

  it('the proxy does not expose the routes between replicas', () => {
    const [, refused = ''] = /handle (\S+)\/\* \{\s+respond 404/.exec(readDeploy('Caddyfile')) ?? []
    expect(refused).toMatch(/^\/\w+$/)
    for (const path of [EVENTS_PATH, PAYMENTS_PATH]) expect(path.startsWith(`${refused}/`)).toBe(true)
  })
})
