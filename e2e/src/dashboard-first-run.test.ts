import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, expectSound, newBrowser, openPlace, type Place, signUpFirst } from './dashboard-person.ts'
import { jsonOf } from './server-process.ts'

describe('a first run without the demo', () => {
  let place: Place
  let page: Page

  beforeAll(async () => {
    place = await openPlace()
  })
  afterAll(() => place?.close())

  it('leads from sign-up to the first product with the time zone of the browser', async () => {
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    await page.getByRole('heading', { name: 'Create your first product' }).waitFor()
    await expectSound(page, 'welcome')
    const tokyo = await (
      await newBrowser(place, 'service', {
        timezoneId: 'Asia/Tokyo',
        storageState: await page.context().storageState(),
      })
    ).newPage()
    await tokyo.goto(place.url('/'))
    await tokyo.waitForURL('**/welcome')
    await expect.poll(() => tokyo.getByLabel('Time zone').inputValue()).toBe('Asia/Tokyo')
    await page.context().close()
    page = tokyo
  })

  it('shows an invalid field of the first product in place, and keeps the input', async () => {
    await page.getByLabel('Name').fill('Teahouse')
    await page.getByLabel('Domain').fill('not a domain')
    await page.getByRole('button', { name: 'Create product' }).click()
    const domain = page.getByLabel('Domain')
    await page.getByRole('alert').waitFor()
    expect(await domain.getAttribute('aria-invalid')).toBe('true')
    expect(await domain.inputValue()).toBe('not a domain')
    expect(await page.getByLabel('Name').inputValue()).toBe('Teahouse')
    await expectSound(page, 'welcome-rejected')
    await page.getByRole('link', { name: 'Footfall, home' }).click()
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
  })

  it('accepts the address of a page as the domain of a product, and continues to the installation', async () => {
    await page.getByLabel('Domain').fill('http://teahouse.example/menu')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('heading', { name: 'Install Footfall on Teahouse' }).waitFor()
    const product = new URL(page.url()).pathname.split('/')[2]
    const { body } = await call(page, 'GET', `/api/v1/products/${product}/domains`)
    expect(body.data.domains).toEqual([{ hostname: 'teahouse.example', primary: true }])
    const preferences = await call(page, 'GET', `/api/v1/products/${product}/preferences`)
    expect(preferences.body.data.timezone).toBe('Asia/Tokyo')
    await page.getByText('Waiting for the first event').waitFor()
    await expectSound(page, 'install-waiting')
  })

  it('copies the snippet, and shows the arrival of the first event of its page', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const line = String(await page.evaluate('navigator.clipboard.readText()'))
    expect(line).toContain(`src="${place.url('/js/footfall.js')}"`)

    // A site of its own, on another host; its events go to the service.
    const html = `<!doctype html><html lang="en"><head><title>Menu</title>${line}</head><body>Menu</body></html>`
    const site = createServer((_req, res) => res.setHeader('content-type', 'text/html').end(html)).listen(
      0,
      '127.0.0.1',
    )
    await once(site, 'listening')
    const visitor = await (await newBrowser(place, 'anywhere')).newPage()
    await visitor.goto(`http://teahouse.example:${(site.address() as AddressInfo).port}/menu`)

    const status = page.getByRole('status').filter({ hasText: 'Your first event has arrived' })
    await status.waitFor()
    const facts = page.getByRole('main')
    await facts.getByText('/menu').waitFor()
    expect(await facts.textContent()).toContain('teahouse.example')
    expect(await facts.textContent()).toContain('The script, version')
    await expectSound(page, 'install-arrived')
    await visitor.context().close()
    site.closeAllConnections()
    site.close()
  })

  it('shows a command for the terminal that counts like a browser', async () => {
    await page.getByText('No event, or no page yet?').click()
    const command = (await page.getByRole('region', { name: 'Terminal' }).textContent()) ?? ''
    await expectSound(page, 'install-help')
    const [, url = ''] = /^curl (\S+)/.exec(command) ?? []
    const [, agent = ''] = /-A '([^']+)'/.exec(command) ?? []
    const [, event = ''] = /-d '([^']+)'/.exec(command) ?? []
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'user-agent': agent, 'content-type': 'application/json' },
      body: event,
    })
    expect({ status: response.status, body: await jsonOf(response) }).toEqual({ status: 202, body: { accepted: true } })
  })

  it('requests nothing from other hosts during the first run', () => {
    expect([...place.asked]).toEqual([place.url()])
  })

  it('leads to the statistics, and to further products through the product switcher', async () => {
    await page.getByRole('link', { name: 'View statistics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: /Product: Teahouse/ }).click()
    await page.getByRole('link', { name: 'Add product' }).click()
    await page.getByRole('heading', { name: 'Add a product' }).waitFor()
    await expectSound(page, 'product-add')
    await page.getByLabel('Name').fill('Bookshop')
    await page.getByRole('button', { name: 'Add product' }).click()
    await page.getByRole('heading', { name: 'Install Footfall on Bookshop' }).waitFor()
    await page.getByRole('button', { name: /Product: Bookshop/ }).waitFor()
  })

  it('shows how to install, with a live check, on the overview of a product without events', async () => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await page.waitForURL(/\/products\/prd_[^/]+$/)
    await page.getByRole('heading', { level: 1, name: 'Install Footfall on Bookshop' }).waitFor()
    await page.getByText('Waiting for the first event').waitFor()
    await expectSound(page, 'overview-not-installed')
    const product = new URL(page.url()).pathname.split('/')[2] ?? ''
    await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: {
        'user-agent': String(await page.evaluate('navigator.userAgent')),
        'content-type': 'application/json',
      },
      body: JSON.stringify({ product, name: 'pageview', url: 'https://bookshop.example/' }),
    })
    await page.getByRole('status').filter({ hasText: 'Your first event has arrived' }).waitFor()
    await page.getByRole('button', { name: 'View statistics' }).click()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.locator('[data-metric="visitors"]').waitFor()
  })
})
