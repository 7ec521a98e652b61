import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { extraScript, moduleText, trackerScript, trackerVersion } from './script.ts'
import { launchChromium, newContext } from './test-support/chromium.ts'

interface Sent {
  readonly name: string
  readonly url: string
  readonly title: string
  readonly referrer?: string
  readonly props?: Record<string, unknown>
  readonly revenue?: unknown
  readonly engaged_ms?: number
  readonly scroll?: number
  readonly width?: number
  readonly visitor?: string
  readonly interactive?: boolean
  readonly privacy_signal?: boolean
  readonly automated?: boolean
  readonly hints?: unknown
}

let browser: Browser
let server: Server
let port: number
/** Each test has another one. What a page of an earlier test sends when it is closed may arrive later, and is left out. */
let site: string
let tests = 0
let page: Page
let attributes = ''
let body = ''
let policy = ''
/** What arrived, in whichever order the network chose, and what the page issued, in its order. */
const sent: Sent[] = []
const issued: Sent[] = []
const requests: {
  method: string
  type: string | undefined
  cookie: string | undefined
  product: string
  version: string
}[] = []

beforeAll(async () => {
  server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://x')
    if (pathname === '/js/footfall.js') return res.setHeader('content-type', 'text/javascript').end(trackerScript)
    if (pathname === '/js/footfall-extra.js') return res.setHeader('content-type', 'text/javascript').end(extraScript)
    if (pathname === '/module.js') return res.setHeader('content-type', 'text/javascript').end(moduleText)
    if (pathname !== '/api/event') {
      if (policy) res.setHeader('content-security-policy', policy)
      const script = `<script nonce="abc" defer data-product="prd_1" ${attributes} src="http://stats.example:${port}/js/footfall.js"></script>`
      return res
        .setHeader('content-type', 'text/html')
        .setHeader('set-cookie', 'session=secret; SameSite=None')
        .end(`<!doctype html><title>Page</title>${script}${body}`)
    }
    let text = ''
    req.on('data', (chunk) => {
      text += chunk
    })
    req.on('end', () => {
      const { product, version, ...event } = JSON.parse(text || '{}')
      if (req.headers.origin === site) {
        requests.push({
          method: req.method ?? '',
          type: req.headers['content-type'],
          cookie: req.headers.cookie,
          product,
          version,
        })
        sent.push(event)
      }
      res.setHeader('access-control-allow-origin', '*').writeHead(202).end('{"accepted":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  attributes = ''
  body = ''
  policy = ''
  site = `http://shop-${++tests}.example:${port}`
  page = await (await newContext(browser, { viewport: { width: 1000, height: 500 } })).newPage()
  page.on('request', (request) => {
    if (request.url().includes('/api/event')) issued.push(JSON.parse(request.postData() ?? '{}'))
  })
})
afterEach(async () => {
  await page.context().close()
  sent.length = 0
  issued.length = 0
  requests.length = 0
})

const named = (name: string) => sent.filter((event) => event.name === name)
const viewed = () => issued.filter(({ name }) => name === 'pageview')
const paths = () => viewed().map(({ url }) => url.slice(site.length))
/** Waits until that many events of a name were issued and have arrived: the browser reports a request after the server has it. */
async function arrived(name: string, count: number): Promise<readonly Sent[]> {
  const seen = () => [named(name).length, issued.filter((event) => event.name === name).length]
  await expect.poll(seen).toEqual([count, count])
  return named(name)
}
/** As `arrived`, for events that a page sends while it is left: the browser reports none of their requests. */
async function arrivedOnLeaving(name: string, count: number): Promise<readonly Sent[]> {
  await expect.poll(() => named(name).length).toBe(count)
  return named(name)
}
/** Afterwards the page has issued all that it was going to. */
async function fence(): Promise<void> {
  await page.evaluate(`footfall('fence')`)
  await arrived('fence', 1)
}

describe('the script', () => {
  it('the script has at most 1.9 KiB gzipped without the additional script', () => {
    expect(gzipSync(trackerScript, { level: 9 }).length).toBeLessThanOrEqual(1.9 * 1024)
  })

  it('passes the type checker with the browser’s types', async () => {
    const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
    const project = fileURLToPath(new URL('./browser/tsconfig.json', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [compiler, '--noEmit', '-p', project])
    expect(stdout).toBe('')
  })
})

describe('a page', () => {
  it('sends one pageview with address, referrer and width, without preflight, cookie or identifier', async () => {
    await page.goto(`${site}/welcome?utm_source=x#part`, { referer: 'http://blog.example/post' })
    await expect.poll(() => requests.length).toBe(1)
    expect(sent).toEqual([
      {
        name: 'pageview',
        url: `${site}/welcome?utm_source=x`,
        title: 'Page',
        props: {},
        referrer: 'http://blog.example/post',
        width: 1000,
        // Said by the browser of this test, which a program controls.
        automated: true,
      },
    ])
    expect(requests).toEqual([
      {
        method: 'POST',
        type: 'text/plain;charset=UTF-8',
        cookie: undefined,
        product: 'prd_1',
        version: trackerVersion,
      },
    ])
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it('counts each route of a single-page application once, and sends the referrer once', async () => {
    await page.goto(`${site}/a`, { referer: 'http://blog.example/' })
    await page.evaluate(`
      history.pushState({}, '', '/b')
      history.pushState({}, '', '/b')
      history.replaceState({}, '', '/b?filter=1')
      history.replaceState({}, '', '/c')`)
    await page.goBack()
    await arrived('pageview', 4)
    await fence()
    expect(paths()).toEqual(['/a', '/b', '/c', '/b'])
    expect(viewed().map(({ referrer }) => referrer)).toEqual(['http://blog.example/', undefined, undefined, undefined])
  })

  it('names each route of a single-page application by the title that its page sets after the address', async () => {
    await page.goto(`${site}/a`)
    await page.evaluate(`
      history.pushState({}, '', '/b')
      setTimeout(() => { document.title = 'Page B' }, 20)`)
    await arrived('pageview', 2)
    await page.evaluate(`document.title = '(1) Page B'; footfall('Signup')`)
    await arrived('Signup', 1)
    await expect
      .poll(() => issued.map(({ name, url, title }) => [name, url.slice(site.length), title]))
      .toEqual([
        ['pageview', '/a', 'Page'],
        ['engagement', '/a', 'Page'],
        ['pageview', '/b', 'Page B'],
        ['Signup', '/b', 'Page B'],
      ])
  })

  it('sends the pageview of a route before anything that happens on it, and before it is left', async () => {
    await page.goto(`${site}/a`)
    await page.evaluate(`history.pushState({}, '', '/b'); footfall('Signup')`)
    await arrived('Signup', 1)
    const seen = issued.filter(({ name }) => name !== 'engagement')
    expect(seen.map(({ name, url }) => [name, url.slice(site.length)])).toEqual([
      ['pageview', '/a'],
      ['pageview', '/b'],
      ['Signup', '/b'],
    ])
    await page.evaluate(`history.pushState({}, '', '/c'); location.href = '/next'`)
    const views = await arrivedOnLeaving('pageview', 4)
    expect(new Set(views.map(({ url }) => url.slice(site.length)))).toEqual(new Set(['/a', '/b', '/c', '/next']))
  })

  it('counts hash routes as paths if the page asks for it, and ignores fragments otherwise', async () => {
    await page.goto(`${site}/app/`)
    await page.evaluate(`location.hash = '#section'`)
    await fence()
    expect(paths()).toEqual(['/app/'])
    issued.length = 0
    attributes = 'data-hash'
    await page.goto(`${site}/app/?x=1#/first`)
    await page.evaluate(`location.hash = '#!/second?tab=2'`)
    await expect.poll(paths).toEqual(['/app/first?x=1', '/app/second?tab=2&x=1'])
  })

  it('reports the active time and the scroll depth when the visitor leaves the page', async () => {
    body = '<div style="height:2000px"></div>'
    await page.goto(`${site}/long`)
    await arrived('pageview', 1)
    await page.evaluate(`scrollTo(0, 1000)`)
    const since = await page.evaluate<number>(`performance.now()`)
    await page.waitForFunction(`performance.now() > ${since + 400}`)
    await page.goto(`${site}/next`)
    const [engagement] = await arrivedOnLeaving('engagement', 1)
    expect(engagement?.url).toBe(`${site}/long`)
    expect(engagement?.scroll).toBeGreaterThanOrEqual(70)
    expect(engagement?.scroll).toBeLessThan(80)
    expect(engagement?.engaged_ms).toBeGreaterThan(100)
    expect(engagement?.engaged_ms).toBeLessThan(20_000)
  })

  it('reports the previous route before the pageview of the next', async () => {
    await page.goto(`${site}/first`)
    await arrived('pageview', 1)
    await page.evaluate(`history.pushState({}, '', '/second')`)
    await arrived('pageview', 2)
    // The browser may report a request after the server has received it.
    await expect
      .poll(() => issued.map(({ name, url }) => [name, url.slice(site.length)]))
      .toEqual([
        ['pageview', '/first'],
        ['engagement', '/first'],
        ['pageview', '/second'],
      ])
  })
})

describe('automatic events', () => {
  const links = () => `
    <a id="out" href="http://elsewhere.example:${port}/there?token=1" target="_blank"><b>out</b></a>
    <a id="file" href="/files/report.pdf" target="_blank">file</a>
    <a id="in" href="#here">in</a><a id="mail" href="mailto:a@b.example">mail</a>
    <form id="contact" onsubmit="return false"><input name="id" value="x"><button>Send</button></form>`

  it('automatic events report outbound links, downloads and forms, and nothing else', async () => {
    body = links()
    await page.goto(site)
    for (const id of ['in', 'mail', 'out', 'file']) await page.click(`#${id}`)
    await page.click('button')
    for (const name of ['Outbound Link', 'File Download', 'Form Submission']) await arrived(name, 1)
    await fence()
    expect(
      issued
        .filter(({ name, url }) => url === `${site}/` && !/^(pageview|engagement|fence)$/.test(name))
        .map(({ name, props }) => [name, props])
        .sort(),
    ).toEqual([
      ['File Download', { url: `${site}/files/report.pdf` }],
      ['Form Submission', { form: 'contact' }],
      ['Outbound Link', { url: `http://elsewhere.example:${port}/there` }],
    ])
  })

  it('automatic events are sent although the click leaves the page', async () => {
    body = links().replaceAll('target="_blank"', '')
    await page.goto(site)
    await page.click('#out')
    await arrived('Outbound Link', 1)
  })

  it('automatic events can be switched off one by one', async () => {
    attributes = 'data-no-outbound data-no-downloads data-no-forms data-no-engagement'
    body = links()
    await page.goto(site)
    for (const id of ['out', 'file']) await page.click(`#${id}`)
    await page.bringToFront()
    await page.click('button')
    await fence()
    const own = issued.filter(({ url }) => url === `${site}/`)
    expect(own.map(({ name }) => name)).toEqual(['pageview', 'fence'])
  })
})

describe('window.footfall', () => {
  it('window.footfall sends events with properties and revenue, also those called before the script arrived', async () => {
    body = `<script>window.footfall = window.footfall || function () { (footfall.q = footfall.q || []).push(arguments) }
      footfall('Early', { props: { plan: 'pro' } })</script>`
    await page.goto(site)
    await page.evaluate(`footfall('Purchase', { revenue: { amount: '9.90', currency: 'EUR' } })`)
    await arrived('Purchase', 1)
    await arrived('Early', 1)
    expect(issued.map(({ name }) => name)).toEqual(['pageview', 'Early', 'Purchase'])
    expect(named('Early')[0]?.props).toEqual({ plan: 'pro' })
    expect(named('Purchase')[0]?.revenue).toEqual({ amount: '9.90', currency: 'EUR' })
  })
})

describe('elements that name an event', () => {
  it('elements that name an event send it with their properties when they are clicked, in place of the automatic event', async () => {
    body = `<button data-footfall-event="Signup" data-footfall-event-plan="pro" data-footfall-event-from-page="top"><b>go</b></button>
      <a id="out" data-footfall-event="Partner" href="http://elsewhere.example:${port}/" target="_blank">out</a>
      <a id="file" href="/files/report.pdf" target="_blank" data-footfall-event="Report">file</a>`
    await page.goto(site)
    await page.click('b')
    for (const id of ['out', 'file']) await page.click(`#${id}`)
    for (const name of ['Signup', 'Partner', 'Report']) await arrived(name, 1)
    await fence()
    expect(named('Signup')[0]?.props).toEqual({ plan: 'pro', 'from-page': 'top' })
    expect(issued.filter(({ name }) => /Outbound|Download/.test(name))).toEqual([])
  })

  it('forms that name an event send it when they are submitted, and not when somebody clicks in them', async () => {
    body = `<form data-footfall-event="Contact" data-footfall-event-topic="sales" action="/thanks"><input name="q"><button>Send</button></form>`
    await page.goto(site)
    await page.click('input')
    await fence()
    expect(named('Contact')).toEqual([])
    await page.click('button')
    const [contact] = await arrived('Contact', 1)
    expect(contact?.props).toEqual({ topic: 'sales' })
    expect(named('Form Submission')).toEqual([])
  })
})

describe('the attributes of the script', () => {
  it('attributes of the script leave counting to the page with `data-manual`, which counts each call, at once and with its title', async () => {
    attributes = 'data-manual'
    await page.goto(`${site}/a`, { referer: 'http://blog.example/' })
    await page.evaluate(`history.pushState({}, '', '/b')`)
    await fence()
    expect(viewed()).toEqual([])
    await page.evaluate(`document.title = 'B'; footfall.page(); footfall.page()`)
    await arrived('pageview', 2)
    expect(viewed().map(({ url, title, referrer }) => [url, title, referrer])).toEqual([
      [`${site}/b`, 'B', 'http://blog.example/'],
      [`${site}/b`, 'B', undefined],
    ])
  })

  it('attributes of the script give every event the properties of `data-props-…`, which those of the event override', async () => {
    attributes = 'data-props-theme="dark" data-props-plan="free"'
    await page.goto(site)
    await page.evaluate(`footfall('Signup', { props: { plan: 'pro' } })`)
    await arrived('Signup', 1)
    expect(issued.map(({ name, props }) => [name, props])).toEqual([
      ['pageview', { theme: 'dark', plan: 'free' }],
      ['Signup', { theme: 'dark', plan: 'pro' }],
    ])
    await page.goto(`${site}/next`)
    const [engagement] = await arrivedOnLeaving('engagement', 1)
    expect(engagement?.props).toEqual({ theme: 'dark', plan: 'free' })
  })

  it('attributes of the script let a function of the page change each event or leave it out', async () => {
    attributes = 'data-transform="cleaned"'
    body = `<script>function cleaned(event) {
      if (event.name === 'Secret') return null
      return { ...event, url: event.url.replace('4711', 'N') }
    }</script>`
    await page.goto(`${site}/orders/4711`)
    await page.evaluate(`footfall('Secret'); footfall('Shown')`)
    await arrived('Shown', 1)
    expect(issued.map(({ name, url }) => [name, url])).toEqual([
      ['pageview', `${site}/orders/N`],
      ['Shown', `${site}/orders/N`],
    ])
  })

  it('attributes of the script count a page that was not found with `data-not-found`, by an event that does not end the bounce', async () => {
    attributes = 'data-not-found'
    await page.goto(`${site}/lost`)
    const [lost] = await arrived('404', 1)
    expect(lost).toMatchObject({ url: `${site}/lost`, interactive: false })
    expect(issued.map(({ name }) => name)).toEqual(['pageview', '404'])
  })
})

it('marks an event that is not interactive, and a browser that asks not to be tracked', async () => {
  await page.goto(site)
  await page.evaluate(`footfall('Video shown', { interactive: false })`)
  expect((await arrived('Video shown', 1))[0]).toMatchObject({ interactive: false })
  expect(issued[0]).not.toHaveProperty('privacy_signal')
  await page.addInitScript({
    content: `Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true })`,
  })
  await page.goto(`${site}/private`)
  await arrived('pageview', 2)
  expect(viewed().at(-1)).toMatchObject({ privacy_signal: true })
})

describe('client hints of the browser', () => {
  /** Pages without TLS have no `navigator.userAgentData`. */
  const says = (data: string) =>
    page.addInitScript({
      content: `Object.defineProperty(Navigator.prototype, 'userAgentData', { get: () => (${data}) })`,
    })
  const brands = `[{ brand: 'Chromium', version: '142' }, { brand: 'Brave', version: '142' }]`

  it('what the browser says of itself goes with every event, and the version of Windows as soon as it is known', async () => {
    await says(`{ brands: ${brands}, mobile: false, platform: 'Windows',
      getHighEntropyValues: async (names) => ({ platformVersion: names.join() === 'platformVersion' ? '15.0.0' : '' }) }`)
    await page.goto(`${site}/hints`)
    const hints = {
      brands: ['Chromium 142', 'Brave 142'],
      mobile: false,
      platform: 'Windows',
      platform_version: '15.0.0',
    }
    expect((await arrived('pageview', 1))[0]).toMatchObject({ hints, automated: true })
    await page.evaluate(`footfall('Signup')`)
    expect((await arrived('Signup', 1))[0]).toMatchObject({ hints })
  })

  it.each([
    `{ brands: ${brands}, mobile: true, platform: 'Windows', getHighEntropyValues: () => Promise.reject(new Error('no')) }`,
    `{ brands: ${brands}, mobile: true, platform: 'Windows' }`,
    `{ brands: ${brands}, mobile: true, platform: 'Android', getHighEntropyValues() { throw new Error('not asked') } }`,
  ])('a page counts although the browser does not say its version: %s', async (data) => {
    await says(data)
    await page.goto(`${site}/quiet`)
    const [view] = await arrived('pageview', 1)
    expect(view?.hints).toMatchObject({ brands: ['Chromium 142', 'Brave 142'], mobile: true })
    expect(view?.hints).not.toHaveProperty('platform_version')
  })

  it('an event of a page that waits for the version of Windows comes after its pageview', async () => {
    await says(
      `{ brands: ${brands}, mobile: false, platform: 'Windows', getHighEntropyValues: () => new Promise(() => {}) }`,
    )
    await page.goto(`${site}/slow`)
    await page.evaluate(`footfall('Signup')`)
    await arrived('Signup', 1)
    expect(issued.map(({ name }) => name)).toEqual(['pageview', 'Signup'])
  })

  it.each(['undefined', '{}', `{ brands: [] , mobile: false, platform: '' }`])(
    'a page counts in a browser whose client hints are unusable: %s',
    async (data) => {
      await says(data)
      await page.goto(`${site}/nothing`)
      await arrived('pageview', 1)
    },
  )

  it('brands beyond what an event can hold are cut, so the event is not rejected', async () => {
    await says(`{ brands: Array(12).fill({ brand: 'x'.repeat(80), version: '1' }), mobile: false, platform: 'Linux' }`)
    await page.goto(`${site}/many`)
    expect((await arrived('pageview', 1))[0]).toMatchObject({ hints: { brands: Array(10).fill('x'.repeat(64)) } })
  })
})

describe('an address that excludes this browser from counting', () => {
  const notice = () => page.locator('[role=status]')

  it('an address that excludes this browser stops its counting from then on, and confirms it for a while', async () => {
    policy = `default-src 'none'; script-src 'nonce-abc' http://stats.example:${port}; connect-src http://stats.example:${port}`
    await page.clock.install()
    await page.goto(`${site}/welcome?footfall=ignore`)
    await notice().waitFor()
    expect(await notice().textContent()).toBe('Footfall no longer counts visits with this browser.')
    expect(await page.evaluate(`getComputedStyle(document.querySelector('[role=status]')).position`)).toBe('fixed')
    expect(await page.evaluate(() => localStorage.footfall_ignore)).toBe('true')
    await page.clock.runFor(6000)
    expect(await notice().count()).toBe(0)
    await page.goto(`${site}/later`)
    await page.evaluate(`footfall('Signup')`)
    await page.goto(`${site}/back?utm_source=x&footfall=count`)
    await notice().waitFor()
    expect(await notice().textContent()).toBe('Footfall counts visits with this browser.')
    await page.evaluate(`footfall('fence')`)
    await arrived('fence', 1)
    expect(issued.map(({ name, url }) => [name, url])).toEqual([
      ['pageview', `${site}/back?utm_source=x`],
      ['fence', `${site}/back?utm_source=x`],
    ])
  })

  it('an address that asks not to count this browser reports if the browser stores nothing', async () => {
    await page.addInitScript({
      content: `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied') } })`,
    })
    await page.goto(`${site}/?footfall=ignore`)
    await notice().waitFor()
    expect(await notice().textContent()).toBe('This browser stores nothing, so Footfall cannot remember your choice.')
  })

  it.each([
    ['?footfall=ignored', '?footfall=ignored'],
    ['?footfall=', '?footfall='],
    ['?xfootfall=ignore', '?xfootfall=ignore'],
    ['?footfall=<img>', '?footfall=%3Cimg%3E'],
    ['?footfall=count', ''],
    ['?footfall=count&a=1', '?a=1'],
    ['?a=1&footfall=count&b=2', '?a=1&b=2'],
  ])(
    'the choice is left out of the counted address, and nothing else counts as a choice: %s',
    async (query, counted) => {
      await page.goto(`${site}/p${query}`)
      await arrived('pageview', 1)
      expect(paths()).toEqual([`/p${counted}`])
    },
  )
})

describe('a page that the visitor leaves and comes back to', () => {
  it('counts a page that comes from the back/forward cache as a new view without the time between', async () => {
    await page.goto(`${site}/cached`)
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await arrived('pageview', 2)
    expect(paths()).toEqual(['/cached', '/cached'])
  })

  it('sends the event of a form and of a link that leave the page at once', async () => {
    body = `<form id="contact" action="http://elsewhere.example:${port}/x"><button>Send</button></form>`
    await page.goto(site)
    await page.click('button')
    await arrived('Form Submission', 1)
  })
})

describe('a page with a strict policy', () => {
  it('runs the script by its nonce under a strict policy, with only a connection', async () => {
    policy = `default-src 'none'; script-src 'nonce-abc'; connect-src http://stats.example:${port}`
    const rejected: string[] = []
    page.on('console', (message) => rejected.push(message.text()))
    await page.goto(`${site}/strict`)
    await arrived('pageview', 1)
    expect(rejected.filter((text) => /Content Security Policy/.test(text))).toEqual([])
  })

  it('counts if storage is blocked, and excludes a visitor who opts out for as long as the page is open', async () => {
    await page.addInitScript({
      content: `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })`,
    })
    await page.goto(`${site}/blocked`)
    await arrived('pageview', 1)
    await page.evaluate(`footfall.optOut(); footfall('Hidden'); footfall.optOut(false); footfall('Shown')`)
    await arrived('Shown', 1)
    expect(named('Hidden')).toEqual([])
  })

  it('excludes a browser that opted out on an earlier page, until it opts in again', async () => {
    await page.goto(site)
    await arrived('pageview', 1)
    await page.evaluate(`footfall.optOut()`)
    await page.goto(`${site}/next`)
    await page.evaluate(`footfall('Hidden'); footfall.optOut(false); footfall('Shown')`)
    await arrived('Shown', 1)
    expect(issued.map(({ name }) => name)).toEqual(['pageview', 'Shown'])
  })
})

describe('the module of the package', () => {
  const modulePage = (code: string) => {
    attributes = 'data-product="none" data-manual'
    body = `<script type="module">import { init, track, page, identify, optOut } from '/module.js'
      ${code}</script>`
  }

  it('the module counts pages and events as the script does, also those named before it starts', async () => {
    modulePage(`track('Early', { props: { plan: 'pro' } })
      init({ product: 'prd_module', api: '/api/event', props: { theme: 'dark' } })
      init({ product: 'prd_twice', api: '/api/event' })
      identify('u-1')
      track('Late', { interactive: false })`)
    await page.goto(`${site}/spa`)
    for (const name of ['pageview', 'Early', 'Late']) await arrived(name, 1)
    expect(requests.map(({ product }) => product)).toEqual(['prd_module', 'prd_module', 'prd_module'])
    expect(issued.map(({ name, props, visitor }) => [name, props, visitor])).toEqual([
      ['pageview', { theme: 'dark' }, undefined],
      ['Early', { theme: 'dark', plan: 'pro' }, undefined],
      ['Late', { theme: 'dark' }, 'u-1'],
    ])
  })

  it('the module counts by hand, transforms and opts out', async () => {
    modulePage(`init({ product: 'prd_module', api: '/api/event', manual: true, leaveOut: ['engagement'],
        transform: (event) => (event.name === 'Secret' ? null : { ...event, title: 'T' }) })
      page(); track('Secret'); optOut(); track('Hidden'); optOut(false); track('Shown')`)
    await page.goto(`${site}/spa`)
    await arrived('Shown', 1)
    expect(issued.map(({ name, title }) => [name, title])).toEqual([
      ['pageview', 'T'],
      ['Shown', 'T'],
    ])
  })

  it('the module does nothing without a page, as on a server', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      `${moduleText}\ninit({ product: 'prd_1' }); track('X'); page(); identify('u'); optOut(); console.log('served')`,
    ])
    expect(stdout.trim()).toBe('served')
  })
})

describe('browsers and pages that send nothing', () => {
  it('sends nothing from a browser that asked to be ignored', async () => {
    await page.addInitScript({ content: `localStorage.setItem('footfall_ignore', 'true')` })
    await page.goto(site)
    await page.evaluate(`
      footfall('Hidden')
      localStorage.removeItem('footfall_ignore')
      footfall('Shown')`)
    await arrived('Shown', 1)
    expect(issued.map(({ name }) => name)).toEqual(['Shown'])
  })

  it('sends nothing from the local machine, unless the script allows it', async () => {
    site = `http://127.0.0.1:${port}`
    await page.goto(`${site}/dev`)
    await page.evaluate(`footfall('Hidden')`)
    attributes = 'data-local'
    await page.goto(`${site}/wanted`)
    await arrived('pageview', 1)
    expect(issued.map(({ name, url }) => [name, new URL(url).pathname])).toEqual([['pageview', '/wanted']])
  })

  it('sends nothing for a page that is not visible yet', async () => {
    const content = `
      let isHidden = true
      Object.defineProperty(document, 'hidden', { get: () => isHidden })
      window.show = () => {
        isHidden = false
        document.dispatchEvent(new Event('visibilitychange'))
      }`
    await page.addInitScript({ content })
    await page.goto(`${site}/prerendered`)
    await fence()
    expect(paths()).toEqual([])
    await page.evaluate(`show()`)
    await expect.poll(paths).toEqual(['/prerendered'])
  })

  it('sends nothing to an address other than the one that `data-api` names', async () => {
    attributes = `data-api="/api/event?proxied"`
    await page.goto(site)
    await arrived('pageview', 1)
  })
})

describe('a visitor whom the page names', () => {
  it('every event names the visitor, from the attribute or the call on, and not after a sign-out', async () => {
    attributes = 'data-visitor="u-1"'
    await page.goto(site)
    await page.evaluate(`footfall('A'); footfall.identify('u-2'); footfall('B'); footfall.identify(); footfall('C')`)
    await arrived('C', 1)
    expect(issued.map(({ name, visitor }) => [name, visitor])).toEqual([
      ['pageview', 'u-1'],
      ['A', 'u-1'],
      ['B', 'u-2'],
      ['C', undefined],
    ])
  })

  it('an empty attribute names no visitor', async () => {
    attributes = 'data-visitor=""'
    await page.goto(site)
    const [view] = await arrived('pageview', 1)
    expect(view).not.toHaveProperty('visitor')
  })

  it('the first pageview names the visitor if the page asks it to wait', async () => {
    attributes = 'data-identify'
    await page.goto(site)
    await page.evaluate(`footfall.identify('u-3')`)
    await fence()
    expect(issued.map(({ name, visitor }) => [name, visitor])).toEqual([
      ['pageview', 'u-3'],
      ['fence', 'u-3'],
    ])
  })
})
