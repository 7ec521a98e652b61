import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchChromium, newPerson, screenshots } from './chromium.ts'
import { type Demo, demoDirectory } from './demo-directory.ts'
import { type Authorization, type OAuthClient, registerClient } from './oauth-client.ts'
import {
  freePort,
  jsonOf,
  readJson,
  type ServerProcess,
  startServer,
  type TemporaryDirectory,
} from './server-process.ts'

const SCOPE = 'analytics:read funnels:write'

describe('an unknown OAuth client', () => {
  let directory: TemporaryDirectory
  let server: ServerProcess
  let demo: Demo
  let browser: Browser
  let person: BrowserContext
  let page: Page
  let client: OAuthClient

  beforeAll(async () => {
    directory = await demoDirectory()
    const port = await freePort()
    const env = { BASE_URL: `http://127.0.0.1:${port}`, RATE_LIMIT_OAUTH: '0' }
    const [started, launched] = await Promise.all([
      startServer({ dataDir: directory.path, env, port }),
      launchChromium(),
    ])
    server = started
    browser = launched
    demo = await readJson(join(directory.path, 'demo.json'))
    client = await registerClient(server.url, 'Nota <b>Bene</b>')
    person = await newPerson(browser)
    page = await person.newPage()
  })
  afterAll(async () => {
    await browser?.close()
    await client?.stop()
    await server?.end()
    await directory?.remove()
  })

  const signIn = async (on: Page, password = demo.password) => {
    await on.getByLabel('Email').fill(demo.email)
    await on.getByLabel('Password').fill(password)
    await on.getByRole('button', { name: 'Sign in' }).click()
  }
  /** The person of `page` is already signed in. */
  const connect = async (on: Page = page) => {
    const authorization = await client.begin(SCOPE)
    await on.goto(authorization.url)
    await on.getByRole('checkbox').first().check()
    await on.getByRole('button', { name: 'Allow' }).click()
    await on.waitForURL(`${client.redirectUri}*`)
    return authorization.finish(on.url())
  }
  const rest = async (token: string) => {
    const response = await fetch(`${server.url}/api/v1/products`, { headers: { authorization: `Bearer ${token}` } })
    return { status: response.status, code: (await jsonOf(response)).code }
  }
  /** REST rejects a valid access token with 403, as the wrong kind of credential, and an invalid one with 401. */
  const isValid = async (token: string) => {
    const { status, code } = await rest(token)
    expect([`403 credential_not_accepted`, `401 invalid_token`]).toContain(`${status} ${code}`)
    return status === 403
  }

  let authorization: Authorization

  it('an unknown client sends a person to the sign-in page, whose errors do not reveal which accounts exist', async () => {
    authorization = await client.begin(SCOPE)
    await page.goto(authorization.url)
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await screenshots(page, 'sign-in')
    await signIn(page, 'not the password')
    await page
      .getByRole('alert')
      .filter({ hasText: /^Email or password is wrong\.$/ })
      .waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(demo.email)
    await screenshots(page, 'sign-in-rejected')
    await signIn(page)
    await page.waitForURL(/\/oauth\/authorize\?/)
  })

  it('the consent page shows the requested scopes of an unknown client, and selects no product in advance', async () => {
    const text = (await page.locator('main').textContent()) ?? ''
    expect(text).toContain('Nota <b>Bene</b>')
    expect(text).toContain('Unverified name')
    expect(text).toContain(new URL(client.redirectUri).host)
    expect(text).toContain('It runs on this computer.')
    expect(text).toContain('Read statistics')
    expect(text).toContain('Create, change and delete funnels')
    expect(text).not.toContain('Invite members')
    const choices = page.getByRole('group', { name: 'Products' }).getByRole('checkbox')
    expect(await choices.count()).toBe(demo.products.length)
    const limits = page.getByRole('group', { name: 'Limit what this app can do' })
    expect(await limits.getByRole('checkbox').count()).toBe(7)
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    for (const { name } of demo.products) expect(await page.getByLabel(name).isChecked()).toBe(false)
    await screenshots(page, 'consent')
  })

  it('a client gets no code while no product is selected, and the consent page stays', async () => {
    await page.getByRole('button', { name: 'Allow' }).click()
    await page
      .getByRole('alert')
      .filter({ hasText: /^Choose at least one product\.$/ })
      .waitFor()
    expect(new URL(page.url()).origin).toBe(server.url)
    await screenshots(page, 'consent-rejected')
  })

  let tokens: Awaited<ReturnType<Authorization['finish']>>

  it('a client gets a token for what the person selected, which REST does not accept', async () => {
    const [product] = demo.products
    await page.getByLabel(product?.name ?? '').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    expect(new URL(page.url()).searchParams.get('iss')).toBe(server.url)
    tokens = await authorization.finish(page.url())
    expect(tokens).toMatchObject({
      access_token: expect.stringMatching(/^joa_[0-9A-Za-z]{49}$/),
      refresh_token: expect.stringMatching(/^jor_[0-9A-Za-z]{49}$/),
      token_type: 'bearer',
      scope: SCOPE,
      expires_in: 3600,
    })
    expect(await rest(tokens.access_token)).toEqual({ status: 403, code: 'credential_not_accepted' })
    expect(await rest(`${tokens.access_token.slice(0, -1)}!`)).toEqual({ status: 401, code: 'invalid_token' })
  })

  it('a client refreshes its token, and loses its connection when it presents a used refresh token', async () => {
    const used = tokens.refresh_token ?? ''
    const next = await client.refresh(used)
    expect(next.scope).toBe(SCOPE)
    expect(await isValid(next.access_token)).toBe(true)
    await expect(client.refresh(used)).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await isValid(next.access_token)).toBe(false)
    await expect(client.refresh(next.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  })

  it('a client loses its connection when it presents a used code', async () => {
    const begun = await client.begin(SCOPE)
    await page.goto(begun.url)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    const { access_token } = await begun.finish(page.url())
    await expect(begun.finish(page.url())).rejects.toMatchObject({ error: 'invalid_grant' })
    expect(await isValid(access_token)).toBe(false)
  })

  it('a client can revoke its own token', async () => {
    const { access_token, refresh_token } = await connect()
    expect(await isValid(access_token)).toBe(true)
    await client.revoke(refresh_token ?? '')
    expect(await isValid(access_token)).toBe(false)
  })

  it('a client gets access_denied when the person declines', async () => {
    const begun = await client.begin(SCOPE)
    await page.goto(begun.url)
    await page.getByRole('button', { name: 'Deny' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    expect(new URL(page.url()).searchParams.has('code')).toBe(false)
    await expect(begun.finish(page.url())).rejects.toMatchObject({ error: 'access_denied' })
  })

  it('a client can be allowed using only the keyboard', async () => {
    const begun = await client.begin(SCOPE)
    await page.goto(begun.url)
    const focused = () =>
      page.locator(':focus').evaluate((element) => element.textContent || element.getAttribute('name'))
    const seen: unknown[] = []
    const LIMITS = ['read_only', 'preview_first', 'approval', 'toolset', 'toolset', 'toolset', 'toolset']
    for (let i = 0; i <= demo.products.length + LIMITS.length + 1; i++) {
      await page.keyboard.press('Tab')
      seen.push(await focused())
      if (i === 0) await page.keyboard.press('Space')
    }
    expect(seen).toEqual([...demo.products.map(() => 'product'), ...LIMITS, 'Allow', 'Deny'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${client.redirectUri}*`)
    expect((await begun.finish(page.url())).scope).toBe(SCOPE)
  })

  it('a client has only the tools that its limits on the consent page allow', async () => {
    const begun = await client.begin(SCOPE)
    await page.goto(begun.url)
    await page.getByRole('checkbox').first().check()
    await page.getByLabel('Read only').check()
    await page.getByLabel('Statistics and diagnostics').check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    const { access_token } = await begun.finish(page.url())
    const response = await fetch(`${server.url}/api/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    })
    const { result } = (await response.json()) as { result: { tools: { name: string }[] } }
    const names = result.tools.map(({ name }) => name)
    expect(names).toContain('service_analytics_query')
    expect(names.filter((name) => !/^service_(analytics|diagnostics|products_(list|get))/.test(name))).toEqual([])
  })

  it('a client gets no code from a consent form that another browser or another session submits', async () => {
    const asked = await client.begin(SCOPE)
    await page.goto(asked.url)
    const handle = await page.locator('input[name=consent]').inputValue()

    const other = await newPerson(browser)
    const elsewhere = await other.newPage()
    await elsewhere.goto((await client.begin(SCOPE)).url)
    await signIn(elsewhere)
    await elsewhere
      .locator('input[name=consent]')
      .evaluate((input, value) => input.setAttribute('value', value), handle)
    await elsewhere.getByRole('checkbox').first().check()
    await elsewhere.getByRole('button', { name: 'Allow' }).click()
    await elsewhere.locator('main').filter({ hasText: 'sent from another browser' }).waitFor()
    await screenshots(elsewhere, 'consent-from-elsewhere')
    await other.close()

    // The person signs in anew in a second tab, and comes back to the first.
    const tab = await person.newPage()
    await tab.goto(`${server.url}/sign-out`)
    await screenshots(tab, 'sign-out')
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click()
    await signIn(tab)
    await tab.waitForURL(({ pathname }) => pathname !== '/sign-in')
    await tab.close()
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('alert').filter({ hasText: 'You signed in again' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${client.redirectUri}*`)
    expect((await asked.finish(page.url())).scope).toBe(SCOPE)
  })

  it('a client cannot show the consent page in a frame or submit its form from another site', async () => {
    const asked = await client.begin(SCOPE)
    const { headers } = await fetch(asked.url, { redirect: 'manual' })
    expect(headers.get('location')).toContain('/sign-in')
    const shown = await page.goto(asked.url)
    expect(shown?.headers()).toMatchObject({
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    })
    const handle = await page.locator('input[name=consent]').inputValue()
    const product = await page.getByRole('checkbox').first().inputValue()
    const form = `<form method="post" action="${server.url}/oauth/consent"><input name="consent" value="${handle}"><input name="product" value="${product}"><button name="decision" value="allow">Win a prize</button></form>`
    await page.route('http://evil.example/', (route) => route.fulfill({ contentType: 'text/html', body: form }))
    await page.goto('http://evil.example/')
    await page.getByRole('button').click()
    await page.locator('main').filter({ hasText: 'sent from another site' }).waitFor()
  })

  it('a confidential client gets no token without its secret', async () => {
    const confidential = await registerClient(server.url, 'Server-side app', 'client_secret_basic')
    const begun = await confidential.begin('products:read')
    await page.goto(begun.url)
    await page.getByRole('checkbox').first().check()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.waitForURL(`${confidential.redirectUri}*`)
    const { access_token } = await begun.finish(page.url())
    expect(await isValid(access_token)).toBe(true)
    const response = await fetch(`${server.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${confidential.config.clientMetadata().client_id}:wrong`)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', resource: `${server.url}/api/mcp` }),
    })
    expect(response.status).toBe(401)
    expect(await jsonOf(response)).toMatchObject({ error: 'invalid_client' })
    await confidential.stop()
  })

  it('a client gets an error page instead of a redirect for a redirect URI that it did not register', async () => {
    const asked = new URL((await client.begin(SCOPE)).url)
    asked.searchParams.set('redirect_uri', 'https://evil.example/callback')
    await page.goto(asked.href)
    expect(new URL(page.url()).origin).toBe(server.url)
    expect(await page.getByRole('heading').textContent()).not.toBe('')
    await screenshots(page, 'authorization-error')
  })
})
