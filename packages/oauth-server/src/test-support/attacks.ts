import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OAuthStores } from '../ports.ts'
import { Browser, formOf } from './browser.ts'
import {
  authorizeUrl,
  connect,
  consentForm,
  errorOf,
  exchange,
  isAccepted,
  newPkce,
  obtainCode,
  postForm,
  refresh,
  registerClient,
  tokensOf,
} from './client.ts'
import { codeAttacks } from './code-attacks.ts'
import { graceAttacks, refreshAttacks } from './refresh-attacks.ts'
import { startService, type TestService } from './service.ts'
import { signInAttacks } from './sign-in-attacks.ts'
import { HOUR, MINUTE, SECOND } from './time.ts'

const INVALID_GRANT = [400, 'invalid_grant']

/**
 * The attacks of RFC 9700 and of the MCP specification, one row each, over HTTP on the given stores. `other` is a second
 * process on the same database, where there is one.
 */
export function describeAttacks(name: string, open: () => { stores: OAuthStores; other?: OAuthStores }): void {
  describe(`attacks, on stores ${name}`, () => {
    let service: TestService
    let twin: TestService
    /** The same stores after a move to another origin. */
    let moved: TestService
    /** The same stores under an operator who grants a reuse grace. */
    let lenient: TestService
    beforeAll(async () => {
      const { stores, other = stores } = open()
      service = await startService({ stores })
      twin = await startService({ stores: other, clock: service.clock, issuer: service.base })
      moved = await startService({ stores, clock: service.clock, issuer: 'https://moved.example' })
      lenient = await startService({ stores, clock: service.clock, options: { reuseGraceSeconds: 10 } })
    })
    afterAll(() => Promise.all([service, twin, moved, lenient].map((each) => each.close())))

    describe('on authorization codes', () => codeAttacks(() => service))
    describe('on refresh tokens', () => refreshAttacks(() => service))
    describe('on refresh tokens with a grace period', () => graceAttacks(() => lenient))
    describe('on tokens and clients', () =>
      tokenAttacks(
        () => service,
        () => moved,
      ))
    describe('on the authorization request', () => requestAttacks(() => service))
    describe('during sign-in', () => signInAttacks(() => ({ service, twin })))
    describe('on the consent', () => consentAttacks(() => service))
    describe('by concurrent requests', () => races(() => ({ service, twin })))
  })
}

type At = () => TestService

function tokenAttacks(at: At, moved: At): void {
  it('refuses a refresh token as an access token, an access token as a refresh token, and a code as either (token substitution)', async () => {
    const client = await registerClient(at())
    const code = await obtainCode(at(), client)
    expect(await isAccepted(at(), code.code)).toBe(false)
    expect(await errorOf(await refresh(at(), client, code.code))).toEqual(INVALID_GRANT)
    const tokens = await tokensOf(await exchange(at(), client, code))
    expect(await isAccepted(at(), tokens.refresh_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, tokens.access_token))).toEqual(INVALID_GRANT)
    const asCode = { code: tokens.refresh_token, verifier: code.verifier }
    expect(await errorOf(await exchange(at(), client, asCode))).toEqual(INVALID_GRANT)
    expect(await isAccepted(at(), tokens.access_token)).toBe(true)
  })

  it('refuses tokens and codes of another issuer or resource on the same stores', async () => {
    const client = await registerClient(at())
    const tokens = await connect(at(), client)
    expect(await at().oauth.verifyAccessToken(tokens.access_token, 'https://other.example/mcp')).toBeUndefined()
    expect(await isAccepted(at(), tokens.access_token, moved().base)).toBe(false)
    for (const resource of [at().resource, moved().resource]) {
      const response = await refresh(at(), client, tokens.refresh_token, { resource }, moved().base)
      expect(await errorOf(response)).toEqual(INVALID_GRANT)
    }
    const code = await obtainCode(at(), client)
    const there = await exchange(at(), client, code, { resource: moved().resource }, moved().base)
    expect(await errorOf(there)).toEqual(INVALID_GRANT)
    expect(await at().oauth.verifyAccessToken(tokens.access_token)).toMatchObject({
      accountId: 'acc_1',
      clientId: client.id,
      scopes: ['notes:read', 'team:read'],
      grant: { products: ['prd_1'] },
    })
  })

  it('answers the revocation of an unknown token or one of another client with success, and revokes nothing', async () => {
    const [owner, other] = [await registerClient(at()), await registerClient(at())]
    const tokens = await connect(at(), owner)
    for (const token of [tokens.access_token, tokens.refresh_token, 'joa_unknown']) {
      const response = await postForm(at(), '/oauth/revoke', other, { token })
      expect([response.status, await response.text()]).toEqual([200, '{}'])
    }
    expect(await isAccepted(at(), tokens.access_token)).toBe(true)
  })

  it.each(['access_token', 'refresh_token'] as const)('revokes the whole connection by its %s', async (kind) => {
    const client = await registerClient(at(), 'client_secret_basic')
    const tokens = await connect(at(), client)
    const wrong = { ...client, secret: 'wrong' }
    expect(await errorOf(await postForm(at(), '/oauth/revoke', wrong, { token: tokens[kind] }))).toEqual([
      401,
      'invalid_client',
    ])
    expect(await isAccepted(at(), tokens.access_token)).toBe(true)
    const form = { token: tokens[kind], token_type_hint: 'nonsense' }
    expect((await postForm(at(), '/oauth/revoke', client, form)).status).toBe(200)
    expect(await isAccepted(at(), tokens.access_token)).toBe(false)
    expect(await errorOf(await refresh(at(), client, tokens.refresh_token))).toEqual(INVALID_GRANT)
  })

  it('refuses an access token from the moment it expires', async () => {
    const client = await registerClient(at())
    const tokens = await connect(at(), client)
    expect(tokens.expires_in).toBe(3600)
    at().clock.advance(HOUR - 1)
    expect(await isAccepted(at(), tokens.access_token)).toBe(true)
    at().clock.advance(1)
    expect(await isAccepted(at(), tokens.access_token)).toBe(false)
  })
}

