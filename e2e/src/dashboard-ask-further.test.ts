import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DemoPlace, openDemoPlace } from './demo-place.ts'

/** The product whose app names its visitors. */
const IDENTIFIED = 1
/** Rows that stand for no value: there is nothing to ask about them. */
const STANDS_FOR_NONE = /^(Visit began|Visit ended|All others|Left the site)/

const REPORTS = [
  ['journeys', 0],
  ['funnels?by=device', 0],
  ['goals', 0],
  ['search', 0],
  ['vitals', 0],
  ['errors', 0],
  ['crawlers', 0],
  ['retention', IDENTIFIED],
] as const

describe('the rows of the reports', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const open = (section: string, product = 0) => place.open(`/products/${place.product(product)}/${section}`)
  const filters = (page: Page) => page.getByRole('list', { name: 'Filters' })

  it.each(REPORTS)('every row of a table in %s opens something further', async (section, product) => {
    const page = await open(section, product)
    const rows = page
      .getByRole('main')
      .locator('tbody tr:not([aria-label^="Operators"] tr), main ul:not([aria-label]) li:has(.tabular-nums)')
    await rows.first().waitFor()
    const dead = rows.filter({ hasNot: page.locator('a, button, summary') })
    const texts = await dead.allTextContents()
    expect(texts.filter((text) => !STANDS_FOR_NONE.test(text))).toEqual([])
    await page.close()
  })

  it('narrows the search report to a query that is clicked, until its chip is removed', async () => {
    const page = await open('search')
    const queries = page.getByRole('table', { name: 'Queries' }).locator('tbody tr')
    const first = queries.first().getByRole('button')
    const query = String(await first.textContent())
    await first.click()
    await expect.poll(() => queries.count()).toBe(1)
    expect(new URL(page.url()).searchParams.get('query')).toBe(query)
    await page.getByRole('button', { name: `Remove the filter: Query: ${query}` }).click()
    await expect.poll(() => queries.count()).toBeGreaterThan(1)
    await page.close()
  })

  it('leads from each first week to the overview of as many visitors as its row counts', async () => {
    const page = await open('retention', IDENTIFIED)
    const rows = page.getByRole('main').locator('tbody tr')
    await rows.first().waitFor()
    const cohorts = await rows.evaluateAll((all) =>
      all.map((row) => [row.querySelector('td')?.textContent, row.querySelector('a')?.search] as const),
    )
    await page.close()
    const counted = await Promise.all(
      cohorts.map(async ([, search]) => {
        const asked = new URLSearchParams(search)
        asked.set('product', place.product(IDENTIFIED))
        asked.set('metric', 'visitors')
        const { value } = await place.ask(`/api/v1/stats?${asked}`)
        return new Intl.NumberFormat('en-US').format(value)
      }),
    )
    expect(counted.length).toBeGreaterThan(5)
    expect(counted).toEqual(cohorts.map(([visitors]) => visitors))
  })

  it('links an operator of crawlers to the visits that its assistants sent', async () => {
    const page = await open('crawlers')
    await page
      .getByRole('table', { name: /^Operators of crawlers/ })
      .getByRole('link')
      .first()
      .click()
    await filters(page).getByText('Source is').waitFor()
    await page.close()
  })

  it.each([
    ['first', 0],
    ['running', -1],
  ])('links the %s week of visitors who came back to days that hold every visitor of its row', async (_, at) => {
    const page = await open('retention', IDENTIFIED)
    const row = page
      .getByRole('table', { name: /^Visitors who came back/ })
      .locator('tbody tr')
      .nth(at)
    const counted = Number(String(await row.getByRole('cell').first().textContent()).replaceAll(',', ''))
    expect(counted).toBeGreaterThan(0)
    await row.getByRole('link').click()
    await filters(page).getByText('First seen week is').waitFor()
    await expect
      .poll(async () => Number(await page.locator('[data-metric="visitors"] [data-value]').getAttribute('data-value')))
      .toBeGreaterThanOrEqual(counted)
    await page.close()
  })

  it('links visitors who left a funnel to their source, and narrows the funnels to a device', async () => {
    const page = await open('funnels?by=device')
    await page.getByRole('main').locator('summary').first().click()
    const source = page.getByRole('main').locator('details[open]').getByRole('link').first()
    await source.waitFor()
    await page.getByRole('table').first().getByRole('button', { name: 'Mobile', exact: true }).click()
    await filters(page).getByText('Device is').waitFor()
    await page.close()
  })
})

describe('the days of the reports', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  it.each(['search', 'crawlers', 'vitals'])(
    'opens a day with a click on the chart of %s, and steps by ‹ ›',
    async (section) => {
      const page = await place.open(`/products/${place.product(0)}/${section}`)
      await page.getByRole('main').getByRole('img').locator('.u-over').click()
      const days = () => {
        const { searchParams } = new URL(page.url())
        return [searchParams.get('from'), searchParams.get('to')] as const
      }
      await expect.poll(() => days()[0]).toMatch(/^\d{4}-\d\d-\d\d$/)
      const [from, to] = days()
      expect(to).toBe(from)
      await page.getByRole('button', { name: 'Earlier date range' }).click()
      await expect.poll(() => days()[0]).not.toBe(from)
      expect(String(days()[1]) < String(from)).toBe(true)
      await page.close()
    },
  )
})
