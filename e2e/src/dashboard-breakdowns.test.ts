import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { expectSound } from './dashboard-person.ts'
import { type DemoPlace, headline, numberOf, openDemoPlace } from './demo-place.ts'

describe('the breakdowns of the dashboard', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const product = () => place.product(0)
  const open = (path: string) => place.open(`/products/${product()}${path}`)
  const ask = (query: Readonly<Record<string, string>>) =>
    place.ask(`/api/v1/stats?${new URLSearchParams({ product: product(), ...query })}`)
  const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
  const chips = (page: Page) => page.getByRole('list', { name: 'Filters' })

  it('shows next to each country its flag from this service and its share of all visitors', async () => {
    const page = await open('?period=30d')
    const flags: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('flags-')) flags.push(response.status())
    })
    await page.reload()
    await settled(page)
    await expect.poll(() => flags).toEqual([200])
    const first = panel(page, 'Places').getByRole('listitem').first()
    const total = (await ask({ metric: 'visitors', period: '30d' })).value
    const [row] = (await ask({ metric: 'visitors', period: '30d', dimension: 'country', limit: '1' })).rows
    const share = (row.value / total).toLocaleString('en-US', { style: 'percent', maximumFractionDigits: 1 })
    await expect.poll(() => first.textContent()).toContain(share)
    expect(await first.locator('use').getAttribute('href')).toMatch(new RegExp(`flags-.*#${row.key}$`))
    expect([...place.asked]).toEqual([place.url()])
    await page.close()
  })

  it('shows next to each source its mark from this service, and a letter where it has none', async () => {
    const page = await open('?period=30d')
    const marks: number[] = []
    page.on('response', (response) => {
      if (response.url().includes('marks-')) marks.push(response.status())
    })
    await page.reload()
    await settled(page)
    await expect.poll(() => marks).toEqual([200])
    const sources = panel(page, 'Sources').getByRole('listitem')
    const google = sources.filter({ hasText: 'Google' }).first()
    expect(await google.locator('use').getAttribute('href')).toMatch(/marks-.*#google$/)
    const newsletter = sources.filter({ hasText: 'newsletter' }).first()
    expect(await newsletter.locator('use').count()).toBe(0)
    expect(await newsletter.locator('[data-icon="n"]').count()).toBe(1)
    await page.close()
  })

  it('goes from a country to its regions and from a region to its cities', async () => {
    const page = await open('?period=30d')
    const places = panel(page, 'Places')
    await places.getByRole('button', { name: /Germany/ }).click()
    await chips(page).getByText('Germany').waitFor()
    await expect.poll(() => places.getByRole('tab', { name: 'Regions' }).getAttribute('aria-selected')).toBe('true')
    await settled(page)
    await places.getByRole('listitem').first().getByRole('button').click()
    await expect.poll(() => places.getByRole('tab', { name: 'Cities' }).getAttribute('aria-selected')).toBe('true')
    await settled(page)
    await expect.poll(() => chips(page).getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
    await expect.poll(() => places.getByRole('listitem').count()).toBeGreaterThan(0)
    await page.close()
  })

  it('shows no share of the visitors under other filters while a breakdown loads', async () => {
    const page = await open('?period=30d')
    const everybody = await numberOf(page, 'visitors')
    const shares = panel(page, 'Devices').getByTitle('Share of the total')
    expect(await shares.count()).toBeGreaterThan(0)
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/breakdowns\?/, async (route) => {
      await asked
      await route.continue()
    })
    await panel(page, 'Places')
      .getByRole('button', { name: /Germany/ })
      .click()
    await expect.poll(() => numberOf(page, 'visitors')).toBeLessThan(everybody)
    expect(await panel(page, 'Devices').getByRole('listitem').count()).toBeGreaterThan(0)
    expect(await shares.count()).toBe(0)
    answer()
    await expect.poll(() => shares.count()).toBeGreaterThan(0)
    await page.close()
  })

  it('keeps the focus on the page when the focused row or filter disappears', async () => {
    const page = await open('?period=30d')
    const focused = () => page.evaluate('document.activeElement?.textContent')
    await panel(page, 'Places')
      .getByRole('button', { name: /Germany/ })
      .press('Enter')
    await expect.poll(focused).toBe('Filter')
    await chips(page)
      .getByRole('button', { name: /^Remove filter/ })
      .press('Enter')
    await expect.poll(() => chips(page).count()).toBe(0)
    await expect.poll(focused).toBe('Filter')
    await page.close()
  })

  it('reports once that the segment in the address was deleted, and shows all visitors on request', async () => {
    for (const [path, shown] of [
      ['?period=30d', 'Visitors'],
      ['/journeys?period=30d', 'Show'],
    ] as const) {
      const page = await open(`${path}&segment=seg_deleted`)
      await page.getByText('It was deleted').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.getByRole('button', { name: 'Show all visitors' }).click()
      await page
        .getByRole('button', { name: new RegExp(`^${shown}`) })
        .first()
        .waitFor()
      await expect.poll(() => page.url()).not.toContain('segment=')
      await page.close()
    }
  })

  it('chooses tabs with the arrow keys', async () => {
    const page = await open('?period=7d')
    await panel(page, 'Pages').getByRole('tab', { name: 'Pages' }).focus()
    await page.keyboard.press('ArrowRight')
    const titles = panel(page, 'Pages').getByRole('tab', { name: 'Titles' })
    await expect.poll(() => titles.getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => titles.evaluate((tab) => tab.matches(':focus'))).toBe(true)
    await page.keyboard.press('End')
    await expect.poll(() => page.url()).toContain('pages=exit_page')
    await page.close()
  })

  it('shows every row in a table that can be sorted by any column and searched', async () => {
    const page = await open('?period=30d')
    await panel(page, 'Pages').getByRole('button', { name: 'Show all' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    await dialog.getByText(/^Not included: .*CHF/).waitFor()
    await dialog.getByRole('button', { name: 'Pageviews' }).click()
    await expect
      .poll(() => dialog.getByRole('columnheader', { name: 'Pageviews' }).getAttribute('aria-sort'))
      .toBe('descending')
    await settled(page)
    const { rows } = await ask({
      metric: 'visitors,pageviews',
      period: '30d',
      dimension: 'page',
      order: 'pageviews:desc',
    })
    const firstRow = dialog.getByRole('row').nth(1)
    await expect.poll(() => firstRow.textContent()).toContain(rows[0].key)
    await dialog.getByLabel('Search').fill('BLOG')
    await expect.poll(() => firstRow.textContent()).toContain('/blog')
    await settled(page)
    const others = async () => {
      const keys = await dialog.getByRole('row').getByRole('button').allTextContents()
      return keys.filter((key) => key.startsWith('/') && !key.includes('blog'))
    }
    await expect.poll(others).toEqual([])
    await expectSound(page, 'all-rows')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.close()
  })

  it('exports every row as CSV, in which no cell starts a formula', async () => {
    const formula = '=HYPERLINK("https://evil.example")'
    const sent = await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
      body: JSON.stringify({
        product: product(),
        name: 'pageview',
        url: `https://lumen-notes.example/?utm_campaign=${encodeURIComponent(formula)}`,
      }),
    })
    expect(sent.status).toBe(202)
    const filters = JSON.stringify([{ dimension: 'utm_campaign', operator: 'is', values: [formula] }])
    // The day may have ended since.
    await expect.poll(async () => (await ask({ metric: 'visitors', period: '7d', filters })).value).toBe(1)
    const page = await open('?period=30d&all=utm_campaign')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^utm_campaign-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/)
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain(
      'UTM campaign,Label,Visitors,Visits,Pageviews,Bounce rate,Visit duration,Conversions,Conversion rate,Revenue,Share',
    )
    expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(csv.split('\r\n').some((line) => /^"?[=+@-]/.test(line))).toBe(false)
    await page.close()
  })

  it('shows visitors by the values of an event property that a person chooses', async () => {
    const page = await open('?period=30d')
    const goals = panel(page, 'Goals and events')
    await goals.getByRole('tab', { name: 'Properties' }).click()
    await goals.getByLabel('Property').selectOption({ index: 0 })
    await settled(page)
    const name = await goals.getByLabel('Property').inputValue()
    const { rows } = await ask({ metric: 'visitors', period: '30d', dimension: `property:${name}`, limit: '2' })
    // Events without the property would outweigh the others: the panel leaves them out.
    const first = rows.find(({ key }: { key: string }) => key !== '')
    await expect
      .poll(() => goals.getByRole('listitem').first().textContent())
      .toContain(first.value.toLocaleString('en-US'))
    await page.close()
  })

  it('shows visitors by weekday and hour in a table for screen readers', async () => {
    const page = await open('?period=30d')
    const table = page.getByRole('table', { name: 'Visitors by weekday and hour' })
    await page.getByRole('heading', { name: 'Weekdays and hours' }).scrollIntoViewIfNeeded()
    await table.waitFor()
    await expect.poll(() => table.getByRole('row').count()).toBe(8)
    const { rows } = await ask({ metric: 'visitors', period: '30d', dimension: 'weekday,hour_of_day', limit: '1' })
    const [weekday, hour] = rows[0].keys.map(Number)
    const cell = table.getByRole('row').nth(weekday).getByRole('cell').nth(hour)
    await expect.poll(() => cell.textContent()).toBe(rows[0].value.toLocaleString('en-US'))
    await page.close()
  })

  it('shows a map of countries, each of which can be selected', async () => {
    const page = await open('?period=30d&places=map')
    const germany = panel(page, 'Places').locator('[data-country="DE"]')
    await germany.waitFor()
    await settled(page)
    await expectSound(page, 'overview-map')
    await germany.click()
    await chips(page).getByText('Germany').waitFor()
    await page.close()
  })

  it('saves filters as a segment, applies it, edits it and deletes it', async () => {
    const filters = [{ dimension: 'country', operator: 'is', values: ['DE'] }]
    const page = await open(`?period=30d&filters=${encodeURIComponent(JSON.stringify(filters))}`)
    const narrowed = await numberOf(page, 'visitors')
    await page.getByRole('button', { name: 'Segment:' }).click()
    const save = page.getByRole('button', { name: 'Save filters as a segment' })
    await save.waitFor()
    await settled(page)
    await save.click()
    await page.getByLabel('Name').fill('Germans')
    await settled(page)
    await expectSound(page, 'segment-dialog')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Segment saved.').waitFor()
    await chips(page).getByText('Germans').waitFor()
    expect(page.url()).toContain('segment=seg_')
    expect(page.url()).not.toContain('filters=')
    await expect.poll(() => numberOf(page, 'visitors')).toBe(narrowed)

    await page.reload()
    await headline(page, 'visitors').waitFor()
    await settled(page)
    await expect.poll(() => numberOf(page, 'visitors')).toBe(narrowed)

    await page.getByRole('button', { name: 'Segment:' }).click()
    await page.getByRole('button', { name: 'Edit Germans' }).click()
    await page.getByLabel('Name').fill('Germany only')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await chips(page).getByText('Germany only').waitFor()
    await page.getByRole('button', { name: 'Segment:' }).click()
    await page.getByRole('button', { name: 'Delete Germany only' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Segment deleted.').waitFor()
    await expect.poll(() => chips(page).count()).toBe(0)
    await expect.poll(() => numberOf(page, 'visitors')).toBeGreaterThan(narrowed)
    await page.close()
  })

  it('shows where visits went from a page as a drawing and as a table, and follows a selected page', async () => {
    const page = await open('/journeys?period=30d')
    await page.getByRole('img', { name: /^Journeys before and after/ }).waitFor()
    const report = await place
      .ask(
        `/api/v1/products/${product()}/journeys?period=30d&page=${encodeURIComponent(await page.getByLabel('Page').inputValue())}`,
      )
      .catch(() => undefined)
    if (report?.after !== undefined) {
      const [step] = report.after
      const text = await page.getByRole('table').textContent()
      expect(text).toContain(step.rows[0].visits.toLocaleString('en-US'))
    }
    await inspect(page, 'journeys')
    await page.getByRole('table').getByRole('button', { name: '/pricing', exact: true }).first().click()
    await expect.poll(() => page.url()).toContain('page=%2Fpricing')
    await page.getByRole('heading', { name: 'Journeys through /pricing' }).waitFor()
    await page.close()
  })

  it('makes an annotation with a category and a color, which the chart shows and opens', async () => {
    const page = await open('?period=7d')
    await page.getByRole('button', { name: 'Add an annotation' }).click()
    await page.getByLabel('What happened').fill('Big release')
    await page.getByLabel('Category').fill('Release')
    await page.getByLabel('Color').selectOption('purple')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Annotation added.').waitFor()
    await page.getByRole('region', { name: 'Annotations' }).getByText('Release', { exact: true }).waitFor()
    const mark = page.getByRole('button', { name: /^Big release/ })
    await mark.press('Enter')
    await expect.poll(() => page.getByLabel('Color').inputValue()).toBe('purple')
    await page.keyboard.press('Escape')
    await page.close()
  })
})

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
