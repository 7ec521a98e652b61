import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { type FirstProduct, firstProduct } from './first-product.ts'
import { FOOTFALL } from './footfall-command.ts'
import { codeBlocks } from './packages-tarballs.ts'
import {
  freePort,
  jsonOf,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
  until,
} from './server-process.ts'

const DOCUMENTATION = new URL('../../docs/integrations/', import.meta.url)
const SERVICE = 'https://stats.example.com'
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

let directory: TemporaryDirectory
let server: ServerProcess
let first: FirstProduct
let key: string

/** A key that reads statistics, and the visits of today that it reads. */
beforeAll(async () => {
  directory = await temporaryDirectory()
  const port = await freePort()
  const env = { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_REQUESTS: '0' }
  server = await startServer({ dataDir: directory.path, port, env })
  first = await firstProduct(server.url, server.url, ['products:read'])
  const body = { name: 'Recipes', kind: 'api', scopes: ['analytics:read'] }
  key = (await write(`/api/v1/products/${first.product}/keys`, body)).secret
  for (const path of ['/', '/bread', '/bread', '/cakes']) {
    const event = { product: first.product, name: 'pageview', url: `https://bakery.example${path}`, width: 1200 }
    const answer = await fetch(`${server.url}/api/event`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER, 'accept-language': 'en' },
      body: JSON.stringify(event),
    })
    expect(answer.status).toBe(202)
  }
  await until('the visits to be counted', async () => {
    const { data } = await ask(
      `${SERVICE}/api/v1/stats?product=${first.product}&metric=visitors,pageviews&period=today`,
    )
    return data.metrics[1].value === 4
  })
})
afterAll(async () => {
  await server?.end()
  await directory?.remove()
})

async function write(path: string, body: object) {
  const answer = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: first.cookie, origin: server.url },
    body: JSON.stringify(body),
  })
  const { data } = await jsonOf(answer)
  expect([path, answer.status]).toEqual([path, 201])
  return data
}

/** What the service answers to a request of a recipe. */
async function ask(address: string, headers: Record<string, string> = { Authorization: `Bearer ${key}` }) {
  expect(address.startsWith(`${SERVICE}/`)).toBe(true)
  const answer = await fetch(address.replace(SERVICE, server.url), { headers })
  const body = await jsonOf(answer)
  expect([address, answer.status, body.code]).toEqual([address, 200, undefined])
  return body
}

/** The code of a page that is in this file, for the product and the key of the test. */
function codeOf(page: string, file: string): string {
  const text = readFileSync(new URL(`${page}.md`, DOCUMENTATION), 'utf8')
  const found = codeBlocks(text, 'yaml', 'json', 'js').find((block) => block.file === file)
  if (found === undefined) throw new Error(`${page}.md has no ${file}.`)
  return found.code.replaceAll('prd_…', first.product).replaceAll('jk_…', key)
}

/** The value at a path of an answer; throws if there is none. */
function valueAt(body: unknown, path: readonly (string | number)[]): unknown {
  let found: unknown = body
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !(step in found))
      throw new Error(`There is no ${path.join('.')} in ${JSON.stringify(body)}`)
    found = new Map(Object.entries(found)).get(String(step))
  }
  return found
}

/** The result of an expression of another product, which reads a variable. */
const evaluated = (expression: string, variable: string, value: unknown): unknown =>
  runInContext(expression, createContext({ [variable]: value }))

describe('the recipe for Homepage', () => {
  interface Widget {
    readonly type: string
    readonly url: string
    readonly headers: Record<string, string>
    readonly mappings: readonly { readonly field: unknown; readonly label: string; readonly scale?: number }[]
  }

  /** `{ data: { metrics: { 0: value } } }` as the steps that it means. */
  function stepsOf(field: unknown): readonly string[] {
    if (typeof field !== 'object' || field === null) return [String(field)]
    return Object.entries(field).flatMap(([step, rest]) => [step, ...stepsOf(rest)])
  }

  it('each widget shows the fields of its labels', async () => {
    const [{ Sites: sites }] = parse(codeOf('homepage', 'services.yaml'))
    const widgets: readonly Widget[] = sites[0].Bakery.widgets
    const shown: Record<string, unknown> = {}
    for (const { type, url, headers, mappings } of widgets) {
      expect(type).toBe('customapi')
      const body = await ask(url, headers)
      for (const { field, label, scale = 1 } of mappings) shown[label] = Number(valueAt(body, stepsOf(field))) * scale
    }
    expect(shown).toEqual({ 'Visitors today': 1, Pageviews: 4, 'Bounce rate': 0, Now: 1 })
  })
})

