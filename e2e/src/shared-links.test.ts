import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { call, newBrowser } from './dashboard-person.ts'
import { type DemoPlace, numberOf, openDemoPlace } from './demo-place.ts'
import { jsonOf, until } from './server-process.ts'

const PASSWORD = 'correct horse battery'
const GERMANY = { dimension: 'country', operator: 'is', values: ['DE'] }
const ALL = ['overview', 'goals', 'funnels', 'realtime', 'search', 'crawlers']

/** A site of somebody who may embed, or not, on a separate port. */
async function startSite(): Promise<{ readonly server: Server; readonly port: number; html: string }> {
  const site = { html: '' }
  const server = createServer((_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end(site.html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(site, { server, port: (server.address() as AddressInfo).port })
}

describe('shared links', () => {
  let place: DemoPlace
  let owner: Page
  let product: string
  let stranger: BrowserContext
  let site: Awaited<ReturnType<typeof startSite>>

  beforeAll(async () => {
    place = await openDemoPlace({ LOG_LEVEL: 'debug' })
    product = place.product(0)
    owner = await place.person.newPage()
    await owner.goto(place.url(`/products/${product}/settings/sharing`))
    await owner.getByRole('heading', { level: 1 }).waitFor()
    stranger = await newBrowser(place, 'anywhere', { locale: 'en-US', reducedMotion: 'reduce' })
    site = await startSite()
  })
  afterAll(async () => {
    site?.server.close()
    await place?.close()
  })

  const make = async (body: object): Promise<{ readonly id: string; readonly secret: string }> => {
    const made = await call(owner, 'POST', `/api/v1/products/${product}/shares`, {
      name: 'Shared',
      sections: ALL,
      ...body,
    })
    expect(made.status).toBe(201)
    return { id: made.body.data.result.id, secret: made.body.data.secret }
  }
  const change = async (method: 'PATCH' | 'DELETE', id: string, body?: object) => {
    const changed = await call(owner, method, `/api/v1/products/${product}/shares/${id}`, body)
    expect(changed.status).toBe(200)
  }
  const segment = async (filters: object[]): Promise<string> => {
    const made = await call(owner, 'POST', `/api/v1/products/${product}/segments`, { name: 'A secret name', filters })
    return made.body.data.result.id
  }
  const open = async (path: string, context = stranger): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(place.url(`/share/${path}`))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    return page
  }
  /** What a program asks with the credential of a page. */
  const ask = async (credential: string, path: string, query: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await fetch(place.url(`${path}?${new URLSearchParams(query)}`), {
      ...init,
      headers: { authorization: `Footfall-Share ${credential}`, ...init.headers },
    })
    return { status: response.status, body: await jsonOf(response), headers: response.headers }
  }
  const visitors = (credential: string, query: Record<string, string> = {}) =>
    ask(credential, '/api/v1/stats', { product, metric: 'visitors', period: '30d', ...query })
  const owned = (query: Record<string, string>) =>
    place.ask(`/api/v1/stats?${new URLSearchParams({ product, metric: 'visitors', period: '30d', ...query })}`)

  it('a shared link is made in the settings, shown once with its embed code, edited and ended', async () => {
    await owner.getByRole('button', { name: 'New shared link' }).first().click()
    await owner.getByLabel('Name').fill('For the board')
    await owner.getByLabel('Goals').check()
    await owner.getByLabel('Origins that may embed it').fill('https://www.example.com')
    await owner.getByRole('button', { name: 'Create link' }).click()
    await owner.getByRole('heading', { name: 'Link “For the board”' }).waitFor()
    const address = await owner.getByRole('region', { name: 'Link', exact: true }).textContent()
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/share\/[0-9A-Za-z]{43}$/)
    expect(await owner.getByRole('region', { name: 'Embed code' }).textContent()).toContain(`${address}?embed=1`)
    await inspect(owner, 'sharing')
    await owner.getByRole('button', { name: 'I’ve saved it' }).click()
    expect((await fetch(address ?? '')).status).toBe(200)
    await owner.getByRole('button', { name: 'Edit For the board' }).click()
    await owner.getByLabel('Realtime').check()
    await owner.getByRole('button', { name: 'Save' }).click()
    await owner.getByText('Overview, Goals, Realtime').waitFor()
    await owner.getByRole('button', { name: 'End For the board' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'End' }).click()
    await owner.getByText('Ended (1)').waitFor()
    expect((await fetch(address ?? '')).status).toBe(404)
  })

  it('a shared link shows a stranger the numbers of its sections, and no menu of an account', async () => {
    const { secret } = await make({ sections: ['overview', 'goals'] })
    const page = await open(secret)
    expect(await numberOf(page, 'visitors')).toBe((await owned({})).value)
    const sections = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
    expect(await sections.allTextContents()).toEqual(['Overview', 'Journeys', 'Goals'])
    await page.getByText('Powered by Footfall').waitFor()
    const text = (await page.locator('body').textContent()) ?? ''
    for (const own of ['Settings', 'Team', 'Account', place.demo.email, 'Segment'])
      expect({ own, shown: text.includes(own) }).toEqual({ own, shown: false })
    await inspect(page, 'shared-overview')
    await sections.getByText('Goals').click()
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/share/${secret}/goals`)
    // Another section leads to the first that the link shows.
    await page.goto(place.url(`/share/${secret}/funnels`))
    await page.waitForURL((url) => url.pathname === `/share/${secret}`)
    await page.goto(place.url(`/share/${secret}/account/tokens`))
    await page.waitForURL((url) => url.pathname === `/share/${secret}`)
    await page.close()
  })

  it('a shared link returns no other section, product, or operation', async () => {
    const { secret } = await make({ sections: ['goals'] })
    const rejected: [string, Record<string, string>][] = [
      ['/api/v1/stats', { product, metric: 'visitors' }],
      [`/api/v1/products/${product}/overview`, {}],
      [`/api/v1/products/${product}/breakdowns`, { dimensions: 'page' }],
      [`/api/v1/products/${product}/journeys`, { page: '/' }],
      ['/api/v1/stats/realtime', { product }],
      ['/api/v1/stats/search-console', { product }],
      ['/api/v1/stats/catalog', { product }],
      ['/api/v1/crawls', { product }],
      [`/api/v1/products/${product}/funnels`, {}],
      [`/api/v1/products/${product}/preferences`, {}],
      [`/api/v1/products/${product}/members`, {}],
      [`/api/v1/products/${product}/segments`, {}],
      [`/api/v1/products/${product}/shares`, {}],
      [`/api/v1/products/${product}/annotations`, {}],
      [`/api/v1/products/${product}/activity`, {}],
      [`/api/v1/products/${product}/export`, { format: 'csv' }],
      ['/api/v1/products', {}],
      ['/api/v1/mcp/account', {}],
    ]
    for (const [path, query] of rejected)
      expect({ path, code: (await ask(secret, path, query)).body.code }).toEqual({
        path,
        code: expect.stringMatching(/^(credential_not_accepted|not_found)$/),
      })
    expect((await ask(secret, '/api/v1/stats/goals', { product })).status).toBe(200)
    expect((await ask(secret, '/api/v1/stats/goals', { product: place.product(1) })).body.code).toBe('not_found')
    const init = {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', 'service-confirm': 'true' },
    }
    for (const path of [
      `/api/v1/products/${product}/shares`,
      `/api/v1/products/${product}/segments`,
      '/api/v1/products',
    ])
      expect((await ask(secret, path, {}, init)).body.code).toBe('credential_not_accepted')
    for (const path of ['/api/mcp', '/api/event', '/api/v1/payments'])
      expect([401, 403]).toContain((await ask(secret, path, {}, init)).status)
  })

  it('a shared link keeps to its segment whatever a stranger filters by, and reveals nothing outside of it', async () => {
    const { secret } = await make({ sections: ['overview', 'goals', 'funnels'], segment: await segment([GERMANY]) })
    const inside = (await owned({ filters: JSON.stringify([GERMANY]) })).value
    expect(inside).toBeGreaterThan(0)
    expect((await visitors(secret)).body.data.value).toBe(inside)
    const denied = { ...GERMANY, operator: 'is_not' }
    const undoing: object[][] = [
      [{ any: [GERMANY, denied] }],
      [{ dimension: 'country', operator: 'matches', values: ['*'] }],
      [{ dimension: 'country', operator: 'matches_regex', values: ['.*'] }],
      [{ dimension: 'page', operator: 'contains', values: ['/'], scope: 'visitor' }],
    ]
    for (const filters of undoing)
      expect((await visitors(secret, { filters: JSON.stringify(filters) })).body.data.value).toBe(inside)
    for (const filters of [
      [denied],
      [{ ...GERMANY, values: ['FR'] }],
      [{ ...GERMANY, values: ['FR'], scope: 'visitor' }],
    ])
      expect((await visitors(secret, { filters: JSON.stringify(filters) })).body.data.value ?? 0).toBe(0)
    const countries = (await visitors(secret, { dimension: 'country' })).body.data.rows
    expect(countries.map(({ key }: { key: string }) => key)).toEqual(['DE'])

    // A city outside, and one that is nowhere: the same answer.
    const cities = (await owned({ dimension: 'city', filters: JSON.stringify([denied]), limit: '1' })).rows
    const city = (name: string) => [{ dimension: 'city', operator: 'is', values: [name] }]
    const answers = await Promise.all(
      [cities[0].key, 'Nowhere-at-all'].map((name) => visitors(secret, { filters: JSON.stringify(city(name)) })),
    )
    for (const { body } of answers) {
      expect(body.data).toEqual(answers[0]?.body.data)
      expect(body.meta.hints).toBeUndefined()
    }
    const wrong = [{ dimension: 'city', operator: 'matches_regex', values: ['('] }]
    const regex = await visitors(secret, { filters: JSON.stringify(wrong) })
    expect([regex.status, regex.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
      400,
      ['filters.0.values.0'],
    ])
    const goal = [{ dimension: 'goal', operator: 'is', values: ['Sign-uq'] }]
    const near = await visitors(secret, { filters: JSON.stringify(goal) })
    expect(JSON.stringify(near.body)).not.toMatch(/did_you_mean|it can be/)
    expect((await visitors(secret, { segment: 'seg_any' })).body.code).toBe('credential_not_accepted')
    for (const { body } of [...answers, await visitors(secret), regex, near])
      expect(JSON.stringify(body)).not.toMatch(/seg_|A secret name|"values":\["DE"\]/)
    const page = await open(secret)
    expect(await numberOf(page, 'visitors')).toBe(inside)
    expect(await page.getByText('here now').count()).toBe(0)
    await page.close()
  })

  it('a shared link can be framed by the origins of the link, and by no other site', async () => {
    const allowed = `http://localhost:${site.port}`
    const { secret } = await make({ sections: ['overview'], embed_origins: [allowed] })
    const framed = async (from: string, path: string) => {
      site.html = `<!doctype html><iframe src="${place.url(`/share/${path}`)}" width="1000" height="900"></iframe>`
      const page = await stranger.newPage()
      await page.goto(from)
      const text = page.frameLocator('iframe').getByText('Powered by Footfall')
      let shown = false
      await until('a frame that is shown or rejected', async () => {
        shown = await text.isVisible()
        return shown || page.frames().some((frame) => frame.url().startsWith('chrome-error:'))
      })
      await page.close()
      return shown
    }
    expect(await framed(allowed, `${secret}?embed=1&theme=dark`)).toBe(true)
    expect(await framed(allowed, secret)).toBe(false)
    expect(await framed(`http://stranger.example:${site.port}`, `${secret}?embed=1`)).toBe(false)
    const { secret: other } = await make({ sections: ['overview'] })
    expect(await framed(allowed, `${other}?embed=1`)).toBe(false)
  })

  it('a shared link asks for its password, also in a frame, delays guesses, and asks again after it has changed', async () => {
    const allowed = `http://localhost:${site.port}`
    const link = await make({ sections: ['overview'], password: PASSWORD, embed_origins: [allowed] })
    const page = await open(link.secret)
    await page.getByRole('heading', { name: 'Password required' }).waitFor()
    expect(await page.locator('body').textContent()).not.toContain(place.demo.products[0]?.name)
    await inspect(page, 'shared-password')
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('This password is wrong.').waitFor()
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('Powered by Footfall').waitFor()
    await page.reload()
    await page.getByText('Powered by Footfall').waitFor()

    site.html = `<!doctype html><iframe src="${place.url(`/share/${link.secret}?embed=1`)}" width="1000" height="900"></iframe>`
    const host = await stranger.newPage()
    await host.goto(allowed)
    const frame = host.frameLocator('iframe')
    await frame.getByLabel('Password').fill(PASSWORD)
    await frame.getByRole('button', { name: 'Open' }).click()
    await frame.getByText('Powered by Footfall').waitFor()
    await host.close()

    await change('PATCH', link.id, { password: 'another password' })
    await page.getByRole('button', { name: /^Visits/ }).click()
    await page.getByRole('heading', { name: 'Password required' }).waitFor()
    const guess = (password: string) =>
      ask(
        link.secret,
        '/share/open',
        {},
        {
          method: 'POST',
          body: JSON.stringify({ password }),
          headers: { 'content-type': 'application/json' },
        },
      )
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, i) => guess(`guess ${i}`)))
    expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(10)
    await page.close()
  })

  it('a shared link ends in open pages on their next request', async () => {
    const link = await make({ sections: ['overview'] })
    const page = await open(link.secret)
    await change('DELETE', link.id)
    await page.getByRole('button', { name: /^Visits/ }).click()
    await page.getByText('This link doesn’t work').waitFor()
    expect((await visitors(link.secret)).status).toBe(401)
    await page.close()
  })

  it('a shared link expires in open pages on their next request, and cannot be opened anymore', async () => {
    const link = await make({ sections: ['overview'] })
    const page = await open(link.secret)
    await page.getByText('Powered by Footfall').waitFor()
    const expires_at = new Date(Date.now() + 10_000).toISOString()
    await change('PATCH', link.id, { expires_at })
    await expect.poll(async () => (await visitors(link.secret)).status).toBe(401)
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(expires_at))
    await page.getByRole('button', { name: /^Visits/ }).click()
    await page.getByText('This link doesn’t work').waitFor()
    expect(await page.getByText('Powered by Footfall').count()).toBe(0)
    const again = await page.goto(place.url(`/share/${link.secret}`))
    expect(again?.status()).toBe(404)
    await inspect(page, 'shared-expired')
    await page.close()
  })

  it('a shared link leaves its secret in no log, no Referer and no cache', async () => {
    const { secret } = await make({ sections: ['overview'] })
    const page = await stranger.newPage()
    const requests: Request[] = []
    page.on('request', (request) => requests.push(request))
    const responses: (string | undefined)[] = []
    page.on('response', (response) => {
      if (/\/(share|api)\//.test(response.url())) responses.push(response.headers()['cache-control'])
    })
    await page.goto(place.url(`/share/${secret}`))
    await page.getByText('Powered by Footfall').waitFor()
    await settled(page)
    const headers = await Promise.all(requests.map((request) => request.allHeaders()))
    // Without one it is absent or empty.
    expect(headers.map(({ referer = '' }) => referer).filter((referer) => referer !== '')).toEqual([])
    const addresses = requests.filter((request) => !request.isNavigationRequest()).map((request) => request.url())
    expect(addresses.filter((address) => address.includes(secret))).toEqual([])
    expect(new Set(responses)).toEqual(new Set(['private, no-store']))
    expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
    expect(await stranger.cookies()).toEqual([])
    await expect.poll(() => place.server().output()).toContain('/share/[secret]')
    expect(place.server().output()).not.toContain(secret)
    await page.close()
  })
})
