import { setupCode } from '@footfall/accounts'
import { describeEachDialect, testServer } from '@footfall/testkit'
import express from 'express'
import { beforeAll, expect, it } from 'vitest'
import { signInRouter } from './sign-in-router.ts'
import { signInServicesOn } from './test-support.ts'

const PASSWORD = 'correct horse battery'
const TRIES = 40

describeEachDialect('signing in', (database) => {
  const server = testServer()
  let origin: string
  let email: string

  beforeAll(async () => {
    origin = server.origin
    const key = new Uint8Array(32)
    const app = express()
    app.use(signInRouter(signInServicesOn(database, { key, origin, triesPerMinute: TRIES })))
    server.handle(app)
  })

  const get = (path: string, cookie = '') => fetch(origin + path, { redirect: 'manual', headers: { cookie } })
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, ...headers },
      body: new URLSearchParams(fields),
    })
  const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? ''
  const signIn = async (fields: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const response = await post('/sign-in', { email, password: PASSWORD, ...fields }, headers)
    return { response, cookie: cookieOf(response) }
  }
  const isSignedIn = async (cookie: string) => (await get('/sign-in', cookie)).headers.get('location') === '/'

  it('redirects to sign-up while there is no account, and keeps the return path', async () => {
    const response = await get('/sign-in?next=%2Foauth%2Fauthorize%3Fa%3D1')
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/sign-up?next=%2Foauth%2Fauthorize%3Fa%3D1')
  })

  it('shows the problems of a first account beside its fields, and keeps all values but the password', async () => {
    const response = await post('/sign-up', { name: '"<Ada>"', email: 'ada', password: 'short', next: '/x' })
    const page = await response.text()
    expect(response.status).toBe(400)
    expect(page).toContain('value="&quot;&lt;Ada&gt;&quot;"')
    expect(page).toContain('value="ada"')
    expect(page).toContain('name="next" value="/x"')
    expect(page).not.toContain('short')
    expect(page).toMatch(/id="email-problem">Email must be an email address\./)
    expect(page).toMatch(/aria-describedby="password-problem password-hint"/)
    expect(page).toMatch(/role="alert">.*href="#email".*href="#password"/)
    expect(page.match(/ autofocus/g)).toHaveLength(1)
    expect(page).toMatch(/id="email"[^>]* autofocus/)
    expect(await database.store.accounts.list()).toEqual([])
  })

  it('requires the setup code for sign-up from another machine, before it validates other fields', async () => {
    const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    const forwarded: Record<string, string>[] = [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { 'x-real-ip': '::1' },
      { via: '1.1 proxy' },
    ]
    for (const headers of forwarded) {
      expect(await (await fetch(`${origin}/sign-up`, { headers })).text()).toContain('name="setup_code"')
      for (const setup_code of ['', 'AAAAA-AAAAA-AAAAA-AAAAA', 'x'.repeat(5_000)]) {
        const rejected = await post('/sign-up', { ...person, email: 'not an address', setup_code }, headers)
        const page = await rejected.text()
        expect(rejected.status).toBe(403)
        expect(page).toMatch(
          /id="setup_code-problem">Setup code is wrong; enter the one that the log of the service shows\./,
        )
        expect(page).not.toContain('must be an email address')
      }
    }
    expect(await (await get('/sign-up')).text()).not.toContain('setup_code')
    const code = setupCode(new Uint8Array(32)).text
    const withCode = await post('/sign-up', { ...person, email: 'ada', setup_code: code }, { via: '1.1 proxy' })
    expect(await withCode.text()).toContain('must be an email address')
    expect(await database.store.accounts.list()).toEqual([])
  })

  it('creates the first account and signs it in, and then closes sign-up', async () => {
    const person = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }
    const made = await post('/sign-up', { ...person, next: '/there?a=1' })
    email = person.email
    expect([made.status, made.headers.get('location')]).toEqual([303, '/there?a=1'])
    expect(await isSignedIn(cookieOf(made))).toBe(true)

    const again = await post('/sign-up', { ...person, email: 'eve@example.com' })
    expect(again.status).toBe(403)
    expect(await again.text()).toContain('href="/sign-in"')
    expect(await (await get('/sign-up')).text()).toContain('Sign-up is closed')
    expect(await database.store.accounts.list()).toHaveLength(1)
  })

  it('sets a session cookie that scripts cannot read and other sites cannot send', async () => {
    const { response } = await signIn()
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^footfall_session=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^footfall_device=\w{20}\.[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/),
    ])
  })

  it('answers an unknown email and a wrong password identically', async () => {
    const wrong = await signIn({ password: 'wrong horse battery' })
    const unknown = await signIn({ email: 'nobody@example.com' })
    expect([wrong.response.status, unknown.response.status]).toEqual([403, 403])
    const page = await wrong.response.text()
    expect(page).toContain('Email or password is wrong.')
    expect((await unknown.response.text()).replace('nobody@example.com', email)).toBe(page)
    expect([wrong.cookie, unknown.cookie]).toEqual(['', ''])
  })

  it.each(['', ' ', 'ada', 'ada@example.com\u0000', `${'a'.repeat(300)}@example.com`])(
    'answers a malformed email like a wrong password: %j',
    async (address) => {
      const { response, cookie } = await signIn({ email: address })
      expect({ status: response.status, cookie }).toEqual({ status: 403, cookie: '' })
    },
  )

  it('redirects to the return path after sign-in, and never to another origin', async () => {
    const { response, cookie } = await signIn({ next: '/oauth/authorize?scope=a%20b' })
    expect(response.headers.get('location')).toBe('/oauth/authorize?scope=a%20b')
    expect((await get('/sign-in?next=/here', cookie)).headers.get('location')).toBe('/here')
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/..//evil.example',
      'javascript:alert(1)',
    ]) {
      const { response } = await signIn({ next })
      expect({ next, location: response.headers.get('location') }).toEqual({ next, location: '/' })
    }
  })

  it('starts a new session at each sign-in and ends the previous one of the browser', async () => {
    const first = await signIn()
    const second = await signIn({}, { cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await isSignedIn(first.cookie)).toBe(false)
    expect(await isSignedIn(second.cookie)).toBe(true)
  })

  it('accepts sign-in forms from pages of this service only', async () => {
    const { cookie } = await signIn()
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const headers of foreign) {
      for (const path of ['/sign-in', '/sign-up', '/sign-out']) {
        const response = await post(path, { email, password: PASSWORD }, { cookie, ...headers })
        expect({ path, headers, status: response.status }).toEqual({ path, headers, status: 403 })
        expect(response.headers.get('set-cookie')).toBeNull()
      }
    }
    expect(await isSignedIn(cookie)).toBe(true)
  })

  it('rejects a sign-in body that is not a form', async () => {
    const json = { method: 'POST', headers: { origin, 'content-type': 'application/json' }, body: '{}' }
    expect((await fetch(`${origin}/sign-in`, json)).status).toBe(415)
    expect((await post('/sign-in', { email: 'x'.repeat(40_000) })).status).toBe(413)
  })

  it('redirects to the dashboard after sign-in, and has a sign-out page without JavaScript', async () => {
    const { response, cookie } = await signIn()
    expect(response.headers.get('location')).toBe('/')
    expect(await (await get('/sign-out', cookie)).text()).toMatch(/<form method="post" action="\/sign-out"/)
    expect((await get('/sign-out')).headers.get('location')).toBe('/sign-in')
  })

  it('ends one session or all sessions at sign-out', async () => {
    const sessions = [await signIn(), await signIn(), await signIn()].map(({ cookie }) => cookie)
    const [first = '', second = '', third = ''] = sessions
    const out = await post('/sign-out', { where: 'here' }, { cookie: first })
    expect([out.status, out.headers.get('location')]).toEqual([303, '/sign-in'])
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect(await Promise.all(sessions.map(isSignedIn))).toEqual([false, true, true])
    await post('/sign-out', { where: 'everywhere' }, { cookie: second })
    expect(await isSignedIn(third)).toBe(false)
  })

  it('authenticates a request with `Authorization` by that header only, whatever its cookie', async () => {
    const { cookie } = await signIn()
    for (const authorization of ['Bearer jt_unknown', 'Basic YTpi', 'nonsense']) {
      const headers = { cookie, authorization }
      const out = await post('/sign-out', { where: 'everywhere' }, headers)
      expect([out.status, out.headers.get('set-cookie')]).toEqual([401, null])
      const entered = await post('/sign-in', { email, password: PASSWORD }, headers)
      expect([entered.status, entered.headers.get('set-cookie')]).toEqual([401, null])
      const page = await fetch(`${origin}/sign-out`, { redirect: 'manual', headers })
      expect([page.status, page.headers.get('location')]).toEqual([303, '/sign-in'])
    }
    expect(await isSignedIn(cookie)).toBe(true)
  })

  it('forbids scripts, framing and caching on the sign-in pages', async () => {
    for (const path of ['/sign-in', '/sign-up']) {
      const { headers } = await get(path)
      const policy = headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(headers.get('cache-control')).toContain('no-store')
    }
  })

  it('delays sign-in after a few failures, even with the right password, except in a known browser', async () => {
    const { response } = await signIn()
    const known = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])[1] ?? ''
    for (let i = 0; i < 4; i++) expect((await signIn({ password: 'wrong horse battery' })).response.status).toBe(403)
    const waiting = await signIn()
    expect(waiting.response.status).toBe(429)
    expect(waiting.response.headers.get('retry-after')).toBe('1')
    expect(await waiting.response.text()).toContain('try again in 1 s')
    expect(waiting.cookie).toBe('')
    expect((await signIn({}, { cookie: known })).response.status).toBe(303)
    database.clock.advance(1_000)
    expect((await signIn()).response.status).toBe(303)
  })

  it('limits sign-in attempts by network, with Retry-After', async () => {
    let last: Response | undefined
    for (let i = 0; i <= TRIES && last?.status !== 429; i++) last = await post('/sign-in', { email, password: 'wrong' })
    expect(last?.status).toBe(429)
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await last?.text()).toContain('Too many requests')
  })
})
