import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchChromium } from '../chromium.ts'
import { signIn, violations } from '../dashboard-person.ts'
import { freePort, startServer } from '../server-process.ts'
import { addIdentifiedVisitors, addSettings } from './additions.ts'
import { addInvitations } from './invited-people.ts'
import { startOutside } from './outside.ts'
import { PICTURED } from './pages.ts'
import type { PicturedPage } from './pictured-page.ts'

/**
 * Takes the pictures of the documentation from the demo, in light at 1280 pixels, and those of the README in dark too. To look at a change, take them elsewhere and
 * in every size: `pnpm pictures --out /tmp/pictures --widths 390,1024,1440 --themes light,dark --axe --only home`.
 */
const DOCS = fileURLToPath(new URL('../../../docs/images/', import.meta.url))
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: DOCS },
    widths: { type: 'string', default: '1280' },
    themes: { type: 'string', default: 'light' },
    only: { type: 'string' },
    whole: { type: 'boolean', default: false },
    /** Prints what axe finds, what a browser logs as an error, and which pages scroll sideways. */
    axe: { type: 'boolean', default: false },
  },
})
const forDocs = values.out === DOCS
const only = values.only?.split(',')
const widths = values.widths.split(',').map(Number)
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]
const chosenThemes = themes.filter((theme) => values.themes.split(',').includes(theme))
const chosen = PICTURED.filter(({ name, undocumented }) =>
  only === undefined ? !(forDocs && undocumented) : only.includes(name),
)
/** A headless browser says that it is one, and would be counted as a robot. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const HEIGHT = 900

interface Demo {
  readonly email: string
  readonly password: string
  readonly account_token: string
  readonly products: readonly { readonly id: string }[]
}

const dataDir = await mkdtemp(join(tmpdir(), 'footfall-pictures-'))
const port = await freePort()
// Browsers offer passkeys for the name, and not for the address.
const origin = `http://localhost:${port}`
const start = () =>
  startServer({
    dataDir,
    port,
    env: {
      DEMO: '1',
      BASE_URL: origin,
      RATE_LIMIT_REQUESTS: '0',
      RATE_LIMIT_OAUTH: '0',
      // Nothing listens there; without it, the pages of reports and alerts say that there is no email.
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'stats@example.com',
    },
  })
let server = await start()
const browser = await launchChromium()
const ends: (() => Promise<void>)[] = []
try {
  await mkdir(values.out, { recursive: true })
  const demo: Demo = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const product = demo.products[0]?.id ?? ''
  const addresses = { product }
  await takeAll(
    demo,
    chosen.filter(({ added }) => !added),
    addresses,
  )
  const more = chosen.filter(({ added }) => added)
  if (more.length > 0) await takeAll(demo, more, { ...addresses, ...(await addMissing(demo, product)) })
} finally {
  for (const end of ends) await end()
  await browser.close()
  await server.end()
  await rm(dataDir, { recursive: true, force: true })
}

/** Adds what pages with `added` show, and answers where it is. The service rests meanwhile, since an import needs its directory. */
async function addMissing(demo: Demo, product: string): Promise<Readonly<Record<string, string>>> {
  const [owner, guest] = [await signedIn(demo, 'light'), await newPage('light')]
  await guest.goto(`${origin}/sign-in`)
  const other = demo.products[1]?.id ?? ''
  const invited = await addInvitations({ owner, guest, products: [product, other], dataDir, origin })
  await addSettings(owner, product)
  const identified = await addIdentifiedVisitors(owner)
  const outside = await startOutside({ owner, product, origin, token: demo.account_token })
  ends.push(outside.stop)
  for (const page of [owner, guest]) await page.context().close()
  await server.end()
  await identified.importInto(dataDir)
  server = await start()
  return { ...invited, ...identified.addresses, ...outside.addresses }
}

async function takeAll(
  demo: Demo,
  pages: readonly PicturedPage[],
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  for (const colorScheme of forDocs ? themes : chosenThemes) {
    const shown = pages.filter(({ alsoDark }) => !forDocs || colorScheme === 'light' || alsoDark)
    if (shown.length === 0) continue
    const owner = await signedIn(demo, colorScheme)
    for (const pictured of shown) {
      // A stranger of one page is not known on the next.
      const page = pictured.by === 'stranger' ? await newPage(colorScheme) : owner
      for (const width of widths) await take(page, pictured, addresses, { width, colorScheme })
      if (page !== owner) await page.context().close()
    }
    await owner.context().close()
  }
}

async function newPage(colorScheme: Theme): Promise<Page> {
  const context = await browser.newContext({
    colorScheme,
    locale: 'en-US',
    reducedMotion: 'reduce',
    userAgent: BROWSER,
  })
  const page = await context.newPage()
  if (values.axe) page.on('console', (said) => said.type() === 'error' && report(`${page.url()}: ${said.text()}`))
  return page
}

async function signedIn(demo: Demo, colorScheme: Theme): Promise<Page> {
  const page = await newPage(colorScheme)
  await page.goto(`${origin}/sign-in`)
  await signIn(page, demo.email, demo.password)
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  return page
}

interface Look {
  readonly width: number
  readonly colorScheme: Theme
}

async function take(
  page: Page,
  pictured: PicturedPage,
  addresses: Readonly<Record<string, string>>,
  { width, colorScheme }: Look,
): Promise<void> {
  const { name, path, press = [], click, prepare, card, height = HEIGHT } = pictured
  await page.setViewportSize({ width, height })
  // An address that differs in its fragment only would not load the page again.
  await page.goto('about:blank')
  await page.goto(
    new URL(
      path.replace(/\{(\w+)\}/g, (_, key) => addresses[key] ?? ''),
      origin,
    ).href,
  )
  await page.getByRole('heading', { level: 1 }).waitFor()
  await loaded(page)
  for (const key of press) await page.keyboard.press(key)
  if (click !== undefined) await page.getByRole('button', { name: click, exact: true }).first().click()
  if (press.length > 0 || click !== undefined) await page.getByRole('dialog').waitFor()
  await prepare?.(page)
  await loaded(page)
  const suffix = !forDocs ? `-${width}-${colorScheme}` : colorScheme === 'dark' ? '-dark' : ''
  const file = join(values.out, `${name}${suffix}.png`)
  if (card === undefined) await page.screenshot({ path: file, fullPage: values.whole })
  else await takeCard(page, card, file)
  report(`${name}${suffix}.png`)
  if (values.axe) await check(page, name)
}

async function takeCard(page: Page, card: string, file: string): Promise<void> {
  const heading = page.getByRole('heading', { name: card, exact: true })
  const shown = page
    .locator('section')
    .filter({ has: heading })
    .or(page.getByRole('region', { name: card, exact: true }))
  await shown.scrollIntoViewIfNeeded()
  await loaded(page)
  await shown.screenshot({ path: file })
}

async function check(page: Page, name: string): Promise<void> {
  for (const violation of await violations(page)) report(`${name}: ${violation}`)
  const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  if (beyond > 0) report(`${name}: the page is ${beyond} px wider than the screen`)
}

function report(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function loaded(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}
