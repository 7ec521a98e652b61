import { spawnSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspect, settled } from './dashboard-browser.ts'
import { call, expectSound, newBrowser, PASSWORD, signIn } from './dashboard-person.ts'
import type { Demo } from './demo-directory.ts'
import { type DemoPlace, headline, numberOf, openDemoPlace } from './demo-place.ts'
import { FOOTFALL } from './footfall-command.ts'

const BEFORE_THE_START = 'from=2026-01-01&to=2026-01-01'
const SCRIPTS = fileURLToPath(new URL('../../apps/footfall/dist/dashboard/dashboard/', import.meta.url))
const SCRIPT_BYTES_MAX = 180 * 1024
/** Pages, scripts and styles, the two answers of the overview, and the sprites of flags and marks. */
const REQUESTS_MAX = 14

describe('the statistics pages', () => {
  let place: DemoPlace
  let person: BrowserContext
  let demo: Demo

  beforeAll(async () => {
    place = await openDemoPlace()
    ;({ demo, person } = place)
  })
  afterAll(() => place?.close())

  const product = (at: number) => place.product(at)
  const open = (path: string) => place.open(path)
  const ask = (path: string) => place.ask(path)

  it('requires a sign-in for a statistics page, and returns to that page afterwards', async () => {
    const stranger = await newBrowser(place)
    const page = await stranger.newPage()
    const path = `/products/${product(0)}/funnels?period=7d`
    await page.goto(place.url(path))
    await signIn(page, demo.email, demo.password)
    await page.getByRole('heading', { level: 1, name: 'Funnels' }).waitFor()
    expect(page.url()).toBe(place.url(path))
    await stranger.close()
  })

  it('loads the overview with few requests, little script and nothing from other hosts', async () => {
    const page = await person.newPage()
    const requests: string[] = []
    const faults: string[] = []
    page.on('request', (request) => {
      // Current visitors are asked for again 15 seconds later.
      if (!/^data:|\/realtime\?/.test(request.url())) requests.push(request.url())
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) faults.push(message.text())
    })
    await page.goto(place.url(`/products/${product(0)}`))
    await headline(page, 'revenue').waitFor()
    await settled(page)
    expect(faults).toEqual([])
    expect([...place.asked]).toEqual([place.url()])
    expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX)
    const files = await readdir(SCRIPTS)
    let bytes = 0
    for (const url of requests.filter((url) => url.endsWith('.js'))) {
      const name = url.slice(url.lastIndexOf('/') + 1)
      expect(files).toContain(`${name}.br`)
      bytes += (await stat(join(SCRIPTS, `${name}.br`))).size
    }
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES_MAX)
    await page.close()
  })

  it('requests the data of an overview before its scripts have loaded, and each item once', async () => {
    for (const search of ['', '?period=7d']) {
      const page = await person.newPage()
      const asked: string[] = []
      page.on('request', (request) => {
        if (/\/api\/(?!.*\/realtime\?)/.test(request.url())) asked.push(request.url())
      })
      const requests = ['overview', 'breakdowns'].map((name) => page.waitForRequest(new RegExp(`/${name}[?]`)))
      await page.route('**/dashboard/shared-*.js', async (route) => {
        await Promise.all(requests)
        await route.continue()
      })
      await page.goto(place.url(`/products/${product(0)}${search}`))
      await headline(page, 'revenue').waitFor()
      await settled(page)
      expect(asked.length).toBeGreaterThanOrEqual(4)
      expect(asked).toEqual([...new Set(asked)])
      await page.close()
    }
  })

  it('requests a period when the pointer rests on it in the menu, and not again when it is selected', async () => {
    const page = await open(`/products/${product(0)}?period=30d&pages=exit_page`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      // Current visitors, who are asked for every 15 seconds, have no period.
      const period = searchParams.get('period')
      if (pathname.startsWith('/api/') && period !== null) asked.push(`${pathname.split('/').at(-1)} ${period}`)
    })
    await page.getByRole('button', { name: /^Days: / }).click()
    const week = page.getByRole('button', { name: 'Last 7 days', exact: true })
    await week.hover()
    await expect.poll(() => asked.filter((one) => one.endsWith(' 7d'))).toEqual(['overview 7d', 'breakdowns 7d'])
    await settled(page)
    const before = [...asked]
    await week.click()
    // What changed is asked when the page is about the period.
    await expect.poll(() => asked).toContain('stats 7d')
    await settled(page)
    expect(asked).toEqual([...before, 'stats 7d'])
    expect(before).not.toContain('overview 90d')
    await page.close()
  })

  it('shows the same numbers as the API', async () => {
    const page = await open(`/products/${product(0)}?period=90d`)
    for (const metric of ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration', 'revenue']) {
      const report = await ask(`/api/v1/stats?product=${product(0)}&metric=${metric}&period=90d`)
      expect({ metric, shown: await numberOf(page, metric) }).toEqual({ metric, shown: report.value })
    }
    const rows = await ask(`/api/v1/stats?product=${product(0)}&metric=visitors&period=90d&dimension=country&limit=9`)
    const shown = await page.getByRole('region', { name: 'Places' }).getByRole('listitem').allTextContents()
    const numbers = rows.rows.map(({ value }: { value: number }) => value.toLocaleString('en-US'))
    expect(shown.map((text) => /([\d,]+) visitors$/.exec(text)?.[1])).toEqual(numbers)
    expect(shown.join()).toContain('Germany')
    await page.close()
  })

  it('filters the statistics by a click on a row, keeps the filter in the address, and removes it on going back', async () => {
    const page = await open(`/products/${product(0)}`)
    const before = await numberOf(page, 'visitors')
    const address = page.url()
    await page.getByRole('region', { name: 'Pages' }).getByRole('button', { name: '/pricing' }).click()
    await page.getByRole('list', { name: 'Filters' }).getByText('/pricing').waitFor()
    await settled(page)
    await expect.poll(() => numberOf(page, 'visitors')).toBeLessThan(before)
    const narrowed = await numberOf(page, 'visitors')
    expect(page.url()).toContain('filters=')

    await page.reload()
    await headline(page, 'visitors').waitFor()
    expect(await numberOf(page, 'visitors')).toBe(narrowed)
    expect(await page.getByRole('list', { name: 'Filters' }).textContent()).toContain('/pricing')

    await page.goBack()
    await expect.poll(() => page.url()).toBe(address)
    await expect.poll(() => numberOf(page, 'visitors')).toBe(before)
    await expect.poll(() => page.getByRole('list', { name: 'Filters' }).count()).toBe(0)
    await page.goForward()
    await expect.poll(() => numberOf(page, 'visitors')).toBe(narrowed)

    await page.getByRole('button', { name: 'Remove filter Page' }).click()
    await expect.poll(() => numberOf(page, 'visitors')).toBe(before)
    await page.close()
  })

  it('lets a person enter and change filters', async () => {
    const page = await open(`/products/${product(0)}`)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('Dimension').selectOption('country')
    await page.getByLabel('Operator', { exact: true }).selectOption('is_not')
    for (const country of ['DE', 'US']) {
      await page.getByLabel('Values').fill(country)
      await page.getByLabel('Values').press('Enter')
    }
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Edit filter: Country is not Germany or United States' }).click()
    await page.getByLabel('Operator', { exact: true }).selectOption('is')
    await page.getByRole('button', { name: 'Apply' }).click()
    await settled(page)
    const rows = page.getByRole('region', { name: 'Places' }).getByRole('listitem')
    await expect.poll(() => rows.count()).toBe(2)
    await page.close()
  })

  it('explains missing values in words, and never shows zero instead', async () => {
    // Nothing was ever collected: the next step is to install the script.
    const never = await open(`/products/${product(2)}`)
    await never.getByText('Waiting for the first event').waitFor()
    expect(await never.locator('main [data-value]').count()).toBe(0)
    await settled(never)
    await expectSound(never, 'overview-never-used')

    // Before the first event, and so nothing that could be known.
    const early = await open(`/products/${product(0)}?${BEFORE_THE_START}`)
    expect(await headline(early, 'visitors').textContent()).toContain('Before first event')
    expect(await early.locator('main [data-value]').count()).toBe(0)
    await early.close()

    // Too few visitors, once the product withholds such numbers.
    const preferences = `/api/v1/products/${product(1)}/preferences`
    const withhold = (suppression_threshold: number) => call(never, 'PATCH', preferences, { suppression_threshold })
    expect((await withhold(100)).status).toBe(200)
    const city = [{ dimension: 'city', operator: 'is', values: ['Vienna'] }]
    const filtered = `period=yesterday&filters=${encodeURIComponent(JSON.stringify(city))}`
    const few = await open(`/products/${product(1)}?${filtered}`)
    expect(await headline(few, 'visitors').textContent()).toMatch(/Withheld|No data/)
    expect(await few.getByText('Numbers of fewer than 100 visitors are withheld').count()).toBe(1)
    const whole = await open(`/products/${product(1)}?period=yesterday&places=city`)
    expect(await whole.getByRole('region', { name: 'Places' }).textContent()).toContain('Withheld')
    await settled(whole)
    await expectSound(whole, 'overview-withheld')
    expect((await withhold(0)).status).toBe(200)
    await never.close()
    await few.close()
    await whole.close()
  })

  it('shows the chart as a table as well', async () => {
    const page = await open(`/products/${product(0)}?period=7d`)
    await page.getByRole('button', { name: 'Show as table' }).click()
    await expect.poll(() => page.getByRole('table').first().getByRole('row').count()).toBe(8)
    await page.getByRole('button', { name: 'Bounce rate' }).click()
    await page.getByRole('columnheader', { name: 'Bounce rate' }).waitFor()
    await settled(page)
    await settled(page)
    await expectSound(page, 'overview-table')
    await page.close()
  })

  it('loads every row of a breakdown page by page', async () => {
    const page = await open(`/products/${product(0)}?period=90d&places=city`)
    await page.getByRole('region', { name: 'Places' }).getByRole('button', { name: 'Show all' }).click()
    const rows = page.getByRole('dialog').getByRole('row')
    await expect.poll(() => rows.count()).toBeGreaterThan(9)
    await settled(page)
    await settled(page)
    await expectSound(page, 'overview-all-rows')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.close()
  })

  it('marks the current visitors in gray while there are none, and in green otherwise', async () => {
    const page = await person.newPage()
    const colorAt = async (visitors: number) => {
      await page.route('**/overview?*', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        await route.fulfill({ response, json: { ...body, data: { ...body.data, active_visitors: visitors } } })
      })
      await page.goto(place.url(`/products/${product(0)}`))
      await page.locator(`main [data-live="${visitors}"]`).waitFor()
      const color = await page.evaluate("getComputedStyle(document.querySelector('main [data-live]')).backgroundColor")
      await page.unrouteAll({ behavior: 'wait' })
      return channelsOf(String(color))
    }
    const [, greenAtThree = 0, blueAtThree = 0] = await colorAt(3)
    const [redAtNone = 0, greenAtNone = 0] = await colorAt(0)
    expect(greenAtThree - blueAtThree).toBeGreaterThan(30)
    expect(Math.abs(greenAtNone - redAtNone)).toBeLessThan(20)
    await page.close()
  })

  it('uses the defaults for an invalid address of the statistics', async () => {
    const page = await open(
      `/products/${product(0)}?period=never&from=x&compare=7&tz=Mars&filters=%7B&metric=joy&all=%5B`,
    )
    expect(await numberOf(page, 'visitors')).toBeGreaterThan(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.goto(place.url('/products/prd_000000000000000000000/funnels'))
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.goto(place.url(`/products/${product(0)}/nowhere`))
    await page.getByRole('link', { name: 'Overview', exact: true }).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    expect(await page.locator('nav [aria-current="page"]').count()).toBe(0)
    await page.close()
  })

  it.each([
    ['overview', ''],
    ['realtime', '/realtime'],
    ['funnels', '/funnels'],
    ['goals', '/goals'],
    ['search', '/search'],
    ['crawlers', '/crawlers'],
  ])('shows the page %s without a violation that axe finds', async (name, path) => {
    const page = await open(`/products/${product(0)}${path}`)
    await inspect(page, name)
    await page.close()
  })

  it('opens the day of the chart that the mouse clicks by hours, between two points too', async () => {
    const page = await open(`/products/${product(0)}?period=30d`)
    const chart = await chartOf(page)
    const dayAt = async (share: number) => {
      const box = await chart.boundingBox()
      if (box === null) throw new Error('no chart')
      await page.mouse.click(box.x + box.width * share, box.y + box.height / 2)
      await page.waitForURL(/from=/)
      const { searchParams } = new URL(page.url())
      await page.getByLabel('Interval').and(page.locator('select')).waitFor()
      await expect.poll(() => page.getByLabel('Interval').inputValue()).toBe('hour')
      expect(searchParams.get('to')).toBe(searchParams.get('from'))
      await page.goBack()
      await expect.poll(() => page.getByLabel('Interval').inputValue()).toBe('day')
      await settled(page)
      return Date.parse(searchParams.get('from') ?? '')
    }
    const first = await dayAt(0.001)
    const middle = await dayAt(0.513)
    expect(middle - first).toBeGreaterThanOrEqual(13 * 86_400_000)
    expect(middle - first).toBeLessThanOrEqual(16 * 86_400_000)
    await page.close()
  })

  it('opens the days of the chart that are dragged over, and steps to the date range before and after', async () => {
    const page = await open(`/products/${product(0)}?period=30d`)
    const days = page.getByRole('button', { name: /^Days: / })
    /** The buttons and the keys step from the days that the page shows, and it shows them later than its address. */
    const hasOtherDays = async (choose: () => Promise<void>) => {
      const before = await days.textContent()
      await choose()
      await expect.poll(() => days.textContent()).not.toBe(before)
      await settled(page)
    }
    const box = await (await chartOf(page)).boundingBox()
    if (box === null) throw new Error('no chart')
    await page.mouse.move(box.x + box.width * 0.2, box.y + 80)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.4, box.y + 80, { steps: 5 })
    await hasOtherDays(() => page.mouse.up())
    const rangeOf = () => ['from', 'to'].map((name) => Date.parse(new URL(page.url()).searchParams.get(name) ?? ''))
    const [from = 0, to = 0] = rangeOf()
    const count = (to - from) / 86_400_000 + 1
    expect(count).toBeGreaterThanOrEqual(6)
    expect(count).toBeLessThanOrEqual(8)

    await hasOtherDays(() => page.getByRole('button', { name: 'Earlier date range' }).click())
    expect(rangeOf()).toEqual([from, to].map((day) => day - count * 86_400_000))
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(rangeOf).toEqual([from, to])
    await page.close()
  })

  it('opens a new annotation by its button and by its key', async () => {
    const page = await open(`/products/${product(0)}?period=30d`)
    const what = page.getByRole('dialog').getByLabel('What happened')
    await page.getByRole('button', { name: 'Add an annotation' }).focus()
    await page.keyboard.press('Enter')
    await what.waitFor()
    await page.keyboard.press('Escape')
    await what.waitFor({ state: 'detached' })
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('n')
    await what.waitFor()
    await page.close()
  })

  it('keeps the input on a statistics page when the session ends, and saves it after a new sign-in', async () => {
    const page = await open(`/products/${product(0)}?period=7d`)
    await page.getByRole('button', { name: 'Add an annotation' }).click()
    await page.getByLabel('What happened').fill('Price change')
    const cookies = await person.cookies()
    await person.clearCookies()
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('dialog').getByRole('alert')
    expect(await notice.textContent()).toContain('Your session has ended')
    expect(await notice.getByRole('link', { name: 'Sign in' }).getAttribute('target')).toBe('_blank')
    expect(await page.getByLabel('What happened').inputValue()).toBe('Price change')
    await settled(page)
    await expectSound(page, 'annotation-session-ended')

    await person.addCookies(cookies)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Annotation added.').waitFor()
    await page.getByRole('region', { name: 'Annotations' }).getByText('Price change').waitFor()
    await page.close()
  })

  it('keeps the input on a statistics page when the server does not answer', async () => {
    const page = await open(`/products/${product(0)}?period=7d`)
    await page.getByRole('button', { name: 'Edit Price change' }).click()
    await page.getByLabel('Note').fill('Ten percent')
    await person.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    const notice = page.getByRole('dialog').getByRole('alert')
    expect(await notice.textContent()).toContain('Can’t reach the server')
    await person.setOffline(false)
    await notice.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Annotation updated.').waitFor()
    await page.getByText('Ten percent').waitFor()
    await page.close()
  })

  it('shows both versions of an annotation when somebody else saved in between, and saves the chosen one', async () => {
    const page = await open(`/products/${product(0)}?period=7d`)
    const other = await open(`/products/${product(0)}?period=7d`)
    await page.getByRole('button', { name: 'Edit Price change' }).click()
    await page.getByLabel('Note').fill('Mine')
    await other.getByRole('button', { name: 'Edit Price change' }).click()
    await other.getByLabel('Note').fill('Theirs')
    await other.getByRole('button', { name: 'Save' }).click()
    await other.getByText('Annotation updated.').waitFor()

    await page.getByRole('button', { name: 'Save' }).click()
    const versions = page.getByRole('region', { name: 'Both versions' }).getByRole('table')
    await versions.waitFor()
    expect(await versions.getByRole('row', { name: 'Note' }).textContent()).toMatch(/Theirs.*Mine/)
    await settled(page)
    await expectSound(page, 'annotation-conflict')
    await page.getByRole('button', { name: 'Save yours' }).click()
    await page.getByText('Annotation updated.').waitFor()
    await page.getByRole('region', { name: 'Annotations' }).getByText('Mine').waitFor()

    await page.getByRole('button', { name: 'Delete Price change' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Price change').first().waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Annotation deleted.').waitFor()
    await expect.poll(() => page.getByRole('region', { name: 'Annotations' }).getByText('Price change').count()).toBe(0)
    await page.close()
    await other.close()
  })

  it('shows funnels, and lets a person create, change and delete them', async () => {
    const page = await open(`/products/${product(0)}/funnels`)
    await page.getByRole('button', { name: 'New funnel' }).click()
    await page.getByLabel('Name').fill('To the prices')
    await page.getByLabel('Path of step 1').fill('/')
    await page.getByLabel('Path of step 2').fill('pricing')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Did you mean /pricing?').waitFor()
    await page.getByRole('button', { name: 'Back to editing' }).click()
    await page.getByLabel('Path of step 2').fill('/pricing')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByLabel('Kind of step 3').selectOption('event')
    await page.getByLabel('Event of step 3').fill('Signup')
    await page.getByRole('button', { name: 'Move step 3 up' }).click()
    expect(await page.getByLabel('Event of step 2').inputValue()).toBe('Signup')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Funnel created.').waitFor()

    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: 'To the prices' }) })
    await card.getByText('Event').waitFor()
    expect(await card.getByRole('listitem').count()).toBe(3)
    await card.getByRole('button', { name: 'Delete To the prices' }).click()
    await page.getByRole('dialog').getByText('Its 3 steps are gone').waitFor()
    await settled(page)
    await expectSound(page, 'funnel-delete')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Funnel deleted.').waitFor()
    await expect.poll(() => page.getByRole('heading', { name: 'To the prices' }).count()).toBe(0)
    await page.close()
  })

  it('all statistics can be used with only the keyboard', async () => {
    const page = await open(`/products/${product(0)}`)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').textContent()).toBe('Skip to content')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('main')
    await page.getByRole('tab', { name: 'Pages' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.url()).toContain('pages=title')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Titles')
    await page.getByRole('button', { name: 'Days:' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Today')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.url()).toContain('period=today')
    // The menu gives the focus back when it has closed.
    await expect.poll(() => page.locator(':focus').textContent()).toMatch(/^Days: /)
    await page.getByRole('link', { name: 'Goals', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Goals' }).waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Goals')
    expect(page.url()).toContain('period=today')
    await page.close()
  })

  it('keeps the chosen theme', async () => {
    const page = await open(`/products/${product(0)}`)
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor')
    const light = await background()
    const choose = async (label: string) => {
      await page.getByRole('button', { name: 'Account', exact: true }).click()
      await page.getByLabel('Theme').selectOption({ label })
      await page.keyboard.press('Escape')
    }
    await choose('Dark')
    await expect.poll(background).not.toBe(light)
    const dark = await background()
    await page.reload()
    await headline(page, 'visitors').waitFor()
    expect(await background()).toBe(dark)
    await choose('Same as system')
    await expect.poll(background).toBe(light)
    await page.close()
  })

  it('shows a viewer all statistics, and no control that changes something', async () => {
    const owner = await open(`/products/${product(0)}`)
    const invited = await call(owner, 'POST', `/api/v1/products/${product(0)}/members`, {
      email: 'viewer@example.com',
      role: 'viewer',
    })
    const { stdout } = spawnSync(
      process.execPath,
      [FOOTFALL, 'invitation', 'link', invited.body.data.result.id, '--json'],
      {
        env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, BASE_URL: place.url() },
        encoding: 'utf8',
      },
    )
    const page = await (await newBrowser(place, 'service', { locale: 'en-US' })).newPage()
    await page.goto(JSON.parse(stdout).link)
    await page.getByLabel('Your name').fill('Vi')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account and accept' }).click()
    await headline(page, 'visitors').waitFor()
    await page.getByRole('region', { name: 'Annotations' }).getByText('Version 2 launched').waitFor()
    await settled(page)
    expect(await page.getByRole('button', { name: /annotation|^Edit|^Delete/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Funnels' }).click()
    await page.getByRole('heading', { name: 'From the front page to a purchase' }).waitFor()
    expect(await page.getByRole('button', { name: /New funnel|^Edit|^Delete/ }).count()).toBe(0)
    await page.getByRole('link', { name: 'Search' }).click()
    await page.getByText('These search numbers are made up').waitFor()
    await page.context().close()
    await owner.close()
  })

  it('signs a person out', async () => {
    const page = await (await newBrowser(place)).newPage()
    await page.goto(place.url('/sign-in'))
    await signIn(page, demo.email, demo.password)
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL(place.url('/sign-in'))
    await page.goto(place.url(`/products/${product(0)}`))
    await page.waitForURL(/\/sign-in\?next=/)
    await page.context().close()
  })
})

/** Red, green and blue of a computed color. */
function channelsOf(color: string): readonly number[] {
  return [...color.matchAll(/\d+/g)].map(([channel]) => Number(channel))
}

/** The part of the chart that takes the mouse. */
async function chartOf(page: Page): Promise<Locator> {
  const chart = page.getByRole('img', { name: /Visitors/ }).locator('.u-over')
  await chart.waitFor()
  await settled(page)
  await chart.scrollIntoViewIfNeeded()
  return chart
}
