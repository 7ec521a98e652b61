import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import axe from 'axe-core'
import type { Browser, BrowserContext, BrowserContextOptions, Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launchChromium, newContext, PICTURES } from './chromium.ts'
import {
  freePort,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
} from './server-process.ts'

const SCREENSHOTS = fileURLToPath(new URL('../output/screenshots/', import.meta.url))
/** A headless browser says that it is one, and would be counted as a robot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose outcome depends on the theme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block']
const PHONE = { width: 320, height: 700 }
const WIDE = { width: 1280, height: 900 }

export const PASSWORD = 'correct horse battery'

/** A service with a browser in front of it. */
export interface Place {
  readonly browser: Browser
  readonly dataDir: string
  /** Every origin that a page asked for anything. */
  readonly asked: Set<string>
  server(): ServerProcess
  url(path?: string): string
  /** The service on the same port and data; end the one before first. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** On an empty directory, or on one that holds something already; it is removed with the place. */
export async function openPlace(
  env: Readonly<Record<string, string>> = {},
  given?: TemporaryDirectory,
): Promise<Place> {
  const directory = given ?? (await temporaryDirectory())
  const port = await freePort()
  const start = () =>
    startServer({
      dataDir: directory.path,
      port,
      env: { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_OAUTH: '0', RATE_LIMIT_WRITES: '0', ...env },
    })
  // Sites of other people are on this machine, too.
  const sites = '--host-resolver-rules=MAP *.example 127.0.0.1'
  let [server, browser] = await Promise.all([start(), launchChromium([sites])])
  return {
    browser,
    dataDir: directory.path,
    asked: new Set(),
    server: () => server,
    url: (path = '') => server.url + path,
    async restart() {
      server = await start()
    },
    async close() {
      await browser.close()
      await server.end()
      await directory.remove()
    },
  }
}

/** A browser of somebody's own; unless it goes anywhere, what its pages ask is noted in `asked`. */
export async function newBrowser(
  place: Place,
  bounds: 'service' | 'anywhere' = 'service',
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await newContext(place.browser, { viewport: WIDE, userAgent: BROWSER, ...options })
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (bounds === 'service' && protocol !== 'data:') place.asked.add(origin)
  })
  return context
}

/** Makes the first account, and answers a page of its. */
export async function signUpFirst(place: Place, name: string, email: string): Promise<Page> {
  const page = await (await newBrowser(place)).newPage()
  await page.goto(place.url('/'))
  await page.waitForURL('**/sign-up*')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/welcome')
  return page
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A call of the API as the page itself makes it, by its session. */
export async function call(page: Page, method: string, path: string, body?: unknown) {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return page.evaluate<{ status: number; body: any }, readonly [string, string, string | undefined]>(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body }),
      })
      return { status: response.status, body: await response.json() }
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as const,
  )
}

/** A call of the API as a program makes it, by its token; writes are confirmed. */
export async function callWith(token: string, place: Place, method: string, path: string, body?: unknown) {
  const response = await fetch(place.url(path), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method !== 'GET' && { 'service-confirm': 'true', 'idempotency-key': crypto.randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  return { status: response.status, body: (await response.json()) as any }
}

/**
 * No rule of WCAG 2.2 AA that a program can check is broken, and nothing is cut off: wide and light, narrow and dark.
 * With `SCREENSHOTS=1` it leaves pictures of either size and theme behind.
 */
export async function expectSound(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  const wide = page.viewportSize() ?? WIDE
  const look = async (size: 'desktop' | 'phone', colorScheme: 'light' | 'dark') => {
    await page.setViewportSize(size === 'phone' ? PHONE : wide)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (!PICTURES) return
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${size}-${colorScheme}.png`, fullPage: true })
  }
  const judge = async () => {
    await fitsWidth(page, name)
    expect({ name, violations: await violations(page) }).toEqual({ name, violations: [] })
  }
  if (PICTURES) await look('phone', 'light')
  await look('phone', 'dark')
  await judge()
  if (PICTURES) await look('desktop', 'dark')
  await look('desktop', 'light')
  await judge()
}

/** Nothing is to the right of the screen. Charts follow the width of the window a moment later. */
export async function fitsWidth(shown: Page | Frame, name: string): Promise<void> {
  const beyond = () => shown.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  await expect.poll(beyond, { message: `what is cut off of ${name}` }).toBeLessThanOrEqual(0)
}

/** What axe-core finds on the page or frame as it stands, by all rules or only by those about colors. */
export async function violations(
  shown: Page | Frame,
  by: 'all rules' | 'colors' = 'all rules',
): Promise<readonly string[]> {
  const frame = 'mainFrame' in shown ? shown.mainFrame() : shown
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source)
  return frame.evaluate(
    async (runOnly) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      // Finding a selector for each element takes longer than the rules, and the HTML says which element it is.
      const { violations } = await axe.run({ runOnly, resultTypes: ['violations'], selectors: false })
      return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    by === 'colors' ? { type: 'rule' as const, values: COLOR_RULES } : { type: 'tag' as const, values: RULES },
  )
}
