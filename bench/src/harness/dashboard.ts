import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromium from '@sparticuz/chromium'
import { type BrowserContext, type Page, chromium as playwright } from 'playwright-core'
import { milliseconds } from './samples.ts'
import type { RunningService } from './service.ts'

/** A browser in one process ends with its first page. */
const UNWANTED: ReadonlySet<string> = new Set(['--single-process'])
const OPTIONS = {
  locale: 'en-US',
  reducedMotion: 'reduce',
  viewport: { width: 1440, height: 900 },
  bypassCSP: true,
} as const
/** The chart is drawn, and nothing is being loaded. */
const IS_READY =
  "document.querySelector('main canvas') !== null && document.querySelector('main [aria-busy=true]') === null"

/** A browser in which the owner of the demo is signed in. */
export interface SignedInBrowser {
  /** A page without anything in its cache. */
  freshPage(): Promise<Page>
  close(): Promise<void>
}

export async function signedInBrowser(service: RunningService, dataDir: string): Promise<SignedInBrowser> {
  const { email, password } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args.filter((arg) => !UNWANTED.has(arg)),
    headless: true,
  })
  const person = await browser.newContext(OPTIONS)
  const page = await person.newPage()
  await page.goto(`${service.url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const cookies = await person.cookies()
  let last: BrowserContext | undefined
  return {
    async freshPage() {
      await last?.close()
      last = await browser.newContext(OPTIONS)
      await last.addCookies(cookies)
      return last.newPage()
    },
    close: () => browser.close(),
  }
}

/** From the request of the document until the overview can be used, in milliseconds. */
export function coldLoad(page: Page, url: string): Promise<number> {
  return milliseconds(async () => {
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(IS_READY, undefined, { polling: 10 })
  })
}

/** The same requests at once, without running a script or drawing anything. */
export async function bareRequests(page: Page, url: string, requests: readonly string[]): Promise<number> {
  await page.goto(`${new URL(url).origin}/healthz`)
  return page.evaluate(async (urls) => {
    const begun = performance.now()
    await Promise.all(urls.map(async (one) => (await fetch(one, { cache: 'no-store' })).arrayBuffer()))
    return performance.now() - begun
  }, requests)
}

/** From pressing the key of a period until the overview shows it. */
export function changePeriod(page: Page, key: string): Promise<number> {
  const before = page.url()
  return milliseconds(async () => {
    await page.keyboard.press(key)
    await page.waitForFunction(`location.href !== ${JSON.stringify(before)} && ${IS_READY}`, undefined, { polling: 10 })
  })
}
