import chromium from '@sparticuz/chromium'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium as playwright } from 'playwright-core'

/** In one process the browser ends with its first page; without web security it would not check what CORS allows. */
const UNWANTED: ReadonlySet<string> = new Set(['--single-process', '--disable-web-security'])

/** A browser for which every host under `example` is this machine. */
export async function launchChromium(): Promise<Browser> {
  // No page here draws with WebGL, and emulating a graphics card takes half of the processor time of a page.
  chromium.setGraphicsMode = false
  return playwright.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args.filter((arg) => !UNWANTED.has(arg)), '--host-resolver-rules=MAP *.example 127.0.0.1'],
    headless: true,
  })
}

/** A context whose pages have a minute for each action: a busy machine may stall a browser for many seconds. */
export async function newContext(browser: Browser, options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(60_000)
  return context
}
