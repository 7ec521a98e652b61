import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type Page, chromium as playwright } from 'playwright-core'

/** In one process the browser ends with its first page; without web security it would not judge origins. */
const UNWANTED: ReadonlySet<string> = new Set(['--single-process', '--disable-web-security'])
const SCREENSHOTS = fileURLToPath(new URL('../../test-output/', import.meta.url))

export async function launchChromium(args: readonly string[] = []): Promise<Browser> {
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((arg) => !UNWANTED.has(arg)), ...args],
    headless: true,
  })
}

/** A browser of somebody's own, with scripts off: the pages must do without. */
export function newPerson(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ javaScriptEnabled: false, viewport: { width: 1024, height: 900 } })
}

/** The page as people see it: light, dark and on a phone. */
export async function screenshots(page: Page, name: string): Promise<void> {
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
