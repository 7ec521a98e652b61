import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { call, fitsWidth, openPlace, type Place, signUpFirst, violations } from './dashboard-person.ts'
import { dayAfter, importCohorts, mondayBefore, nameOf } from './returning-visitors.ts'

/** Visitors of each cohort by the weeks since it was first there. */
const COHORTS = [[20, 10, 5], [8, 2], [4]] as const

describe('the page of returning visitors', () => {
  let place: Place
  let page: Page
  let product: string
  const firstMonday = mondayBefore(new Date(), COHORTS.length)
  const query = `from=${firstMonday}&to=${dayAfter(firstMonday, COHORTS.length * 7 - 1)}`

  beforeAll(async () => {
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    const made = await call(page, 'POST', '/api/v1/products', { name: 'Bakery', timezone: 'UTC' })
    product = made.body.data.result.id
    const preferences = { visitor_identity: 'identified', suppression_threshold: 0 }
    expect((await call(page, 'PATCH', `/api/v1/products/${product}/preferences`, preferences)).status).toBe(200)
    await place.server().end()
    await importCohorts(place.dataDir, product, firstMonday, COHORTS)
    await place.restart()
  })
  afterAll(() => place?.close())

  const open = async (path: string) => {
    await page.goto(place.url(`/products/${product}/${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
  }

  it('shows by week how many of the visitors of each first week came back, as the API reports', async () => {
    await open(`retention?${query}`)
    const { data } = (await call(page, 'GET', `/api/v1/products/${product}/retention?${query}`)).body
    const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })
    expect(data).toMatchObject({
      state: 'available',
      cohorts: COHORTS.map((weeks, at) => ({
        week: dayAfter(firstMonday, at * 7),
        visitors: weeks[0],
        weeks: weeks.map((visitors, week) => ({ week, visitors, share: visitors / weeks[0], complete: true })),
      })),
    })
    const table = page.getByRole('table', { name: 'Visitors who came back, by the week of their first visit' })
    const cells = (row: Locator) =>
      row.locator('td').evaluateAll((all) => all.map((cell) => [cell.textContent, cell.getAttribute('title') ?? '']))
    await table.locator('tbody tr').first().waitFor()
    expect(await Promise.all((await table.locator('tbody tr').all()).map(cells))).toEqual(
      COHORTS.map((weeks) => [
        [String(weeks[0]), ''],
        ...weeks.map((visitors) => [percent.format(visitors / weeks[0]), `${visitors} visitors`]),
      ]),
    )
    expect(await table.locator('thead th').allTextContents()).toEqual([
      'First week',
      'Visitors',
      ...COHORTS.map((_, week) => `Week ${week}`),
    ])
    await inspect(page, 'retention')
  })

  it('meets the accessibility rules and is not cut off at any width, in either theme', async () => {
    await open(`retention?${query}`)
    for (const width of [390, 1440]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await settled(page)
        await fitsWidth(page, `returning visitors at ${width} px`)
        expect({ width, colorScheme, violations: await violations(page) }).toEqual({
          width,
          colorScheme,
          violations: [],
        })
      }
    }
  })

  it('exports a visitor as a file, and states that nothing is stored about another', async () => {
    await open('settings/events')
    const name = page.getByLabel('Name of the visitor')
    await name.fill('nobody')
    await page.getByRole('button', { name: 'Export visitor' }).click()
    await page.getByText('No event of this visitor is stored.').waitFor()
    await inspect(page, 'settings-visitor-none')
    await name.fill(nameOf(0, 0))
    await expect.poll(() => page.getByText('No event of this visitor is stored.').count()).toBe(0)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export visitor' }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${product}-visitor.ndjson`)
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).timestamp.slice(0, 10))).toEqual(
      [2, 9, 16].map((days) => dayAfter(firstMonday, days)),
    )
    expect(addresses.filter((address) => /visitor.+cohort/.test(address))).toEqual([])
    await page.getByRole('button', { name: 'Check before erasing' }).click()
    await page.getByText('Deletes 3 events of 3 visits.').waitFor()
    await inspect(page, 'settings-visitor-checked')
  })

  it('shows below each goal what it counts', async () => {
    const goal = {
      name: 'Read the offer',
      kind: 'pageview',
      path_pattern: '/offer*',
      scroll_min: 50,
      goal: true,
      revenue: false,
    }
    const { events: before, auto_capture } = (await call(page, 'GET', `/api/v1/products/${product}/events`)).body.data
    const put = { events: [...before, goal], auto_capture }
    expect((await call(page, 'PUT', `/api/v1/products/${product}/events`, put)).status).toBe(200)
    await open(`goals?${query}`)
    await page.getByText('Counts views of /offer*, scrolled to 50%', { exact: true }).waitFor()
    await inspect(page, 'goals-conditions')
  })
})
