import { totpCode, totpStep } from '@footfall/accounts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newContext } from './chromium.ts'
import { call, expectSound, PASSWORD, signIn } from './dashboard-person.ts'
import { footfall } from './footfall-command.ts'
import {
  freePort,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
  temporaryDirectory,
} from './server-process.ts'

const EMAIL = 'ada@example.com'

describe('second factors in Chromium', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let origin: string
  const asked = new Set<string>()
  let key: string
  let recovery: string[]

  beforeAll(async () => {
    directory = await temporaryDirectory()
    const port = await freePort()
    // Browsers offer passkeys for the name, and not for the address.
    origin = `http://localhost:${port}`
    const env = { BASE_URL: origin, RATE_LIMIT_OAUTH: '0', REQUIRE_SECOND_FACTOR: '1' }
    const opening = Promise.all([startServer({ dataDir: directory.path, port, env }), launchChromium()])
    ;[server, browser] = await opening
    context = await contextWithNotedRequests()
    page = await context.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await server?.end()
    await directory?.remove()
  })

  const contextWithNotedRequests = async (options = {}) => {
    const made = await newContext(browser, { viewport: { width: 1440, height: 900 }, ...options })
    made.on('request', (request) => {
      if (!request.url().startsWith('data:')) asked.add(new URL(request.url()).origin)
    })
    return made
  }
  /** As a page of the service asks it; the server-rendered pages may ask for nothing. */
  const products = () => context.request.get(`${origin}/api/v1/products`, { headers: { origin } })
  /** The code of this step of 30 seconds or of a later one. That of the next step is accepted already, those of earlier ones not for long. */
  const codeOf = (offset: number) => totpCode(key, totpStep(Date.now()) + offset)

  it('makes a new person set up an authenticator app, without scripts, before anything else', async () => {
    const plain = await contextWithNotedRequests({ javaScriptEnabled: false })
    const person = await plain.newPage()
    await person.goto(`${origin}/sign-up`)
    await person.getByLabel('Name').fill('Ada')
    await person.getByLabel('Email').fill(EMAIL)
    await person.getByLabel('Password').fill(PASSWORD)
    await person.getByRole('button', { name: 'Create account' }).click()
    await person.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    await context.addCookies(await plain.cookies())
    await page.goto(`${origin}/`)
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
    const rejected = await products()
    expect([rejected.status(), (await rejected.json()).code]).toEqual([403, 'second_factor_required'])
    await expectSound(page, 'second-factor-setup')
    key = (await person.locator('p code').textContent()) ?? ''
    await person.getByLabel('Code from the app').fill(codeOf(0))
    await person.getByRole('button', { name: 'Add authenticator app' }).click()
    await person.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    recovery = await person.locator('.codes code').allTextContents()
    expect(recovery).toHaveLength(10)
    expect((await products()).status()).toBe(200)
    await plain.close()
  })

  it('asks for a code after the password on a page without scripts', async () => {
    const plain = await contextWithNotedRequests({ javaScriptEnabled: false })
    const person = await plain.newPage()
    await person.goto(`${origin}/sign-in?next=%2Faccount%2Fsecurity`)
    await signIn(person, EMAIL)
    await person.getByRole('heading', { name: 'Second factor' }).waitFor()
    await person.getByLabel('Code').fill('000000')
    await person.getByRole('button', { name: 'Continue' }).click()
    await person.getByText('The code is wrong').waitFor()
    await person.getByLabel('Code').fill(codeOf(1))
    await person.getByRole('button', { name: 'Continue' }).click()
    await person.waitForURL('**/account/security')
    await plain.close()
  })

  it('adds a passkey in the dashboard, which lists it', async () => {
    const cdp = await context.newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto(`${origin}/account/security`)
    await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
    await page.getByText('10 unused codes').waitFor()
    await page.getByRole('button', { name: 'Add passkey…' }).click()
    await page.getByLabel('Name').fill('Laptop')
    await page.getByRole('button', { name: 'Add passkey' }).click()
    await page.getByRole('button', { name: 'Remove passkey Laptop' }).waitFor()
    await expectSound(page, 'account-security')
  })

  it('lists the sessions, and ends one from another', async () => {
    await page.reload()
    await page.getByText('This browser').waitFor()
    await page
      .getByRole('button', { name: /^Sign out of / })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Signed out.').waitFor()
    const { body } = await call(page, 'GET', '/api/v1/account/sessions')
    expect(body.data.filter(({ current }: { current: boolean }) => current)).toHaveLength(1)
    expect(body.data).toHaveLength(1)
  })

  it('signs in with only a passkey', async () => {
    await page.goto(`${origin}/sign-out`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor()
    await expectSound(page, 'sign-in-passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    const { body } = await call(page, 'GET', '/api/v1/account/sessions')
    expect(body.data[0]).toMatchObject({ current: true, second_factor: 'passkey' })
  })

  it('signs in with a recovery code, and sends no request to another origin', async () => {
    const other = await contextWithNotedRequests()
    const person = await other.newPage()
    await person.goto(`${origin}/sign-in`)
    await signIn(person, EMAIL)
    await person.getByRole('heading', { name: 'Second factor' }).waitFor()
    await expectSound(person, 'second-factor-step')
    await person.getByLabel('Code').fill(recovery[0] ?? '')
    await person.getByRole('button', { name: 'Continue' }).click()
    await person.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    await other.close()
    expect([...asked]).toEqual([origin])
  })

  it('accepts a passkey instead of an authenticator app if a second factor is required', async () => {
    const email = 'grace@example.com'
    const { password } = await footfall(
      { DATA_DIR: directory.path },
      'account',
      'create',
      '--email',
      email,
      '--name',
      'Grace',
    )
    await page.goto(`${origin}/sign-out`)
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/sign-in')
    await signIn(page, email, password)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
    await expectSound(page, 'recovery-codes')
    await page.getByRole('link', { name: 'Continue' }).click()
    await page.waitForURL((url) => url.pathname !== '/set-up-second-factor')
    const { body } = await call(page, 'GET', '/api/v1/account/second-factors')
    expect(body.data).toMatchObject({ authenticator: null, passkeys: [{ name: 'Passkey' }] })
  })
})
