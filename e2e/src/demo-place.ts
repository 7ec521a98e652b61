import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { settled } from './dashboard-browser.ts'
import { newBrowser, openPlace, type Place, signIn } from './dashboard-person.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { jsonOf, readJson } from './server-process.ts'

/** A service with the demo, and a browser in which its owner is signed in. */
export interface DemoPlace extends Place {
  readonly demo: Demo
  readonly person: BrowserContext
  /** The id of a product of the demo. */
  product(at: number): string
  /** A page of the owner, with everything on it loaded. */
  open(path: string): Promise<Page>
  /** `data` of an answer of the API. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  ask(path: string): Promise<any>
}

export async function openDemoPlace(env: Readonly<Record<string, string>> = {}): Promise<DemoPlace> {
  const place = await openPlace({ RATE_LIMIT_REQUESTS: '0', ...env }, await demoDirectory())
  const demo = await readJson<Demo>(join(place.dataDir, 'demo.json'))
  const person = await newBrowser(place, 'service', { locale: 'en-US', reducedMotion: 'reduce' })
  const page = await person.newPage()
  await page.goto(place.url('/sign-in'))
  await signIn(page, demo.email, demo.password)
  await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.close()
  return {
    ...place,
    demo,
    person,
    product: (at) => demo.products[at]?.id ?? '',
    async open(path) {
      const page = await person.newPage()
      await page.goto(place.url(path))
      // By its element: a dialog that the address opens hides the heading from assistive technology.
      await page.locator('h1').first().waitFor()
      await settled(page)
      return page
    },
    async ask(path) {
      const headers = { authorization: `Bearer ${demo.account_token}` }
      return (await jsonOf(await fetch(place.url(path), { headers }))).data
    },
  }
}

/** A headline metric of the overview. */
export function headline(page: Page, metric: string): Locator {
  return page.locator(`[data-metric="${metric}"]`)
}

/** The value of a headline metric as it is now; it may belong to what was asked before. */
export async function numberOf(page: Page, metric: string): Promise<number> {
  return Number(await headline(page, metric).locator('[data-value]').getAttribute('data-value'))
}