function requestAttacks(at: At): void {
  it('never redirects to a redirect URI that is not registered (open redirect)', async () => {
    const uri = 'http://127.0.0.1:8123/cb'
    const client = await registerClient(at(), 'none', { redirect_uris: [uri] })
    const near = [
      'https://evil.example/',
      'https://127.0.0.1:8123/cb',
      'http://127.0.0.1:8124/cb',
      'http://127.0.0.1/cb',
      'http://localhost:8123/cb',
      `${uri}/`,
      `${uri}?a=b`,
      `${uri}#x`,
      'HTTP://127.0.0.1:8123/cb',
      'http://127.0.0.1:8123/CB',
      'http://user@127.0.0.1:8123/cb',
      'http://127.0.0.1:8123/x/../cb',
      'javascript:alert(1)',
    ]
    const browser = new Browser(at().base, 'acc_1')
    for (const redirect_uri of near) {
      const response = await browser.get(authorizeUrl(at(), client, newPkce().challenge, { redirect_uri }))
      expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    }
  })

  it('accepts any port for a registered loopback redirect URI without a port, and matches any port in nothing else', async () => {
    const registered = 'http://127.0.0.1/cb?tenant=1'
    const client = { ...(await registerClient(at(), 'none', { redirect_uris: [registered] })) }
    const asked = { ...client, redirectUri: 'http://127.0.0.1:51234/cb?tenant=1' }
    await tokensOf(await exchange(at(), asked, await obtainCode(at(), asked)))
    for (const redirect_uri of [registered, 'http://127.0.0.1:51235/cb?tenant=1']) {
      const code = await obtainCode(at(), asked)
      expect(await errorOf(await exchange(at(), asked, code, { redirect_uri }))).toEqual(INVALID_GRANT)
    }
    const browser = new Browser(at().base, 'acc_1')
    for (const redirect_uri of [
      'http://127.0.0.1:51234/cb',
      'http://127.0.0.1:51234/cb?tenant=2',
      'http://localhost:51234/cb?tenant=1',
      'http://127.0.0.1:51234/other?tenant=1',
    ]) {
      const response = await browser.get(authorizeUrl(at(), client, newPkce().challenge, { redirect_uri }))
      expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
    }
  })

  it('accepts a registered loopback redirect URI with a port on that port alone', async () => {
    const client = await registerClient(at(), 'none', { redirect_uris: ['http://127.0.0.1:8787/cb'] })
    await tokensOf(await exchange(at(), client, await obtainCode(at(), client)))
    const browser = new Browser(at().base, 'acc_1')
    for (const redirect_uri of ['http://127.0.0.1:8788/cb', 'http://127.0.0.1/cb', 'http://localhost:8787/cb']) {
      const response = await browser.get(authorizeUrl(at(), client, newPkce().challenge, { redirect_uri }))
      expect([response.status, response.headers.get('location')], redirect_uri).toEqual([400, null])
    }
  })

  it('shows an error page with escaped text for an unknown client, without a redirect', async () => {
    const client = await registerClient(at())
    for (const id of [
      'oc_unknown',
      '<script>alert(1)</script>',
      'https://127.0.0.1/client.json',
      'https://no-path.example',
    ]) {
      const response = await fetch(authorizeUrl(at(), { ...client, id }, newPkce().challenge), { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
      expect(await response.text()).not.toContain('<script>')
    }
  })

  it('sends iss with every authorization response, errors too (mix-up)', async () => {
    const client = await registerClient(at())
    const granted = await obtainCode(at(), client)
    expect(Object.fromEntries(granted.answer.searchParams)).toEqual({
      tenant: '1',
      code: granted.code,
      state: 'st at&e',
      iss: at().base,
    })
    const refused = await fetch(authorizeUrl(at(), client, newPkce().challenge, { scope: 'nope' }), {
      redirect: 'manual',
    })
    const answer = new URL(refused.headers.get('location') ?? '').searchParams
    expect([answer.get('error'), answer.get('state'), answer.get('iss')]).toEqual([
      'invalid_scope',
      'st at&e',
      at().base,
    ])
  })

  it('refuses an authorization request without an S256 code challenge (PKCE downgrade)', async () => {
    const client = await registerClient(at())
    for (const changes of [
      { code_challenge: undefined },
      { code_challenge_method: undefined },
      { code_challenge_method: 'plain' },
      { code_challenge: undefined, code_challenge_method: undefined },
      { code_challenge: `${'a'.repeat(43)}=` },
      { code_challenge: 'short' },
    ]) {
      const response = await fetch(authorizeUrl(at(), client, newPkce().challenge, changes), { redirect: 'manual' })
      expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_request')
    }
  })
}

function consentAttacks(at: At): void {
  const asked = async (browser: Browser) => {
    const client = await registerClient(at())
    const { action, fields } = await consentForm(browser, authorizeUrl(at(), client, newPkce().challenge))
    fields.append('product', 'prd_1')
    fields.append('decision', 'allow')
    return { action, fields }
  }
  const refusedWith = async (response: Response, status: number) => {
    expect([response.status, response.headers.get('location')], await response.text()).toEqual([status, null])
  }

  it('refuses a consent posted by a page of another origin, and keeps the consent request (CSRF)', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const { action, fields } = await asked(browser)
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      { origin: `${at().base}.evil.example` },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ]) {
      await refusedWith(await browser.post(action, fields, headers), 403)
    }
    expect((await browser.post(action, fields)).status).toBe(303)
  })

  it('refuses a consent from another browser of the same account', async () => {
    const [attacker, victim] = [new Browser(at().base, 'acc_1'), new Browser(at().base, 'acc_1')]
    const { action, fields } = await asked(attacker)
    await refusedWith(await victim.post(action, fields), 403)
    await asked(victim)
    await refusedWith(await victim.post(action, fields), 403)
    expect((await attacker.post(action, fields)).status).toBe(303)
  })

  it('refuses a consent after sign-out or under another account', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const { action, fields } = await asked(browser)
    browser.signIn('acc_2')
    await refusedWith(await browser.post(action, fields), 403)
    browser.signOut()
    await refusedWith(await browser.post(action, fields), 403)
    browser.signIn('acc_1')
    expect((await browser.post(action, fields)).status).toBe(303)
  })

  it('refuses a second decision on a consent request', async () => {
    const browser = new Browser(at().base, 'acc_1')
    for (const decision of ['allow', 'deny']) {
      const { action, fields } = await asked(browser)
      fields.set('decision', decision)
      expect((await browser.post(action, fields)).status).toBe(303)
      fields.set('decision', 'allow')
      await refusedWith(await browser.post(action, fields), 400)
    }
  })

  it('redirects a denied consent with access_denied, state and iss, and without a code', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const { action, fields } = await asked(browser)
    fields.set('decision', 'deny')
    const answer = new URL((await browser.post(action, fields)).headers.get('location') ?? '').searchParams
    expect([answer.get('error'), answer.get('state'), answer.get('iss'), answer.get('code')]).toEqual([
      'access_denied',
      'st at&e',
      at().base,
      null,
    ])
  })

  it('refuses a consent after ten minutes', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const inTime = await asked(browser)
    at().clock.advance(10 * MINUTE - 1)
    expect((await browser.post(inTime.action, inTime.fields)).status).toBe(303)
    const late = await asked(browser)
    at().clock.advance(10 * MINUTE)
    await refusedWith(await browser.post(late.action, late.fields), 400)
  })

  it('shows the consent page again if the host refuses the grant', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const { action, fields } = await asked(browser)
    fields.set('product', 'prd_of_another_account')
    const shown = await browser.post(action, fields)
    const html = await shown.text()
    expect([shown.status, html.includes('Choose a product of yours.')]).toEqual([400, true])
    const again = formOf(html)
    again.fields.append('product', 'prd_2')
    again.fields.append('decision', 'allow')
    expect((await browser.post(again.action, again.fields)).status).toBe(303)
  })

  it('refuses a consent form without exactly one decision or with an unknown handle', async () => {
    const browser = new Browser(at().base, 'acc_1')
    const { action, fields } = await asked(browser)
    const changed = (change: (copy: URLSearchParams) => void) => {
      const copy = new URLSearchParams(fields)
      change(copy)
      return browser.post(action, copy)
    }
    await refusedWith(await changed((copy) => copy.delete('decision')), 400)
    await refusedWith(await changed((copy) => copy.append('decision', 'deny')), 400)
    await refusedWith(await changed((copy) => copy.set('consent', 'guess')), 400)
    await refusedWith(await changed((copy) => copy.delete('consent')), 400)
    expect((await browser.post(action, fields)).status).toBe(303)
  })

  it('forbids framing and scripts on the consent page, and escapes the client name (clickjacking)', async () => {
    const client = await registerClient(at(), 'none', { client_name: '<img src=x onerror=alert(1)>' })
    const response = await new Browser(at().base, 'acc_1').get(authorizeUrl(at(), client, newPkce().challenge))
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/script-src|unsafe|form-action/)
    expect(await response.text()).not.toContain('<img')
    const [cookie] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^oauth_browser=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/)
  })

  it('warns on the consent page if the redirect URI of the request is loopback (client impersonation)', async () => {
    const uris = ['http://127.0.0.1:9/cb', 'https://client.example/cb', 'http://localhost/cb']
    const client = await registerClient(at(), 'none', { redirect_uris: uris })
    const pageFor = async (redirect_uri: string) => {
      const url = authorizeUrl(at(), client, newPkce().challenge, { redirect_uri })
      return (await new Browser(at().base, 'acc_1').get(url)).text()
    }
    const warning = 'Any other program on it could impersonate the app'
    expect(await pageFor('http://127.0.0.1:9/cb')).toContain(warning)
    expect(await pageFor('http://localhost:51234/cb')).toContain(warning)
    expect(await pageFor('https://client.example/cb')).not.toContain(warning)
  })

  it('removes invisible characters from the client name on the consent page (client impersonation)', async () => {
    const client = await registerClient(at(), 'none', { client_name: 'Goo\u200bgle\u202e \u{e0041}\n Drive' })
    const html = await (
      await new Browser(at().base, 'acc_1').get(authorizeUrl(at(), client, newPkce().challenge))
    ).text()
    expect(html).toContain('“Google Drive”')
  })
}

