import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  chromium as playwright,
} from 'playwright-core'

/**
 * A browser in one process ends with its first page. Without web security it would not enforce origins. Without a zygote each
 * renderer loads the browser anew.
 */
const UNWANTED: ReadonlySet<string> = new Set(['--single-process', '--disable-web-security', '--no-zygote'])
/** The pages of a context share a renderer: a new one compiles every script again, which takes a third of the time of a page. */
const ONE_RENDERER = ['--process-per-site', '--renderer-process-limit=1']
const SCREENSHOTS = fileURLToPath(new URL('../../test-output/', import.meta.url))
/** Tests look at what a page says and does; pictures are for people, who ask for them. */
export const PICTURES = process.env.SCREENSHOTS === '1'

// No page draws with WebGL, and emulating a graphics card takes half of the processor time of a page.
chromium.setGraphicsMode = false

export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((arg) => !UNWANTED.has(arg)), ...ONE_RENDERER, ...args],
    headless: true,
  })
}

/** A context whose pages have a minute for each action: a busy machine may stall a browser for many seconds. */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  return context
}

/** A browser context without scripts, since the pages must work without them. */
export function newPerson(browser: Browser): Promise<BrowserContext> {
  return newContext(browser, { javaScriptEnabled: false, viewport: { width: 1024, height: 900 } })
}

/** With `SCREENSHOTS=1`, screenshots of the page in light and dark mode and at the width of a phone. */
export async function screenshots(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  await mkdir(SCREENSHOTS, { recursive: true })
  const wide = page.viewportSize() ?? { width: 1024, height: 900 }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${SCREENSHOTS}${name}-${colorScheme}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: `${SCREENSHOTS}${name}-phone.png`, fullPage: true })
  await page.setViewportSize(wide)
}
