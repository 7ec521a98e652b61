import { spawnSync } from 'node:child_process'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClickHouseHttp, startClickHouseHttp } from '@footfall/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DEPLOY, readDeploy, readYaml } from '../deploy/files.ts'
import { type FirstProduct, firstProduct } from '../first-product.ts'
import { freePort, type ServerProcess, startServer, temporaryDirectory, until } from '../server-process.ts'
import { ALERT_CONDITIONS, type AlertCondition } from './alert-conditions.ts'
import { type DebianPostgres, startDebianPostgres } from './debian-postgres.ts'
import { lacksAny, PATH } from './parts.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly for?: string
}
const ALERTS_FILE = 'prometheus/alerts.yaml'
const alertRules = (): readonly Rule[] =>
  readYaml(ALERTS_FILE).groups.flatMap(({ rules }: { rules: readonly Rule[] }) => rules)

describe.skipIf(lacksAny('promtool'))('the rules of the alerts', () => {
  const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})'
  const EVER_FIRED = 'count_over_time(ALERTS{alertstate="firing"}[420m])'
  const expectFiring = (minute: number, alert?: string) => ({
    expr: FIRING,
    eval_time: `${minute}m`,
    exp_samples: alert === undefined ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
  })
  const inputs = (series: AlertCondition['series']) =>
    Object.entries(series).map(([name, values]) => ({ series: name, values }))

  it('each alert fires when its condition has lasted, not a minute earlier, and never for a service that works', async () => {
    expect(Object.keys(ALERT_CONDITIONS)).toEqual(alertRules().map(({ alert }) => alert))
    const directory = await temporaryDirectory()
    try {
      const tests = Object.entries(ALERT_CONDITIONS).flatMap(([alert, { series, healthy, firesAt }]) => [
        {
          interval: '1m',
          input_series: inputs(series),
          promql_expr_test: [expectFiring(firesAt - 1), expectFiring(firesAt, alert)],
        },
        {
          interval: '1m',
          input_series: inputs(healthy),
          promql_expr_test: [{ expr: EVER_FIRED, eval_time: '420m', exp_samples: [] }],
        },
      ])
      const file = join(directory.path, 'alerts.test.yaml')
      const rule_files = [join(DEPLOY, ALERTS_FILE)]
      await writeFile(file, JSON.stringify({ rule_files, evaluation_interval: '1m', tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
        env: { PATH },
        encoding: 'utf8',
      })
      expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: expect.stringContaining('SUCCESS') })
    } finally {
      await directory.remove()
    }
  })
})

/** Ten minutes after the start. */
const COUNTED_LATER = ['footfall_rollup_days']

