import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { call, expectSound, newBrowser } from './dashboard-person.ts'
import { type DemoPlace, headline, openDemoPlace } from './demo-place.ts'

const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
const FILTERS = [
  { dimension: 'country', operator: 'is', values: ['DE'] },
  { dimension: 'page', operator: 'is', values: ['/pricing'] },
]

describe('the frame of the dashboard', () => {
  let place: DemoPlace
  let names: readonly string[]

  beforeAll(async () => {
    place = await openDemoPlace()
    names = place.demo.products.map(({ name }) => name)
  })
  afterAll(() => place?.close())

  const product = (at: number) => place.product(at)
  const open = (path: string) => place.open(path)

  it('shows every product on the home page with the visitors that the API reports, and leads to its overview', async () => {
    const page = await open('/?period=30d')
    await expect.poll(() => page.title()).toBe('Products · Footfall')
    const summaries = await place.ask('/api/v1/products?summary=30d')
    const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
    expect(await cards.count()).toBe(summaries.length)
    for (const { name, summary } of summaries) {
      const card = cards.filter({ has: page.getByRole('heading', { level: 2, name, exact: true }) })
      const shown = card.locator('[data-visitors]')
      if (summary.visitors === null) expect({ name, text: await card.textContent() }).toMatchObject({ name })
      else
        expect({ name, shown: await shown.getAttribute('data-visitors') }).toEqual({
          name,
          shown: String(summary.visitors),
        })
    }
    await inspect(page, 'home')
    await page.getByRole('heading', { level: 2, name: names[0] ?? '', exact: true }).click()
    await headline(page, 'visitors').waitFor()
    expect(page.url()).toContain(`/products/${product(0)}?period=30d`)
    await page.close()
  })

  it('shows on the home page that visitors are currently active', async () => {
    const page = await open('/')
    await page.evaluate(async () => {
      await fetch('/js/script.js')
    })
    const { active_visitors } = (await place.ask('/api/v1/products?summary=7d'))[0].summary
    const live = page.locator('[data-live]').first()
    if (active_visitors > 0) await live.waitFor()
    else expect(await page.locator('[data-live]').count()).toBeLessThan(names.length)
    await page.close()
  })

  it('orders products by name, keeps the order in the address, and finds one of many by its name', async () => {
    const page = await open('/')
    const headings = page.getByRole('list', { name: 'Products' }).getByRole('heading', { level: 2 })
    await page.getByLabel('Order').selectOption({ label: 'Name' })
    await expect.poll(() => headings.allTextContents()).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
    await expect.poll(() => page.url()).toContain('order=name')
    expect(await page.getByRole('searchbox').count()).toBe(0)

    for (let at = names.length; at < 10; at++) {
      const body = { name: `Extra ${at}`, timezone: 'UTC' }
      expect((await call(page, 'POST', '/api/v1/products', body)).status).toBe(201)
    }
    await page.reload()
    await page.getByRole('searchbox', { name: 'Find a product' }).fill('extra 9')
    await expect.poll(() => headings.allTextContents()).toEqual(['Extra 9'])
    await settled(page)
    await expectSound(page, 'home-search')
    await page.getByRole('searchbox', { name: 'Find a product' }).fill('nothing like it')
    await page.getByText('No product has “nothing like it” in its name.').waitFor()
    await page.close()
  })

  it('opens pages, products and periods from the palette using only the keyboard', async () => {
    const page = await open(`/products/${product(0)}/goals?period=7d`)
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search pages, sources, countries and commands' })
    await field.waitFor()
    await expect.poll(() => page.locator(':focus').getAttribute('role')).toBe('combobox')
    await settled(page)
    await expectSound(page, 'palette')
    await field.fill('funn')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor()
    expect(page.url()).toContain('period=7d')

    await page.keyboard.press('Meta+k')
    await field.fill('last 90')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('period=90d')

    await page.keyboard.press('Control+k')
    await field.fill(names[1] ?? '')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`/products/${product(1)}/funnels?period=90d`)
    // The address changes before the page does.
    await page
      .getByRole('button', { name: /^Product:/ })
      .filter({ hasText: names[1] ?? '' })
      .waitFor()

    await page.keyboard.press('Control+k')
    await field.fill('api keys')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`/products/${product(1)}/settings/keys`)
    await page.keyboard.press('Control+k')
    await field.fill('nowhere at all')
    await page.getByText('Nothing matches “nowhere at all”.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.close()
  })

  it('keeps the focus in the palette when it is opened while another page loads', async () => {
    const page = await open(`/products/${product(0)}/goals?period=7d`)
    let loadProduct = () => {}
    const held = new Promise<void>((resolve) => {
      loadProduct = resolve
    })
    await page.route(`**/api/v1/products/${product(1)}/preferences`, async (route) => {
      await held
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search pages, sources, countries and commands' })
    await field.fill(names[1] ?? '')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain(`/products/${product(1)}/goals`)
    await page.keyboard.press('Control+k')
    await field.fill('api')
    loadProduct()
    await page
      .getByRole('button', { name: /^Product:/, includeHidden: true })
      .filter({ hasText: names[1] ?? '' })
      .waitFor({ state: 'attached' })
    await settled(page)
    await page.keyboard.type(' keys')
    expect(await field.inputValue()).toBe('api keys')
    await page.close()
  })

  it('copies the link to the page from the palette', async () => {
    await place.person.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await open(`/products/${product(0)}?period=7d`)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages, sources' }).fill('copy the link')
    await page.keyboard.press('Enter')
    await page.getByText('Link copied.').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())
    await page.close()
  })

  it('selects a period and a filter by single keys, except while somebody types', async () => {
    const page = await open(`/products/${product(0)}`)
    await page.keyboard.press('w')
    await expect.poll(() => page.url()).toContain('period=7d')
    await page.keyboard.press('c')
    await expect.poll(() => page.url()).toContain('compare=none')
    await page.keyboard.press('f')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    // Both fields that take text and lists that letters search.
    await page.getByLabel('Values').pressSequentially('dm?')
    await page.getByLabel('Dimension').focus()
    await page.keyboard.press('y')
    expect(page.url()).toContain('period=7d')
    expect(await dialog.count()).toBe(1)
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await page.keyboard.press('Control+d')
    expect(page.url()).toContain('period=7d')
    await page.close()
  })

  it('the list of keyboard shortcuts contains those of the page, and turns them off permanently', async () => {
    const page = await open(`/products/${product(0)}?period=7d`)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Last 30 days').waitFor()
    await settled(page)
    await expectSound(page, 'shortcuts')
    await dialog.getByLabel('Use single keys').uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await page.reload()
    await headline(page, 'visitors').waitFor()
    await page.keyboard.press('m')
    await page.keyboard.press('?')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search pages, sources' }).fill('keyboard')
    await page.keyboard.press('Enter')
    await dialog.getByLabel('Use single keys').check()
    expect(page.url()).toContain('period=7d')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.count()).toBe(0)
    await page.keyboard.press('m')
    await expect.poll(() => page.url()).toContain('period=30d')
    await page.close()
  })

  it('keeps the section, the period and the applicable filters when the product is switched', async () => {
    const filters = encodeURIComponent(JSON.stringify(FILTERS))
    const page = await open(`/products/${product(0)}/goals?period=90d&filters=${filters}`)
    const choose = async (at: number) => {
      await page.getByRole('button', { name: /^Product:/ }).click()
      await page
        .getByRole('navigation', { name: 'Products' })
        .getByRole('link', { name: names[at] ?? '' })
        .click()
    }
    await choose(1)
    await expect.poll(() => page.url()).toContain(`/products/${product(1)}/goals?period=90d`)
    const shown = page.getByRole('list', { name: 'Filters' })
    // The address changes before the page of the other product is shown.
    await expect.poll(() => shown.textContent()).not.toContain('/pricing')
    expect(await shown.textContent()).toContain('Germany')

    await page.goto(place.url(`/products/${product(0)}/settings/shields`))
    await page.getByRole('heading', { level: 1, name: 'Shields' }).waitFor()
    await choose(1)
    await expect.poll(() => page.url()).toBe(place.url(`/products/${product(1)}/settings/shields`))
    await page.close()
  })

  it.each([
    ['', 'Overview'],
    ['/realtime', 'Realtime'],
    ['/goals', 'Goals'],
    ['/team', 'Team'],
    ['/settings/shields', 'Shields'],
  ])('names the page, the product and the service in the title of %s', async (path, title) => {
    const page = await open(`/products/${product(0)}${path}`)
    await expect.poll(() => page.title()).toBe(`${title} · ${names[0]} · Footfall`)
    await page.close()
  })

  it('shows people a page for an unknown path, and returns machines a problem document', async () => {
    const asBrowser = await fetch(place.url('/nope'), { headers: { accept: BROWSER_ACCEPT } })
    expect([asBrowser.status, asBrowser.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const asMachine = await fetch(place.url('/nope'))
    expect([asMachine.status, asMachine.headers.get('content-type')]).toEqual([404, 'application/problem+json'])

    const stranger = await (await newBrowser(place)).newPage()
    await stranger.goto(place.url('/nope'))
    await stranger.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await expectSound(stranger, 'server-not-found')
    await stranger.context().close()
  })

  it.each([
    ['an unknown section of a product', () => `/products/${product(0)}/nope`, 'has no page at this address'],
    ['an unknown product', () => '/products/prd_000000000000000000000/goals', 'There is no product at this address'],
    ['an unknown page of the account', () => '/account/nope', 'There is no page at this address'],
  ])('shows a page for %s with a way back', async (_, path, text) => {
    const page = await open(path())
    await page.getByText(text).waitFor()
    await settled(page)
    await expectSound(page, 'not-found')
    await page.getByRole('link', { name: 'All products' }).last().click()
    await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
    await page.close()
  })

  it('counts a funnel without saving it, keeps it in the address, and saves it on request', async () => {
    const page = await open(`/products/${product(0)}/funnels?period=90d`)
    await page.getByRole('button', { name: 'Try a funnel' }).click()
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    await expect.poll(() => page.getByLabel('Path of step 1').getAttribute('aria-invalid')).toBe('true')
    await page.getByLabel('Path of step 1').fill('/')
    await page.getByLabel('Path of step 2').fill('/pricing')
    await page.getByRole('button', { name: 'Count', exact: true }).click()
    const card = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Funnel that is not saved' }) })
    await card.getByRole('listitem').first().waitFor()
    await settled(page)
    const steps = encodeURIComponent(
      JSON.stringify([
        { kind: 'page', match: '/' },
        { kind: 'page', match: '/pricing' },
      ]),
    )
    const [asked] = await place.ask(`/api/v1/products/${product(0)}/funnels?period=90d&steps=${steps}`)
    await expect.poll(() => card.textContent()).toContain(asked.results.steps[1].visitors.toLocaleString('en-US'))
    await inspect(page, 'funnel-trial')

    await page.reload()
    await card.getByRole('listitem').first().waitFor()
    await expect.poll(() => page.getByLabel('Path of step 2').inputValue()).toBe('/pricing')
    await card.getByRole('button', { name: 'Save as funnel' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Front page to prices')
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
    await page.getByText('Funnel created.').waitFor()
    await page.getByRole('heading', { name: 'Front page to prices' }).waitFor()
    await expect.poll(() => page.url()).not.toContain('trial=')

    await page.getByRole('button', { name: 'Try other steps than those of Front page to prices' }).click()
    await expect.poll(() => page.getByLabel('Path of step 2').inputValue()).toBe('/pricing')
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.url()).not.toContain('trial=')
    await page.close()
  })
})
