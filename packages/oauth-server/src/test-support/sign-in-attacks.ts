import { expect, it } from 'vitest'
import { Browser } from './browser.ts'
import { authorizeUrl, type Changes, consentForm, newPkce, registerClient } from './client.ts'
import type { TestService } from './service.ts'
import { HOUR, MINUTE, SECOND } from './time.ts'

interface Services {
  readonly service: TestService
  /** Another process of the same service. */
  readonly twin: TestService
}

const PARAMETER = 'authorization_started'
const ACCOUNT = 'acc_1'

/** What happens between the authorization request and the question, while the person signs in. */
export function signInAttacks(at: () => Services): void {
  const begin = async (browser: Browser, changes: Changes = {}) => {
    const { service } = at()
    const url = authorizeUrl(service, await registerClient(service), newPkce().challenge, changes)
    return { url, returnTo: await signInRedirect(browser, url) }
  }
  const signInRedirect = async (browser: Browser, url: string) => {
    const response = await browser.get(url)
    const location = new URL(response.headers.get('location') ?? '', at().service.base)
    expect([response.status, location.pathname]).toEqual([302, '/sign-in'])
    return at().service.base + location.searchParams.get('return_to')
  }
  const answerable = async (browser: Browser, url: string) => {
    const { action, fields } = await consentForm(browser, url)
    fields.append('product', 'prd_1')
    fields.append('decision', 'allow')
    return async () => (await browser.post(action, fields)).status
  }
  const expectPage = async (response: Response, status: number) => {
    expect([response.status, response.headers.get('location')], await response.text()).toEqual([status, null])
  }
  const withValue = (url: string, change: (value: string) => string) => {
    const changed = new URL(url)
    changed.searchParams.set(PARAMETER, change(changed.searchParams.get(PARAMETER) ?? ''))
    return changed.href
  }

  it('redirects an authorization request to sign-in and back, and stores nothing before sign-in', async () => {
    const { service } = at()
    service.clock.advance(2 * HOUR)
    await service.oauth.purgeExpired()
    const browser = new Browser(service.base)
    for (let i = 0; i < 5; i++) {
      const { url, returnTo } = await begin(browser)
      expect(returnTo.startsWith(`${url}&${PARAMETER}=v1.${service.clock.now()}.`)).toBe(true)
    }
    expect(browser.cookie('oauth_browser')).toMatch(/^[\w-]{43}$/)
    service.clock.advance(20 * MINUTE)
    expect(await service.oauth.purgeExpired()).toBe(0)
  })

  it('expires a consent ten minutes after the authorization request, sign-in included', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const { returnTo } = await begin(browser)
    browser.signIn(ACCOUNT)
    clock.advance(9 * MINUTE)
    const [inTime, late] = [await answerable(browser, returnTo), await answerable(browser, returnTo)]
    clock.advance(MINUTE - 1)
    expect(await inTime()).toBe(303)
    clock.advance(1)
    expect(await late()).toBe(400)
  })

  it('shows an error page instead of the consent page after ten minutes', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const { returnTo } = await begin(browser)
    browser.signIn(ACCOUNT)
    clock.advance(10 * MINUTE - 1)
    expect(await (await answerable(browser, returnTo))()).toBe(303)
    clock.advance(1)
    await expectPage(await browser.get(returnTo), 400)
  })

  it('does not extend the ten minutes of an authorization request that is repeated with its start time', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const { returnTo } = await begin(browser)
    clock.advance(5 * MINUTE)
    // Sent to sign in once more, the person still comes back with the first time.
    expect(await signInRedirect(browser, returnTo)).toBe(returnTo)
    browser.signIn(ACCOUNT)
    for (let i = 0; i < 3; i++) await answerable(browser, returnTo)
    clock.advance(5 * MINUTE)
    await expectPage(await browser.get(returnTo), 400)
    browser.signOut()
    await expectPage(await browser.get(returnTo), 400)
  })

  it('starts a new ten minutes for a new authorization request', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const { url, returnTo } = await begin(browser)
    clock.advance(10 * MINUTE)
    const again = await signInRedirect(browser, url)
    expect(again).not.toBe(returnTo)
    browser.signIn(ACCOUNT)
    const answer = await answerable(browser, again)
    clock.advance(10 * MINUTE - 1)
    expect(await answer()).toBe(303)
  })

  it('refuses an authorization request that another browser continues after sign-in', async () => {
    const [attacker, victim] = [new Browser(at().service.base), new Browser(at().service.base)]
    const { returnTo } = await begin(attacker)
    victim.signIn(ACCOUNT)
    await expectPage(await victim.get(returnTo), 403)
    victim.signOut()
    await expectPage(await victim.get(returnTo), 403)
    await begin(victim)
    victim.signIn(ACCOUNT)
    await expectPage(await victim.get(returnTo), 403)
    attacker.signIn(ACCOUNT)
    expect((await attacker.get(returnTo)).status).toBe(200)
  })

  it('refuses a start time that was changed, forged or made for another authorization request', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const { returnTo } = await begin(browser)
    const other = await begin(browser, { state: 'another' })
    const value = new URL(returnTo).searchParams.get(PARAMETER) ?? ''
    browser.signIn(ACCOUNT)
    const later = String(clock.now() + MINUTE)
    const changes: readonly ((value: string) => string)[] = [
      (text) => text.replace(/\d{13}/, later),
      (text) => text.replace('v1.', 'v1.0'),
      (text) => text.replace('v1.', 'v2.'),
      (text) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`,
      (text) => text.slice(0, -1),
      (text) => `${text}A`,
      (text) => text.split('.').slice(0, 2).join('.'),
      () => `v1.${later}.${'A'.repeat(43)}`,
      () => 'x',
      () => '\u0000',
      () => 'Zürich 🐈',
      () => 'x'.repeat(4000),
    ]
    for (const change of changes) await expectPage(await browser.get(withValue(returnTo, change)), 403)
    await expectPage(await browser.get(withValue(other.returnTo, () => value)), 403)
    const moreScope = new URL(returnTo)
    moreScope.searchParams.set('scope', 'notes:write')
    await expectPage(await browser.get(moreScope.href), 403)
    await expectPage(await browser.get(`${returnTo}&more=1`), 403)
    expect((await browser.get(returnTo)).status).toBe(200)
  })

  it('refuses a repeated start time, and treats an empty one as absent', async () => {
    const { service } = at()
    const browser = new Browser(service.base, ACCOUNT)
    const client = await registerClient(service)
    const url = authorizeUrl(service, client, newPkce().challenge)
    const twice = await browser.get(`${url}&${PARAMETER}=a&${PARAMETER}=a`)
    const answer = new URL(twice.headers.get('location') ?? '').searchParams
    expect([twice.status, answer.get('error'), answer.get('iss')]).toEqual([302, 'invalid_request', service.base])
    const empty = await answerable(browser, `${url}&${PARAMETER}=`)
    service.clock.advance(10 * MINUTE - 1)
    expect(await empty()).toBe(303)
  })

  it('keeps separate ten minutes for authorization requests in two tabs', async () => {
    const { clock, base } = at().service
    const browser = new Browser(base)
    const first = await begin(browser)
    clock.advance(6 * MINUTE)
    const second = await begin(browser)
    browser.signIn(ACCOUNT)
    const [one, two] = [await answerable(browser, first.returnTo), await answerable(browser, second.returnTo)]
    clock.advance(4 * MINUTE - SECOND)
    expect(await one()).toBe(303)
    clock.advance(SECOND)
    await expectPage(await browser.get(first.returnTo), 400)
    clock.advance(6 * MINUTE - 1)
    expect(await two()).toBe(303)
  })

  it('continues an authorization request on another process with the same key', async () => {
    const { service, twin } = at()
    const browser = new Browser(service.base)
    const { returnTo } = await begin(browser)
    browser.signIn(ACCOUNT)
    expect(await (await answerable(browser, returnTo.replace(service.base, twin.base)))()).toBe(303)
  })

  it('redirects an invalid authorization request with its error before sign-in', async () => {
    const { service } = at()
    const client = await registerClient(service)
    const response = await new Browser(service.base).get(
      authorizeUrl(service, client, newPkce().challenge, { scope: 'nope' }),
    )
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope')
    expect(response.headers.getSetCookie()).toEqual([])
  })
}
