import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build as bundle } from 'esbuild'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { build, compilerErrors, type ServedApplication, serve, writeApplication } from './test-support/application.ts'
import { APPLICATIONS } from './test-support/applications.ts'
import { launchChromium, newContext } from './test-support/chromium.ts'

interface Sent {
  readonly name: string
  readonly url: string
  readonly product: string
  readonly visitor?: string
  readonly props?: Record<string, unknown>
}

/** Without its types: they declare elements of pages for all programs of the repository, which have none. */
const require = createRequire(import.meta.url)
const { createElement } = require('react')
const { renderToString } = require('react-dom/server')

const ENTRIES = ['react', 'next', 'vue', 'sveltekit', 'nuxt-plugin'] as const

let browser: Browser
let collector: Server
let service: string
let folder: string
/** The site of the test. What a page of an earlier test sends when it is closed may arrive later, and is left out. */
let site: string
let tests = 0
const siteOn = (port: number) => `http://shop-${++tests}.example:${port}`
const sent: Sent[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      if (request.headers.origin === site) sent.push(JSON.parse(text))
      response.setHeader('access-control-allow-origin', '*').writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  service = `http://stats.example:${(collector.address() as AddressInfo).port}`
  folder = await mkdtemp(join(tmpdir(), 'footfall-frameworks-'))
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  collector.closeAllConnections()
  collector.close()
  if (folder !== undefined) await rm(folder, { recursive: true, force: true })
})
afterEach(() => {
  sent.length = 0
})

const counted = () => sent.filter(({ name }) => name === 'pageview').map(({ url }) => new URL(url).pathname)

describe.each(Object.entries(APPLICATIONS))('a built application of %s', (framework, filesFor) => {
  let application: string
  let served: ServedApplication
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    application = join(folder, framework)
    await writeApplication(application, filesFor(service))
    // React runs effects twice in `StrictMode`, but only in its development build.
    await build(application, framework === 'react' ? { NODE_ENV: 'development' } : {})
    served = await serve(application)
  })
  afterAll(() => served?.stop())
  beforeEach(async () => {
    site = siteOn(served.port)
    context = await newContext(browser)
    page = await context.newPage()
  })
  afterEach(() => context.close())

  const open = async (path: string, heading = 'Welcome') => {
    await page.goto(site + path)
    await page.getByRole('heading', { name: heading }).waitFor()
    if (framework === 'sveltekit') await page.locator('body[data-started]').waitFor()
  }
  const follow = async (link: string, heading: string) => {
    await page.getByRole('link', { name: link, exact: true }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  /** Sends an event. */
  const signUp = async () => {
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect.poll(() => sent.map(({ name }) => name)).toContain('Signup')
  }

  it('counts each page that is opened in the application exactly once, and no change of its query', async () => {
    await open('/')
    await expect.poll(counted).toEqual(['/'])
    await follow('About', 'About us')
    await expect.poll(counted).toEqual(['/', '/about'])
    await follow('Tab', 'About us')
    await expect.poll(() => page.url()).toContain('tab=2')
    await follow('Home', 'Welcome')
    await expect.poll(counted).toEqual(['/', '/about', '/'])
    await page.goBack()
    await page.getByRole('heading', { name: 'About us' }).waitFor()
    await expect.poll(counted).toEqual(['/', '/about', '/', '/about'])
    await signUp()
    expect(counted()).toEqual(['/', '/about', '/', '/about'])
    expect(new Set(sent.map(({ product }) => product))).toEqual(new Set(['prd_1']))
  })

  it('a redirect at the start counts only the page where it leads', async () => {
    await open('/start')
    await expect.poll(counted).toEqual(['/'])
    await signUp()
    expect(counted()).toEqual(['/'])
  })

  it('sends an event with its properties', async () => {
    await open('/')
    await signUp()
    expect(sent.find(({ name }) => name === 'Signup')?.props).toEqual({ plan: 'pro' })
  })

  it('sends nothing from a browser that opted out', async () => {
    await page.addInitScript({ content: `localStorage.setItem('footfall_ignore', 'true')` })
    await open('/')
    await follow('About', 'About us')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.close()
    // In another context nobody opted out: what it sends arrives after everything that the first one could have sent.
    const other = await (await browser.newContext()).newPage()
    await other.goto(`${site}/about`)
    await expect.poll(counted).toEqual(['/about'])
    expect(sent.map(({ name }) => name)).toEqual(['pageview'])
    await other.context().close()
  })

  it.skipIf(framework === 'sveltekit')('compiles with the code in the documentation', async () => {
    expect(await compilerErrors(application)).toBe('')
  })
})

