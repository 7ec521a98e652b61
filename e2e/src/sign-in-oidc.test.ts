import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type IdentityProvider, identityProvider, PROVIDER_CLIENT } from '@footfall/testkit/identity-provider'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newContext } from './chromium.ts'
import { call, expectSound } from './dashboard-person.ts'
import {
  freePort,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
} from './server-process.ts'

const PERSON = { sub: 'ada', email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' }

describe('signing in with a provider in Chromium', () => {
  let directory: TemporaryDirectory
  let provider: IdentityProvider
  let server: ServerProcess
  let browser: Browser
  let page: Page
  let origin: string

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://127.0.0.1:${port}`
    provider = await identityProvider([`${origin}/sign-in/provider/callback`])
    Object.assign(provider.behaviour, { asks: true, person: PERSON, broken: 503 })
    directory = await temporaryDirectory()
    const env = {
      BASE_URL: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: PROVIDER_CLIENT.id,
      OIDC_CLIENT_SECRET: PROVIDER_CLIENT.secret,
      OIDC_NAME: 'Example ID',
      OIDC_CREATE_ACCOUNTS: '1',
      OIDC_ONLY: '1',
    }
    ;[server, browser] = await Promise.all([startServer({ dataDir: directory.path, port, env }), launchChromium()])
    page = await (await newContext(browser, { viewport: { width: 1280, height: 900 } })).newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end()
    await provider?.close()
    await directory?.remove()
  })

  it('the service starts while the provider is down, and shows people that it is', async () => {
    await page.goto(`${origin}/account/profile`)
    await page.getByRole('link', { name: 'Continue with Example ID' }).waitFor()
    expect(await page.getByLabel('Password').count()).toBe(0)
    await expectSound(page, 'sign-in-provider')
    await page.getByRole('link', { name: 'Continue with Example ID' }).click()
    await page.getByRole('alert').getByText('Example ID does not answer.').waitFor()
    await expectSound(page, 'sign-in-provider-problem')
  })

  it('signs a new person in, and shows the page that they wanted', async () => {
    provider.behaviour.broken = undefined
    await page.goto(`${origin}/account/profile`)
    await page.getByRole('link', { name: 'Continue with Example ID' }).click()
    await page.getByRole('button', { name: 'Sign in as ada' }).click()
    await page.getByText('Linked as ada@example.com.').waitFor()
    expect(new URL(page.url()).pathname).toBe('/account/profile')
    expect(await page.getByLabel('Current password').count()).toBe(0)
    await expectSound(page, 'account-profile-provider')
  })

  it('asks the provider again before the person deletes the account, and then deletes it', async () => {
    const database = new DatabaseSync(join(directory.path, 'footfall.sqlite'), { timeout: 60_000 })
    database.exec(`update sessions set authenticated_at = '2020-01-01T00:00:00.000Z'`)
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm that it’s you' })
    await dialog.waitFor()
    await expectSound(page, 'provider-confirmation')
    const opening = page.waitForEvent('popup')
    await dialog.getByRole('button', { name: 'Continue with Example ID' }).click()
    await (await opening).getByRole('button', { name: 'Sign in as ada' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Type ada@example.com to confirm').fill(PERSON.email)
    await page.getByRole('button', { name: 'Delete account', exact: true }).click()
    await page.waitForURL(/\/sign-in/)
    expect(
      database
        .prepare('select (select count(*) from accounts) + (select count(*) from external_identities) as rows')
        .get(),
    ).toEqual({ rows: 0 })
    const kept = database.prepare('select operation from audit_entries order by rowid').all()
    database.close()
    expect(kept.map(({ operation }) => operation)).toEqual([
      'dashboard_account_create',
      'dashboard_provider_link',
      'dashboard_sign_in',
      'dashboard_reauthenticate',
      'dashboard_account_delete',
    ])
    expect((await call(page, 'GET', '/api/v1/products')).status).toBe(401)
  })
})
