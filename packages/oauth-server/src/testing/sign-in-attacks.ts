import type { AttackedService } from './attacked-service.ts'
import { Browser } from './browser.ts'
import {
  allowForm,
  authorizeUrl,
  browserOf,
  type Changes,
  expectPage,
  lifetimesOf,
  newPkce,
  registerClient,
} from './client.ts'
import { expect } from './expect.ts'
import type { Rules } from './rules.ts'
import { MINUTE, SECOND } from './time.ts'

const PARAMETER = 'authorization_started'

const begin = async (service: AttackedService, browser: Browser, changes: Changes = {}) => {
  const url = authorizeUrl(service, await registerClient(service), newPkce().challenge, changes)
  return { url, returnTo: await signInRedirect(service, browser, url) }
}

/** Where the sign-in page, which the URL redirects to, returns to. */
async function signInRedirect(service: AttackedService, browser: Browser, url: string): Promise<string> {
  const response = await browser.get(url)
  expect(response.status).toBe(302)
  const location = new URL(response.headers.get('location') ?? '', service.base)
  const found = [...location.searchParams.values()].find((value) => value.includes('/oauth/authorize?'))
  const path = service.returnTo?.(location) ?? found
  if (path === undefined) throw new Error(`${location} does not say where it returns to; define \`returnTo\`.`)
  return new URL(path, service.base).href
}

/** The consent form of a URL, as a function that posts it and returns the status. */
async function answerable(service: AttackedService, browser: Browser, url: string): Promise<() => Promise<number>> {
  const { action, fields } = await allowForm(service, browser, url)
  return async () => (await browser.post(action, fields)).status
}

function withValue(url: string, change: (value: string) => string): string {
  const changed = new URL(url)
  changed.searchParams.set(PARAMETER, change(changed.searchParams.get(PARAMETER) ?? ''))
  return changed.href
}

