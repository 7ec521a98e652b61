import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { extraScript, trackerScript } from './script.ts'
import { launchChromium, newContext } from './test-support/chromium.ts'

interface Sent {
  readonly name: string
  readonly url: string
  readonly title: string
  readonly watches_errors?: boolean
  readonly vitals?: Readonly<Record<string, number>>
  readonly error?: Readonly<Record<string, unknown>>
}

const POLICY = `default-src 'none'; script-src 'nonce-abc'; connect-src *; style-src 'unsafe-inline'`

/** Tells when the additional script has run: until then it watches nothing. */
const HEARS_OF_EXTRA = `document.addEventListener('load', ({ target }) => {
  if (target.src?.endsWith('/footfall-extra.js')) window.hasExtra = true
}, true)`

let browser: Browser
let server: Server
/** Each test has another one. What a page of an earlier test sends when it is closed may arrive later, and is left out. */
let site: string
let tests = 0
let page: Page
let attributes = ''
let body = ''
const sent: Sent[] = []
const loaded: string[] = []

beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://x')
    const script = { '/js/footfall.js': trackerScript, '/js/footfall-extra.js': extraScript }[pathname]
    if (script !== undefined) {
      loaded.push(pathname)
      return res.setHeader('content-type', 'text/javascript').end(script)
    }
    if (pathname === '/boom.js')
      return res
        .setHeader('content-type', 'text/javascript')
        .end('function boom() {\n  throw new TypeError("no cart")\n}')
    if (pathname !== '/api/event') {
      const tag = `<script nonce="abc" defer data-product="prd_1" ${attributes} src="/js/footfall.js"></script>`
      return res
        .setHeader('content-type', 'text/html')
        .setHeader('content-security-policy', POLICY)
        .end(
          `<!doctype html><title>Page</title>${tag}<script nonce="abc" src="/boom.js?v=secret"></script><h1>Shop</h1>${body}`,
        )
    }
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      if (req.headers.origin === site) sent.push(JSON.parse(text))
      res.writeHead(202).end('{"accepted":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  site = `http://shop-${++tests}.example:${(server.address() as AddressInfo).port}`
  page = await (await newContext(browser)).newPage()
  await page.addInitScript({ content: HEARS_OF_EXTRA })
})
afterEach(async () => {
  await page.context().close()
  attributes = ''
  body = ''
  sent.length = 0
  loaded.length = 0
})

/** The policy of the page lets no text be evaluated in it, so it is asked from outside. */
const holds = (condition: string) => expect.poll(() => page.evaluate(condition)).toBe(true)
const named = (name: string) => sent.filter((event) => event.name === name)
async function opened(path = '/'): Promise<void> {
  await page.goto(site + path)
  if (attributes !== '') await holds(`window.hasExtra === true`)
}
/** Waits for what is sent when the page is left. */
async function left(name: string): Promise<Sent> {
  await page.goto(`${site}/next`)
  await expect.poll(() => named(name).length).toBeGreaterThan(0)
  return named(name)[0] ?? expect.fail('nothing was sent')
}

it('the additional script has at most 1.5 KiB gzipped', () => {
  expect(gzipSync(extraScript, { level: 9 }).length).toBeLessThanOrEqual(1.5 * 1024)
})

it('a page that requests neither report loads no additional script and sends none of it', async () => {
  await opened()
  await expect.poll(() => named('pageview').length).toBe(1)
  await page.evaluate(`setTimeout(boom)`)
  await left('engagement')
  expect(loaded).not.toContain('/js/footfall-extra.js')
  expect(
    sent.filter(({ name, watches_errors }) => name === 'web_vitals' || name === 'script_error' || watches_errors),
  ).toEqual([])
})

it('a page with `data-vitals` sends its five web vitals once, for the address at which it was opened', async () => {
  attributes = 'data-vitals'
  body = `<button style="width:200px;height:50px">Buy</button><p>text</p>`
  await opened('/shop')
  await page.evaluate(`document.querySelector('button').addEventListener('click', () => {
    const end = performance.now() + 120; while (performance.now() < end);
    setTimeout(() => document.querySelector('h1').insertAdjacentHTML('beforebegin', '<div style="height:200px"></div>'), 700)
  })`)
  await page.click('button')
  await holds(`performance.interactionCount > 0 && document.querySelector('div') !== null`)
  await page.evaluate(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`)
  await page.evaluate(`history.pushState({}, '', '/route')`)
  const { vitals = {}, url } = await left('web_vitals')
  expect(url).toBe(`${site}/shop`)
  expect(Object.keys(vitals).sort()).toEqual(['cls', 'fcp', 'inp', 'lcp', 'ttfb'])
  expect(vitals.inp).toBeGreaterThanOrEqual(104)
  expect(vitals.cls).toBeGreaterThan(0)
  expect(vitals.cls).toBeLessThan(1)
  expect(vitals.lcp).toBeGreaterThanOrEqual(vitals.fcp ?? Number.NaN)
  expect(vitals.fcp).toBeGreaterThanOrEqual(vitals.ttfb ?? Number.NaN)
  expect(named('web_vitals').filter((event) => event.url.endsWith('/shop'))).toHaveLength(1)
})

it('a page with `data-errors` sends each error once with its count, and reports when it is left that it watched', async () => {
  attributes = 'data-errors'
  await opened('/cart')
  await page.evaluate(`for (let i = 0; i < 3; i++) setTimeout(boom)
    Promise.reject(new RangeError('too far'))
    dispatchEvent(new ErrorEvent('error', { message: 'theirs', filename: 'chrome-extension://x/y.js' }))`)
  await expect.poll(() => named('script_error').length).toBe(2)
  const found = named('script_error').map(({ error }) => error)
  expect(found).toContainEqual(
    expect.objectContaining({
      message: 'Uncaught TypeError: no cart',
      source: `${site}/boom.js?v=secret`,
      line: 2,
      count: 3,
      stack: expect.stringContaining('boom'),
    }),
  )
  expect(found).toContainEqual(expect.objectContaining({ message: 'RangeError: too far', count: 1 }))
  await holds(`performance.now() > 300`)
  expect(await left('engagement')).toMatchObject({ url: `${site}/cart`, watches_errors: true })
  expect(named('script_error')).toHaveLength(2)
})
