import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect } from './dashboard-browser.ts'
import { call, callWith, newBrowser, openPlace, type Place, signUpFirst } from './dashboard-person.ts'

describe('approvals and undo in the dashboard', () => {
  let place: Place
  let page: Page
  let product: string
  let token: string

  beforeAll(async () => {
    place = await openPlace()
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    product = (await call(page, 'POST', '/api/v1/products', { name: 'Bakery' })).body.data.result.id
    const scopes = ['settings:write', 'settings:read', 'funnels:write']
    const made = { name: 'Agent', scopes, products: { mode: 'all' }, approval: true }
    token = (await call(page, 'POST', '/api/v1/access-tokens', made)).body.data.secret
  })
  afterAll(() => place?.close())

  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rename = async (name: string) => {
    const asked = await callWith(token, place, 'PATCH', `/api/v1/products/${product}`, { name })
    expect(asked.status).toBe(202)
    return asked.body.data.approval as { readonly id: string; readonly link: string }
  }
  const nameNow = async () => (await call(page, 'GET', `/api/v1/products/${product}`)).body.data.name

  it('lists what waits with its number, shows a change in words, and makes it after the approval', async () => {
    await page.goto(place.url('/account/approvals'))
    await page.getByText('Nothing waits for you').waitFor()
    await inspect(page, 'approvals-empty')
    const { link } = await rename('Bakery & Café')
    await callWith(token, place, 'PUT', `/api/v1/products/${product}/domains`, {
      domains: [
        { hostname: 'bakery-with-a-very-long-name-that-goes-on.example.com', primary: true },
        { hostname: 'shop.example.com', primary: false },
      ],
    })
    await page.goto(place.url('/account/approvals'))
    await page.getByRole('link', { name: /Rename “Bakery” to “Bakery & Café”/ }).waitFor()
    await page.getByText('2 changes wait').first().waitFor({ state: 'attached' })
    await button('Account, 2 changes wait for your approval').waitFor()
    await inspect(page, 'approvals-waiting')
    await page.goto(place.url('/'))
    // The page asks how many changes wait when a person first does something, once its code has started.
    const moved = async () => {
      await page.mouse.move(200, 200)
      await page.mouse.move(220, 200)
      return button('Account, 2 changes wait for your approval').count()
    }
    await expect.poll(moved).toBe(1)
    await page.goto(place.url('/account/approvals'))
    await page.getByRole('link', { name: /domains/ }).click()
    await page.getByText('bakery-with-a-very-long-name-that-goes-on.example.com (primary)').waitFor()
    await inspect(page, 'approval-of-domains')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: 'Approval of a change' }).waitFor()
    // Opening the page decided nothing.
    expect(await nameNow()).toBe('Bakery')
    await inspect(page, 'approval-waiting')
    await button('Approve').click()
    await page.getByText('Approved', { exact: true }).waitFor()
    expect(await nameNow()).toBe('Bakery & Café')
    await inspect(page, 'approval-executed')
  })

  it('declines a change with words', async () => {
    const { link } = await rename('Nonsense')
    await page.goto(link)
    await page.getByLabel('Why you decline (optional)').fill('The name stays.')
    await button('Decline').click()
    await page.getByText('The name stays.').first().waitFor()
    await page.getByText('Declined', { exact: true }).waitFor()
    expect(await nameNow()).toBe('Bakery & Café')
  })

  it('names the fields of a change, and writes a length of time in its unit', async () => {
    const steps = [
      { kind: 'page', match: '/pricing' },
      { kind: 'page', match: '/thanks' },
    ]
    const funnel = { name: 'Orders', steps, window_minutes: 1_440 }
    const asked = await callWith(token, place, 'POST', `/api/v1/products/${product}/funnels`, funnel)
    expect(asked.status).toBe(202)
    await page.goto(asked.body.data.approval.link)
    await page.getByText('Time to complete').waitFor()
    await page.getByRole('definition').getByText('1 day', { exact: true }).waitFor()
    // The funnel is new, so nothing stood there before.
    expect(await page.getByText('Before', { exact: true }).count()).toBe(0)
    const inGerman = await newBrowser(place, 'service', {
      locale: 'de',
      storageState: await page.context().storageState(),
    })
    const german = await inGerman.newPage()
    await german.goto(asked.body.data.approval.link)
    await german.getByText('Zeit bis zum Abschluss').waitFor()
    await german.getByRole('definition').getByText('1 Tag', { exact: true }).waitFor()
    await inGerman.close()
    await page.getByLabel('Why you decline (optional)').fill('Not now.')
    await button('Decline').click()
    await page.getByText('Declined', { exact: true }).waitFor()
  })

  it('says why a change can no longer be made, and offers to decline it only', async () => {
    const { link } = await rename('Too late')
    await call(page, 'PATCH', `/api/v1/products/${product}`, { name: 'Bakery' })
    await page.goto(link)
    await page.getByText('It can no longer be made').waitFor()
    expect(await button('Approve').isDisabled()).toBe(true)
    await inspect(page, 'approval-stale')
    await button('Decline').click()
    await page.getByText('Declined', { exact: true }).waitFor()
  })

  it('asks a person who is not signed in to sign in, and decides nothing', async () => {
    const { link } = await rename('Never')
    const stranger = await (await newBrowser(place)).newPage()
    await stranger.goto(link)
    await stranger.getByRole('button', { name: 'Sign in' }).waitFor()
    await stranger.context().close()
    expect(await nameNow()).toBe('Bakery')
  })

  it('undoes a change in the activity of a product', async () => {
    await call(page, 'PATCH', `/api/v1/products/${product}`, { name: 'Typo' })
    await page.goto(place.url(`/products/${product}/settings/activity`))
    await page.getByText('Rename “Bakery” to “Typo”.').first().waitFor()
    await inspect(page, 'activity-with-undo')
    await button('Undo').first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Undo: Rename “Bakery” to “Typo”.').waitFor()
    await inspect(page, 'undo-dialog')
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change was undone').first().waitFor()
    expect(await nameNow()).toBe('Bakery')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('listitem').filter({ hasText: 'Undo: Rename' }).getByRole('button', { name: 'Undo' }).click()
    await dialog.getByText('Redo: Rename “Bakery” to “Typo”.').waitFor()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await nameNow()).toBe('Typo')
  })

  it('lists what an account changed outside of products with its sign-ins, and undoes its new name', async () => {
    const accountName = async () => (await call(page, 'GET', '/api/v1/mcp/account')).body.data.name
    await call(page, 'PATCH', '/api/v1/account', { name: 'Ada Typo' })
    await page.goto(place.url('/account/activity'))
    await page.getByText('Rename the account from “Ada” to “Ada Typo”.').waitFor()
    await page.getByText('Token created').first().waitFor()
    await inspect(page, 'account-activity')
    await page.getByRole('listitem').filter({ hasText: 'Ada Typo' }).getByRole('button', { name: 'Undo' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Undo: Rename the account from “Ada” to “Ada Typo”.').waitFor()
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The change was undone').first().waitFor()
    expect(await accountName()).toBe('Ada')
  })
})
