import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../chromium.ts'
import { freePort, startServer } from '../server-process.ts'
import { addIdentifiedVisitors, addSettings } from './additions.ts'
import { PICTURED, type PicturedPage } from './pages.ts'

/**
 * Takes the pictures of the documentation from the demo, in light at 1280 pixels. To look at a change, take them elsewhere and
 * in every size: `pnpm pictures --out /tmp/pictures --widths 390,1024,1440 --themes light,dark --only home`.
 */
const DOCS = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: DOCS },
    widths: { type: 'string', default: '1280' },
    themes: { type: 'string', default: 'light' },
    only: { type: 'string' },
    whole: { type: 'boolean', default: false },
  },
})
const only = values.only?.split(',')
const widths = values.widths.split(',').map(Number)
const themes = ['light', 'dark'] as const
const chosenThemes = themes.filter((theme) => values.themes.split(',').includes(theme))
/** A headless browser says that it is one, and would be counted as a robot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const HEIGHT = 900

interface Demo {
  readonly email: string
  readonly password: string
  readonly products: readonly { readonly id: string }[]
}

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-pictures-'))
const port = await freePort()
const start = () =>
  startServer({
    dataDir,
    port,
    env: {
      DEMO: '1',
      BASE_URL: `http://127.0.0.1:${port}`,
      RATE_LIMIT_REQUESTS: '0',
      // Nothing listens there; without it, the pages of reports and alerts say that there is no email.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'stats@example.com',
    },
  })
let server = await start()
let retention = ''
const browser = await launchChromium()
try {
  await mkdir(values.out, { recursive: true })
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const chosen = PICTURED.filter(({ name }) => only === undefined || only.includes(name))
  for (const theme of chosenThemes)
    await takeAll(
      browser,
      demo,
      theme,
      chosen.filter(({ added }) => !added),
    )
  const more = chosen.filter(({ added }) => added)
  if (more.length > 0) {
    await addMissing(browser, demo)
    for (const theme of chosenThemes) await takeAll(browser, demo, theme, more)
  }
} finally {
  await browser.close()
  await server.end()
  await rm(dataDir, { recursive: true, force: true })
}

/** Adds what pages with `added` show. The service rests meanwhile, since an import needs its directory. */
async function addMissing(browser: Browser, demo: Demo): Promise<void> {
  const { context, page } = await signedIn(browser, demo, 'light')
  await addSettings(page, demo.products[0]?.id ?? '')
  const added = await addIdentifiedVisitors(page)
  await context.close()
  await server.end()
  await added.importInto(dataDir)
  server = await start()
  retention = added.path
}

async function takeAll(
  browser: Browser,
  demo: Demo,
  colorScheme: 'light' | 'dark',
  pages: readonly PicturedPage[],
): Promise<void> {
  const { context, page } = await signedIn(browser, demo, colorScheme)
  for (const pictured of pages) {
    for (const width of widths) await take(page, demo, pictured, { width, colorScheme })
  }
  await context.close()
}

async function signedIn(
  browser: Browser,
  demo: Demo,
  colorScheme: 'light' | 'dark',
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    userAgent: BROWSER,
  })
  const page = await context.newPage()
  await page.goto(`${server.url}/sign-in`)
  await page.getByLabel('Email').fill(demo.email)
  await page.getByLabel('Password').fill(demo.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  return { context, page }
}

interface Look {
  readonly width: number
  readonly colorScheme: 'light' | 'dark'
}

async function take(page: Page, demo: Demo, pictured: PicturedPage, { width, colorScheme }: Look): Promise<void> {
  const { name, path, press = [], height = HEIGHT } = pictured
  await page.setViewportSize({ width, height })
  await page.goto(server.url + path.replace('{product}', demo.products[0]?.id ?? '').replace('{retention}', retention))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').waitFor({ state: 'detached' })
  for (const key of press) await page.keyboard.press(key)
  if (press.length > 0) await page.getByRole('dialog').waitFor()
  const suffix = values.out === DOCS ? '' : `-${width}-${colorScheme}`
  await page.screenshot({ path: join(values.out, `${name}${suffix}.png`), fullPage: values.whole })
  process.stdout.write(`${name}${suffix}.png\n`)
}
