import { createAccount, totpCode, totpStep } from '@footfall/accounts'
import type { Account } from '@footfall/core-domain'
import { requestIds } from '@footfall/http-primitives'
import { describeEachDialect, softwareAuthenticator, type TestServer, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { fieldOf } from '../test-support.ts'
import { secondFactorRouter } from './second-factor-router.ts'
import type { SignInServices } from './services.ts'
import { signInRouter } from './sign-in-router.ts'
import { signInServicesOn } from './test-support.ts'

const PASSWORD = 'correct horse battery'
const KEY = new Uint8Array(32).fill(3)

describeEachDialect('the second factor of a sign-in', (database) => {
  const [openServer, strictServer, namedServer] = [testServer(), testServer(), testServer('localhost')]
  let origin: string
  let strict: string
  /** As `strict`, under a name for which browsers offer passkeys. */
  let named: string
  let services: SignInServices
  let account: Account

  const serve = ({ origin: at, handle }: TestServer, requireSecondFactor: boolean) => {
    const made = signInServicesOn(database, { key: KEY, origin: at, triesPerMinute: 0, requireSecondFactor })
    const app = express()
    app.use(requestIds(() => 'req_1'))
    app.use(secondFactorRouter(made))
    app.use(signInRouter(made))
    handle(app)
    return { at, made }
  }
  beforeAll(async () => {
    const open = serve(openServer, false)
    origin = open.at
    services = open.made
    strict = serve(strictServer, true).at
    named = serve(namedServer, true).at
  })
  beforeEach(async () => {
    database.clock.advance(120_000)
    const email = `${database.ids.account().toLowerCase()}@example.com`
    account = (await createAccount(database, { email, name: 'Ada', password: PASSWORD })).account
  })

  /** A browser without scripts. */
  const browser = (at = origin) => {
    const jar = new Map<string, string>()
    const send = async (path: string, init: RequestInit = {}) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(at + path, {
        redirect: 'manual',
        ...init,
        headers: { origin: at, cookie, ...Object(init.headers) },
      })
      for (const text of response.headers.getSetCookie()) {
        const [name = '', value = ''] = text.split(';')[0]?.split('=') ?? []
        if (text.includes('Max-Age=0')) jar.delete(name)
        else jar.set(name, value)
      }
      const { status, headers } = response
      return { status, location: headers.get('location'), headers, page: await response.text() }
    }
    const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers })
    return {
      jar,
      get: (path: string) => send(path),
      post,
      signIn: (next = '') => post('/sign-in', { email: account.email, password: PASSWORD, ...(next && { next }) }),
    }
  }
  const codeOf = (secret: string, offset = 0) => totpCode(secret, totpStep(database.clock.now()) + offset)
  const keyOf = (page: string) => /<code>([A-Z2-7]{32})<\/code>/.exec(page)?.[1] ?? ''
  /** Adds an authenticator app on the page, and answers its key and the recovery codes. */
  const setUp = async (here: ReturnType<typeof browser>) => {
    const { page } = await here.get('/set-up-second-factor?next=%2Fshop')
    const done = await here.post('/set-up-second-factor', {
      setup: fieldOf(page, 'setup'),
      code: codeOf(keyOf(page)),
      next: '/shop',
    })
    return { key: keyOf(page), done, codes: done.page.match(/[a-z2-7]{4}(-[a-z2-7]{4}){3}/g) ?? [] }
  }
  const withFactor = async () => {
    const here = browser(strict)
    await here.signIn()
    const made = await setUp(here)
    database.clock.advance(60_000)
    return made
  }

  it('asks for a code on a page without scripts, and returns to the requested page', async () => {
    const { key } = await withFactor()
    const here = browser()
    const first = await here.signIn('/oauth/authorize?a=1')
    expect(first).toMatchObject({ status: 303, location: '/sign-in/second-factor?next=%2Foauth%2Fauthorize%3Fa%3D1' })
    expect([...here.jar.keys()]).toEqual(['footfall_second_step'])
    const form = await here.get(first.location ?? '')
    expect(form.page).toContain('<form method="post" action="/sign-in/second-factor">')
    const next = fieldOf(form.page, 'next')
    const wrong = await here.post('/sign-in/second-factor', { code: '000000', next })
    expect(wrong.status).toBe(403)
    expect(wrong.page).toContain('The code is wrong')
    const done = await here.post('/sign-in/second-factor', { code: codeOf(key), next })
    expect(done).toMatchObject({ status: 303, location: '/oauth/authorize?a=1' })
    expect([...here.jar.keys()].sort()).toEqual(['footfall_device', 'footfall_session'])
    expect((await here.get('/sign-in')).location).toBe('/')
  })

  it('accepts the second step only in the browser that gave the password, from pages of this service', async () => {
    const { codes } = await withFactor()
    const here = browser()
    await here.signIn()
    const elsewhere = await browser().post('/sign-in/second-factor', { code: codes[0] ?? '' })
    expect(elsewhere).toMatchObject({ status: 303, location: '/sign-in' })
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[])
      expect((await here.post('/sign-in/second-factor', { code: codes[0] ?? '' }, headers)).status).toBe(403)
    expect((await here.post('/sign-in/second-factor', { code: codes[0] ?? '' })).location).toBe('/')
    expect((await browser().get('/sign-in/second-factor')).location).toBe('/sign-in')
  })

  it('requires setting up a second factor right after the sign-in, before any other page', async () => {
    const here = browser(strict)
    expect(await here.signIn('/shop')).toMatchObject({ status: 303, location: '/set-up-second-factor?next=%2Fshop' })
    // The session is good for nothing else.
    expect((await here.get('/sign-in?next=%2Fshop')).location).toBe('/set-up-second-factor?next=%2Fshop')
    const page = await here.get('/set-up-second-factor')
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(page.page).not.toContain('passkey')
    const wrong = await here.post('/set-up-second-factor', { setup: fieldOf(page.page, 'setup'), code: '000000' })
    expect(wrong.status).toBe(400)
    const { done, codes, key } = await setUp(here)
    expect(done.page).toContain('href="/shop"')
    expect(codes).toHaveLength(10)
    expect((await here.get('/sign-in')).location).toBe('/')
    // From now on it asks for a code, and nobody sets up another factor with only the password.
    const thief = browser(strict)
    expect((await thief.signIn()).location).toBe('/sign-in/second-factor')
    expect((await thief.get('/set-up-second-factor')).location).toBe('/sign-in')
    database.clock.advance(60_000)
    expect((await thief.post('/sign-in/second-factor', { code: codeOf(key) })).location).toBe('/')
  })

  it('accepts a passkey as the required second factor, once and only for the challenge of its page', async () => {
    const here = browser(named)
    await here.signIn('/shop')
    const setUpPage = async () => {
      const { page } = await here.get('/set-up-second-factor?next=%2Fshop')
      const form = page.slice(page.indexOf('id="passkey"'))
      const options = JSON.parse((/data-options="([^"]+)"/.exec(form)?.[1] ?? '').replaceAll('&quot;', '"'))
      return { setup: fieldOf(form, 'setup'), challenge: String(options.challenge) }
    }
    const send = (setup: string, passkey: string) =>
      here.post('/set-up-second-factor', { setup, passkey, next: '/shop' })
    const [shown, other] = [await setUpPage(), await setUpPage()]
    const made = softwareAuthenticator().create({ challenge: shown.challenge, origin: named })
    for (const bad of ['', 'null', '{', '[]', '{"id":1}', JSON.stringify({ ...made, type: 'x' }), 'x'.repeat(9_000)]) {
      const rejected = await send(shown.setup, bad)
      expect({ bad, status: rejected.status }).toEqual({ bad, status: 400 })
      expect(rejected.page).toContain('The passkey could not be verified')
    }
    expect((await send(other.setup, JSON.stringify(made))).status).toBe(400)
    expect((await send('', JSON.stringify(made))).status).toBe(400)
    expect((await here.get('/sign-in')).location).toBe('/set-up-second-factor')
    const done = await send(shown.setup, JSON.stringify(made))
    expect(done).toMatchObject({ status: 200 })
    expect(done.page).toContain('href="/shop"')
    expect(done.page.match(/<li><code>/g)).toHaveLength(10)
    expect((await here.get('/sign-in')).location).toBe('/')
    expect((await send(shown.setup, JSON.stringify(made))).location).toBe('/sign-in?next=%2Fshop')
  })

  it('does not let an existing session set up the required second factor later than ten minutes after the sign-in', async () => {
    const here = browser(strict)
    await here.signIn()
    database.clock.advance(600_000)
    expect((await here.get('/set-up-second-factor')).location).toBe('/sign-in')
    expect((await here.get('/sign-in')).page).toContain('action="/sign-in"')
    expect((await here.post('/sign-out', {})).location).toBe('/sign-in')
    expect(here.jar.has('footfall_session')).toBe(false)
  })

  it('does not show the page for a required second factor if none is required', async () => {
    const here = browser()
    expect((await here.signIn()).location).toBe('/')
    expect((await here.get('/set-up-second-factor')).location).toBe('/sign-in')
    expect(services.factorSettings.required).toBe(false)
  })

  it('rejects a sign-in with a passkey without a challenge of this browser, or from a page of another origin', async () => {
    const json = (path: string, body: unknown, headers: Record<string, string> = {}) =>
      fetch(origin + path, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const asked = await json('/sign-in/passkey/options', {})
    expect(asked.headers.get('set-cookie')).toMatch(/footfall_passkey=.*Max-Age=300; HttpOnly; SameSite=Lax/)
    expect(await asked.json()).toMatchObject({ data: { options: { userVerification: 'required' } } })
    const given = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
    const rejected = await json('/sign-in/passkey', { response: given })
    expect(rejected.status).toBe(400)
    expect(await rejected.json()).toMatchObject({ code: 'invalid_request' })
    for (const path of ['/sign-in/passkey/options', '/sign-in/passkey']) {
      expect((await json(path, { response: given }, { origin: 'https://evil.example' })).status).toBe(403)
      expect((await json(path, { response: given }, { authorization: 'Bearer x' })).status).toBe(401)
    }
  })
})