describe('the recipe for Homarr', () => {
  interface Definition {
    readonly sources: { readonly default: { readonly baseUrl: string; readonly auth: string } }
    readonly requests: Readonly<
      Record<string, { readonly path: string; readonly query: Readonly<Record<string, string | { $option: string }>> }>
    >
    readonly options: Readonly<Record<string, { readonly default: string }>>
    readonly template: string
  }

  it('the template shows the values of its requests', async () => {
    const { sources, requests, options, template }: Definition = JSON.parse(codeOf('homarr', 'footfall.json'))
    expect(sources.default.auth).toBe('bearer')
    const data: Record<string, unknown> = {}
    for (const [name, { path, query }] of Object.entries(requests)) {
      const pairs = Object.entries(query).map(([parameter, value]) => {
        return [parameter, typeof value === 'string' ? value : (options[value.$option]?.default ?? '')]
      })
      data[name] = await ask(`${sources.default.baseUrl}${path}?${new URLSearchParams(Object.fromEntries(pairs))}`)
    }
    const values = [...template.matchAll(/\{(data\.[^}]+)\}/g)].map(([, expression = '']) =>
      evaluated(expression, 'data', data),
    )
    expect(values).toEqual([1, 4, 1])
  })
})

describe('the recipe for Grafana', () => {
  interface Target {
    readonly url: string
    readonly url_options: { readonly params: readonly { readonly key: string; readonly value: string }[] }
    readonly root_selector: string
    readonly columns: readonly { readonly selector: string; readonly text: string; readonly type: string }[]
  }

  it('the data source may ask the service of the dashboard, with the key', () => {
    const { datasources } = parse(codeOf('grafana', 'footfall.yaml'))
    expect(datasources).toEqual([
      {
        name: 'Footfall',
        uid: 'footfall',
        type: 'yesoreyeram-infinity-datasource',
        jsonData: { auth_method: 'bearerToken', allowedHosts: [SERVICE] },
        secureJsonData: { bearerToken: key },
      },
    ])
  })

  it('each panel has rows with the columns that it names', async () => {
    const { panels } = JSON.parse(codeOf('grafana', 'dashboard.json'))
    const today = new Date().toISOString().slice(0, 10)
    const tables: unknown[] = []
    for (const { datasource, targets } of panels) {
      expect(datasource).toEqual({ type: 'yesoreyeram-infinity-datasource', uid: 'footfall' })
      for (const { url, url_options, root_selector, columns } of targets as readonly Target[]) {
        const pairs = url_options.params.map(({ key: name, value }) => [
          name,
          value.replace(/^\$\{__(?:from|to):date:YYYY-MM-DD\}$/, today),
        ])
        const rows = valueAt(
          await ask(`${url}?${new URLSearchParams(Object.fromEntries(pairs))}`),
          root_selector.split('.'),
        )
        if (!Array.isArray(rows)) throw new Error(`${root_selector} is no list.`)
        tables.push(
          rows.map((row) =>
            Object.fromEntries(columns.map(({ selector, text }) => [text, valueAt(row, selector.split('.'))])),
          ),
        )
      }
    }
    expect(tables).toEqual([
      [{ Day: expect.stringMatching(new RegExp(`^${today}T00:00:00`)), Visitors: 1, Pageviews: 4 }],
      [
        { Page: '/', Visitors: 1 },
        { Page: '/bread', Visitors: 1 },
        { Page: '/cakes', Visitors: 1 },
      ],
    ])
  })
})

