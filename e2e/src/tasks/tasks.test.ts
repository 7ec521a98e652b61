import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoPlace, headline, openDemoPlace } from '../demo-place.ts'
import { type CountedClicks, countedClicks, rowsOf } from './counted-clicks.ts'

/** What an analyst asks about a product, each from its overview, with the clicks that the answer takes. */
const CLICKS_MAX = 3

/** The product whose app names its visitors. */
const IDENTIFIED = 1

describe('the tasks of an analyst', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  async function does(task: (counted: CountedClicks) => Promise<void>, product = 0): Promise<void> {
    const page = await place.open(`/products/${place.product(product)}`)
    try {
      const counted = countedClicks(page)
      await task(counted)
      expect(counted.count()).toBeLessThanOrEqual(CLICKS_MAX)
    } finally {
      await page.close()
    }
  }

  it('finds the campaign with the most sign-ups last month, and the change since the month before', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('button', { name: /^Days: / }))
      await click(page.getByRole('button', { name: 'Last month', exact: true }))
      await click(rowsOf(page, 'Goals and events').getByRole('button', { name: /^Sign-up/ }))
      const first = rowsOf(page, 'Campaigns').first()
      await expect.poll(() => first.getByRole('button').textContent()).toMatch(/% conversion rate .*\d conversions$/)
      await expect.poll(() => first.textContent()).toMatch(/autumn-search[\s\S]*%/)
    }))

  it('finds where people leave a funnel', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Funnels', exact: true }))
      await page
        .getByText(/dropped off|left/i)
        .first()
        .waitFor()
    }))

  it('finds what changed yesterday', () =>
    does(async ({ page, press }) => {
      await press('y')
      const changed = page.getByRole('region', { name: 'What changed' })
      await page.getByRole('button', { name: 'Days: Yesterday', exact: true }).waitFor()
      await expect.poll(() => changed.getByRole('button').count()).toBeGreaterThanOrEqual(3)
    }))

  it('finds the pages that AI crawlers read', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Health', exact: true }))
      await click(page.getByRole('main').getByRole('link', { name: 'Crawlers', exact: true }))
      await click(page.getByRole('button', { name: 'AI crawlers' }))
      await page.getByRole('main').getByRole('button', { name: /^\// }).first().waitFor()
    }))

  it('finds the visits from AI assistants', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('tab', { name: 'Channels' }))
      await rowsOf(page, 'Sources')
        .getByRole('button', { name: /^AI Assistants.* visitors$/ })
        .waitFor()
    }))

  it('finds the revenue by source', () =>
    does(async ({ page, click }) => {
      await click(headline(page, 'revenue'))
      await expect.poll(() => rowsOf(page, 'Sources').first().textContent()).toContain('€')
    }))

  it('finds the landing page that converts best', () =>
    does(async ({ page, click }) => {
      await click(rowsOf(page, 'Goals and events').getByRole('button', { name: /^Sign-up/ }))
      await click(headline(page, 'conversion_rate'))
      const entry = page.getByRole('tab', { name: 'Entry' })
      await click(entry)
      await expect.poll(() => entry.getAttribute('aria-selected')).toBe('true')
      const rates = async () => {
        const texts = await rowsOf(page, 'Pages').getByRole('button').allTextContents()
        return texts.flatMap((text) => Number(/([\d.]+)% conversion rate$/.exec(text)?.[1] ?? []))
      }
      await expect.poll(async () => (await rates()).length).toBeGreaterThan(2)
      const numbers = await rates()
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    }))

  it('finds the bounce rate by landing page', () =>
    does(async ({ page, click }) => {
      await click(headline(page, 'bounce_rate'))
      await click(page.getByRole('tab', { name: 'Entry' }))
      await expect.poll(() => rowsOf(page, 'Pages').first().textContent()).toMatch(/% bounce rate$/)
    }))

  it('finds the pages that are read deepest and longest', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('button', { name: 'Show all' }).first())
      const dialog = page.getByRole('dialog')
      await click(dialog.getByRole('button', { name: 'Scroll depth' }))
      await dialog
        .getByRole('columnheader', { name: 'Scroll depth' })
        .and(page.locator('[aria-sort="descending"]'))
        .waitFor()
      await click(dialog.getByRole('button', { name: 'Time on page' }))
      await dialog
        .getByRole('columnheader', { name: 'Time on page' })
        .and(page.locator('[aria-sort="descending"]'))
        .waitFor()
    }))

  it('finds the slowest pages', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Health', exact: true }))
      const table = page.getByRole('table', { name: 'By page' })
      await click(table.getByRole('button', { name: 'LCP' }))
      const isSlowestFirst = async () => {
        const texts = await table.locator('tbody tr td:nth-child(2)').allInnerTexts()
        const seconds = texts.map((text) => Number.parseFloat(text) * (/ ms/.test(text) ? 0.001 : 1))
        return seconds.length > 3 && seconds.every((each, at) => at === 0 || each <= (seconds[at - 1] ?? 0))
      }
      await expect.poll(isSlowestFirst).toBe(true)
    }))

  it('compares with the same weekdays of last year', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('button', { name: /^Comparison: / }))
      await click(page.getByRole('dialog').getByRole('button', { name: /year.*weekdays/i }))
      await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe('previous_year_weekdays')
    }))

  it('finds the peak and its cause', () =>
    does(async ({ page }) => {
      await page.getByRole('region', { name: 'Annotations' }).getByText('Version 2 launched').waitFor()
    }))

  it('shows one day by hour', () =>
    does(async ({ page, clickAt }) => {
      await clickAt(page.getByRole('img', { name: /Visitors/ }).locator('.u-over'), 0.5)
      await expect.poll(() => page.getByLabel('Interval').inputValue()).toBe('hour')
    }))

  it('finds the cities of Germany', () =>
    does(async ({ page, click }) => {
      await click(rowsOf(page, 'Places').getByRole('button', { name: /^Germany/ }))
      await click(page.getByRole('tab', { name: 'Cities' }))
      await rowsOf(page, 'Places')
        .getByRole('button', { name: /^Berlin/ })
        .waitFor()
    }))

  it('finds the revenue of last month, and the change since the month before', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('button', { name: /^Days: / }))
      await click(page.getByRole('button', { name: 'Last month', exact: true }))
      await expect.poll(() => headline(page, 'revenue').textContent()).toMatch(/€[\d,]+[\s\S]*%/)
    }))

  it('finds the plans that are bought most', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('tab', { name: 'Properties' }))
      await expect.poll(() => rowsOf(page, 'Goals and events').count()).toBeGreaterThan(1)
      await expect.poll(() => rowsOf(page, 'Goals and events').first().textContent()).not.toContain('(none)')
    }))

  it('asks further about a page that a search found', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Search', exact: true }))
      await click(page.getByRole('table', { name: 'Pages' }).getByRole('link').first())
      await page.getByRole('list', { name: 'Filters' }).getByText('Entry page is').waitFor()
      await expect.poll(() => rowsOf(page, 'Goals and events').count()).toBeGreaterThan(0)
    }))

  it('finds how many visitors from Germany on phones came back within a week', () =>
    does(async ({ page, click }) => {
      await click(rowsOf(page, 'Places').getByRole('button', { name: /^Germany/ }))
      await click(rowsOf(page, 'Devices').getByRole('button', { name: /^Mobile/ }))
      await click(page.getByRole('link', { name: 'Retention', exact: true }))
      const table = page.getByRole('table', { name: /^Visitors who came back/ })
      // The column of the first week since the first one.
      await expect.poll(() => table.locator('tbody tr').first().locator('td').nth(2).textContent()).toMatch(/%$/)
    }, IDENTIFIED))

  it('finds the errors by browser', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Health', exact: true }))
      await click(page.getByRole('main').getByRole('link', { name: 'Errors', exact: true }))
      await click(page.getByRole('main').locator('summary').first())
      await page.getByText('Browsers', { exact: true }).first().waitFor()
    }))

  it('finds a funnel by device', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Funnels', exact: true }))
      // Opening the list and choosing from it are two.
      await click(page.getByLabel('Breakdown'))
      await page.getByLabel('Breakdown').selectOption('device')
      await page.getByRole('table').getByText('Mobile').first().waitFor()
    }))

  it('finds where visitors went from a page', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Journeys', exact: true }))
      await page.getByLabel('Page', { exact: true }).fill('/pricing')
      await click(page.getByRole('button', { name: 'Show', exact: true }))
      await page.locator('title', { hasText: '/pricing to /signup: ' }).first().waitFor({ state: 'attached' })
      expect(new URL(page.url()).searchParams.get('page')).toContain('/pricing')
    }))

  it('finds new and returning visitors', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('tab', { name: 'Returning' }))
      const rows = rowsOf(page, 'Devices')
      await rows.getByRole('button', { name: /^returning/i }).waitFor()
      await rows.getByRole('button', { name: /^new/i }).waitFor()
    }, IDENTIFIED))

  it('opens the form of a weekly report', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('main').getByRole('link', { name: 'Send', exact: true }))
      await click(page.getByRole('button', { name: /report/i }).first())
      await page.getByRole('dialog').getByRole('option', { name: 'Weekly' }).waitFor({ state: 'attached' })
    }))

  it('opens the form of a link that shows only a segment', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('main').getByRole('link', { name: 'Share', exact: true }))
      await click(page.getByRole('button', { name: 'New shared link' }).first())
      const segment = page.getByRole('dialog').getByLabel('Segment')
      await segment.selectOption({ label: 'On phones' })
    }))

  it('finds a page, a source and a country by typing', () =>
    does(async ({ page, press }) => {
      for (const [typed, option] of [
        ['pric', /^\/pricing.*Page · [\d,]+ visitors$/],
        ['hacker', /^Hacker News.*Source · [\d,]+ visitors$/],
        ['germ', /^Germany.*Country · [\d,]+ visitors$/],
      ] as const) {
        await page.keyboard.press('Control+k')
        await page.getByRole('dialog').getByRole('combobox').fill(typed)
        await page.getByRole('dialog').getByRole('option', { name: option }).waitFor()
        if (typed === 'germ') continue
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      await press('Enter')
      await page.getByRole('list', { name: 'Filters' }).getByText('Country is').waitFor()
    }))

  it('finds the queries of a page, and how its clicks changed', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('link', { name: 'Search', exact: true }))
      await click(page.getByRole('button', { name: /^Queries of this page/ }).first())
      await page.getByRole('button', { name: /^Remove .*Page: \// }).waitFor()
      await page.getByText(/^Changes until /).waitFor()
      await expect
        .poll(() => page.getByRole('table', { name: 'Queries' }).locator('tbody tr').count())
        .toBeGreaterThan(0)
    }))

  it('compares all products in two clicks', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('banner').getByRole('button', { name: /Lumen Notes/ }))
      await click(page.getByRole('link', { name: 'Several products' }))
      await expect.poll(() => page.getByRole('table', { name: 'By product' }).locator('tbody tr').count()).toBe(2)
    }))

  it('saves all pages as CSV', () =>
    does(async ({ page, click }) => {
      await click(page.getByRole('button', { name: 'Show all' }).first())
      const saved = page.waitForEvent('download')
      await click(page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }))
      const csv = await readFile(await (await saved).path(), 'utf8')
      expect(csv.split('\r\n')[0]).toContain('Time on page')
    }))
})
