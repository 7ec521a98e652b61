import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ServerProcess } from './server-process.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 320, height: 720 }
const SETTLED_WITHIN_MS = 20_000

/** A browser of somebody's own, signed in. */
export async function signedIn(browser: Browser, server: ServerProcess, who: Credentials): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: DESKTOP, locale: 'en-US', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel('Email').fill(who.email)
  await page.getByLabel('Password').fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.close()
  return context
}

/** A page, what it asks for, and what went wrong on it: thrown errors, breaches of its policy, requests to elsewhere. */
export async function watchedPage(context: BrowserContext, server: ServerProcess) {
  const page = await context.newPage()
  const requests: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith('data:')) return
    requests.push(request.url())
    if (!request.url().startsWith(server.url)) faults.push(`asked elsewhere: ${request.url()}`)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) faults.push(message.text())
  })
  return { page, requests, faults }
}

/** Nothing is under way any more, and what is shown is what was asked for. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: SETTLED_WITHIN_MS }).toBe(0)
}

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds, by WCAG 2.2 A and AA and its own best practices. */
async function axeFindings(page: Page): Promise<readonly string[]> {
  await page.evaluate(await axe)
  return page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: axe is a global of the page
    const { violations } = await (globalThis as any).axe.run()
    // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
    return violations.flatMap((violation: any) =>
      // biome-ignore lint/suspicious/noExplicitAny: axe has no types here
      violation.nodes.map((node: any) => `${violation.id}: ${node.html.slice(0, 160)} ${node.failureSummary ?? ''}`),
    )
  })
}

const SCREENSHOTS = fileURLToPath(new URL('../output/screenshots/', import.meta.url))

const LOOKS = [
  { device: 'desktop', viewport: DESKTOP, colorScheme: 'light' },
  { device: 'desktop', viewport: DESKTOP, colorScheme: 'dark' },
  { device: 'phone', viewport: PHONE, colorScheme: 'light' },
  { device: 'phone', viewport: PHONE, colorScheme: 'dark' },
] as const

/** The page light and dark, on a desk and on a phone: a picture of each, nothing for axe to find, nothing to scroll sideways. */
export function inspect(page: Page, name: string): Promise<void> {
  return look(page, name, LOOKS)
}

/** The same in two of the four, for a state of a page that was inspected as a whole. */
export function glance(page: Page, name: string): Promise<void> {
  return look(page, name, [LOOKS[0], LOOKS[3]])
}

async function look(page: Page, name: string, looks: readonly (typeof LOOKS)[number][]): Promise<void> {
  const found: string[] = []
  for (const { device, viewport, colorScheme } of looks) {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${device}-${colorScheme}.png`, fullPage: true })
    found.push(...(await axeFindings(page)).map((finding) => `${device} ${colorScheme}: ${finding}`))
    const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    if (Number(beyond) > 0) found.push(`${device}: the page is ${beyond} px wider than the screen`)
  }
  await page.setViewportSize(DESKTOP)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect(found).toEqual([])
}
