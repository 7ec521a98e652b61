import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedThoughWarned } from './dashboard-browser.ts'
import { call, expectSound, openPlace, type Place, signIn, signUpFirst } from './dashboard-person.ts'

const EMAIL = 'ada@example.com'

describe('unsaved input in the dashboard', () => {
  let place: Place
  let page: Page
  let product: string

  beforeAll(async () => {
    place = await openPlace()
    page = await signUpFirst(place, 'Ada', EMAIL)
    product = (await call(page, 'POST', '/api/v1/products', { name: 'Bakery' })).body.data.result.id
  })
  afterAll(() => place?.close())

  const name = () => page.getByLabel('Your name')
  const typing = async (text: string) => {
    await page.goto(place.url('/account/profile'))
    await name().fill(text)
  }
  const saved = async (text: string) => {
    await savedThoughWarned(page, page.getByText('Saved.'))
    expect((await call(page, 'GET', '/api/v1/mcp/account')).body.data.name).toBe(text)
  }
  /** Another tab of the same browser. */
  const signOutElsewhere = async () => {
    const other = await page.context().newPage()
    await other.goto(place.url('/account/profile'))
    await other.getByRole('button', { name: 'Account', exact: true }).click()
    await other.getByRole('button', { name: 'Sign out', exact: true }).click()
    await other.waitForURL('**/sign-in')
    return other
  }

  it('keeps unsaved input when the session ends in another tab, and saves it after a new sign-in', async () => {
    await typing('Ada after signing out')
    const other = await signOutElsewhere()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Your session has ended').first().waitFor()
    expect(await name().inputValue()).toBe('Ada after signing out')
    await expectSound(page, 'moment-session-ended')
    await other.close()

    const opened = page.context().waitForEvent('page')
    await page
      .getByRole('link', { name: /^Sign in/ })
      .first()
      .click()
    const signingIn = await opened
    await signIn(signingIn, EMAIL)
    await signingIn.waitForURL('**/account/profile')
    await signingIn.close()
    await page.getByRole('button', { name: 'Try again' }).click()
    await saved('Ada after signing out')
    await expect.poll(() => page.getByText('Your session has ended').count()).toBe(0)
  })

  it('asks before unsaved input is discarded', async () => {
    await typing('Ada half')
    await page.getByRole('link', { name: 'API / MCP' }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.waitFor()
    await page.keyboard.press('Escape')
    expect(await name().inputValue()).toBe('Ada half')
    await page.getByRole('link', { name: 'API / MCP' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('heading', { level: 1, name: 'API / MCP' }).waitFor()
  })

  it('keeps unsaved input while the service is down, and saves it afterwards', async () => {
    await typing('Ada after the outage')
    await place.server().end('SIGKILL')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('Can’t reach the server').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('Your input is still here.')
    expect(await name().inputValue()).toBe('Ada after the outage')
    await expectSound(page, 'moment-server-down')
    await place.restart()
    await page.getByRole('button', { name: 'Try again' }).click()
    await saved('Ada after the outage')
  })

  it('redirects a page without input to the sign-in and back when the session has ended', async () => {
    await page.goto(place.url(`/products/${product}/team`))
    await page.getByRole('heading', { name: 'Team' }).waitFor()
    const other = await signOutElsewhere()
    await other.close()
    // It may have noticed by itself, when the other tab gave it the focus back.
    await page
      .getByRole('link', { name: 'Overview' })
      .click()
      .catch(() => undefined)
    await page.waitForURL('**/sign-in?next=*')
    await signIn(page, EMAIL)
    await page.waitForURL(new RegExp(`/products/${product}`))
  })

  it('shows why a page cannot be loaded, and loads it on retry', async () => {
    await page.goto(place.url(`/products/${product}`))
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    const team = page.getByRole('link', { name: 'Team and access' })
    await team.waitFor()
    await place.server().end('SIGKILL')
    await team.click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    await expectSound(page, 'moment-page-not-loaded')
    await place.restart()
    await page.getByRole('button', { name: /Try again|Reload the page/ }).click()
    await page.getByRole('heading', { name: 'Team' }).waitFor()
  })

  it('shows that a page is not found for an unknown path or a hidden resource', async () => {
    for (const path of ['/products/prd_nobody/team', '/account/tokens/tok_nobody', '/account/nowhere']) {
      await page.goto(place.url(path))
      await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    }
    await expectSound(page, 'moment-not-found')
  })
})
