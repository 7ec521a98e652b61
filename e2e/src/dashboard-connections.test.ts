import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { CLIENT, type GoogleStandIn, type ReportRow, startGoogle } from '@footfall/search-console/test-support'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedThoughWarned } from './dashboard-browser.ts'
import {
  call,
  callWith,
  expectSound,
  newBrowser,
  openPlace,
  PASSWORD,
  type Place,
  signUpFirst,
} from './dashboard-person.ts'
import { FOOTFALL } from './footfall-command.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SITES = [
  { siteUrl: 'sc-domain:example.com', permissionLevel: 'siteOwner' },
  { siteUrl: 'https://example.com/', permissionLevel: 'siteFullUser' },
]
const DAY_MS = 86_400_000
const run = promisify(execFile)

describe('the keys, domains and integrations of a product', () => {
  let google: GoogleStandIn
  const env: Record<string, string> = {}
  let place: Place
  let page: Page
  let product: string

  beforeAll(async () => {
    google = await startGoogle()
    place = await openPlace(env)
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    product = (await call(page, 'POST', '/api/v1/products', { name: 'Bakery' })).body.data.result.id
  })
  afterAll(async () => {
    await place?.close()
    await google?.close()
  })

  const settings = async (name: string, heading: string) => {
    await page.goto(place.url(`/products/${product}/settings/${name}`))
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })

  describe('the keys of a product', () => {
    const region = async (name: string) => (await page.getByRole('region', { name, exact: true }).textContent()) ?? ''
    /** Makes a key in the page; answers its secret and the example, which is still shown. */
    const make = async (name: string, kind: string) => {
      await page.getByLabel('Name').fill(name)
      await page.getByRole('radio', { name: kind }).check()
      await button('Create key').click()
      await page.getByRole('heading', { name: `Copy the secret of “${name}”` }).waitFor()
      return { secret: await region('Secret'), example: await region('Example') }
    }
    const stored = async () => {
      await button('I’ve saved it').click()
      await button('I’ve saved it').waitFor({ state: 'detached' })
    }
    /** Runs what a person would paste into a terminal. */
    const statusOf = async (example: string) => {
      const command = example.replace(/^curl /, "curl -s -o /dev/null -w '%{http_code}' ")
      return Number((await run('sh', ['-c', command])).stdout)
    }
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

    it('creates each kind of Website API key, and shows a first call that works unchanged', async () => {
      await settings('keys', 'API keys')
      await page.getByText('No keys yet').waitFor()
      await expectSound(page, 'keys-empty')

      const reading = await make('Report', 'Reading')
      expect(reading.secret).toMatch(/^jk_/)
      expect(await statusOf(reading.example)).toBe(200)
      await stored()

      await page.getByLabel('Expires').selectOption('On a date…')
      await page.getByLabel('Name').fill('Shop')
      await page.getByRole('radio', { name: 'Payments' }).check()
      await button('Create key').click()
      await page.getByRole('alert').getByText('Choose a date').waitFor()
      await page.getByLabel('Expires').selectOption('In 30 days')
      const payment = await make('Shop', 'Payments')
      expect(await statusOf(payment.example)).toBe(201)
      expect(await statusOf(payment.example)).toBe(200)
      await expectSound(page, 'keys-secret-payments')
      await stored()

      const crawls = await make('Edge', 'Crawler visits')
      expect(await statusOf(crawls.example)).toBe(202)
      await stored()

      for (const { secret } of [payment, crawls]) {
        expect((await callWith(secret, place, 'GET', `/api/v1/stats/realtime?product=${product}`)).status).toBe(403)
      }
      await page.getByLabel('Name').fill('Funnels')
      await page.getByRole('checkbox', { name: 'Read statistics' }).uncheck()
      await button('Create key').click()
      await page.getByRole('alert').getByText('Choose at least one permission').waitFor()
      await page.getByRole('checkbox', { name: 'Read funnels' }).check()
      const funnels = await make('Funnels', 'Reading')
      expect(funnels.example).toContain('/funnels?')
      expect(await statusOf(funnels.example)).toBe(200)
      expect((await callWith(funnels.secret, place, 'GET', `/api/v1/stats/realtime?product=${product}`)).status).toBe(
        403,
      )
      await stored()
      expect(await page.content()).not.toContain(funnels.secret)
    })

    it('shows invalid input for a Website API key at its field, and keeps the input', async () => {
      await page.getByRole('radio', { name: 'Payments' }).check()
      await button('Create key').click()
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true')
      expect(await page.getByRole('radio', { name: 'Payments' }).isChecked()).toBe(true)
      await button('Clear').click()
    })

    it('asks before the secret of a Website API key is left, and ends a revoked key with the next request', async () => {
      const { secret, example } = await make('Mistake', 'Reading')
      await page.getByRole('link', { name: 'General' }).click()
      const question = page.getByRole('dialog', { name: 'Leave without the secret?' })
      await question.getByRole('button', { name: 'Stay' }).click()
      expect(await page.getByRole('region', { name: 'Secret' }).textContent()).toBe(secret)
      await stored()
      expect(await statusOf(example)).toBe(200)

      await row('Mistake').getByRole('button', { name: 'Revoke Mistake' }).click()
      const dialog = page.getByRole('dialog', { name: 'Revoke “Mistake”?' })
      await dialog.getByText('The key stops working right away').waitFor()
      await expectSound(page, 'keys-revoke')
      await dialog.getByRole('button', { name: 'Revoke' }).click()
      await page.getByText('Revoked or expired (1)').waitFor()
      expect(await statusOf(example)).toBe(401)
      const { data } = (await call(page, 'GET', `/api/v1/products/${product}/keys`)).body
      const states = data.map(({ name, kind, scopes, status }: Record<string, unknown>) => [name, kind, scopes, status])
      expect(states).toEqual(
        expect.arrayContaining([
          ['Report', 'api', ['analytics:read'], 'active'],
          ['Shop', 'payment', [], 'active'],
          ['Edge', 'crawler_intake', [], 'active'],
          ['Funnels', 'api', ['funnels:read'], 'active'],
          ['Mistake', 'api', ['analytics:read'], 'revoked'],
        ]),
      )
      const expiries = new Map(data.map((key: Record<string, unknown>) => [key.name, key.expires_at]))
      expect(Date.parse(String(expiries.get('Shop')))).toBeGreaterThan(Date.now() + 29 * DAY_MS)
      expect(expiries.get('Edge')).toBeUndefined()
      await page.getByText('Revoked or expired (1)').click()
      await expectSound(page, 'keys')
    })

    it('lists an expired key separately from those that work', async () => {
      const keys = `/api/v1/products/${product}/keys`
      const expires_at = new Date(Date.now() + DAY_MS).toISOString()
      expect((await call(page, 'POST', keys, { name: 'Trial', scopes: ['analytics:read'], expires_at })).status).toBe(
        201,
      )
      const database = new DatabaseSync(join(place.dataDir, 'footfall.sqlite'), { timeout: 60_000 })
      database.exec(`update product_keys set expires_at = '2020-01-01T00:00:00.000Z' where name = 'Trial'`)
      database.close()
      await page.reload()
      await page.getByText('Revoked or expired (2)').waitFor()
      expect(await row('Trial').isVisible()).toBe(false)
      expect(await row('Shop').isVisible()).toBe(true)
    })
  })

  describe('the domains of a product', () => {
    const domains = async () => (await call(page, 'GET', `/api/v1/products/${product}/domains`)).body.data
    const hostname = (at: number) => page.getByRole('textbox', { name: `Hostname ${at}`, exact: true })
    const save = async () => {
      await button('Save domains').click()
      await savedThoughWarned(page, page.getByText('Saved.'))
    }

    it('adds domains with one primary domain, and corrects them in their rows', async () => {
      await settings('collection', 'Collection')
      await page.getByText('No domains yet.').waitFor()
      expect(await page.getByRole('region', { name: 'HTML' }).textContent()).toContain(`data-product="${product}"`)
      await expectSound(page, 'collection-empty')
      await button('Add a domain').click()
      await expect.poll(() => hostname(1).evaluate((input) => input.matches(':focus'))).toBe(true)
      await hostname(1).fill('example.com')
      await button('Add a domain').click()
      await hostname(2).fill('https://shop.example.com/cart')
      await button('Save domains').click()
      await page.getByRole('alert').waitFor()
      expect(await hostname(1).getAttribute('aria-invalid')).toBeNull()
      expect(await hostname(2).getAttribute('aria-invalid')).toBe('true')
      await expectSound(page, 'collection-rejected')
      await hostname(2).fill('EXAMPLE.com')
      await button('Save domains').click()
      await page.getByRole('alert').getByText('Is in the list already').waitFor()
      await hostname(2).fill('Bücher.Example.com')
      await page.getByRole('radio', { name: 'Primary: Bücher.Example.com' }).check()
      expect(await page.getByRole('radio', { checked: true }).count()).toBe(1)
      await save()
      expect((await domains()).domains).toEqual([
        { hostname: 'example.com', primary: false },
        { hostname: 'xn--bcher-kva.example.com', primary: true },
      ])
      expect(await hostname(2).inputValue()).toBe('xn--bcher-kva.example.com')
    })

    it('keeps one primary domain when a domain is removed', async () => {
      await button('Remove xn--bcher-kva.example.com').click()
      await expect.poll(() => page.getByRole('radio', { name: 'Primary: example.com' }).isChecked()).toBe(true)
      await save()
      expect((await domains()).domains).toEqual([{ hostname: 'example.com', primary: true }])
    })

    it('shows both versions of the domains when somebody else changed them in between', async () => {
      await button('Add a domain').click()
      await hostname(2).fill('mine.example.com')
      const { revision } = await domains()
      const theirs = [{ hostname: 'theirs.example.com', primary: true }]
      await call(page, 'PUT', `/api/v1/products/${product}/domains`, { domains: theirs, revision })
      await button('Save domains').click()
      const versions = page.getByRole('region', { name: 'Both versions' })
      await versions.getByText('mine.example.com').waitFor()
      await versions.getByText('theirs.example.com').first().waitFor()
      await button('Save yours').click()
      await savedThoughWarned(page, page.getByText('Saved.'))
      expect((await domains()).domains).toEqual([
        { hostname: 'example.com', primary: true },
        { hostname: 'mine.example.com', primary: false },
      ])
    })

    it('shows the hostnames of events, the drop reasons, and requests through a proxy', async () => {
      const send = (url: string, headers: Record<string, string> = {}, body: object = {}) =>
        fetch(place.url('/api/event'), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'user-agent': BROWSER, ...headers },
          body: JSON.stringify({ product, name: 'pageview', url, ...body }),
        })
      await send('https://example.com/', {}, { version: '1.0.0' })
      await send('https://blog.example.com/', { 'x-forwarded-for': '203.0.113.9' })
      await send('https://example.com/', { 'user-agent': 'curl/8.0' })
      await expect
        .poll(async () => {
          const { rejected } = (await call(page, 'GET', `/api/v1/stats/health?product=${product}`)).body.data
          const { status } = (await call(page, 'GET', `/api/v1/products/${product}/proxy/diagnostics`)).body.data
          return [rejected.length, status]
        })
        .toEqual([1, 'addresses_untrusted'])
      await button('Check again').click()
      await page.getByText('Healthy', { exact: true }).waitFor()
      await page.getByText('Bots', { exact: true }).waitFor()
      await page.getByText('Not in your domains').waitFor()
      await page.getByText('Addresses not trusted').waitFor()
      await button('Add blog.example.com').click()
      await save()
      expect((await domains()).domains.map(({ hostname }: { hostname: string }) => hostname)).toContain(
        'blog.example.com',
      )
      await page.getByText('Not in your domains').waitFor({ state: 'detached' })
      await expectSound(page, 'collection')
    })

    it('makes the addresses that stop counting a browser, and a QR code of the first, for each hostname', async () => {
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      const address = (label: string) => page.getByRole('region', { name: label }).textContent()
      const code = () => page.getByRole('img', { name: 'QR code that stops counting this device' }).innerHTML()
      await expect.poll(() => address('Stop counting')).toBe('https://example.com/?footfall=ignore')
      expect(await address('Count again')).toBe('https://example.com/?footfall=count')
      const first = await code()
      await page.getByLabel('Site').selectOption('blog.example.com')
      await expect.poll(() => address('Stop counting')).toBe('https://blog.example.com/?footfall=ignore')
      await expect.poll(code).not.toBe(first)
      expect(requests.filter((url) => !url.startsWith(place.url()))).toEqual([])
    })

    it('asks for confirmation before it removes domains that still receive events', async () => {
      await button('Remove blog.example.com').click()
      await button('Save domains').click()
      const question = page.getByRole('dialog', { name: 'Confirm these changes' })
      await question.getByText('Removing blog.example.com').waitFor()
      await question.getByRole('button', { name: 'Back to editing' }).click()
      expect((await domains()).domains).toHaveLength(3)
      await button('Undo changes').click()
    })
  })

  it('shows a viewer the domains and the state of collection, and no keys or integrations', async () => {
    const invited = await call(page, 'POST', `/api/v1/products/${product}/members`, {
      email: 'vi@example.com',
      role: 'viewer',
    })
    const { stdout } = spawnSync(
      process.execPath,
      [FOOTFALL, 'invitation', 'link', invited.body.data.result.id, '--json'],
      { env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, BASE_URL: place.url() }, encoding: 'utf8' },
    )
    const viewer = await (await newBrowser(place)).newPage()
    await viewer.goto(JSON.parse(stdout).link)
    await viewer.getByLabel('Your name').fill('Vi')
    await viewer.getByLabel('Password').fill(PASSWORD)
    await viewer.getByRole('button', { name: 'Create account and accept' }).click()
    await viewer.waitForURL(`**/products/${product}`)
    await viewer.goto(place.url(`/products/${product}/settings/collection`))
    await viewer.getByText('Admins and owners can change them.').waitFor()
    await viewer.getByText('Healthy', { exact: true }).waitFor()
    await expectSound(viewer, 'collection-viewer')
    expect(await viewer.getByRole('textbox').count()).toBe(0)
    expect(await viewer.getByRole('button', { name: 'Save domains' }).count()).toBe(0)
    for (const name of ['API keys', 'Integrations']) expect(await viewer.getByRole('link', { name }).count()).toBe(0)
    for (const name of ['keys', 'integrations']) {
      await viewer.goto(place.url(`/products/${product}/settings/${name}`))
      await viewer.getByText('You don’t have access to this page').waitFor()
    }
    await viewer.context().close()
  })

  describe('the Search Console integration of a product', () => {
    const connection = async () =>
      (await call(page, 'GET', `/api/v1/products/${product}/integrations/google-search-console`)).body.data
    const searchOf = () => new URL(page.url()).search
    const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)
    const rowOf = (ago: number, clicks: number): ReportRow => ({
      keys: [day(ago), 'sourdough', 'https://example.com/bread', 'deu', 'MOBILE'],
      clicks,
      impressions: 90,
      position: 2,
    })

    it('shows which settings the operator needs for Search Console when the service has no Google client', async () => {
      await settings('integrations', 'Integrations')
      await page.getByText('GOOGLE_CLIENT_SECRET').waitFor()
      await page.getByText(place.url('/integrations/google/callback')).waitFor()
      expect(await button('Connect').count()).toBe(0)
      await expectSound(page, 'integrations-not-available')
      Object.assign(env, {
        GOOGLE_CLIENT_ID: CLIENT.id,
        GOOGLE_CLIENT_SECRET: CLIENT.secret,
        GOOGLE_AUTH_URL: google.authUrl,
        GOOGLE_TOKEN_URL: google.tokenUrl,
        GOOGLE_API_URL: google.url,
      })
      await place.server().end()
      await place.restart()
    })

    it('returns from a declined Google consent without a connection, and shows the reason once', async () => {
      google.person = 'denies'
      await settings('integrations', 'Integrations')
      await button('Connect').click()
      await page.getByRole('alert').getByText('access denied').waitFor()
      await expect.poll(searchOf).toBe('')
      await expectSound(page, 'integrations-denied')
      await page.reload()
      await button('Connect').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
      await page.goto(place.url(`/products/${product}/settings/integrations?problem=permission_missing&connected=7`))
      await page.getByRole('alert').getByText('one permission is missing').waitFor()
      await expect.poll(searchOf).toBe('')
      await page.goto(place.url(`/products/${product}/settings/integrations?problem=%3Cb%3E`))
      await button('Connect').waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })

    it('connects Search Console, reads the chosen property and shows its metrics', async () => {
      google.person = 'allows'
      google.sites = SITES
      google.properties.set('sc-domain:example.com', [rowOf(4, 30), rowOf(3, 12)])
      google.properties.set('https://example.com/', [rowOf(4, 7)])
      await button('Connect').click()
      await page.getByText('Connected to Google Search Console').waitFor()
      await expect.poll(searchOf).toBe('')
      await expectSound(page, 'integrations-choose')
      await page.getByLabel('Property').selectOption({ label: 'example.com (whole domain)' })
      const { promise: answering, resolve: answer } = Promise.withResolvers<void>()
      google.answering = answering
      await button('Use this property').click()
      await page.getByText('Syncing…').waitFor()
      answer()
      await page.getByText('every six hours').waitFor()
      expect(await connection()).toMatchObject({ status: 'connected', property: 'sc-domain:example.com', sync: 'idle' })
      await expectSound(page, 'integrations-connected')
      await page.getByRole('main').getByRole('link', { name: 'Search', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
      await page.getByRole('cell', { name: 'sourdough' }).waitFor()
      expect(await page.getByRole('row').filter({ hasText: 'sourdough' }).textContent()).toContain('42')
    })

    it('shows why reading Search Console fails, and reconnects without losing the property', async () => {
      google.properties.delete('sc-domain:example.com')
      await settings('integrations', 'Integrations')
      await button('Sync now').click()
      await page.getByRole('alert').getByText('may not read this property').waitFor()
      await page.getByText('Failing', { exact: true }).waitFor()
      await expectSound(page, 'integrations-failing')
      google.properties.set('sc-domain:example.com', [rowOf(4, 30), rowOf(3, 12)])
      await button('Connect again').click()
      await page.getByText('Connected to Google Search Console').waitFor()
      expect(await connection()).toMatchObject({ status: 'connected', property: 'sc-domain:example.com' })
    })

    it('warns that choosing another property deletes the data of the previous one', async () => {
      await button('Change property').click()
      const dialog = page.getByRole('dialog', { name: 'Change property' })
      await dialog.getByLabel('Property').selectOption('https://example.com/')
      await dialog.getByRole('button', { name: 'Use this property' }).click()
      const question = page.getByRole('dialog', { name: 'This deletes synced data' })
      await question.getByText('What was read of sc-domain:example.com is deleted').waitFor()
      await question.getByRole('button', { name: 'Save anyway' }).click()
      await dialog.waitFor({ state: 'detached' })
      expect(await connection()).toMatchObject({ property: 'https://example.com/' })
    })

    it('disconnects Search Console, and revokes the access at Google', async () => {
      await button('Disconnect').click()
      const dialog = page.getByRole('dialog', { name: 'Disconnect Google Search Console?' })
      await dialog.getByText('other products connected with it').waitFor()
      await expectSound(page, 'integrations-disconnect')
      await dialog.getByRole('button', { name: 'Disconnect' }).click()
      await button('Connect').waitFor()
      expect(await page.getByText('Connected to Google Search Console').count()).toBe(0)
      expect(await connection()).toMatchObject({ status: 'not_connected' })
      await expect.poll(() => google.givenBack.length).toBe(1)
    })
  })
})