describe('the entries for frameworks', () => {
  let application: string
  const built = (name: string) =>
    import(pathToFileURL(join(application, `node_modules/@footfall/tracker/dist/${name}.js`)).href)

  beforeAll(async () => {
    application = join(folder, 'entries')
    await writeApplication(application, { 'package.json': '{ "type": "module" }' })
  })

  const bytesOf = async (code: string) => {
    const { outputFiles } = await bundle({
      stdin: { contents: code, resolveDir: application },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      external: ['react'],
      logLevel: 'silent',
    })
    return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  }

  it.each(ENTRIES)('the entry %s adds at most 2 kB gzipped to the module', async (entry) => {
    const dist = './node_modules/@footfall/tracker/dist'
    const module = await bytesOf(`export * from '${dist}/index.js'`)
    const both = await bytesOf(`export * from '${dist}/index.js'; export * as entry from '${dist}/${entry}.js'`)
    expect(both).toBeGreaterThan(module)
    expect(both - module).toBeLessThanOrEqual(2000)
  })

  it.each(['react', 'next'])('the component of the entry %s renders nothing on a server', async (entry) => {
    const { Footfall } = await import(join(application, `node_modules/@footfall/tracker/dist/${entry}.js`))
    expect(renderToString(createElement(Footfall, { product: 'prd_1' }))).toBe('')
  })

  it('the plugin for Vue does nothing on a server', async () => {
    const { footfall } = await built('vue')
    expect(footfall.install({ config: { globalProperties: {} } }, { product: 'prd_1' })).toBeUndefined()
  })

  it('the entry for Next.js is a client module', async () => {
    const { moduleFiles } = await import('./module-files.ts')
    expect(moduleFiles().get('next.js')).toMatch(/^"use client";\n/)
  })

  it('a declaration of events lets other names and other properties not compile', async () => {
    const project = join(folder, 'types')
    await writeApplication(project, {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          module: 'esnext',
          moduleResolution: 'bundler',
          strict: true,
          noEmit: true,
          types: [],
          jsx: 'react-jsx',
        },
      }),
      'events.ts': `import '@footfall/tracker'

declare module '@footfall/tracker' {
  interface Events {
    Signup: { plan: 'free' | 'pro' }
    Closed: { reason?: string }
  }
}
`,
      'track.ts': `import { track } from '@footfall/tracker'

track('Signup', { props: { plan: 'free' } })
track('Closed')
track('Closed', { props: { reason: 'done' }, interactive: false })
// @ts-expect-error: no such event
track('Sign-up')
// @ts-expect-error: no such plan
track('Signup', { props: { plan: 'gold' } })
// @ts-expect-error: a property is missing
track('Signup')
// @ts-expect-error: no such property
track('Closed', { props: { why: 'done' } })
`,
      'component.tsx': `import { Footfall } from '@footfall/tracker/next'

export const right = <Footfall product="prd_1" visitor="u-1" leaveOut={['forms']} />
// @ts-expect-error: a function does not reach the browser
export const transforming = <Footfall product="prd_1" transform={(event) => event} />
// @ts-expect-error: the product is missing
export const without = <Footfall api="/api/event" />
`,
    })
    expect(await compilerErrors(project)).toBe('')
  })
})

