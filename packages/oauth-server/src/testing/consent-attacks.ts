import type { AttackedService } from './attacked-service.ts'
import { type Browser, formOf } from './browser.ts'
import {
  allowForm,
  allowing,
  authorizeUrl,
  browserOf,
  consentForm,
  expectPage,
  lifetimesOf,
  newPkce,
  registerClient,
} from './client.ts'
import { expect } from './expect.ts'
import type { Rules } from './rules.ts'

const COOKIE = /^oauth_browser=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/
const SECURE_COOKIE = /^__Host-oauth_browser=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/

export function consentAttacks({ rule, ruleWith }: Rules): void {
  const asked = async (service: AttackedService, browser: Browser) => {
    const client = await registerClient(service)
    return allowForm(service, browser, authorizeUrl(service, client, newPkce().challenge))
  }

  rule(
    'rejects a consent posted by a page of another origin, and keeps the consent request (CSRF)',
    async (service) => {
      const browser = await browserOf(service)
      const { action, fields } = await asked(service, browser)
      for (const headers of [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
        { origin: `${service.base}.evil.example` },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ]) {
        await expectPage(await browser.post(action, fields, headers), 403)
      }
      expect((await browser.post(action, fields)).status).toBe(303)
    },
  )

  rule('rejects a consent from another browser of the same account', async (service) => {
    const [attacker, victim] = [await browserOf(service), await browserOf(service)]
    const { action, fields } = await asked(service, attacker)
    await expectPage(await victim.post(action, fields), 403)
    await asked(service, victim)
    await expectPage(await victim.post(action, fields), 403)
    expect((await attacker.post(action, fields)).status).toBe(303)
  })

  rule('rejects a consent after sign-out or under another account', async (service) => {
    const browser = await browserOf(service)
    const { action, fields } = await asked(service, browser)
    browser.signIn(await service.signIn('two'))
    await expectPage(await browser.post(action, fields), 403)
    browser.signOut()
    await expectPage(await browser.post(action, fields), 403)
    browser.signIn(await service.signIn('one'))
    expect((await browser.post(action, fields)).status).toBe(303)
  })

  rule('rejects a second decision on a consent request', async (service) => {
    const browser = await browserOf(service)
    for (const decision of ['allow', 'deny']) {
      const { action, fields } = await asked(service, browser)
      fields.set('decision', decision)
      expect((await browser.post(action, fields)).status).toBe(303)
      fields.set('decision', 'allow')
      await expectPage(await browser.post(action, fields), 400)
    }
  })

  rule('redirects a denied consent with access_denied, state and iss, and without a code', async (service) => {
    const browser = await browserOf(service)
    const { action, fields } = await asked(service, browser)
    fields.set('decision', 'deny')
    const answer = new URL((await browser.post(action, fields)).headers.get('location') ?? '').searchParams
    expect([answer.get('error'), answer.get('state'), answer.get('iss'), answer.get('code')]).toEqual([
      'access_denied',
      'st at&e',
      service.base,
      null,
    ])
  })

  ruleWith(['clock'], 'rejects a consent after its lifetime', async (service) => {
    const lifetime = lifetimesOf(service).consent
    const browser = await browserOf(service)
    const inTime = await asked(service, browser)
    service.clock.advance(lifetime - 1)
    expect((await browser.post(inTime.action, inTime.fields)).status).toBe(303)
    const late = await asked(service, browser)
    service.clock.advance(lifetime)
    await expectPage(await browser.post(late.action, late.fields), 400)
  })

  ruleWith(['rejectedConsent'], 'shows the consent page again if the host rejects the grant', async (service) => {
    const browser = await browserOf(service)
    const url = authorizeUrl(service, await registerClient(service), newPkce().challenge)
    const { action, fields } = await consentForm(browser, url)
    service.rejectedConsent.fill(fields)
    fields.append('decision', 'allow')
    const shown = await browser.post(action, fields)
    const html = await shown.text()
    expect([shown.status, html.includes(service.rejectedConsent.problem)]).toEqual([400, true])
    const again = allowing(service, formOf(html))
    expect((await browser.post(again.action, again.fields)).status).toBe(303)
  })

  rule('rejects a consent form without exactly one decision or with an unknown handle', async (service) => {
    const browser = await browserOf(service)
    const { action, fields } = await asked(service, browser)
    const changed = (change: (copy: URLSearchParams) => void) => {
      const copy = new URLSearchParams(fields)
      change(copy)
      return browser.post(action, copy)
    }
    await expectPage(await changed((copy) => copy.delete('decision')), 400)
    await expectPage(await changed((copy) => copy.append('decision', 'deny')), 400)
    await expectPage(await changed((copy) => copy.set('consent', 'guess')), 400)
    await expectPage(await changed((copy) => copy.delete('consent')), 400)
    expect((await browser.post(action, fields)).status).toBe(303)
  })

  rule(
    'forbids framing and scripts on the consent page, and escapes the client name (clickjacking)',
    async (service) => {
      const client = await registerClient(service, 'none', { client_name: '<img src=x onerror=alert(1)>' })
      const response = await (await browserOf(service)).get(authorizeUrl(service, client, newPkce().challenge))
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('cache-control')).toBe('no-store')
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/script-src|unsafe|form-action/)
      expect(await response.text()).not.toContain('<img')
      const [cookie] = response.headers.getSetCookie()
      const isHttps = service.base.startsWith('https:')
      expect(cookie ?? '').toMatch(isHttps ? SECURE_COOKIE : COOKIE)
      expect(cookie ?? '').toContain(`; Max-Age=${lifetimesOf(service).consent / 1000};`)
    },
  )

  rule(
    'warns on the consent page if the redirect URI of the request is loopback (client impersonation)',
    async (service) => {
      const uris = ['http://127.0.0.1:9/cb', 'https://client.example/cb', 'http://localhost/cb']
      const client = await registerClient(service, 'none', { redirect_uris: uris })
      const pageFor = async (redirect_uri: string) => {
        const url = authorizeUrl(service, client, newPkce().challenge, { redirect_uri })
        return (await (await browserOf(service)).get(url)).text()
      }
      const warning = service.loopbackWarning ?? 'Any other program on it could impersonate the app'
      expect(await pageFor('http://127.0.0.1:9/cb')).toContain(warning)
      expect(await pageFor('http://localhost:51234/cb')).toContain(warning)
      expect(await pageFor('https://client.example/cb')).not.toContain(warning)
    },
  )

  rule(
    'removes invisible characters from the client name on the consent page (client impersonation)',
    async (service) => {
      const client = await registerClient(service, 'none', { client_name: 'Goo\u200bgle\u202e \u{e0041}\n Drive' })
      const html = await (
        await (await browserOf(service)).get(authorizeUrl(service, client, newPkce().challenge))
      ).text()
      expect(html).toContain('Google Drive')
    },
  )
}
