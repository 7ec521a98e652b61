import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { fitsWidth } from './dashboard-person.ts'
import { type DemoPlace, openDemoPlace } from './demo-place.ts'

const LAYOUT_SHIFT_MAX = 0.02
/** Begins before anything of the page is drawn. */
const OBSERVE = `
  globalThis.layoutShift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.layoutShift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
`
/** The most that the page has been wide in any frame since. */
const FOLLOW_WIDTH = `(() => {
  globalThis.widest = 0
  const follow = () => {
    globalThis.widest = Math.max(globalThis.widest, document.documentElement.scrollWidth)
    requestAnimationFrame(follow)
  }
  follow()
})()`
const SECTIONS = [
  '',
  '/realtime',
  '/journeys',
  '/retention',
  '/funnels',
  '/goals',
  '/search',
  '/vitals',
  '/errors',
  '/crawlers',
]
const SETTINGS = ['general', 'collection', 'events', 'shields', 'sharing', 'reports', 'import', 'activity']
const MORE_SETTINGS = ['crawlers', 'apps', 'team', 'keys', 'integrations', 'notifications', 'export', 'delete']
const ACCOUNT = ['security', 'tokens', 'tokens/new', 'apps', 'approvals', 'reports']
/** How far the text of a quiet button in a dialog begins after that of a label above it, in pixels. */
const INDENT = `(() => {
  const left = (text) => {
    const range = document.createRange()
    range.selectNodeContents([...document.querySelectorAll('[role=dialog] *')].findLast((each) => each.textContent === text))
    return range.getBoundingClientRect().left
  }
  return left('Advanced') - left('Values')
})()`