describe('the component of React', () => {
  it('follows the visitor whom the application names', async () => {
    const application = join(folder, 'visitors')
    await writeApplication(application, {
      ...APPLICATIONS.react(service),
      'main.tsx': `import { Footfall } from '@footfall/tracker/react'
import { track } from '@footfall/tracker'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Application() {
  const [visitor, setVisitor] = useState<string | undefined>('u-1')
  return (
    <>
      <Footfall product="prd_1" api="${service}/api/event" {...(visitor && { visitor })} />
      <button type="button" onClick={() => track('Seen')}>Send</button>
      <button type="button" onClick={() => setVisitor('u-2')}>Switch</button>
      <button type="button" onClick={() => setVisitor(undefined)}>Sign out</button>
    </>
  )
}
createRoot(document.body).render(<StrictMode><Application /></StrictMode>)
`,
    })
    await build(application, { NODE_ENV: 'development' })
    const served = await serve(application)
    site = siteOn(served.port)
    const page = await browser.newPage()
    await page.goto(`${site}/`)
    await expect.poll(counted).toEqual(['/'])
    for (const button of ['Send', 'Switch', 'Send', 'Sign out', 'Send'])
      await page.getByRole('button', { name: button, exact: true }).click()
    await expect.poll(() => sent.filter(({ name }) => name === 'Seen')).toHaveLength(3)
    expect(new Set(sent.map(({ name, visitor }) => `${name} ${visitor}`))).toEqual(
      new Set(['pageview u-1', 'Seen u-1', 'Seen u-2', 'Seen undefined']),
    )
    await page.close()
    await served.stop()
  })
})

describe('the module for Nuxt', () => {
  interface Configured {
    plugins: { src: string; mode: string }[]
    runtimeConfig: { public: Record<string, unknown> }
    footfall?: unknown
  }
  let application: string

  beforeAll(async () => {
    application = join(folder, 'nuxt')
    await writeApplication(application, { 'package.json': '{ "type": "module" }' })
  })

  const install = async (inline: object, footfall?: unknown) => {
    const { default: module } = await import(join(application, 'node_modules/@footfall/tracker/dist/nuxt.js'))
    const options: Configured = { plugins: [], runtimeConfig: { public: {} }, footfall }
    module(inline, { options })
    return options
  }

  it('adds a plugin for browsers, and options that the environment can replace', async () => {
    const { plugins, runtimeConfig } = await install({ hash: true }, { product: 'prd_1' })
    expect(plugins).toEqual([
      { src: join(application, 'node_modules/@footfall/tracker/dist/nuxt-plugin.js'), mode: 'client' },
    ])
    expect(runtimeConfig.public).toEqual({ footfall: { product: 'prd_1', api: '', hash: true } })
  })

  it.each([false, undefined, 'on'])('the configuration %j names no product', async (configured) => {
    const { plugins, runtimeConfig } = await install({}, configured)
    expect(plugins).toHaveLength(configured === false ? 0 : 1)
    expect(runtimeConfig.public).toEqual(configured === false ? {} : { footfall: { product: '', api: '' } })
  })

  it('the plugin counts once the application is mounted, and nothing without a product', async () => {
    const built = join(folder, 'nuxt-plugin')
    await writeApplication(built, {
      'package.json': '{ "type": "module" }',
      'vite.config.js': 'export default { preview: { allowedHosts: true } }',
      'index.html': '<!doctype html><title>Shop</title><script type="module" src="/main.js"></script>',
      // As Nuxt calls it: with the configuration at runtime, and hooks that run later.
      'main.js': `import plugin from './node_modules/@footfall/tracker/dist/nuxt-plugin.js'
import { track } from '@footfall/tracker'

const named = new URLSearchParams(location.search).get('product') ?? ''
const footfall = { product: named, api: '${service}/api/event' }
plugin({ $config: { public: { footfall } }, hook: (name, then) => addEventListener(name, then) })
history.replaceState({}, '', '/moved')
dispatchEvent(new Event('app:mounted'))
if (named !== '') track('Signup')
document.body.innerHTML = '<h1>Mounted</h1>'
`,
    })
    await build(built)
    const served = await serve(built)
    site = siteOn(served.port)
    const page = await browser.newPage()
    await page.goto(`${site}/`)
    await page.getByRole('heading', { name: 'Mounted' }).waitFor()
    await page.goto(`${site}/?product=prd_1`)
    // Each has its own connection, so either may arrive first.
    await expect.poll(() => sent.map(({ name }) => name).toSorted()).toEqual(['Signup', 'pageview'])
    expect(counted()).toEqual(['/moved'])
    await page.close()
    await served.stop()
  })
})