describe('the recipe for Looker Studio', () => {
  /** Google’s `UrlFetchApp` answers at once, so another process asks. */
  const FETCHING = `const [address, headers] = JSON.parse(process.argv[1])
    fetch(address, { headers }).then((answer) => answer.text()).then((text) => process.stdout.write(text))`

  it('the script writes a row for each day into the sheet', async () => {
    const { execFileSync } = await import('node:child_process')
    let cells: (string | number | null)[][] = []
    let range: number[] = []
    const sheet = {
      clearContents() {
        cells = []
      },
      getRange(...named: number[]) {
        range = named
        return {
          setValues(values: (string | number | null)[][]) {
            cells = values
          },
        }
      },
    }
    const google = createContext({
      PropertiesService: {
        getScriptProperties: () => ({ getProperty: (name: string) => (name === 'FOOTFALL_KEY' ? key : null) }),
      },
      UrlFetchApp: {
        fetch(address: string, { headers }: { headers: Record<string, string> }) {
          const request = JSON.stringify([address.replace(SERVICE, server.url), headers])
          const text = execFileSync(process.execPath, ['-e', FETCHING, request], { encoding: 'utf8' })
          return { getContentText: () => text }
        },
      },
      SpreadsheetApp: { getActiveSpreadsheet: () => ({ getSheetByName: () => null, insertSheet: () => sheet }) },
    })
    runInContext(`${codeOf('looker-studio', 'footfall.gs')}\nrefresh()`, google)
    expect(range).toEqual([1, 1, 91, 4])
    expect(cells).toHaveLength(91)
    expect([...(cells[0] ?? [])]).toEqual(['Date', 'Visitors', 'Visits', 'Pageviews'])
    expect([...(cells.at(-1) ?? [])]).toEqual([new Date().toISOString().slice(0, 10), 1, 1, 4])
  })
})

describe('the recipe for Zapier', () => {
  it('the message of a report has each of the fields', async () => {
    const target = { kind: 'webhook', format: 'generic', url: 'https://hooks.zapier.com/hooks/catch/1/a/' }
    const schedule = { every: 'week', weekday: 1, hour: 8 }
    const { result } = await write(`/api/v1/products/${first.product}/reports`, { name: 'Weekly', schedule, target })
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [FOOTFALL, 'report', 'preview', result.id, '--format', 'json'],
      {
        env: { PATH: process.env.PATH, DATA_DIR: directory.path, PORT: new URL(server.url).port, BASE_URL: server.url },
      },
    )
    const message: unknown = JSON.parse(stdout)
    const page = readFileSync(new URL('zapier.md', DOCUMENTATION), 'utf8')
    const fields = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, field = '']) => field)
    expect(fields).toContain('products.0.product.name')
    const values = Object.fromEntries(fields.map((field) => [field, valueAt(message, field.split('.'))]))
    expect(values).toMatchObject({
      type: 'report',
      'report.name': 'Weekly',
      'products.0.product.name': 'Shop',
      'products.0.overview.headline.0.metric': 'visitors',
    })
  })
})

describe('the recipe for n8n', () => {
  interface Workflow {
    readonly nodes: readonly {
      readonly name: string
      readonly parameters: {
        readonly url?: string
        readonly queryParameters?: { readonly parameters: readonly { readonly name: string; readonly value: string }[] }
        readonly assignments?: { readonly assignments: readonly { readonly name: string; readonly value: string }[] }
      }
    }[]
    readonly connections: Readonly<Record<string, { readonly main: readonly (readonly { readonly node: string }[])[] }>>
  }

  it('each expression has a value in the answer to the request', async () => {
    const { nodes, connections }: Workflow = JSON.parse(
      codeOf('n8n', 'workflow.json').replace('yesterday" }', 'today" }'),
    )
    const next = (name: string) => connections[name]?.main[0]?.[0]?.node
    expect(nodes.map(({ name }) => name)).toEqual(['Every morning', next('Every morning'), next('Footfall')])
    const [, request, fields] = nodes
    const pairs = (request?.parameters.queryParameters?.parameters ?? []).map(({ name, value }) => [name, value])
    const body = await ask(`${request?.parameters.url}?${new URLSearchParams(Object.fromEntries(pairs))}`)
    const values = fields?.parameters.assignments?.assignments.map(({ name, value }) => [
      name,
      evaluated(/^=\{\{ (.+) \}\}$/.exec(value)?.[1] ?? '', '$json', body),
    ])
    expect(values).toEqual([
      ['visitors', 1],
      ['change', null],
      ['pageviews', 4],
      ['visits', 1],
      ['day', new Date().toISOString().slice(0, 10)],
    ])
  })
})