describe.skipIf(lacksAny('promtool', 'PostgreSQL', 'openssl'))('the Prometheus of Debian', () => {
  const closing: (() => Promise<unknown>)[] = []
  let postgres: DebianPostgres
  let clickhouse: ClickHouseHttp
  let server: ServerProcess
  let prometheus: Prometheus
  let first: FirstProduct

  /** With the shipped files, but sooner: it scrapes every second, and an alert fires when its condition holds once. */
  beforeAll(async () => {
    postgres = await startDebianPostgres()
    closing.push(() => postgres.stop())
    clickhouse = await startClickHouseHttp()
    closing.push(() => clickhouse.stop())
    const directory = await temporaryDirectory()
    closing.push(() => directory.remove())
    const [port, metricsPort] = [await freePort(), await freePort()]
    server = await startServer({
      dataDir: directory.path,
      port,
      env: {
        BASE_URL: `http://127.0.0.1:${port}`,
        DATABASE_URL: `postgres://footfall:secret@127.0.0.1:${postgres.port}/footfall`,
        CLICKHOUSE_URL: clickhouse.url,
        SESSION_SECRET: 'a secret for the service that Prometheus scrapes',
        METRICS_PORT: String(metricsPort),
        RATE_LIMIT_REQUESTS: '0',
      },
    })
    closing.push(() => server.end('SIGKILL'))
    first = await firstProduct(server.url, server.url, ['analytics:read'])

    const { scrape_configs } = readYaml('prometheus/scrape.yaml')
    const [shipped] = scrape_configs
    const scraped = {
      ...shipped,
      scrape_interval: '1s',
      static_configs: [{ targets: [`127.0.0.1:${metricsPort}`] }],
    }
    const soon = alertRules().map(({ for: _, ...rule }) => rule)
    prometheus = await startPrometheus(
      {
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: ['alerts.json'],
        scrape_configs: [scraped],
      },
      { 'alerts.json': { groups: [{ name: 'footfall', rules: soon }] } },
    )
    closing.push(() => prometheus.stop())
  })
  afterAll(async () => {
    for (const close of closing.reverse()) await close()
  })

  const useService = async () => {
    const event = { product: first.product, name: 'pageview', url: 'https://shop.example/' }
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    }
    await fetch(`${server.url}/api/event`, { method: 'POST', headers, body: JSON.stringify(event) })
    const statistics = `${server.url}/api/v1/stats?product=${first.product}&metric=visitors&period=today`
    await fetch(statistics, { headers: { authorization: `Bearer ${first.token}` } })
  }

  it('answers every query of the Grafana dashboard, with the labels that its legends show', async () => {
    interface Panel {
      readonly title: string
      readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
    }
    interface Variable {
      readonly query: string | { readonly query: string }
    }
    const dashboard = JSON.parse(readDeploy('grafana/dashboard.json'))
    const inGrafana = (expression: string) =>
      expression.replaceAll('$__rate_interval', '1m').replaceAll(/"\$(?:job|instance)"/g, '".+"')
    const variables: readonly Variable[] = dashboard.templating.list
    const queries = variables.flatMap(({ query }) => (typeof query === 'string' ? [] : [query.query]))
    const listed = queries.map((query) => {
      const [, series = '', label = ''] = /^label_values\((.+), (\w+)\)$/.exec(query) ?? []
      return { title: query, targets: [{ expr: series, legendFormat: `{{${label}}}` }] }
    })
    const panels: readonly Panel[] = [...listed, ...dashboard.panels]
    const targets = panels.flatMap(({ title, targets: all = [] }) => all.map((target) => ({ title, ...target })))
    expect(targets.length).toBeGreaterThan(20)
    for (const { title, expr, legendFormat } of targets) {
      const expression = inGrafana(expr)
      expect(expression).not.toContain('$')
      const later = COUNTED_LATER.find((metric) => expression.includes(metric))
      if (later !== undefined) {
        await until(`the metric ${later}`, () => prometheus.has(later))
        await prometheus.range(expression)
        continue
      }
      let found: readonly { readonly metric: Readonly<Record<string, string>> }[] = []
      await until(`series of “${title}”: ${expression}`, async () => {
        await useService()
        found = await prometheus.range(expression)
        return found.length > 0
      })
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
        for (const { metric } of found)
          expect({ title, labels: Object.keys(metric) }).toEqual({
            title,
            labels: expect.arrayContaining([label]),
          })
    }
  })

  it('fires its alerts while stores and the ingest log cannot be used, and when the service has ended', async () => {
    const fires = (...names: readonly string[]) =>
      until(
        `${names.join(', ')} to fire`,
        async () => {
          await useService().catch(() => {})
          const firing = await prometheus.firing()
          return names.every((name) => firing.has(name))
        },
        60_000,
      )
    const planted = [
      'FootfallEngineAway',
      'FootfallEngineFailures',
      'FootfallControlDatabaseAway',
      'FootfallErrors',
      'FootfallIngestLogUnusable',
      'FootfallEventsRefused',
      'FootfallDown',
    ]
    const before = await prometheus.firing()
    expect(planted.filter((name) => before.has(name))).toEqual([])

    await clickhouse.pause()
    await fires('FootfallEngineAway', 'FootfallEngineFailures', 'FootfallErrors')
    await rename(join(server.dataDir, 'ingest'), join(server.dataDir, 'ingest-aside'))
    await writeFile(join(server.dataDir, 'ingest'), 'in the way')
    await fires('FootfallIngestLogUnusable', 'FootfallEventsRefused')
    await postgres.stop()
    await fires('FootfallControlDatabaseAway')
    await server.end('SIGKILL')
    await fires('FootfallDown')
  })
})
