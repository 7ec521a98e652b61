import { createAccount, createInvitations } from '@footfall/accounts'
import { type Account, MINUTE_MS } from '@footfall/core-domain'
import { describeEachDialect, softwareAuthenticator, type TestServer, testServer } from '@footfall/testkit'
import { type IdentityProvider, identityProvider, PROVIDER_CLIENT } from '@footfall/testkit/identity-provider'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { peopleRouter } from '../sign-in/people-router.ts'
import { recoveryRouter } from '../sign-in/recovery-router.ts'
import { secondFactorRouter } from '../sign-in/second-factor-router.ts'
import { signInRouter } from '../sign-in/sign-in-router.ts'
import { signInServicesOn } from '../sign-in/test-support.ts'
import { providerRouter } from './provider-router.ts'
import { providerServices } from './provider-services.ts'
import { cookieBrowser } from './test-support/browser.ts'

const KEY = new Uint8Array(32).fill(7)
const PASSWORD = 'correct horse battery'

describeEachDialect('signing in with a provider', (database) => {
  const [main, strict, open] = [testServer(), testServer(), testServer()]
  let provider: IdentityProvider
  let origin: string
  let onlyProvider: string
  let creating: string
  let people = 0

  const serve = ({ origin: at, handle }: TestServer, policy: { createAccounts?: boolean; only?: boolean } = {}) => {
    const quiet = { info: () => {}, error: () => {} }
    const settings = {
      issuer: provider.issuer,
      client: PROVIDER_CLIENT,
      name: 'Example ID',
      scopes: ['openid', 'email', 'profile'],
      createAccounts: false,
      trustEmail: false,
      only: false,
      ...policy,
    }
    const { clock, random } = database
    const signIn = signInServicesOn(database, { key: KEY, origin: at, triesPerMinute: 0, provider: settings })
    const services = {
      ...signIn,
      provider: providerServices(settings, { key: KEY, clock, random, secure: false, fetch, log: quiet }),
    }
    const invitations = createInvitations({ store: database.store, sessions: signIn.sessions, clock, random, key: KEY })
    const app = express()
    app.use(signInRouter(signIn))
    app.use(secondFactorRouter(signIn))
    app.use(recoveryRouter({ ...signIn, key: KEY, sendsMail: true }))
    app.use(providerRouter(services))
    app.use(peopleRouter({ ...signIn, invitations }))
    handle(app)
  }

  beforeAll(async () => {
    // The library checks tokens by the clock of the machine.
    database.clock.set(Date.now())
    origin = main.origin
    onlyProvider = strict.origin
    creating = open.origin
    provider = await identityProvider([origin, onlyProvider, creating].map((at) => `${at}/sign-in/provider/callback`))
    serve(main)
    serve(strict, { only: true })
    serve(open, { createAccounts: true })
    await createAccount(database, { email: 'first@example.com', name: 'First', password: PASSWORD })
  })
  afterAll(async () => {
    await provider.close()
  })
  beforeEach(() => {
    Object.assign(provider.behaviour, { asks: false, changeToken: undefined, forge: false, broken: undefined })
  })

  const person = async () => {
    const email = `person${people++}@example.com`
    const { account } = await createAccount(database, { email, name: 'Ada', password: PASSWORD })
    provider.behaviour.person = { sub: `sub-${email}`, email, email_verified: true, name: 'Ada at Example' }
    return account
  }
  /** A device with a passkey of the account. */
  const passkeyOf = async (account: Account) => {
    const services = signInServicesOn(database, { key: KEY, origin: onlyProvider, triesPerMinute: 0 })
    const { factorSettings, sessions, store } = services
    const device = softwareAuthenticator()
    const { setup, options } = await factorSettings.setUpPasskey(account, store)
    const response = device.create({ challenge: options.challenge, origin: onlyProvider })
    await store.transaction(async (tx) => {
      const { id: session } = await sessions.open(account, tx)
      const given = { setup, name: 'Laptop', response }
      await (await factorSettings.addPasskey(given, { ...account, session }, tx.store)).commit(tx)
    })
    return device
  }
  const isCallback = (url: URL) => url.pathname === '/sign-in/provider/callback'
  const start = (browser = cookieBrowser(), at = origin) => browser.follow(`${at}/sign-in/provider`, isCallback)
  const signedInAs = async (browser: ReturnType<typeof cookieBrowser>, at = origin) =>
    /<\/strong>, (.+?)<\/p>/.exec(await (await browser.request(`${at}/sign-out`)).text())?.[1]
  const signInThere = async (browser = cookieBrowser(), at = origin) => {
    const { url } = await start(browser, at)
    return browser.request(url)
  }
  const rejection = async (response: Response) => ({
    status: response.status,
    text: /role="alert"><p>(.*?)<\/p>/.exec(await response.text())?.[1],
  })
  const entriesOf = async (account: { id: string }) =>
    (await database.store.audit.list({ limit: 100 })).filter(({ subject }) => subject === account.id)

  it('signs in to the account with the verified address, and goes to the requested page', async () => {
    const account = await person()
    const browser = cookieBrowser()
    const { url, response } = await browser.follow(
      `${origin}/sign-in/provider?next=${encodeURIComponent('/products/prd_1?from=1')}`,
      (to) => to.pathname === '/products/prd_1',
    )
    expect(response.status).toBe(303)
    expect(url.search).toBe('?from=1')
    expect(await signedInAs(browser)).toBe(account.email)
    expect((await entriesOf(account)).map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['dashboard_provider_link', 'dashboard_sign_in']),
    )
  })

  it('sends the provider PKCE with S256, a nonce, a state, and only the fixed redirect URI', async () => {
    await person()
    const response = await cookieBrowser().request(`${origin}/sign-in/provider`, { headers: { host: 'evil.example' } })
    const { searchParams } = new URL(response.headers.get('location') ?? '')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: PROVIDER_CLIENT.id,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${origin}/sign-in/provider/callback`,
      response_type: 'code',
      scope: 'openid email profile',
      state: expect.stringMatching(/^ps1\.sign_in\./),
    })
    expect(response.headers.get('set-cookie')).toMatch(/^footfall_provider=.*HttpOnly; SameSite=Lax/)
  })

  it('keeps the link when the address at the provider changes, and does not sign in to the account of the new address', async () => {
    const account = await person()
    await signInThere()
    const { sub } = provider.behaviour.person
    const other = await person()
    provider.behaviour.person = { sub, email: other.email, email_verified: true }
    const browser = cookieBrowser()
    await signInThere(browser)
    expect(await signedInAs(browser)).toBe(account.email)
  })

  it('rejects another identity with the address of a linked account, since providers give addresses to other people', async () => {
    const account = await person()
    await signInThere()
    provider.behaviour.person = { sub: 'newcomer', email: account.email, email_verified: true }
    const browser = cookieBrowser()
    expect(await rejection(await signInThere(browser))).toEqual({
      status: 403,
      text: 'The account with your email address is linked to another person at Example ID. Ask the operator of this service.',
    })
    expect(await signedInAs(browser)).toBeUndefined()
  })

  it.each([
    ['an unverified address', { email_verified: false }, /has not verified your email address/],
    [
      'an address of which the provider does not say whether it is verified',
      { email_verified: undefined },
      /has not verified/,
    ],
    ['no address', { email: undefined, email_verified: undefined }, /did not share your email address/],
  ])('rejects an identity with %s', async (_what, claims, text) => {
    await person()
    provider.behaviour.person = JSON.parse(JSON.stringify({ ...provider.behaviour.person, ...claims }))
    const rejected = await rejection(await signInThere())
    expect(rejected.status).toBe(403)
    expect(rejected.text).toMatch(text)
  })

  it('rejects a person without an account, and creates one only if the operator allows it', async () => {
    const email = `new${people++}@example.com`
    provider.behaviour.person = { sub: email, email, email_verified: true, name: 'New Person' }
    expect((await rejection(await signInThere())).text).toMatch(/No account has your email address/)
    expect(await database.store.accounts.findByEmail(email)).toBeUndefined()
    await signInThere(cookieBrowser(), creating)
    const account = await database.store.accounts.findByEmail(email)
    expect(account?.name).toBe('New Person')
    expect(account && (await database.store.accounts.findPassword(account.id))).toBeUndefined()
  })

  it('creates one account for two sign-ins of a new person at the same time', async () => {
    const email = `twice${people++}@example.com`
    provider.behaviour.person = { sub: email, email, email_verified: true }
    const browsers = [cookieBrowser(), cookieBrowser()]
    const callbacks = await Promise.all(browsers.map((browser) => start(browser, creating)))
    await Promise.all(callbacks.map(({ url }, i) => browsers[i]?.request(url)))
    expect(await Promise.all(browsers.map((browser) => signedInAs(browser, creating)))).toEqual([email, email])
  })

  it('rejects the identity of a disabled account', async () => {
    const account = await person()
    await signInThere()
    await database.store.accounts.setStatus(account.id, 'disabled', '2026-11-20T12:00:00.000Z' as never)
    expect((await rejection(await signInThere())).text).toMatch(/Your account is disabled/)
  })

  it('accepts a response of the provider once, even if it comes twice at the same time', async () => {
    await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    const responses = await Promise.all([browser.request(url), browser.request(url)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([303, 400])
    expect((await rejection(await browser.request(url))).text).toMatch(/expired or was already used/)
  })

  it('rejects a response in another browser, which leaves it usable in its own', async () => {
    const account = await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    const foreign = cookieBrowser()
    expect((await rejection(await foreign.request(url))).text).toMatch(/was not started in this browser/)
    await foreign.request(`${origin}/sign-in/provider`)
    expect((await rejection(await foreign.request(url))).status).toBe(400)
    expect((await browser.request(url)).status).toBe(303)
    expect(await signedInAs(browser)).toBe(account.email)
  })

  it.each([
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with a changed state', (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}x`)],
    [
      'with a state for another purpose',
      (url: URL) => url.searchParams.set('state', `${url.searchParams.get('state')}`.replace('sign_in', 'confirm')),
    ],
  ])('rejects a response of the provider %s', async (_what, change) => {
    await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    change(url)
    expect((await rejection(await browser.request(url))).text).toMatch(/was not started in this browser/)
  })

  it.each([
    ['the issuer in the answer is another one', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
    ['the issuer in the answer is missing', (url: URL) => url.searchParams.delete('iss')],
    ['the code is another one', (url: URL) => url.searchParams.set('code', 'another')],
  ])('rejects a response of the provider where %s', async (_what, change) => {
    await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    change(url)
    expect((await rejection(await browser.request(url))).text).toMatch(/could not be verified/)
    expect(await signedInAs(browser)).toBeUndefined()
  })

  it('rejects a response that comes more than ten minutes after the start of the sign-in', async () => {
    await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    database.clock.advance(10 * MINUTE_MS)
    const rejected = await rejection(await browser.request(url))
    database.clock.set(Date.now())
    expect(rejected.text).toMatch(/has expired/)
  })

  const SECONDS = () => Math.floor(Date.now() / 1_000)
  it.each([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['for another client', () => ({ aud: 'another-client' })],
    ['for several clients, issued to another one', () => ({ aud: [PROVIDER_CLIENT.id, 'x'], azp: 'x' })],
    ['with another nonce', () => ({ nonce: 'another' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['that has expired by more than a minute', () => ({ iat: SECONDS() - 600, exp: SECONDS() - 61 })],
    ['that is not valid for another two minutes', () => ({ nbf: SECONDS() + 120 })],
    ['without a subject', () => ({ sub: undefined })],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a blank subject', () => ({ sub: ' \t\u00a0' })],
    ['with a number as its subject', () => ({ sub: 17 })],
    ['with a list as its subject', () => ({ sub: ['ada'] })],
    ['with a subject of more than 255 characters', () => ({ sub: 'a'.repeat(256) })],
  ])('rejects an ID token %s', async (_what, changes) => {
    await person()
    provider.behaviour.changeToken = (claims) => ({ ...claims, ...changes() })
    const browser = cookieBrowser()
    const rejected = await rejection(await signInThere(browser))
    expect(rejected).toMatchObject({ status: 403, text: expect.stringMatching(/could not be verified/) })
    expect(await signedInAs(browser)).toBeUndefined()
  })

  it('rejects an ID token that somebody else signed', async () => {
    await person()
    provider.behaviour.forge = true
    expect((await rejection(await signInThere())).text).toMatch(/could not be verified/)
  })

  it('accepts an ID token of a provider whose clock is half a minute off', async () => {
    const account = await person()
    for (const offset of [-30, 30]) {
      provider.behaviour.changeToken = (claims) => ({
        ...claims,
        iat: SECONDS() + offset,
        nbf: SECONDS() + offset,
        exp: SECONDS() + offset + 15,
      })
      const browser = cookieBrowser()
      await signInThere(browser)
      expect(await signedInAs(browser)).toBe(account.email)
    }
  })

  it('accepts a new key of the provider at once', async () => {
    const account = await person()
    await signInThere()
    provider.rotateKeys()
    const browser = cookieBrowser()
    await signInThere(browser)
    expect(await signedInAs(browser)).toBe(account.email)
  })

  it.each([['silent' as const], [503]])(
    'says that the provider does not answer (%s), and signs in when it does again',
    async (broken) => {
      const account = await person()
      const browser = cookieBrowser()
      const { url } = await start(browser)
      provider.behaviour.broken = broken
      const response = await browser.request(url)
      expect(response.headers.get('retry-after')).toBe('30')
      expect(await rejection(response)).toEqual({
        status: 503,
        text: 'Example ID does not answer. Try again in a minute.',
      })
      provider.behaviour.broken = undefined
      await signInThere(browser)
      expect(await signedInAs(browser)).toBe(account.email)
    },
  )

  it('reports that the person declined at the provider', async () => {
    await person()
    const browser = cookieBrowser()
    const { url } = await start(browser)
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    expect(await rejection(await browser.request(url))).toEqual({
      status: 403,
      text: 'Example ID did not sign you in. Try again.',
    })
  })

  const CONFIRM = () => `${origin}/sign-in/provider?confirm=1`
  const FROM_HERE = { 'sec-fetch-site': 'same-origin' }

  it.each<readonly [string, () => Record<string, string>]>([
    ['of another site', () => ({ 'sec-fetch-site': 'cross-site' })],
    ['of another site below the same domain', () => ({ 'sec-fetch-site': 'same-site' })],
    ['of another site, over plain HTTP', () => ({ referer: 'https://elsewhere.example/' })],
    ['that says nothing about where it comes from', () => ({})],
  ])('opens no confirmation at the provider for a link %s', async (_what, headers) => {
    await person()
    const browser = cookieBrowser()
    await signInThere(browser)
    const response = await browser.request(CONFIRM(), { headers: headers() })
    expect(response.headers.get('location')).toBeNull()
    expect((await rejection(response)).text).toMatch(/was not started in this browser/)
  })

  it('opens a confirmation at the provider for a page of the service, even if only the referrer names it', async () => {
    await person()
    const browser = cookieBrowser()
    await signInThere(browser)
    const response = await browser.request(CONFIRM(), { headers: { referer: `${origin}/settings/account` } })
    expect(response.status).toBe(303)
  })

  it('confirms a session by a later sign-in at the provider, and changes its secret', async () => {
    const account = await person()
    const browser = cookieBrowser()
    await signInThere(browser)
    const before = browser.cookie(origin, 'footfall_session')
    const asked = await browser.request(CONFIRM(), { headers: FROM_HERE })
    expect(new URL(asked.headers.get('location') ?? '').searchParams.get('prompt')).toBe('login')
    const { response } = await browser.follow(CONFIRM(), undefined, FROM_HERE)
    expect(await response.text()).toContain('<h1>Confirmed</h1>')
    expect(browser.cookie(origin, 'footfall_session')).not.toBe(before)
    expect(await signedInAs(browser)).toBe(account.email)
    expect((await entriesOf(account)).map(({ operation }) => operation)).toContain('dashboard_reauthenticate')
  })

  it.each([
    ['was before the question', () => ({ auth_time: SECONDS() - 120 })],
    ['has no time', () => ({ auth_time: undefined })],
  ])('confirms no session by a sign-in at the provider that %s', async (_what, changes) => {
    await person()
    const browser = cookieBrowser()
    await signInThere(browser)
    provider.behaviour.changeToken = (claims) => ({ ...claims, ...changes() })
    const before = browser.cookie(origin, 'footfall_session')
    const { response } = await browser.follow(CONFIRM(), undefined, FROM_HERE)
    expect((await rejection(response)).text).toMatch(/did not confirm that you just signed in/)
    expect(browser.cookie(origin, 'footfall_session')).toBe(before)
  })

  it('confirms no session by another person at the provider', async () => {
    await person()
    const browser = cookieBrowser()
    await signInThere(browser)
    await person()
    browser.forget(provider.issuer)
    const { response } = await browser.follow(CONFIRM(), undefined, FROM_HERE)
    expect((await rejection(response)).text).toMatch(/somebody who is not linked to your account/)
  })

  it('confirms nothing without a session', async () => {
    expect((await cookieBrowser().request(CONFIRM(), { headers: FROM_HERE })).status).toBe(401)
  })

  it('accepts no password in any form if the operator turned passwords off', async () => {
    const account = await person()
    const browser = cookieBrowser()
    await signInThere(browser, onlyProvider)
    const page = await (await cookieBrowser().request(`${onlyProvider}/sign-in`)).text()
    expect(page).toContain('Continue with Example ID')
    expect(page).not.toContain('type="password"')
    const headers = { origin: onlyProvider }
    const form = (path: string, fields: Record<string, string>) =>
      browser.request(onlyProvider + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const json = (path: string, body: object) =>
      browser.request(onlyProvider + path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const responses = await Promise.all([
      form('/sign-in', { email: account.email, password: PASSWORD }),
      form('/sign-up', { email: 'x@example.com', name: 'X', password: PASSWORD }),
      form('/forgot-password', { email: account.email }),
      form('/reset-password', { code: 'x', password: PASSWORD }),
      browser.request(`${onlyProvider}/forgot-password`),
      json('/account/reauthenticate', { password: PASSWORD }),
      json('/account/password', { current_password: PASSWORD, new_password: `${PASSWORD} again` }),
      json('/sign-in/passkey/options', {}),
      json('/invitations/accept', { member: 'mbr_1', code: 'x', name: 'X', password: PASSWORD }),
    ])
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 403))
    for (const response of responses)
      expect(await response.text()).toContain('People sign in here only with Example ID')
  })

  it('rejects the passkey of another account as a second step if people sign in only with the provider', async () => {
    const left = await person()
    const leftPasskey = await passkeyOf(left)
    const stays = await person()
    const ownPasskey = await passkeyOf(stays)
    const browser = cookieBrowser()
    await signInThere(browser, onlyProvider)
    const json = (path: string, body: object) =>
      browser.request(onlyProvider + path, {
        method: 'POST',
        headers: { origin: onlyProvider, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const enter = async (device: typeof ownPasskey) => {
      const asked = await json('/sign-in/passkey/options', {})
      const { data } = (await asked.json()) as { data: { options: { challenge: string } } }
      const ceremony = { challenge: data.options.challenge, origin: onlyProvider }
      return (await json('/sign-in/passkey', { response: device.get(ceremony) })).status
    }
    expect(await enter(leftPasskey)).toBe(400)
    expect(await enter(ownPasskey)).toBe(200)
    expect(await signedInAs(browser, onlyProvider)).toBe(stays.email)
  })
})
