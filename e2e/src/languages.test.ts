import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { LANGUAGES, type Language } from '@footfall/core-domain'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { newBrowser } from './dashboard-person.ts'
import { type DemoPlace, headline, openDemoPlace } from './demo-place.ts'

const PHONE = { width: 390, height: 844 }
const SCRIPTS = fileURLToPath(new URL('../../apps/footfall/dist/dashboard/', import.meta.url))
const SCRIPT_BYTES_MAX = 180 * 1024
const TRANSLATED = LANGUAGES.filter((language) => language !== 'en')

/** Words of the sign-in page by language, as they are in the catalog. */
const SIGN_IN: Readonly<Partial<Record<string, string>>> = { en: 'Sign in', de: 'Anmelden' }

/**
 * Buttons, tabs, links of menus and heads of tables whose text is wider than they are, in a page. Texts that end with “…” on purpose
 * have their whole text as a title, and wide tables scroll.
 */
const TOO_NARROW = `[...document.querySelectorAll('button, [role="tab"], [role="menuitem"], nav a, th, label, legend, h1, h2')]
  .filter((element) => element.offsetParent !== null && !element.closest('.sr-only, [title], [hidden]') && !element.querySelector('[title], .truncate, svg'))
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline')
  .map((element) => element.tagName + ': ' + element.textContent)`

describe('languages', () => {
  let place: DemoPlace
  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const get = (path: string, language: string) =>
    fetch(place.url(path), { headers: { 'accept-language': language, accept: 'text/html' }, redirect: 'manual' })

  /** The same person in a browser of another language. */
  async function browserIn(language: Language): Promise<BrowserContext> {
    const storageState = await place.person.storageState()
    return newBrowser(place, 'service', { locale: language, viewport: PHONE, reducedMotion: 'reduce', storageState })
  }

  const langOf = (page: Page) => page.locator('html').getAttribute('lang')

  it('answers a page in the best language of Accept-Language, and names the language in its headers', async () => {
    for (const [asked, language] of [
      ['de-AT, en;q=0.5', 'de'],
      ['en;q=0.5, de;q=0.9', 'de'],
      ['xx, en', 'en'],
      ['de;q=0, en', 'en'],
    ] as const) {
      const answer = await get('/sign-in', asked)
      expect({ asked, language: answer.headers.get('content-language') }).toEqual({ asked, language })
      expect(answer.headers.get('vary')).toContain('Accept-Language')
      const text = await answer.text()
      expect(text).toContain(`<html lang="${language}">`)
      expect(text).toContain(`<h1>${SIGN_IN[language]}</h1>`)
    }
  })

  it('answers errors of the API in English, whatever the browser asks for', async () => {
    const answer = await fetch(place.url('/api/v1/products'), { headers: { 'accept-language': 'de' } })
    expect(answer.headers.get('content-language')).toBeNull()
    expect(await answer.json()).toMatchObject({ title: 'Invalid credential' })
  })

  it('shows every page in the language that the person chose, in every browser, until the choice ends', async () => {
    const page = await place.open('/account/profile')
    expect(await langOf(page)).toBe('en')
    await page.getByLabel('Language').selectOption('de')
    await page.getByRole('heading', { level: 1, name: 'Profil', exact: true }).waitFor()
    expect(await langOf(page)).toBe('de')
    await page.goto(place.url('/sign-out'))
    await page.getByRole('heading', { level: 1, name: 'Du bist angemeldet' }).waitFor()
    await page.goto(place.url('/account/profile'))
    await page.getByLabel('Sprache').selectOption('')
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor()
    await page.close()
  })

  it.each(TRANSLATED)('loads the overview in %s with as little script as in English', async (language) => {
    const person = await browserIn(language)
    const page = await person.newPage()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(place.url(`/products/${place.product(0)}`))
    await headline(page, 'revenue').waitFor()
    await settled(page)
    expect(await langOf(page)).toBe(language)
    const sizes = await Promise.all(scripts.map(async (path) => (await stat(join(SCRIPTS, `${path}.br`))).size))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
    const others = scripts.filter(
      (path) => /^\/dashboard\/[a-z-]+\//i.test(path) && !path.startsWith(`/dashboard/${language}/`),
    )
    expect(others).toEqual([])
    await person.close()
  })

  it.each(TRANSLATED)('every script that a page in %s can load exists', async (language) => {
    const folder = join(SCRIPTS, 'dashboard', language)
    const names = new Set(await readdir(folder))
    expect(names.size).toBeGreaterThan(10)
  })

  it.each(TRANSLATED)('every text of a button, a tab or the head of a table fits a phone in %s', async (language) => {
    const person = await browserIn(language)
    const page = await person.newPage()
    const product = `/products/${place.product(0)}`
    const found: string[] = []
    const look = async (path: string) => {
      await settled(page)
      const narrow: unknown = await page.evaluate(TOO_NARROW)
      if (Array.isArray(narrow)) found.push(...narrow.map((text) => `${path} ${text}`))
      const beyond = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
      if (beyond > 0) found.push(`${path} is ${beyond} px wider than the screen`)
    }
    await page.goto(place.url('/sign-out'))
    await look('/sign-out')
    await page.goto(place.url('/account/profile'))
    await look('/account/profile')
    for (const path of [...PAGES.map((path) => product + path), ...ACCOUNT_PAGES]) {
      await follow(page, path)
      await look(path)
    }
    expect(found).toEqual([])
    await person.close()
  })
})

/** Goes to another page of the dashboard as a link does, without loading everything anew. */
async function follow(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`)
  await expect.poll(() => page.title()).not.toBe(before)
}

const PAGES = [
  '',
  '/journeys',
  '/funnels',
  '/goals',
  '/retention',
  '/search',
  '/vitals',
  '/errors',
  '/crawlers',
  '/settings/general',
  '/settings/collection',
  '/settings/events',
  '/settings/shields',
  '/settings/team',
  '/settings/keys',
  '/settings/sharing',
]
const ACCOUNT_PAGES = ['/', '/account/security', '/account/apps', '/account/tokens']