function races(at: () => { service: TestService; twin: TestService }): void {
  it('redeems a code presented concurrently on two processes at most once, and revokes its connection', async () => {
    const { service, twin } = at()
    const client = await registerClient(service)
    for (let round = 0; round < 3; round++) {
      const code = await obtainCode(service, client)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => exchange(service, client, code, {}, n % 2 ? service.base : twin.base)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(6 - won.length)
      for (const response of won) {
        const tokens = await tokensOf(response)
        expect(await isAccepted(service, tokens.access_token, twin.base)).toBe(false)
      }
    }
  })

  it('rotates a refresh token presented concurrently on two processes at most once, and revokes its connection', async () => {
    const { service, twin } = at()
    const client = await registerClient(service)
    for (let round = 0; round < 3; round++) {
      const { refresh_token: token } = await connect(service, client)
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, n) => refresh(service, client, token, {}, n % 2 ? service.base : twin.base)),
      )
      const won = answers.filter(({ status }) => status === 200)
      expect(won.length).toBeLessThanOrEqual(1)
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(6 - won.length)
      for (const response of won) {
        const tokens = await tokensOf(response)
        expect(await isAccepted(service, tokens.access_token, twin.base)).toBe(false)
        expect(await errorOf(await refresh(service, client, tokens.refresh_token))).toEqual(INVALID_GRANT)
      }
    }
  })

  it('issues one code for a consent posted concurrently on two processes', async () => {
    const { service, twin } = at()
    const client = await registerClient(service)
    const browser = new Browser(service.base, 'acc_1')
    const { action, fields } = await consentForm(browser, authorizeUrl(service, client, newPkce().challenge))
    fields.append('product', 'prd_1')
    fields.append('decision', 'allow')
    const urls = [service, twin, service, twin].map(({ base }) => base + action)
    const answers = await Promise.all(urls.map((url) => browser.post(url, fields)))
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    service.clock.advance(SECOND)
  })
}