/** What happens between the authorization request and the question, while the person signs in. */
export function signInAttacks(rules: Rules): void {
  expiry(rules)
  otherBrowsers(rules)
  const { rule, ruleWith } = rules

  ruleWith(
    ['clock', 'purgeExpired'],
    'redirects an authorization request to sign-in and back, and stores nothing before sign-in',
    async (service) => {
      const lifetime = lifetimesOf(service).consent
      service.clock.advance(2 * lifetime)
      const browser = new Browser(service.base)
      // A registration can expire too, so these are made first.
      const urls: string[] = []
      for (let i = 0; i < 5; i++) urls.push(authorizeUrl(service, await registerClient(service), newPkce().challenge))
      await service.purgeExpired()
      for (const url of urls) {
        const returnTo = await signInRedirect(service, browser, url)
        expect(returnTo.startsWith(`${url}&${PARAMETER}=v1.`)).toBe(true)
      }
      const name = service.base.startsWith('https:') ? '__Host-oauth_browser' : 'oauth_browser'
      expect(browser.cookie(name) ?? '').toMatch(/^[\w-]{43}$/)
      service.clock.advance(2 * lifetime)
      expect(await service.purgeExpired()).toBe(0)
    },
  )

  rule('continues an authorization request on another process with the same key', async (service) => {
    const browser = new Browser(service.base)
    const { returnTo } = await begin(service, browser)
    browser.signIn(await service.signIn('one'))
    const there = returnTo.replace(service.base, service.replica ?? service.base)
    expect(await (await answerable(service, browser, there))()).toBe(303)
  })

  rule('redirects an invalid authorization request with its error before sign-in', async (service) => {
    const client = await registerClient(service)
    const url = authorizeUrl(service, client, newPkce().challenge, { scope: 'nope' })
    const response = await new Browser(service.base).get(url)
    expect(new URL(response.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_scope')
    expect(response.headers.getSetCookie()).toEqual([])
  })
}

function expiry({ ruleWith }: Rules): void {
  ruleWith(
    ['clock'],
    'expires a consent a lifetime after the authorization request, sign-in included',
    async (service) => {
      const browser = new Browser(service.base)
      const { returnTo } = await begin(service, browser)
      browser.signIn(await service.signIn('one'))
      service.clock.advance(lifetimesOf(service).consent - MINUTE)
      const inTime = await answerable(service, browser, returnTo)
      const late = await answerable(service, browser, returnTo)
      service.clock.advance(MINUTE - 1)
      expect(await inTime()).toBe(303)
      service.clock.advance(1)
      expect(await late()).toBe(400)
    },
  )

  ruleWith(
    ['clock'],
    'shows an error page instead of the consent page after the lifetime of a consent',
    async (service) => {
      const browser = new Browser(service.base)
      const { returnTo } = await begin(service, browser)
      browser.signIn(await service.signIn('one'))
      service.clock.advance(lifetimesOf(service).consent - 1)
      expect(await (await answerable(service, browser, returnTo))()).toBe(303)
      service.clock.advance(1)
      await expectPage(await browser.get(returnTo), 400)
    },
  )

  ruleWith(
    ['clock'],
    'gives an authorization request that is repeated with its start time no more time',
    async (service) => {
      const half = lifetimesOf(service).consent / 2
      const browser = new Browser(service.base)
      const { returnTo } = await begin(service, browser)
      service.clock.advance(half)
      // Sent to sign in once more, the person still comes back with the first time.
      expect(await signInRedirect(service, browser, returnTo)).toBe(returnTo)
      browser.signIn(await service.signIn('one'))
      for (let i = 0; i < 3; i++) await answerable(service, browser, returnTo)
      service.clock.advance(half)
      await expectPage(await browser.get(returnTo), 400)
      browser.signOut()
      await expectPage(await browser.get(returnTo), 400)
    },
  )

  ruleWith(['clock'], 'starts the lifetime of a consent anew for a new authorization request', async (service) => {
    const lifetime = lifetimesOf(service).consent
    const browser = new Browser(service.base)
    const { url, returnTo } = await begin(service, browser)
    service.clock.advance(lifetime)
    const again = await signInRedirect(service, browser, url)
    expect(again).not.toBe(returnTo)
    browser.signIn(await service.signIn('one'))
    const answer = await answerable(service, browser, again)
    service.clock.advance(lifetime - 1)
    expect(await answer()).toBe(303)
  })

  ruleWith(['clock'], 'keeps separate lifetimes for authorization requests in two tabs', async (service) => {
    const lifetime = lifetimesOf(service).consent
    const [most, rest] = [lifetime * 0.6, lifetime * 0.4]
    const browser = new Browser(service.base)
    const first = await begin(service, browser)
    service.clock.advance(most)
    const second = await begin(service, browser)
    browser.signIn(await service.signIn('one'))
    const one = await answerable(service, browser, first.returnTo)
    const two = await answerable(service, browser, second.returnTo)
    service.clock.advance(rest - SECOND)
    expect(await one()).toBe(303)
    service.clock.advance(SECOND)
    await expectPage(await browser.get(first.returnTo), 400)
    service.clock.advance(most - 1)
    expect(await two()).toBe(303)
  })
}

function otherBrowsers({ rule, ruleWith }: Rules): void {
  rule('rejects an authorization request that another browser continues after sign-in', async (service) => {
    const [attacker, victim] = [new Browser(service.base), new Browser(service.base)]
    const { returnTo } = await begin(service, attacker)
    victim.signIn(await service.signIn('one'))
    await expectPage(await victim.get(returnTo), 403)
    victim.signOut()
    await expectPage(await victim.get(returnTo), 403)
    await begin(service, victim)
    victim.signIn(await service.signIn('one'))
    await expectPage(await victim.get(returnTo), 403)
    attacker.signIn(await service.signIn('one'))
    expect((await attacker.get(returnTo)).status).toBe(200)
  })

  rule('rejects a start time that was changed, forged or made for another authorization request', async (service) => {
    const browser = new Browser(service.base)
    const { returnTo } = await begin(service, browser)
    const other = await begin(service, browser, { state: 'another' })
    const value = new URL(returnTo).searchParams.get(PARAMETER) ?? ''
    browser.signIn(await service.signIn('one'))
    const later = String(Number(value.split('.')[1]) + MINUTE)
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
    const otherScope = new URL(returnTo)
    otherScope.searchParams.set('scope', service.scopes.other ?? 'unknown')
    await expectPage(await browser.get(otherScope.href), 403)
    await expectPage(await browser.get(`${returnTo}&more=1`), 403)
    expect((await browser.get(returnTo)).status).toBe(200)
  })

  ruleWith(['clock'], 'rejects a repeated start time, and treats an empty one as absent', async (service) => {
    const browser = await browserOf(service)
    const client = await registerClient(service)
    const url = authorizeUrl(service, client, newPkce().challenge)
    const twice = await browser.get(`${url}&${PARAMETER}=a&${PARAMETER}=a`)
    const answer = new URL(twice.headers.get('location') ?? '').searchParams
    expect([twice.status, answer.get('error'), answer.get('iss')]).toEqual([302, 'invalid_request', service.base])
    const empty = await answerable(service, browser, `${url}&${PARAMETER}=`)
    service.clock.advance(lifetimesOf(service).consent - 1)
    expect(await empty()).toBe(303)
  })
}
