import { spawnSync } from 'node:child_process'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  expectSound,
  newBrowser,
  openPlace,
  PASSWORD,
  type Place,
  signIn,
  signUpFirst,
} from './dashboard-person.ts'
import { FOOTFALL } from './footfall-command.ts'

describe('the team of a product', () => {
  let place: Place
  let owner: Page
  let product: string
  let guest: BrowserContext
  let guestPage: Page

  beforeAll(async () => {
    place = await openPlace()
    owner = await signUpFirst(place, 'Ada', 'ada@example.com')
    product = (await call(owner, 'POST', '/api/v1/products', { name: 'Bakery' })).body.data.result.id
    await call(owner, 'POST', '/api/v1/products', { name: 'Library' })
    guest = await newBrowser(place)
    guestPage = await guest.newPage()
  })
  afterAll(() => place?.close())

  const members = async () => (await call(owner, 'GET', `/api/v1/products/${product}/members`)).body.data
  const memberOf = async (email: string) =>
    (await members()).find((member: { email: string }) => member.email === email)
  const invite = async (email: string, role: string, on = product) =>
    (await call(owner, 'POST', `/api/v1/products/${on}/members`, { email, role })).body.data.result
  const linkOf = (id: string) => {
    const { stdout } = spawnSync(process.execPath, [FOOTFALL, 'invitation', 'link', id, '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, BASE_URL: place.url() },
      encoding: 'utf8',
    })
    return String(JSON.parse(stdout).link)
  }

  it('shows what each role may do when a person is invited, and shows invalid input in place', async () => {
    await owner.goto(place.url(`/products/${product}`))
    await owner.getByRole('link', { name: 'Settings' }).click()
    await owner.getByRole('link', { name: 'Team and access' }).click()
    await owner.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await owner.getByText('Also changes settings and keys').waitFor()
    const address = owner.getByLabel('Email address')
    await address.fill('nobody')
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByRole('alert').waitFor()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    expect(await address.inputValue()).toBe('nobody')
    await address.fill('ada@example.com')
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    await owner.getByRole('alert').getByText('is a member of this product').waitFor()
    await expectSound(owner, 'team-rejected')
  })

  it('invites a person, who is listed as invited and has no access yet', async () => {
    await owner.getByLabel('Email address').fill('bo@example.com')
    await owner.getByLabel('Admin').check()
    await owner.getByRole('button', { name: 'Send invitation' }).click()
    const row = owner.getByRole('listitem').filter({ hasText: 'bo@example.com' })
    await row.getByText('Invited', { exact: true }).waitFor()
    expect(await memberOf('bo@example.com')).toMatchObject({ role: 'admin', status: 'invited', name: null })
    await expect.poll(() => owner.getByLabel('Email address').inputValue()).toBe('')
    await expectSound(owner, 'team')
  })

  it('shows who sent an invitation, and sends it again with another link', async () => {
    const row = owner.getByRole('listitem').filter({ hasText: 'bo@example.com' })
    await row.getByText('invited by Ada').waitFor()
    const before = linkOf((await memberOf('bo@example.com')).id)
    await owner.getByRole('button', { name: 'Send again to bo@example.com' }).click()
    await owner.getByRole('dialog').getByText('The earlier link stops working.').waitFor()
    await expectSound(owner, 'team-send-again')
    await owner.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
    await owner.getByText('Invitation sent to bo@example.com.').first().waitFor()
    await expect.poll(async () => linkOf((await memberOf('bo@example.com')).id)).not.toBe(before)
  })

  describe('invitation links of a team', () => {
    it('shows that an invitation link is incomplete or not from this service', async () => {
      await guestPage.goto(place.url('/invitation'))
      await guestPage.getByRole('heading', { name: 'This link doesn’t work' }).waitFor()
      await expectSound(guestPage, 'invitation-dead')
      await guestPage.goto(place.url('/invitation#mbr_nobody.abc'))
      await guestPage.getByText('cannot be accepted').waitFor()
      expect(new URL(guestPage.url()).hash).toBe('')
    })

    it('removes an invitation code from the address bar, and keeps it across a reload', async () => {
      const { id } = await memberOf('bo@example.com')
      await guestPage.goto(linkOf(id))
      await guestPage.getByRole('heading', { name: 'You’re invited to Bakery' }).waitFor()
      expect(guestPage.url()).toBe(place.url('/invitation'))
      await guestPage.reload()
      await guestPage.getByRole('heading', { name: 'You’re invited to Bakery' }).waitFor()
      expect(await guestPage.getByRole('main').textContent()).toContain(
        'Invited by Ada (ada@example.com). Your role: Admin. You can see',
      )
      await expectSound(guestPage, 'invitation-new')
    })

    it('accepts an invitation with a new account, and checks its name and password', async () => {
      await guestPage.getByLabel('Your name').fill('Bo')
      await guestPage.getByLabel('Password').fill('short')
      await guestPage.getByRole('button', { name: 'Create account and accept' }).click()
      await guestPage.getByRole('alert').waitFor()
      expect(await guestPage.getByLabel('Password').getAttribute('aria-invalid')).toBe('true')
      expect(await guestPage.getByLabel('Your name').inputValue()).toBe('Bo')
      await guestPage.getByLabel('Password').fill(PASSWORD)
      await guestPage.getByRole('button', { name: 'Create account and accept' }).click()
      await guestPage.waitForURL(`**/products/${product}`)
      expect(await memberOf('bo@example.com')).toMatchObject({ role: 'admin', status: 'active', name: 'Bo' })
      expect(await guestPage.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('mbr_')
    })

    it('accepts an invitation of a person who is signed in with that email, with one button', async () => {
      const library = (await call(owner, 'GET', '/api/v1/products')).body.data.find(
        ({ name }: { name: string }) => name === 'Library',
      ).id
      const { id } = await invite('bo@example.com', 'viewer', library)
      const link = linkOf(id)
      await guestPage.goto(link)
      await guestPage.getByText('You’re signed in as bo@example.com').waitFor()
      await expectSound(guestPage, 'invitation-accept')
      await guestPage.getByRole('button', { name: 'Accept invitation' }).click()
      await guestPage.waitForURL(`**/products/${library}`)
      await guestPage.goto(link)
      await guestPage.getByText('was already accepted').waitFor()
    })

    it('rejects an invitation for a person who is signed in with another email, and offers to sign out', async () => {
      const { id } = await invite('cy@example.com', 'editor')
      await guestPage.goto(linkOf(id))
      await guestPage.getByText('but you’re signed in as bo@example.com').waitFor()
      await expectSound(guestPage, 'invitation-other')
      await guestPage.getByRole('button', { name: /^Sign out and continue as cy@example.com/ }).click()
      await guestPage.getByLabel('Your name').fill('Cy')
      await guestPage.getByLabel('Password').fill(PASSWORD)
      await guestPage.getByRole('button', { name: 'Create account and accept' }).click()
      await guestPage.waitForURL(`**/products/${product}`)
      expect(await memberOf('cy@example.com')).toMatchObject({ role: 'editor', status: 'active' })
    })

    it('accepts an invitation of a person who signs in on the way', async () => {
      await call(owner, 'DELETE', `/api/v1/products/${product}/members/${(await memberOf('cy@example.com')).id}`)
      const { id } = await invite('cy@example.com', 'viewer')
      const page = await (await newBrowser(place)).newPage()
      await page.goto(linkOf(id))
      await page.getByRole('link', { name: 'Sign in to accept' }).click()
      await signIn(page, 'cy@example.com')
      await page.getByRole('button', { name: 'Accept invitation' }).click()
      await page.waitForURL(`**/products/${product}`)
      await page.context().close()
    })
  })

  it('shows a viewer the team and its roles, without controls that would be rejected', async () => {
    const page = await (await newBrowser(place)).newPage()
    await page.goto(place.url(`/products/${product}/team`))
    await signIn(page, 'cy@example.com')
    await page.getByRole('heading', { name: 'Roles' }).waitFor()
    for (const name of [/^Change role/, /^Remove/, /^Leave/, 'Send invitation'])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    await expectSound(page, 'team-viewer')
    await page.context().close()
  })

  it('changes a role, and shows both versions when somebody else changed it in between', async () => {
    await owner.reload()
    const row = owner.getByRole('listitem').filter({ hasText: 'Cy' })
    await row.getByRole('button', { name: 'Change role' }).click()
    const dialog = owner.getByRole('dialog')
    await dialog.getByLabel('Editor').check()
    await call(owner, 'PATCH', `/api/v1/products/${product}/members/${(await memberOf('cy@example.com')).id}`, {
      role: 'admin',
    })
    await dialog.getByRole('button', { name: 'Change role' }).click()
    const versions = dialog.getByRole('region', { name: 'Both versions' })
    expect(await versions.getByRole('row', { name: /^Role/ }).textContent()).toContain('AdminEditor')
    await expectSound(owner, 'team-conflict')
    await dialog.getByRole('button', { name: 'Save yours' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await memberOf('cy@example.com')).toMatchObject({ role: 'editor' })
  })

  it('shows the last owner that a product needs an owner', async () => {
    await owner.getByRole('button', { name: 'Leave this product' }).click()
    await owner.getByRole('dialog').getByText('A product always needs an owner.').waitFor()
    await expectSound(owner, 'team-last-owner')
    expect(await owner.getByRole('dialog').getByRole('button', { name: 'Leave' }).count()).toBe(0)
    await owner.keyboard.press('Escape')
    await expect.poll(() => owner.locator(':focus').textContent()).toContain('Leave')
  })

  it('keeps the input of an admin whose role was taken away, and shows why the service rejected it', async () => {
    const admin = await (await newBrowser(place)).newPage()
    await admin.goto(place.url(`/products/${product}/team`))
    await signIn(admin, 'bo@example.com')
    await admin.getByLabel('Email address').fill('dee@example.com')
    const { id } = await memberOf('bo@example.com')
    await call(owner, 'PATCH', `/api/v1/products/${product}/members/${id}`, { role: 'viewer' })
    await admin.getByRole('button', { name: 'Send invitation' }).click()
    await admin.getByRole('alert').getByText('role').first().waitFor()
    expect(await admin.getByLabel('Email address').inputValue()).toBe('dee@example.com')
    await expectSound(admin, 'team-role-revoked')
    expect(await memberOf('dee@example.com')).toBeUndefined()
    await admin.context().close()
  })

  it('removes a member after showing what they lose', async () => {
    await owner.reload()
    const row = owner.getByRole('listitem').filter({ hasText: 'Bo' })
    await row.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('dialog').getByText('lose access to “Bakery”').waitFor()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    expect(await memberOf('bo@example.com')).toBeUndefined()
  })

  it('requests nothing from other hosts on the team page', () => {
    expect([...place.asked]).toEqual([place.url()])
  })
})
