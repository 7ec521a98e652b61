import type { AttackedService, With } from './attacked-service.ts'
import { type Browser, formOf } from './browser.ts'
import {
  allowing,
  browserOf,
  type Changes,
  errorOf,
  isAccepted,
  lifetimesOf,
  postForm,
  refresh,
  registerClient,
  type TestClient,
  tokensOf,
} from './client.ts'
import { expect } from './expect.ts'
import { INVALID_GRANT } from './presenters.ts'
import type { Rules } from './rules.ts'

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code'
const USER_CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/
const PENDING = [400, 'authorization_pending']

type Service = With<'devices'>

interface Started {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

/** On the device authorization grant (RFC 8628 §5). */
export function deviceAttacks({ ruleWith }: Rules): void {
  ruleWith(
    ['devices'],
    'gives a device its tokens once a person allowed it by its code, and only once',
    async (service) => {
      const client = await deviceClient(service)
      const started = await begin(service, client)
      expect(started.user_code).toMatch(USER_CODE)
      expect(started.verification_uri).toBe(service.base + service.devices.path)
      expect(started.verification_uri_complete).toBe(`${started.verification_uri}?user_code=${started.user_code}`)
      expect(started.expires_in).toBe(lifetimesOf(service).device / 1000)
      expect(await errorOf(await poll(service, client, started))).toEqual(PENDING)
      const page = await allow(service, await browserOf(service), started)
      expect(page.status).toBe(200)
      const tokens = await tokensOf(await poll(service, client, started))
      expect(tokens.scope).toBe(service.scopes.requested.join(' '))
      expect(await isAccepted(service, tokens.access_token)).toBe(true)
      await tokensOf(await refresh(service, client, tokens.refresh_token))
      expect(await errorOf(await poll(service, client, started))).toEqual(INVALID_GRANT)
    },
  )

  ruleWith(['devices'], 'takes requests that name no resource, as RFC 8628 has none', async (service) => {
    const client = await deviceClient(service)
    const response = await request(service, client, { resource: undefined })
    expect(response.status).toBe(200)
    const started = (await response.json()) as Started
    await allow(service, await browserOf(service), started)
    const tokens = await tokensOf(await poll(service, client, started, { resource: undefined }))
    expect(await isAccepted(service, tokens.access_token)).toBe(true)
  })

  ruleWith(['devices'], 'revokes the connection of a device code that is presented again', async (service) => {
    const client = await deviceClient(service)
    const started = await begin(service, client)
    await allow(service, await browserOf(service), started)
    const tokens = await tokensOf(await poll(service, client, started))
    expect(await errorOf(await poll(service, client, started))).toEqual(INVALID_GRANT)
    expect(await isAccepted(service, tokens.access_token)).toBe(false)
  })

  ruleWith(['devices'], 'finds a code in lower case, with spaces and with other dashes', async (service) => {
    const client = await deviceClient(service)
    const browser = await browserOf(service)
    const { user_code: code } = await begin(service, client)
    const forms = [code.toLowerCase(), ` ${code.replace('-', ' ')} `, code.replace('-', ''), code.replace('-', '—')]
    for (const typed of [...forms, [...code].join(' ')]) {
      const response = await open(service, browser, typed)
      expect(response.status, typed).toBe(200)
      expect(await response.text()).toContain(code)
    }
  })

  ruleWith(
    ['devices'],
    'rejects codes that are wrong, empty, huge, repeated or no text of a code, with one answer',
    async (service) => {
      const browser = await browserOf(service)
      const wrong = ['BBBB-BBBB', 'AEIO-UAEI', '12345678', 'B', 'BCDF-GHJKL', 'ＢＣＤＦＧＨＪＫ', '\0', '🐈'.repeat(8)]
      const hostile = ["' or 1=1 --", '<script>alert(1)</script>', 'B'.repeat(10_000), '-'.repeat(10_000), '%00%ff']
      const pages = new Set<string>()
      for (const typed of [...wrong, ...hostile]) {
        const response = await open(service, browser, typed)
        expect(response.status, typed.slice(0, 20)).toBe(400)
        pages.add(await response.text())
      }
      expect([...pages]).toHaveLength(1)
      const twice = await browser.get(`${service.base}${service.devices.path}?user_code=BBBB-BBBB&user_code=CCCC-CCCC`)
      expect(twice.status).toBe(400)
      expect((await browser.get(`${service.base}${service.devices.path}?user_code=`)).status).toBe(200)
    },
  )

  ruleWith(['devices'], 'looks up no code for a browser without sign-in, known or not', async (service) => {
    const client = await deviceClient(service)
    const { user_code: code } = await begin(service, client)
    const stranger = await browserOf(service)
    stranger.signOut()
    for (const typed of [code, 'BBBB-BBBB']) {
      const response = await open(service, stranger, typed)
      expect(response.status).toBe(302)
      expect(response.headers.get('location') ?? '').toContain(encodeURIComponent(`user_code=${typed}`))
      expect(await response.text()).toBe('')
    }
  })

  ruleWith(
    ['devices'],
    'says on the page who asks, since and for what, and cannot be framed (phishing)',
    async (service) => {
      const client = await deviceClient(service, { client_name: 'Evil “TV” <b>' })
      const started = await begin(service, client)
      const response = await open(service, await browserOf(service), started.user_code)
      const html = await response.text()
      for (const shown of ['Evil “TV” &lt;b&gt;', started.user_code]) expect(html).toContain(shown)
      expect(html.toLowerCase()).toMatch(/unverified|not verified/)
      expect(html.toLowerCase()).toMatch(/only if you/)
      expect(response.headers.get('x-frame-options')).toBe('DENY')
      expect(response.headers.get('content-security-policy') ?? '').toContain("frame-ancestors 'none'")
      expect(response.headers.get('content-security-policy') ?? '').not.toContain('script-src')
      expect(response.headers.get('cache-control') ?? '').toContain('no-store')
    },
  )

  ruleWith(['devices'], 'denies a device by the other button, for good', async (service) => {
    const client = await deviceClient(service)
    const started = await begin(service, client)
    const browser = await browserOf(service)
    const { action, fields } = await form(service, browser, started)
    fields.set('decision', 'deny')
    expect((await browser.post(action, fields)).status).toBe(200)
    expect(await errorOf(await poll(service, client, started))).toEqual([400, 'access_denied'])
    expect((await open(service, browser, started.user_code)).status).toBe(400)
    fields.set('decision', 'allow')
    expect((await browser.post(action, fields)).status).toBe(400)
    expect(await errorOf(await poll(service, client, started))).toEqual([400, 'access_denied'])
  })

  ruleWith(
    ['devices'],
    'rejects a decision posted by a page of another origin, and keeps the request (CSRF)',
    async (service) => {
      const client = await deviceClient(service)
      const started = await begin(service, client)
      const browser = await browserOf(service)
      const { action, fields } = allowing(service, await form(service, browser, started))
      for (const headers of [
        { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
        { origin: `${service.base}.evil.example` },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
      ])
        expect((await browser.post(action, fields, headers)).status).toBe(403)
      expect(await errorOf(await poll(service, client, started))).toEqual(PENDING)
      expect((await browser.post(action, fields)).status).toBe(200)
    },
  )

  ruleWith(
    ['devices'],
    'rejects a decision of another browser, another account, after sign-out, and with a changed form',
    async (service) => {
      const client = await deviceClient(service)
      const [started, other] = [await begin(service, client), await begin(service, client)]
      const browser = await browserOf(service)
      const { action, fields } = allowing(service, await form(service, browser, started))
      const elsewhere = await browserOf(service)
      await form(service, elsewhere, started)
      expect((await elsewhere.post(action, fields)).status).toBe(403)
      const changed: readonly (readonly [string, string])[] = [
        ['ticket', ''],
        ['ticket', 'A'.repeat(43)],
        ['device', (await form(service, browser, other)).fields.get('device') ?? ''],
        ['device', '\0'],
        ['user_code', other.user_code],
        ['decision', 'maybe'],
      ]
      for (const [name, value] of changed) {
        const wrong = new URLSearchParams(fields)
        wrong.set(name, value)
        expect((await browser.post(action, wrong)).status, name).toBeAtLeast(400)
      }
      const twice = new URLSearchParams(fields)
      twice.append('decision', 'deny')
      expect((await browser.post(action, twice)).status).toBe(400)
      browser.signIn(await service.signIn('two'))
      expect((await browser.post(action, fields)).status).toBe(403)
      browser.signOut()
      expect((await browser.post(action, fields)).status).toBe(403)
      expect(await errorOf(await poll(service, client, started))).toEqual(PENDING)
    },
  )

  ruleWith(
    ['devices'],
    'accepts one of many concurrent decisions, and gives tokens to one of many concurrent polls',
    async (service) => {
      const replica = service.replica ?? service.base
      const client = await deviceClient(service)
      const started = await begin(service, client)
      const browser = await browserOf(service)
      const { action, fields } = allowing(service, await form(service, browser, started))
      const urls = [service.base, replica, service.base, replica].map((base) => base + action)
      const decisions = await Promise.all(urls.map((url) => browser.post(url, fields)))
      expect(decisions.filter(({ status }) => status === 200)).toHaveLength(1)
      const polls = await Promise.all(
        [service.base, replica, service.base, replica].map((base) => poll(service, client, started, {}, base)),
      )
      expect(polls.filter(({ status }) => status === 200).length).toBeAtMost(1)
      expect(polls.filter(({ status }) => status === 400).length).toBeAtLeast(3)
    },
  )

  ruleWith(['devices'], 'rejects the device code of another client, and keeps it', async (service) => {
    const [client, other] = [await deviceClient(service), await deviceClient(service)]
    const started = await begin(service, client)
    expect(await errorOf(await poll(service, other, started))).toEqual(INVALID_GRANT)
    await allow(service, await browserOf(service), started)
    expect(await errorOf(await poll(service, other, started))).toEqual(INVALID_GRANT)
    const unknown = { ...started, device_code: 'unknown' }
    expect(await errorOf(await poll(service, client, unknown))).toEqual(INVALID_GRANT)
    expect(await errorOf(await poll(service, client, { ...started, device_code: started.user_code }))).toEqual(
      INVALID_GRANT,
    )
    await tokensOf(await poll(service, client, started))
  })

  ruleWith(
    ['devices', 'clock'],
    'answers slow_down to a client that does not wait, and raises its interval each time',
    async (service) => {
      const client = await deviceClient(service)
      const started = await begin(service, client)
      const wait = (seconds: number) => service.clock.advance(seconds * 1000)
      const answer = async () => (await errorOf(await poll(service, client, started)))[1]
      expect(await answer()).toBe('authorization_pending')
      wait(started.interval)
      expect(await answer()).toBe('authorization_pending')
      wait(started.interval - 1)
      expect(await answer()).toBe('slow_down')
      wait(started.interval + 4)
      expect(await answer()).toBe('slow_down')
      wait(started.interval + 10)
      expect(await answer()).toBe('authorization_pending')
    },
  )

  ruleWith(
    ['devices', 'clock'],
    'accepts no code from the moment it expires, neither from a person nor from the device',
    async (service) => {
      const client = await deviceClient(service)
      const [undecided, allowed] = [await begin(service, client), await begin(service, client)]
      const browser = await browserOf(service)
      const late = allowing(service, await form(service, browser, undecided))
      await allow(service, browser, allowed)
      service.clock.advance(lifetimesOf(service).device)
      expect((await open(service, browser, undecided.user_code)).status).toBe(400)
      expect((await browser.post(late.action, late.fields)).status).toBe(400)
      for (const started of [undecided, allowed])
        expect(await errorOf(await poll(service, client, started))).toEqual([400, 'expired_token'])
    },
  )

  ruleWith(
    ['devices'],
    'rejects a device request with a wrong client, scope or resource, or a repeated parameter',
    async (service) => {
      const client = await deviceClient(service)
      const webOnly = await registerClient(service)
      const cases: readonly (readonly [Changes, string, TestClient?])[] = [
        [{}, 'unauthorized_client', webOnly],
        [{}, 'invalid_client', { ...client, id: 'oc_unknown' }],
        [{ client_id: undefined }, 'invalid_request'],
        [{ scope: undefined }, 'invalid_scope'],
        [{ scope: '' }, 'invalid_scope'],
        [{ scope: 'admin' }, 'invalid_scope'],
        [{ scope: `${service.scopes.requested[0]}  ${service.scopes.requested[0]}` }, 'invalid_scope'],
        [{ resource: 'https://evil.example/' }, 'invalid_target'],
        [{ device_name: 'x'.repeat(201) }, 'invalid_request'],
        [{ device_name: '\u202e\u200b' }, 'invalid_request'],
        [{ scope: ['a', 'b'] }, 'invalid_request'],
      ]
      for (const [changes, error, presenter = client] of cases)
        expect((await errorOf(await request(service, presenter, changes)))[1], JSON.stringify(changes)).toBe(error)
      expect(await errorOf(await poll(service, webOnly, await begin(service, client)))).toEqual([
        400,
        'unauthorized_client',
      ])
      const started = await begin(service, client)
      for (const [changes, error] of [
        [{ device_code: undefined }, 'invalid_request'],
        [{ resource: 'https://evil.example/' }, 'invalid_target'],
        [{ device_code: 'x'.repeat(10_000) }, 'invalid_grant'],
        [{ device_code: '\0' }, 'invalid_grant'],
      ] as const)
        expect((await errorOf(await poll(service, client, started, changes)))[1]).toBe(error)
    },
  )
}

function deviceClient(service: Service, metadata: object = {}): Promise<TestClient> {
  return registerClient(service, 'none', {
    client_name: 'A TV',
    grant_types: ['authorization_code', 'refresh_token', DEVICE],
    ...metadata,
  })
}

function request(service: Service, client: TestClient, changes: Changes = {}): Promise<Response> {
  const form = { scope: service.scopes.requested.join(' '), resource: service.resource, ...changes }
  return postForm(service, '/oauth/device_authorization', client, form)
}

async function begin(service: Service, client: TestClient): Promise<Started> {
  const response = await request(service, client)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control') ?? '').toContain('no-store')
  return (await response.json()) as Started
}

function poll(
  service: AttackedService,
  client: TestClient,
  { device_code }: Started,
  changes: Changes = {},
  base = service.base,
): Promise<Response> {
  const form = { grant_type: DEVICE, device_code, resource: service.resource, ...changes }
  return postForm(service, '/oauth/token', client, form, base)
}

function open(service: Service, browser: Browser, typed: string): Promise<Response> {
  return browser.get(`${service.base}${service.devices.path}?${new URLSearchParams({ user_code: typed })}`)
}

async function form(service: Service, browser: Browser, { user_code }: Started) {
  const response = await open(service, browser, user_code)
  const html = await response.text()
  expect(response.status, html).toBe(200)
  return formOf(html, 'device')
}

async function allow(service: Service, browser: Browser, started: Started): Promise<Response> {
  const { action, fields } = allowing(service, await form(service, browser, started))
  return browser.post(action, fields)
}