describe('the layout of the dashboard', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const paths = () => [
    '/',
    ...SECTIONS.map((section) => `/products/${place.product(0)}${section}`),
    ...SETTINGS.map((page) => `/products/${place.product(0)}/settings/${page}`),
    '/account/profile',
  ]

  async function visit(path: string, page: Page): Promise<void> {
    await page.goto(place.url(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
  }

  it('keeps every page still while it loads', async () => {
    const page = await place.person.newPage()
    await page.addInitScript(OBSERVE)
    const moved: Record<string, number> = {}
    for (const path of paths()) {
      await visit(path, page)
      const shift = Number(await page.evaluate('globalThis.layoutShift'))
      if (shift > LAYOUT_SHIFT_MAX) moved[path.replace(place.product(0), '')] = shift
    }
    await page.close()
    expect(moved).toEqual({})
  })

  it('scrolls no page sideways, on a phone or on a tablet', async () => {
    const more = [
      '/products',
      '/welcome',
      ...MORE_SETTINGS.map((page) => `/products/${place.product(0)}/settings/${page}`),
      ...ACCOUNT.map((page) => `/account/${page}`),
    ]
    const page = await place.person.newPage()
    for (const path of [...paths(), ...more]) {
      await page.setViewportSize({ width: 390, height: 844 })
      await visit(path, page)
      for (const width of [390, 1024]) {
        await page.setViewportSize({ width, height: 844 })
        await fitsWidth(page, `${path} at ${width} px`)
      }
    }
    await page.close()
  })

  it('cuts off no column of a report on a tablet', async () => {
    const page = await place.person.newPage()
    await page.setViewportSize({ width: 1024, height: 844 })
    const cutOff: Record<string, unknown> = {}
    for (const section of ['/goals', '/search', '/vitals', '/errors', '/crawlers']) {
      await visit(`/products/${place.product(0)}${section}`, page)
      const wider = await page
        .locator('section:has(> table)')
        .evaluateAll((tables) =>
          tables.filter((table) => table.scrollWidth > table.clientWidth).map((table) => table.ariaLabel),
        )
      if (wider.length > 0) cutOff[section] = wider
    }
    await page.close()
    expect(cutOff).toEqual({})
  })

  it('keeps the first column of a wide table in view', async () => {
    const page = await place.open(`/products/${place.product(0)}?all=source`)
    await page.setViewportSize({ width: 1024, height: 844 })
    const dialog = page.getByRole('dialog')
    const google = dialog.getByRole('cell', { name: 'Google', exact: true })
    await google.waitFor()
    const before = await google.boundingBox()
    await dialog.locator('section:has(> table)').evaluate((table) => table.scrollTo({ left: 200 }))
    await expect
      .poll(() => dialog.locator('section:has(> table)').evaluate((table) => table.scrollLeft))
      .toBeGreaterThan(0)
    expect((await google.boundingBox())?.x).toBe(before?.x)
    await page.close()
  })

  it.each([
    ['retention', 0, 'Visitors are not identified', 'Week 4'],
    ['search', 2, 'Google Search Console is not connected', 'Impressions'],
  ])('shows an example of %s that nobody can press, where nothing is collected', async (section, at, why, column) => {
    const page = await place.open(`/products/${place.product(at)}/${section}`)
    await page.getByText(why).waitFor()
    const example = page.locator('[data-example]')
    await example.getByText(column, { exact: true }).first().waitFor()
    expect(await example.getAttribute('inert')).not.toBeNull()
    await page.close()
  })

  it('scrolls no page that fits the screen', async () => {
    const page = await place.person.newPage()
    await page.setViewportSize({ width: 1440, height: 3_000 })
    await visit(`/products/${place.product(0)}/goals`, page)
    await expect.poll(() => page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0)
    await page.close()
  })

  it('follows with Tab what is seen from left to right in the header', async () => {
    const page = await place.open(`/products/${place.product(0)}`)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('header a').first().focus()
    const lefts: number[] = []
    for (let at = 0; at < 6; at += 1) {
      await page.keyboard.press('Tab')
      lefts.push(Number(await page.evaluate('document.activeElement.getBoundingClientRect().left')))
    }
    await page.close()
    expect(lefts).toEqual(lefts.toSorted((a, b) => a - b))
  })

  it('moves through a menu with the arrow keys', async () => {
    const page = await place.open(`/products/${place.product(0)}`)
    const focused = () => page.evaluate('document.activeElement.textContent')
    await page.getByRole('button', { name: /^Days: / }).press('Enter')
    await expect.poll(focused).toBe('Today')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('Yesterday')
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toBe('Today')
    await page.close()
  })

  it('a menu that opens does not widen the page, not even before it is placed', async () => {
    const page = await place.open('/')
    await page.setViewportSize({ width: 1440, height: 900 })
    for (const name of [/^Product/, /^Account/]) {
      await page.evaluate(FOLLOW_WIDTH)
      await page.getByRole('button', { name }).first().click()
      await page.getByRole('dialog').waitFor()
      await page.getByRole('dialog').getByRole('link').first().waitFor()
      expect(await page.evaluate('globalThis.widest - innerWidth')).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.close()
  })

  it('marks as current in the menu of products the one that is shown, and not several products', async () => {
    const page = await place.open(`/products/${place.product(0)}/funnels`)
    const current = page.getByRole('dialog').locator('[aria-current] span:first-child')
    await page.getByRole('button', { name: /^Product/ }).click()
    await page.getByRole('link', { name: 'Several products' }).waitFor()
    expect(await current.allTextContents()).toEqual([place.demo.products[0]?.name])
    expect(await page.getByRole('dialog').locator('[aria-current]').count()).toBe(1)
    await page.close()
  })

  it.each([
    ['vitals', 'How to install Footfall', 'install'],
    ['errors', 'How to install Footfall', 'install'],
    ['crawlers', 'Create a key for your server', 'settings/keys'],
  ])('leads from %s without data to the step that collects them', async (section, step, path) => {
    const page = await place.open(`/products/${place.product(2)}/${section}`)
    await page.getByRole('main').getByRole('link', { name: step }).click()
    await page.waitForURL(({ pathname }) => pathname === `/products/${place.product(2)}/${path}`)
    await page.close()
  })

  it('aligns the text of a quiet button with the text above it', async () => {
    const page = await place.open(`/products/${place.product(0)}`)
    await page.keyboard.press('f')
    await page.getByRole('dialog').getByRole('button', { name: 'Advanced' }).waitFor()
    await expect.poll(async () => Math.abs(Number(await page.evaluate(INDENT)))).toBeLessThan(1)
    await page.close()
  })

  it('fits the controls of a report into one row on a phone', async () => {
    const page = await place.open(`/products/${place.product(0)}`)
    await page.setViewportSize({ width: 390, height: 844 })
    const height = async () => (await page.locator('header').first().boundingBox())?.height
    await expect.poll(height).toBeLessThanOrEqual(100)
    const comparison = page.getByRole('button', { name: 'Comparison: vs previous period' })
    await comparison.getByText('Compare', { exact: true }).waitFor()
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await page.close()
  })
})
