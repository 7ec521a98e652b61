import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedThoughWarned } from './dashboard-browser.ts'
import {
  call,
  callWith,
  expectSound,
  newBrowser,
  openPlace,
  PASSWORD,
  type Place,
  signIn,
  signUpFirst,
} from './dashboard-person.ts'
import { registerClient } from './oauth-client.ts'

const EMAIL = 'ada@example.com'
/** Of an account token. A row has the prefix of each next to its hash, which is hexadecimal. */
const SECRET = /jt_[0-9A-Za-z]{5}(?![0-9a-f]{44})[0-9A-Za-z]{44}/
const WRONG_PASSWORD = 'This password is wrong. Check for typing errors and Caps Lock, then enter it again.'

describe('the account pages', () => {
  let place: Place
  let page: Page
  const products: string[] = []

  beforeAll(async () => {
    place = await openPlace()
    page = await signUpFirst(place, 'Ada', EMAIL)
    for (const name of ['Bakery', 'Library']) {
      const { body } = await call(page, 'POST', '/api/v1/products', { name, domain: `${name.toLowerCase()}.example` })
      products.push(body.data.result.id)
    }
  })
  afterAll(() => place?.close())

  const open = async (path: string, heading: string | RegExp) => {
    await page.goto(place.url(path))
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  const child = (parent: string, name: string, scopes: readonly string[]) =>
    callWith(parent, place, 'POST', '/api/v1/access-tokens', {
      name,
      scopes,
      products: { mode: 'selected', ids: [products[0]] },
    })
  const status = async (token: string, path = '/api/v1/access-tokens') =>
    (await callWith(token, place, 'GET', path)).status
  const shownSecret = async () => {
    await page.getByRole('heading', { name: /^Copy the secret/ }).waitFor()
    return (await page.getByRole('region', { name: 'Secret', exact: true }).textContent()) ?? ''
  }

  describe('the account page of tokens', () => {
    let secret: string
    let address: string

    it('names every missing field of a new token, and selects no scope or product in advance', async () => {
      await open('/account/tokens', 'API / MCP')
      await page.getByText('No tokens yet').waitFor()
      await expectSound(page, 'account-tokens-empty')
      await page.getByRole('link', { name: 'New token' }).click()
      await page.getByRole('heading', { name: 'New token' }).waitFor()
      expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
      await page.getByLabel('Name', { exact: true }).fill(' ')
      await page.getByRole('button', { name: 'Create token' }).click()
      const alert = await page.getByRole('alert').textContent()
      for (const word of ['Name', 'Scopes', 'Products']) expect(alert).toContain(word)
      await expectSound(page, 'account-token-new')
    })

    it('shows the secret of a new token once with working examples, and asks before the page is left', async () => {
      await page.getByLabel('Name', { exact: true }).fill('Night shift')
      await page.getByRole('button', { name: 'Full access' }).click()
      await page.getByRole('checkbox', { name: /^Create products/ }).uncheck()
      await page.getByLabel('Selected products').check()
      for (const name of ['Bakery', 'Library']) await page.getByRole('checkbox', { name }).check()
      await page.getByLabel('Expires').selectOption({ label: 'In 30 days' })
      await page.getByRole('button', { name: 'Create token' }).click()
      secret = await shownSecret()
      expect(secret).toMatch(/^jt_[0-9A-Za-z]{49}$/)
      await expectSound(page, 'account-token-secret')

      const curl = (await page.getByRole('region', { name: 'Example' }).textContent()) ?? ''
      const [, header, url] = /-H "Authorization: Bearer ([^"]+)" "([^"]+)"/.exec(curl) ?? []
      expect(header).toBe(secret)
      expect(await status(secret, (url ?? '').replace(place.url(), ''))).toBe(200)
      const configuration = async () =>
        JSON.parse((await page.getByRole('region', { name: 'Configuration' }).textContent()) ?? '').mcpServers.footfall
      await page.getByRole('tab', { name: 'REST' }).press('ArrowRight')
      const authorization = { Authorization: `Bearer ${secret}` }
      await expect.poll(configuration).toEqual({ type: 'http', url: place.url('/api/mcp'), headers: authorization })
      await page.getByRole('tab', { name: 'MCP over HTTP' }).press('ArrowRight')
      const env = { SERVICE_URL: place.url(), SERVICE_TOKEN: secret }
      await expect.poll(configuration).toEqual({ command: 'footfall-mcp', args: ['--stdio'], env })

      await page.getByRole('link', { name: 'Profile' }).click()
      await page.getByRole('dialog', { name: 'Leave without the secret?' }).waitFor()
      await expectSound(page, 'account-token-leave')
      await page.getByRole('button', { name: 'Stay' }).click()
      expect(await shownSecret()).toBe(secret)
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
      await page.getByRole('heading', { name: 'Night shift', exact: true }).waitFor()
      address = new URL(page.url()).pathname
      await page.reload()
      await page.getByRole('heading', { name: 'Night shift', exact: true }).waitFor()
      expect(await page.content()).not.toContain(secret)
    })

    it('creates a token with the chosen scopes, products and expiry', async () => {
      const { body } = await callWith(secret, place, 'GET', '/api/v1/access-tokens')
      expect(body.data[0]).toMatchObject({
        name: 'Night shift',
        depth: 0,
        products: { mode: 'selected', ids: products },
      })
      const days = (Date.parse(body.data[0].expires_at) - Date.now()) / 86_400_000
      expect(Math.round(days)).toBe(30)
      const rejected = await callWith(secret, place, 'POST', '/api/v1/products', { name: 'No' })
      expect(rejected).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })
    })

    it('warns of what an edit of a token ends, and keeps the input when the person continues to edit', async () => {
      const reader = await child(secret, 'Reader', ['analytics:read', 'tokens:read', 'tokens:write'])
      const helper = await child(reader.body.data.secret, 'Helper', ['analytics:read', 'tokens:read'])
      await page.reload()
      await page.getByRole('heading', { name: 'Child tokens' }).waitFor()
      await expectSound(page, 'account-token')
      await page.getByRole('link', { name: 'Edit' }).click()
      const team = page.getByRole('checkbox', { name: /^Invite members/ })
      await team.uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      const question = page.getByRole('dialog')
      await question.getByText('2 child tokens').waitFor()
      await expectSound(page, 'account-token-edit')
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      expect(await team.isChecked()).toBe(false)
      expect(await status(helper.body.data.secret)).toBe(200)

      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Save anyway' }).click()
      await page.waitForURL(`**${address}`)
      for (const token of [reader, helper]) expect(await status(token.body.data.secret)).toBe(401)
      const invite = await callWith(secret, place, 'POST', `/api/v1/products/${products[0]}/members`, {
        email: 'b@example.com',
        role: 'viewer',
      })
      expect(invite).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } })

      await open('/account/tokens', 'API / MCP')
      const nested = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Night shift' }) })
      await nested.getByText('Its ancestor “Night shift” was changed.').first().waitFor()
      expect(await nested.getByText('level 2').count()).toBe(1)
      await expectSound(page, 'account-tokens')
    })

    it('sets limits of a token and shows them with it', async () => {
      const LIMITS = ['Read only', 'Preview each change first', 'Team']
      await open(`${address}/edit`, /^Edit/)
      for (const name of LIMITS) await page.getByRole('checkbox', { name }).check()
      await page.getByRole('button', { name: 'Save' }).click()
      await savedThoughWarned(page, page.getByText('Only these tool groups: Team'))
      await page.waitForURL(`**${address}`)
      await page.getByText('Read only', { exact: true }).waitFor()
      await expectSound(page, 'account-token-limited')
      const rejected = await callWith(secret, place, 'GET', '/api/v1/access-tokens')
      expect(rejected).toMatchObject({ status: 403, body: { code: 'credential_not_accepted' } })
      await open(`${address}/edit`, /^Edit/)
      for (const name of LIMITS) await page.getByRole('checkbox', { name }).uncheck()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.waitForURL(`**${address}`)
      expect(await status(secret)).toBe(200)
    })

    it('saves a new name of a token without ending its child tokens', async () => {
      const reader = await child(secret, 'Second reader', ['tokens:read'])
      await open(`${address}/edit`, /^Edit/)
      await page.getByLabel('Name', { exact: true }).fill('Day shift')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('heading', { name: 'Day shift' }).waitFor()
      expect(await status(reader.body.data.secret)).toBe(200)
    })

    it('shows both versions of a token when somebody else saved in between', async () => {
      await open(`${address}/edit`, /^Edit/)
      await page.getByLabel('Name', { exact: true }).fill('Mine')
      const id = address.split('/').at(-1)
      expect((await call(page, 'PATCH', `/api/v1/access-tokens/${id}`, { name: 'Theirs' })).status).toBe(200)
      await page.getByRole('button', { name: 'Save' }).click()
      const versions = page.getByRole('region', { name: 'Both versions' })
      await versions.waitFor()
      expect(await versions.getByRole('row', { name: /^Name/ }).textContent()).toContain('TheirsMine')
      await expectSound(page, 'account-token-conflict')
      await page.getByRole('button', { name: 'Save yours' }).click()
      await page.getByRole('heading', { name: 'Mine' }).waitFor()
    })

    it('replaces the secret of a token, and ends the old secret and the child tokens', async () => {
      const reader = await child(secret, 'Third reader', ['tokens:read'])
      await page.getByRole('button', { name: 'Replace secret' }).click()
      const question = page.getByRole('dialog')
      await question.getByText('stops working with its next request').waitFor()
      await question.getByText('child token').waitFor()
      await expectSound(page, 'account-token-replace')
      await question.getByRole('button', { name: 'Replace secret', exact: true }).click()
      const replaced = await shownSecret()
      await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Copy the secret/)
      expect(await status(secret)).toBe(401)
      expect(await status(reader.body.data.secret)).toBe(401)
      expect(await status(replaced)).toBe(200)
      secret = replaced
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
    })

    it('lists the activity of a token page by page', async () => {
      for (let at = 0; at < 30; at++) {
        const { status } = await callWith(secret, place, 'PATCH', `/api/v1/products/${products[0]}`, {
          name: `Bakery ${at}`,
        })
        expect(status).toBe(200)
      }
      await page.reload()
      await page.getByText('Rename “Bakery 28” to “Bakery 29”.').waitFor()
      expect(await page.getByText('Rename “Bakery” to “Bakery 0”.').count()).toBe(0)
      await page.getByRole('button', { name: 'Show earlier' }).click()
      await page.getByText('Rename “Bakery” to “Bakery 0”.').waitFor()
      await call(page, 'PATCH', `/api/v1/products/${products[0]}`, { name: 'Bakery' })
    })

    it('revokes a token after confirmation, and returns the focus when the dialog is cancelled', async () => {
      const revoke = page.getByRole('button', { name: 'Revoke', exact: true })
      await revoke.press('Enter')
      const question = page.getByRole('dialog')
      await question.getByText('The token stops working right away').waitFor()
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      await expect.poll(() => page.locator(':focus').textContent()).toBe('Revoke')
      expect(await status(secret)).toBe(200)
      await revoke.press('Enter')
      await question.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked.', { exact: true }).waitFor()
      expect(await status(secret)).toBe(401)
    })
  })

  describe('the account page of connected apps', () => {
    it('lists a connected app, and ends its access when it is disconnected', async () => {
      await open('/account/apps', 'Connected apps')
      await page.getByText(place.url('/api/mcp')).waitFor()
      await expectSound(page, 'account-apps-empty')

      const client = await registerClient(place.url(), 'Nota <b>Bene</b>')
      const authorization = await client.begin('analytics:read funnels:write')
      const consent = await newBrowser(place, 'anywhere', { storageState: await page.context().storageState() })
      const question = await consent.newPage()
      await question.goto(authorization.url)
      await question.getByLabel('Library').check()
      await question.getByRole('button', { name: 'Allow' }).click()
      await question.waitForURL(`${client.redirectUri}*`)
      const { access_token } = await authorization.finish(question.url())
      await consent.close()
      const mcp = async () => {
        const response = await fetch(place.url('/api/mcp'), {
          method: 'POST',
          headers: {
            authorization: `Bearer ${access_token}`,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
        })
        return response.status
      }
      expect(await mcp()).toBe(200)

      await open('/account/apps', 'Connected apps')
      const app = page.getByRole('main')
      await app.getByRole('heading', { name: /Nota <b>Bene<\/b>/ }).waitFor()
      for (const text of [
        'Unverified',
        new URL(client.redirectUri).host,
        'Create, change and delete funnels',
        'Library',
      ])
        expect(await app.textContent()).toContain(text)
      await expectSound(page, 'account-apps')
      await page.getByRole('button', { name: /^Disconnect/ }).click()
      await page.getByRole('dialog').getByText('The app loses access right away').waitFor()
      await expectSound(page, 'account-apps-disconnect')
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
      await page.getByText('Past connections (1)').waitFor()
      expect(await mcp()).toBe(401)
      await client.stop()
    })
  })

  describe('the account page of the profile', () => {
    it('changes the name of an account in the profile', async () => {
      await open('/account/profile', 'Profile')
      await expectSound(page, 'account-profile')
      await page.getByLabel('Your name').fill('Ada L.')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').waitFor()
      expect((await call(page, 'GET', '/api/v1/mcp/account')).body.data.name).toBe('Ada L.')
    })

    it('asks for the password before a sensitive change long after the sign-in, and keeps the input', async () => {
      const age = () => {
        const database = new DatabaseSync(join(place.dataDir, 'footfall.sqlite'), { timeout: 60_000 })
        database.exec(`update sessions set authenticated_at = '2020-01-01T00:00:00.000Z'`)
        database.close()
      }
      age()
      await open('/account/tokens/new', 'New token')
      const name = page.getByLabel('Name', { exact: true })
      await name.fill('Late')
      await page.getByRole('button', { name: 'Full access' }).click()
      await page.getByRole('checkbox', { name: /^Create products/ }).uncheck()
      await page.getByLabel('Selected products').check()
      await page.getByRole('checkbox', { name: 'Bakery' }).check()
      const create = page.getByRole('button', { name: 'Create token' })
      await create.click()
      const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
      await dialog.waitFor()
      await expectSound(page, 'account-reauthentication')
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Confirm that it’s you').first().waitFor()
      expect(await name.inputValue()).toBe('Late')

      await create.click()
      await dialog.getByLabel('Password').fill('not it')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await dialog.getByText(WRONG_PASSWORD).first().waitFor()
      await dialog.getByLabel('Password').fill(PASSWORD)
      await dialog.getByRole('button', { name: 'Continue' }).click()
      expect(await shownSecret()).toMatch(/^jt_/)
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
      await page.getByRole('heading', { name: 'Late', exact: true }).waitFor()
      age()
      await open('/account/profile', 'Profile')
    })

    it('changes a password only with the current one, and signs out other browsers', async () => {
      const other = await (await newBrowser(place)).newPage()
      await other.goto(place.url('/account/profile'))
      await signIn(other, EMAIL)
      await other.getByRole('heading', { name: 'Profile' }).waitFor()

      await page.getByLabel('Current password').fill('not it')
      await page.getByLabel('New password').fill('another horse battery')
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText(WRONG_PASSWORD).first().waitFor()
      expect(await page.getByLabel('New password').inputValue()).toBe('another horse battery')
      await page.getByLabel('Current password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('1 other browser signed out.').waitFor()
      await page.getByText('Recommended if someone else may know the old password.', { exact: true }).waitFor()
      expect((await call(page, 'GET', '/api/v1/mcp/account')).status).toBe(200)

      await other.reload()
      await other.waitForURL('**/sign-in?next=%2Faccount%2Fprofile')
      await signIn(other, EMAIL)
      await other.getByRole('alert').filter({ hasText: 'Email or password is wrong.' }).waitFor()
      await signIn(other, EMAIL, 'another horse battery')
      await other.getByRole('heading', { name: 'Profile' }).waitFor()
      await other.getByRole('main').getByRole('button', { name: 'Sign out everywhere' }).click()
      await other.waitForURL('**/sign-in')
      await page.reload()
      await page.waitForURL('**/sign-in?next=%2Faccount%2Fprofile')
    })
  })

  it('requests nothing from other hosts on the account pages', () => {
    expect([...place.asked]).toEqual([place.url()])
  })

  it('leaves no secret of the account pages in the output of the service', async () => {
    expect(place.server().output()).not.toMatch(/j(t|oa|or)_[0-9A-Za-z]{49}/)
    expect(await readFile(join(place.dataDir, 'footfall.sqlite'), 'latin1')).not.toMatch(SECRET)
  })
})
