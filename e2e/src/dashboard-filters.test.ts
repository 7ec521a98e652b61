import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { call, expectSound } from './dashboard-person.ts'
import { type DemoPlace, headline, numberOf, openDemoPlace } from './demo-place.ts'
import { until } from './server-process.ts'

const API_REQUESTS_MAX = 5
const LONG_PATH = `/docs/${'a-long-segment-of-a-path/'.repeat(12)}last`
const LONG_TEXT = 'without-a-place-to-break'.repeat(8)
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const WIDTHS = [390, 1024, 1440]

type FilterJson = Readonly<Record<string, unknown>>

/** Whether the button can be clicked where the dialog begins, without scrolling, at the lower edge of the dialog. */
const APPLY_IN_SIGHT = `(() => {
  const button = document.querySelector('[role="dialog"] button[type="submit"]')
  for (let of = button.parentElement; of !== null; of = of.parentElement) of.scrollTop = 0
  const { x, y, width, height } = button.getBoundingClientRect()
  const isAt = (top, element) => element.contains(document.elementFromPoint(x + width / 2, top))
  const { bottom } = button.closest('[role="dialog"]').getBoundingClientRect()
  return isAt(y + height / 2, button) && isAt(bottom - 3, button.parentElement)
})()`

describe('the filters of the dashboard', () => {
  let place: DemoPlace

  beforeAll(async () => {
    place = await openDemoPlace()
  })
  afterAll(() => place?.close())

  const product = () => place.product(0)
  const addressOf = (path: string, filters: readonly FilterJson[]) =>
    `/products/${product()}${path}?filters=${encodeURIComponent(JSON.stringify(filters))}`
  const open = (path: string) => place.open(path)
  const ask = (query: Readonly<Record<string, string>>) =>
    place.ask(`/api/v1/stats?${new URLSearchParams({ product: product(), ...query })}`)
  const chips = (page: Page) => page.getByRole('list', { name: 'Filters' })

  it('loads the overview with at most five requests to the API', async () => {
    const page = await place.person.newPage()
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      // Current visitors are asked for again 15 seconds later.
      if (pathname.startsWith('/api/') && !pathname.endsWith('/realtime')) requests.push(pathname)
    })
    await page.goto(place.url(`/products/${product()}`))
    await headline(page, 'revenue').waitFor()
    await settled(page)
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length, requests.join(' ')).toBeLessThanOrEqual(API_REQUESTS_MAX)
    await page.close()
  })

  it('offers collected values for a filter with their visitors, and shows the numbers of the API for it', async () => {
    const page = await open(`/products/${product()}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Dimension').selectOption('country')
    await page.getByLabel('Values').fill('germ')
    const germany = page.getByRole('option', { name: /^Germany/ })
    await germany.waitFor()
    const { rows } = await ask({ metric: 'visitors', dimension: 'country', period: '30d', limit: '1' })
    expect(rows[0].key).toBe('DE')
    expect(await germany.textContent()).toContain(rows[0].value.toLocaleString('en-US'))
    await germany.click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await chips(page).getByText('Germany').waitFor()
    await settled(page)
    const filters = JSON.stringify([{ dimension: 'country', operator: 'is', values: ['DE'] }])
    for (const metric of ['visitors', 'visits', 'pageviews', 'bounce_rate']) {
      const { value } = await ask({ metric, period: '30d', filters })
      await expect.poll(() => numberOf(page, metric), { message: metric }).toBe(value)
    }
    await page.close()
  })

  it('adds a typed value with Enter, except with the Enter that ends the composition of an input method', async () => {
    const page = await open(`/products/${product()}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    const values = page.getByRole('combobox', { name: 'Values', exact: true })
    await values.fill('/pricing')
    await values.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    expect(await values.inputValue()).toBe('/pricing')
    await values.press('Enter')
    await expect.poll(() => values.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Remove /pricing' }).waitFor()
    await page.close()
  })

  it('counts visits without a page by the scope of the filter', async () => {
    const page = await open(`/products/${product()}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Operator').selectOption('is_not')
    await page.getByLabel('Values').fill('/pricing')
    await page.getByRole('button', { name: 'Advanced' }).click()
    await page.getByRole('radio', { name: 'Visits without it' }).check()
    await page.getByRole('button', { name: 'Apply' }).click()
    await chips(page).getByRole('button', { name: 'Edit filter: Visit has no: Page is /pricing' }).waitFor()
    const without = { dimension: 'page', operator: 'is_not', values: ['/pricing'], scope: 'visit' }
    const { value } = await ask({ metric: 'visits', period: '30d', filters: JSON.stringify([without]) })
    await expect.poll(() => numberOf(page, 'visits')).toBe(value)

    await page.close()
  })

  it('edits a filter and gives it an alternative', async () => {
    const without = { dimension: 'page', operator: 'is_not', values: ['/pricing'], scope: 'visit' }
    const page = await open(addressOf('', [without]))
    const before = await numberOf(page, 'visits')
    await chips(page)
      .getByRole('button', { name: /^Edit filter/ })
      .click()
    expect(await page.getByRole('radio', { name: 'Visits without it' }).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Add an alternative' }).click()
    const second = page.getByRole('group', { name: 'Alternative 2' })
    await second.getByLabel('Dimension').selectOption('device')
    await second.getByLabel('Values').fill('tablet')
    await settled(page)
    for (const height of [900, 640]) {
      await page.setViewportSize({ width: 390, height })
      await expect.poll(() => page.evaluate(APPLY_IN_SIGHT), { message: `${height} px high` }).toBe(true)
    }
    await expectSound(page, 'filter-dialog')
    await page.getByRole('button', { name: 'Apply' }).click()
    await chips(page)
      .getByRole('button', { name: /^Edit filter: Visit has no: Page is .pricing, or Device is Tablet/ })
      .waitFor()
    const either = { any: [without, { dimension: 'device', operator: 'is', values: ['tablet'] }] }
    const { value } = await ask({ metric: 'visits', period: '30d', filters: JSON.stringify([either]) })
    await expect.poll(() => numberOf(page, 'visits')).toBe(value)
    expect(value).toBeGreaterThan(before)
    await page.close()
  })

  it('shows in the dialog why the API rejects a regular expression', async () => {
    const page = await open(`/products/${product()}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Operator').selectOption('matches_regex')
    await page.getByLabel('Values').fill('/blog/(')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => page.getByLabel('Values').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Values').fill('^/blog/')
    await page.getByRole('button', { name: 'Apply' }).click()
    await chips(page).getByText('^/blog/').waitFor()
    await page.close()
  })

  it('offers to count visits if no event can match all conditions', async () => {
    const both = [
      { dimension: 'page', operator: 'is', values: ['/pricing'] },
      { dimension: 'event', operator: 'is', values: ['Purchase'] },
    ]
    const page = await open(addressOf('', both))
    const purchased = await headline(page, 'visits').textContent()
    expect(purchased).toContain('–')
    await page
      .getByRole('list', { name: 'Hints' })
      .getByRole('button', { name: /^Count visits/ })
      .first()
      .click()
    await expect.poll(() => headline(page, 'visits').locator('[data-value]').count()).toBe(1)
    const filters = JSON.stringify(both.map((condition) => ({ ...condition, scope: 'visit' })))
    const { value } = await ask({ metric: 'visits', period: '30d', filters })
    await expect.poll(() => numberOf(page, 'visits')).toBe(value)
    await page.close()
  })

  it('offers values similar to one that was never collected', async () => {
    const page = await open(addressOf('', [{ dimension: 'page', operator: 'is', values: ['/pricng'] }]))
    expect(await headline(page, 'visitors').textContent()).toContain('Never seen')
    await page.getByRole('button', { name: 'Show /pricing' }).click()
    await expect.poll(() => headline(page, 'visitors').locator('[data-value]').count()).toBe(1)
    await page.close()
  })

  it('keeps filters in the address of every page, and shows on which pages they do not apply', async () => {
    const none = { dimension: 'title', operator: 'is', values: [''] }
    const page = await open(addressOf('', [none]))
    expect(await chips(page).textContent()).toContain('Page title is (none)')
    const section = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name })
    const ways = {
      Realtime: [page.getByRole('link', { name: 'here now' })],
      Search: [section('Search')],
      Crawlers: [section('Health'), page.getByRole('main').getByRole('link', { name: 'Crawlers', exact: true })],
    }
    for (const [name, links] of Object.entries(ways)) {
      for (const link of links) await link.click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await page.getByText('The filter does not apply to this page.').waitFor()
      expect(page.url()).toContain('filters=')
    }
    for (const name of ['Goals', 'Funnels']) {
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 1, name }).waitFor()
      await chips(page).getByText('(none)').waitFor()
    }
    await page.close()
  })

  it('keeps every card within its column, whatever values visitors send', async () => {
    for (const path of [LONG_PATH, `/${LONG_TEXT}`]) {
      const response = await fetch(place.url('/api/event'), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': FIREFOX },
        body: JSON.stringify({
          product: product(),
          name: 'pageview',
          url: `https://lumen-notes.example${path}?utm_campaign=${LONG_TEXT}&utm_source=${LONG_TEXT}`,
          referrer: `https://${'long.'.repeat(20)}example/${LONG_TEXT}`,
        }),
      })
      expect(response.status).toBe(202)
    }
    const filters = JSON.stringify([{ dimension: 'utm_campaign', operator: 'is', values: [LONG_TEXT] }])
    // The day may have ended since.
    await until('the long values', async () => (await ask({ metric: 'pageviews', period: '7d', filters })).value === 2)
    const page = await open(`${addressOf('', JSON.parse(filters))}&period=7d`)
    await expect.poll(() => page.getByRole('region', { name: 'Pages' }).textContent()).toContain('/docs/a-long-segment')
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await settled(page)
      // Charts are drawn again after the window has its new size.
      const layout = () =>
        page.evaluate(`({
          beyond: [...document.querySelectorAll('main section, main li')].filter((card) => card.getBoundingClientRect().right > innerWidth).length,
          cutOff: [...document.querySelectorAll('main section')].filter((card) => card.scrollWidth > card.clientWidth + 1).length,
        })`)
      await expect.poll(layout, { message: `at ${width} px` }).toEqual({ beyond: 0, cutOff: 0 })
    }
    await page.close()
  })

  it('requests a period by its name, and keeps the name in the address', async () => {
    const page = await open(`/products/${product()}`)
    await page.getByRole('button', { name: 'Days:' }).click()
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    await expect.poll(() => page.url()).toContain('period=28d')
    const { value } = await ask({ metric: 'visitors', period: '28d' })
    await expect.poll(() => numberOf(page, 'visitors')).toBe(value)
    await page.close()
  })

  it('names the parts of a link that the page ignored, and keeps the others', async () => {
    const country = { dimension: 'country', operator: 'is', values: ['DE'] }
    const page = await open(
      `${addressOf('', [{ dimension: 'color', operator: 'is', values: ['red'] }, country])}&period=31d`,
    )
    const said = page.getByRole('status').filter({ hasText: 'Part of this link isn’t valid' })
    expect(await said.textContent()).toContain('Left out: the period and a filter.')
    expect(await chips(page).textContent()).toContain('Country is Germany')
    await page.reload()
    await said.waitFor()
    await said.getByRole('button', { name: 'Dismiss' }).click()
    await said.waitFor({ state: 'detached' })
    expect(await chips(page).textContent()).toContain('Country is Germany')
    await page.close()
  })

  it('counts days in the time zone that a person chooses next to the period, and names it on the button', async () => {
    const page = await open(`/products/${product()}?period=yesterday`)
    const days = page.getByRole('button', { name: 'Days:' })
    await expect.poll(() => days.textContent()).toBe('Days: Yesterday')
    await days.click()
    await settled(page)
    await expectSound(page, 'days-and-time-zone')
    await page.getByLabel('Time zone').selectOption('Pacific/Auckland')
    await expect.poll(() => days.textContent()).toBe('Days: Yesterday, Auckland time')
    const { value } = await ask({ metric: 'visitors', period: 'yesterday', tz: 'Pacific/Auckland' })
    await expect.poll(() => numberOf(page, 'visitors')).toBe(value)
    await page.getByText(/Days are in the time zone Pacific\/Auckland/).waitFor()

    await page.getByLabel('Time zone').selectOption({ index: 0 })
    await expect.poll(() => days.textContent()).toBe('Days: Yesterday')
    await expect.poll(() => page.url()).not.toContain('tz=')
    await page.close()
  })

  it('shows the controls of a report in one row on a phone', async () => {
    const page = await open(`/products/${product()}`)
    await page.setViewportSize({ width: 390, height: 844 })
    const controls = page.getByRole('banner').getByRole('button', { name: /^(Filter|Segment:|Comparison:|Days:)/ })
    await expect.poll(() => controls.count()).toBe(4)
    const rows = () =>
      controls.evaluateAll((buttons) => new Set(buttons.map((button) => button.getBoundingClientRect().top)).size)
    await expect.poll(rows).toBe(1)
    await page.close()
  })

  it('compares with the days that a person enters', async () => {
    const page = await open(`/products/${product()}?period=7d`)
    await page.getByRole('button', { name: 'Comparison:' }).click()
    const today = new Date().toISOString().slice(0, 10)
    const [first, last] = [addDays(today, -40), addDays(today, -31)]
    await page.getByLabel('First day').fill(first)
    await page.getByLabel('Last day').fill(last)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(() => page.url()).toContain(`compare_from=${first}`)
    const custom = { compare: 'custom', compare_from: first, compare_to: last }
    const { comparison } = await ask({ metric: 'visitors', period: '7d', ...custom })
    await expect
      .poll(() => headline(page, 'visitors').locator('[title]').first().getAttribute('title'))
      .toContain(`: ${comparison.value.toLocaleString('en-US')}`)
    await page.close()
  })

  it('shows funnels by a dimension with the numbers of the API', async () => {
    const page = await open(`/products/${product()}/funnels?period=7d`)
    await page.getByLabel('Breakdown').selectOption('device')
    await expect.poll(() => page.url()).toContain('by=device')
    const [funnel] = await place.ask(`/api/v1/products/${product()}/funnels?period=7d&dimension=device`)
    const { rows } = funnel.results
    expect(rows.length).toBeGreaterThan(1)
    const table = page.getByRole('region', { name: `${funnel.name} by device` })
    for (const [at, row] of rows.entries()) {
      const cells = table
        .getByRole('row')
        .nth(at + 1)
        .getByRole('cell')
      await expect
        .poll(async () => (await cells.allInnerTexts()).slice(1, -1))
        .toEqual(row.steps.map(({ visitors }: { visitors: number }) => visitors.toLocaleString('en-US')))
    }
    await page.close()
  })

  it('shows next to the revenue of goals the amounts in other currencies that it excludes', async () => {
    const page = await open(`/products/${product()}?period=30d`)
    const notIncluded = page.getByText(/^Not included: .*CHF/)
    await notIncluded.waitFor()
    await page.goto(place.url(`/products/${product()}/goals?period=30d`))
    await page.getByRole('region', { name: 'Goals and conversions' }).waitFor()
    await notIncluded.waitFor()
    await page.close()
  })

  it('shows, for a filter by page, the revenue of the visits that viewed the page', async () => {
    const filters = [{ dimension: 'page', operator: 'is', values: ['/pricing'] }]
    const page = await open(addressOf('', filters))
    const right = await ask({ metric: 'revenue', period: '30d', filters: JSON.stringify(filters) })
    expect(right).toMatchObject({ state: 'available' })
    expect(right.value).toBeGreaterThan(0)
    await expect.poll(() => numberOf(page, 'revenue')).toBeCloseTo(right.value, 2)
    await page.close()
  })

  it('shows the reason instead of a zero for a metric that the filters exclude', async () => {
    const filters = [{ dimension: 'event', operator: 'is', values: ['Signup'] }]
    const page = await open(addressOf('', filters))
    const right = await ask({ metric: 'revenue', period: '30d', filters: JSON.stringify(filters) })
    expect(right).toMatchObject({ state: 'unavailable', reason: 'filters_exclude_metric', value: null })
    await headline(page, 'revenue').getByText('The filters leave out what this counts.').waitFor()
    expect(await headline(page, 'revenue').locator('[data-value]').count()).toBe(0)
    await page.close()
  })

  it('shows each value of a wide table on a phone without scrolling sideways', async () => {
    const page = await open(`/products/${product()}/goals`)
    for (const [path, name] of [
      ['goals', 'Goals and conversions'],
      ['crawlers', 'Crawlers by their hits'],
      ['search', 'Queries'],
      ['funnels?by=page', 'From the front page to a purchase by page'],
    ] as const) {
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto(place.url(`/products/${product()}/${path}`))
      const table = page.getByRole('region', { name, exact: true })
      await table.waitFor()
      await settled(page)
      await expect.poll(() => table.evaluate((area) => area.scrollWidth - area.clientWidth), { message: path }).toBe(0)
    }
    await page.close()
  })

  it('labels the search metrics of the demo as made up, and rejects a sync of them', async () => {
    const page = await open(`/products/${product()}/search`)
    await page.getByRole('note').getByText('These search numbers are made up. Nothing is read from Google.').waitFor()
    await page.goto(place.url(`/products/${product()}/settings/integrations`))
    await page.getByRole('note').getByText('Demo data').waitFor()
    expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Sync now' }).count()).toBe(0)
    const path = `/api/v1/products/${product()}/integrations/google-search-console`
    const rejected = await call(page, 'POST', `${path}/sync`)
    expect(rejected.status).toBe(400)
    expect(JSON.stringify(rejected.body)).toContain('is of the demo, whose data is made up and never syncs')
    await page.close()
  })
})

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
