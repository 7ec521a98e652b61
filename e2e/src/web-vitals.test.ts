import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { call, openPlace, type Place, signUpFirst } from './dashboard-person.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

describe('web vitals and script errors in the dashboard', () => {
  let place: Place
  let page: Page
  let product: string

  beforeAll(async () => {
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    const made = await call(page, 'POST', '/api/v1/products', { name: 'Bakery', timezone: 'UTC' })
    product = made.body.data.result.id
    await send({ name: 'pageview' })
  })
  afterAll(() => place?.close())

  async function send(event: object): Promise<void> {
    const answer = await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: { 'User-Agent': BROWSER },
      body: JSON.stringify({ product, url: 'https://bakery.example/cakes?token=secret', ...event }),
    })
    expect([answer.status, await answer.json()]).toEqual([202, { accepted: true }])
  }
  const open = async (path: string) => {
    await page.goto(place.url(`/products/${product}/${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
  }
  const errors = () => call(page, 'GET', `/api/v1/products/${product}/errors?period=today`)

  it('shows the attribute to add until a page reports something, then metrics with their ratings and each error once', async () => {
    const pageviews = `/api/v1/stats?product=${product}&metric=pageviews&period=today`
    await expect.poll(async () => (await call(page, 'GET', pageviews)).body.data.value).toBe(1)
    await open('vitals')
    await page.getByText('No web vitals yet').waitFor()
    await page.getByText('data-vitals src=').waitFor()
    await open('errors')
    await page.getByText('Errors aren’t tracked yet').waitFor()

    await send({ name: 'web_vitals', vitals: { lcp: 1234, inp: 350, cls: 0.3, ttfb: 90, fcp: 700 } })
    const error = {
      message: 'TypeError: no cart',
      source: 'https://bakery.example/app.js?v=1',
      line: 3,
      stack: 'at buy',
    }
    await send({ name: 'script_error', error: { ...error, count: 2 } })
    await send({ name: 'script_error', error })
    await expect.poll(async () => (await errors()).body.data.errors).toBe(3)

    await open('vitals?period=today')
    const vital = (name: string) =>
      page.getByRole('group', { name: 'Web vital shown in the chart' }).getByRole('button', { name })
    await expect.poll(() => vital('LCP').textContent()).toContain('1.23 sGood')
    expect(await vital('INP').textContent()).toContain('350 msNeeds improvement')
    expect(await vital('CLS').textContent()).toContain('0.30Poor')
    await vital('CLS').click()
    await page.getByRole('heading', { name: 'CLS: Cumulative layout shift' }).waitFor()
    const byPage = page.getByRole('table', { name: 'By page' })
    expect(await byPage.getByRole('row', { name: '/cakes' }).textContent()).not.toContain('secret')
    await inspect(page, 'web-vitals')

    await open('errors?period=today')
    const rows = page.getByRole('table', { name: 'Errors by how often they happened' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(1)
    await rows.getByText('TypeError: no cart').click()
    await rows.getByText('https://bakery.example/app.js:3').waitFor()
    await rows.getByText('at buy').waitFor()
    await inspect(page, 'errors')
  })
})
