import { issuerHosts, oauthIdentity, parseSettings } from '@footfall/config'
import { MINUTE_MS } from '@footfall/core-domain'
import { describeEachDialect, testServer } from '@footfall/testkit'
import express from 'express'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { signInAndAuthorization } from '../compose.ts'
import { signInRouter } from '../sign-in/sign-in-router.ts'

const CALLBACK = 'https://app.example/callback'
const PERSON = { email: 'ada@example.com', name: 'Ada', password: 'correct horse battery' }
/** Characters that URL parsers write in different ways. */
const STATE = `it's "q" <b>{x} |50% & \`~^[]\\ +#?/`

describeEachDialect('an authorization request before sign-in', (database) => {
  const server = testServer()
  let origin: string
  let documentsRead = 0

  beforeAll(async () => {
    origin = server.origin
    const { clock, random, control } = database
    const host = new URL(origin).host
    const settings = parseSettings({ BASE_URL: origin, RATE_LIMIT_OAUTH: '0', DEV_CLIENT_METADATA_HOSTS: host })
    const log = pino({ level: 'silent' })
    const identity = oauthIdentity(settings)
    const services = signInAndAuthorization({
      identity,
      settings,
      control,
      key: new Uint8Array(32),
      clock,
      random,
      log,
      fetch,
      issuerHosts: issuerHosts(settings),
      credentials: { usage: { used() {} } },
    })
    const app = express()
    app.get('/client.json', (_req, res) => {
      documentsRead++
      const document = { client_name: 'Published', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' }
      res.json({ client_id: `${origin}/client.json`, ...document })
    })
    server.handle(app.use(signInRouter(services.signIn)).use(services.authorization.handler))
    const signedUp = await visitor().post('/sign-up', PERSON)
    expect(signedUp.status).toBe(303)
  })

  /** A browser: it keeps cookies, and follows no redirect by itself. */
  const visitor = () => {
    const cookies = new Map<string, string>()
    const send = async (path: string, { headers, ...init }: RequestInit) => {
      const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
      const response = await fetch(new URL(path, origin), {
        ...init,
        redirect: 'manual',
        headers: { ...headers, origin, cookie },
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return response
    }
    return {
      get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
      post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
        send(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
    }
  }
  type Visitor = ReturnType<typeof visitor>

  const asking = (clientId = `${origin}/client.json`) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: CALLBACK,
      resource: `${origin}/api/mcp`,
      code_challenge: 'A'.repeat(43),
      code_challenge_method: 'S256',
      scope: 'analytics:read',
      state: STATE,
    })}`
  const pathTo = (response: Response) => response.headers.get('location') ?? ''
  const hiddenField = (name: string, page: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? '')
      .replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')

  /** Asks, is sent to the sign-in page, and answers where signing in there leads. */
  const signInOf = async (browser: Visitor) => {
    const sent = await browser.get(asking())
    expect([sent.status, pathTo(sent)]).toEqual([302, expect.stringMatching(/^\/sign-in\?next=/)])
    const page = await (await browser.get(pathTo(sent))).text()
    const next = hiddenField('next', page)
    return async () => pathTo(await browser.post('/sign-in', { ...PERSON, next }))
  }
  const denied = async (browser: Visitor, page: string, headers: Record<string, string> = {}) => {
    const fields = { consent: hiddenField('consent', page), sign_in: hiddenField('sign_in', page), decision: 'deny' }
    return browser.post('/oauth/consent', fields, headers)
  }

  it('shows the consent page of the unchanged request after sign-in, and fetches no document before', async () => {
    const browser = visitor()
    const signIn = await signInOf(browser)
    expect(documentsRead).toBe(0)
    const shown = await browser.get(await signIn())
    expect([shown.status, documentsRead]).toEqual([200, 1])
    const answer = new URL(pathTo(await denied(browser, await shown.text()))).searchParams
    expect(Object.fromEntries(answer)).toMatchObject({ error: 'access_denied', state: STATE, iss: origin })
  })

  it('expires a consent one minute after a sign-in that took nine minutes', async () => {
    const browser = visitor()
    const signIn = await signInOf(browser)
    database.clock.advance(9 * MINUTE_MS)
    const returnTo = await signIn()
    const [inTime, late] = [await (await browser.get(returnTo)).text(), await (await browser.get(returnTo)).text()]
    database.clock.advance(MINUTE_MS - 1)
    expect((await denied(browser, inTime)).status).toBe(303)
    database.clock.advance(1)
    expect((await denied(browser, late)).status).toBe(400)
    const again = await browser.get(returnTo)
    expect([again.status, pathTo(again), await again.text()]).toEqual([
      400,
      '',
      expect.stringContaining('The request has expired'),
    ])
  })

  it('rejects an authorization request that another browser continues after sign-in', async () => {
    const [attacker, victim] = [visitor(), visitor()]
    const sent = await attacker.get(asking())
    const next = new URL(pathTo(sent), origin).searchParams.get('next') ?? ''
    const returnTo = pathTo(await victim.post('/sign-in', { ...PERSON, next }))
    expect(returnTo).toContain('/oauth/authorize?')
    const rejected = await victim.get(returnTo)
    expect([rejected.status, pathTo(rejected)]).toEqual([403, ''])
  })

  it('neither shows nor takes a consent by the session of a browser that sends `Authorization`', async () => {
    const browser = visitor()
    const shown = await browser.get(await (await signInOf(browser))())
    const page = await shown.text()
    const authorization = 'Bearer jt_unknown'
    const asked = await browser.get(asking(), { authorization })
    expect([asked.status, pathTo(asked)]).toEqual([302, expect.stringMatching(/^\/sign-in\?next=/)])
    const rejected = await denied(browser, page, { authorization })
    expect([rejected.status, pathTo(rejected)]).toEqual([403, ''])
    expect(pathTo(await denied(browser, page))).toContain('error=access_denied')
  })
})
