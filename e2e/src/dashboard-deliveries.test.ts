import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, expectSound, openPlace, type Place, signUpFirst } from './dashboard-person.ts'

describe('reports and alerts in the settings', () => {
  let place: Place
  let page: Page
  let product: string

  beforeAll(async () => {
    place = await openPlace()
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    product = (await call(page, 'POST', '/api/v1/products', { name: 'Bakery' })).body.data.result.id
  })
  afterAll(() => place?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = () => page.getByRole('dialog')
  const stored = async (kind: 'reports' | 'alerts') =>
    (await call(page, 'GET', `/api/v1/products/${product}/${kind}`)).body.data
  const open = async (kind: 'reports' | 'alerts') => {
    await page.goto(place.url(`/products/${product}/settings/${kind}`))
    await page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  }

  it('names what is missing in a new report, and creates the report once it is complete', async () => {
    await open('reports')
    await page.getByText('This service sends no email.').waitFor()
    await button('New report').click()
    await page.getByLabel('Name', { exact: true }).fill('Monday numbers')
    await button('Create report').click()
    await dialog().getByRole('alert').getByText('Email addresses: Enter at least one email address.').waitFor()
    await expectSound(page, 'report-new')
    await page.getByLabel('Email addresses').fill('ada@example.com\nbo@example.com')
    await button('Create report').click()
    await page.getByText('Every Monday at 8:00 AM · ada@example.com and 1 other').waitFor()
    expect(await stored('reports')).toMatchObject([
      { name: 'Monday numbers', schedule: { every: 'week', weekday: 1, hour: 8 }, enabled: true },
    ])
  })

  it('shows the signing secret of a webhook once, and keeps its address when the rest is edited', async () => {
    await button('New report').click()
    await page.getByLabel('Name', { exact: true }).fill('To our system')
    await page.getByLabel('Frequency').selectOption('month')
    await page.getByLabel('Send to').selectOption('generic')
    await page.getByLabel('Webhook URL').fill('https://hooks.example/footfall-1234')
    await button('Create report').click()
    expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toMatch(/^whs_\w{43}$/)
    await expectSound(page, 'reports')
    await button('I’ve saved it').click()
    await button('Edit To our system').click()
    await page.getByLabel('Time', { exact: true }).selectOption('9')
    await button('Save').click()
    await page.getByText('Day 1 of each month at 9:00 AM').waitFor()
    expect(await page.getByRole('region', { name: 'Secret' }).count()).toBe(0)
    expect((await stored('reports'))[1].target).toMatchObject({ url: 'https://hooks.example/…1234' })
  })

  it('sends a report now after confirmation, pauses it and deletes it', async () => {
    await button('Send now: Monday numbers').click()
    await dialog().getByText('All its recipients get it now.').waitFor()
    await expectSound(page, 'report-send')
    await dialog().getByRole('button', { name: 'Send now' }).click()
    await page.getByText('On its way.').waitFor()
    await button('Edit Monday numbers').click()
    await page.getByRole('checkbox', { name: 'Send this report' }).uncheck()
    await button('Save').click()
    await page.getByText('Paused').waitFor()
    await button('Delete Monday numbers').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Monday numbers deleted.').waitFor()
    expect(await stored('reports')).toHaveLength(1)
  })

  it('creates, edits, tests and deletes an alert, and shows which of its numbers is invalid', async () => {
    await open('alerts')
    await button('New alert').click()
    await page.getByLabel('Name', { exact: true }).fill('Spike')
    await page.getByLabel('Email addresses').fill('ada@example.com')
    await page.getByLabel('Above usual by (%)').fill('5')
    await button('Create alert').click()
    await dialog().getByRole('alert').waitFor()
    expect(await page.getByLabel('Above usual by (%)').getAttribute('aria-invalid')).toBe('true')
    await expectSound(page, 'alert-new')
    await page.getByLabel('Above usual by (%)').fill('200')
    await button('Create alert').click()
    await page.getByText('Visitors in an hour 200% above usual, if there are at least 50 · ada@example.com').waitFor()
    await expectSound(page, 'alerts')
    await button('Edit Spike').click()
    await page.getByRole('radio', { name: 'No events' }).check()
    await page.getByLabel('Hours without events').fill('6')
    await button('Save').click()
    await page.getByText('No events for 6 hours').waitFor()
    expect(await stored('alerts')).toMatchObject([{ name: 'Spike', rule: { kind: 'silent', hours: 6 } }])
    await button('Send test: Spike').click()
    await dialog().getByText('All its recipients get a message that says it’s a test.').waitFor()
    await expectSound(page, 'alert-test')
    await dialog().getByRole('button', { name: 'Send test' }).click()
    await page.getByText('On its way.').waitFor()
    await page.getByText('1 recipient').waitFor()
    await button('Delete Spike').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No alerts yet').waitFor()
  })

  it('creates a report on all products in its own time zone, sends it now and deletes it', async () => {
    const all = async () => (await call(page, 'GET', '/api/v1/reports')).body.data
    await page.goto(place.url('/account/profile'))
    await page.getByRole('link', { name: 'Reports on all products', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Reports on all products' }).waitFor()
    await button('New report').click()
    await page.getByLabel('Name', { exact: true }).fill('Everything')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Email addresses').fill('ada@example.com')
    await expectSound(page, 'account-report-new')
    await button('Create report').click()
    await page.getByText('Every Monday at 8:00 AM (Asia/Tokyo) · ada@example.com').waitFor()
    await expectSound(page, 'account-reports')
    await button('Edit Everything').click()
    await page.getByLabel('Time zone').selectOption('Europe/Berlin')
    await button('Save').click()
    await page.getByText('Every Monday at 8:00 AM (Europe/Berlin) · ada@example.com').waitFor()
    expect(await all()).toMatchObject([{ name: 'Everything', product: null, timezone: 'Europe/Berlin', revision: 2 }])
    await button('Send now: Everything').click()
    await dialog().getByRole('button', { name: 'Send now' }).click()
    await page.getByText('On its way.').waitFor()
    await button('Delete Everything').click()
    await dialog().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No reports yet').waitFor()
    expect(await all()).toEqual([])
  })
})
