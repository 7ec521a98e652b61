import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { transformSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, newBrowser, openPlace, type Place, signUpFirst } from './dashboard-person.ts'

const DOCUMENTATION = new URL('../../docs/integrations/', import.meta.url)
const CONTENT = '<h1>Fresh bread</h1>'
const fromDashboard = createRequire(new URL('../../apps/dashboard/package.json', import.meta.url))

/** The HTML that a page of an integration's site has, made of the code in the documentation. */
type Render = (code: string) => string

/** By page of the documentation: the language of its code, and how the framework makes HTML of it. */
const INTEGRATIONS: Readonly<Record<string, readonly [language: string, Render]>> = {
  html: ['html', (code) => code],
  wordpress: [
    'html',
    (line) => `<!doctype html><html><head><title>Blog</title>${line}</head><body>${CONTENT}</body></html>`,
  ],
  astro: [
    'astro',
    (code) =>
      code
        .replace(/^---\n.*?\n---\n/s, '')
        .replace('{title}', 'Bread')
        .replace(' is:inline', '')
        .replace('<slot />', CONTENT),
  ],
  rails: [
    'erb',
    (code) =>
      code
        .replace('<%= yield %>', CONTENT)
        .replace(/<%=.*"(.*)" %>/, '$1')
        .replaceAll(/<%=.*?%>/g, ''),
  ],
  django: ['django', (code) => code.replace('{% block content %}', CONTENT).replaceAll(/\{%.*?%\}/g, '')],
  nextjs: ['tsx', renderLayout],
  nuxt: ['ts', renderHead],
}

/** As Next.js does on the server: the layout with the page as its child, by React. */
function renderLayout(code: string): string {
  const { renderToString } = fromDashboard('react-dom/server')
  const { createElement } = fromDashboard('react')
  const layout = moduleOf(code, 'tsx').default
  return `<!doctype html>${renderToString(createElement(layout, undefined, createElement('h1', undefined, 'Fresh bread')))}`
}

/** As Nuxt does: attributes that are true have no value. */
function renderHead(code: string): string {
  const { script } = moduleOf(code, 'ts').default.app.head
  const tags = script.map((attributes: Record<string, string | true>) => {
    const written = Object.entries(attributes).map(([name, value]) => (value === true ? name : `${name}="${value}"`))
    return `<script ${written.join(' ')}></script>`
  })
  return `<!doctype html><html><head><title>Bread</title>${tags.join('')}</head><body>${CONTENT}</body></html>`
}

function moduleOf(code: string, loader: 'ts' | 'tsx') {
  const { code: script } = transformSync(code, { loader, format: 'cjs', jsx: 'automatic' })
  const module = { exports: {} }
  // What a configuration calls is known to Nuxt without an import.
  new Function('module', 'require', 'defineNuxtConfig', script)(module, fromDashboard, (config: object) => config)
  // biome-ignore lint/suspicious/noExplicitAny: the code is that of another framework
  return module.exports as any
}

function codeOf(page: string, language: string): string {
  const text = readFileSync(new URL(`${page}.md`, DOCUMENTATION), 'utf8')
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(text) ?? []
  if (code === undefined) throw new Error(`${page}.md has no code in ${language}`)
  return code
}

describe('the code in the documentation of integrations', () => {
  let place: Place
  let person: Page
  let product: string
  let site: Server
  const pages = new Map<string, string>()

  beforeAll(async () => {
    site = createServer((request, response) => {
      const page = pages.get(request.url ?? '')
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    person = await signUpFirst(place, 'Ada', 'ada@example.com')
    const made = await call(person, 'POST', '/api/v1/products', { name: 'Bakery', timezone: 'UTC' })
    product = made.body.data.result.id
    const service = `http://stats.example:${new URL(place.url()).port}`
    for (const [page, [language, render]] of Object.entries(INTEGRATIONS)) {
      const code = codeOf(page, language)
      expect(code).toContain('prd_…')
      pages.set(`/${page}`, render(code.replaceAll('https://stats.example.com', service).replaceAll('prd_…', product)))
    }
  })
  afterAll(async () => {
    await place?.close()
    await new Promise((resolve) => site.close(resolve))
  })

  it('each documented integration counts a pageview of its page', async () => {
    const visitor = await (await newBrowser(place, 'anywhere')).newPage()
    for (const path of pages.keys()) {
      const counted = visitor.waitForResponse(
        (response) =>
          response.url().endsWith('/api/event') && (response.request().postData() ?? '').includes('"pageview"'),
      )
      await visitor.goto(`http://bakery.example:${(site.address() as AddressInfo).port}${path}`)
      expect([path, (await counted).status()]).toEqual([path, 202])
    }
    const query = `product=${product}&metric=pageviews&period=today&dimension=page&order=key:asc&traffic=all`
    await expect
      .poll(async () => {
        const { data } = (await call(person, 'GET', `/api/v1/stats?${query}`)).body
        return data.rows.map(({ key, value }: { key: string; value: number }) => [key, value])
      })
      .toEqual([...pages.keys()].sort().map((path) => [path, 1]))
  })
})
