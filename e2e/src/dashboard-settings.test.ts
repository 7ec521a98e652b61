import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openEngine } from '@footfall/warehouse'
import type { Locator, Page } from 'playwright-core'
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
import { jsonOf, until } from './server-process.ts'

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const SITE = 'https://bakery.example'
const DAY_MS = 86_400_000
const dayFrom = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

describe('the settings of a product', () => {
  let place: Place
  let page: Page
  let product: string
  let token: string

  beforeAll(async () => {
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0' })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    product = (await call(page, 'POST', '/api/v1/products', { name: 'Bakery', domain: 'bakery.example' })).body.data
      .result.id
    await call(page, 'POST', '/api/v1/products', { name: 'Library' })
    const scopes = ['analytics:read', 'settings:read']
    const products = { mode: 'selected', ids: [product] }
    const made = await call(page, 'POST', '/api/v1/access-tokens', { name: 'Reader', scopes, products })
    token = made.body.data.secret
    for (const path of ['/', '/bread']) await send({ name: 'pageview', url: SITE + path })
    await send({ name: 'Signup', url: `${SITE}/join` })
    await send({
      name: '=Order',
      url: `${SITE}/shop`,
      revenue: { amount: '12.50', currency: 'EUR' },
      props: { a: 'x,"y"' },
    })
  })
  afterAll(() => place?.close())

  const send = async (event: object): Promise<boolean> => {
    const response = await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
      body: JSON.stringify({ product, ...event }),
    })
    expect(response.status).toBe(202)
    return (await jsonOf(response)).accepted
  }
  const open = async (section: string, heading: string) => {
    await page.goto(place.url(`/products/${product}/settings/${section}`))
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
  const api = `/api/v1/products/`
  const read = async (section: string) => (await call(page, 'GET', `${api}${product}/${section}`)).body.data
  const put = async (section: string, body: object) => {
    const { status } = await call(page, 'PUT', `${api}${product}/${section}`, body)
    expect(status).toBe(200)
  }
  const isSaved = (name: string) => {
    const form = page.locator('form').filter({ has: page.getByRole('button', { name, exact: true }) })
    return savedThoughWarned(page, form.getByText('Saved.', { exact: true }))
  }
  const save = async (name = 'Save') => {
    await page.getByRole('button', { name, exact: true }).click()
    await isSaved(name)
  }
  const saveAllTheSame = async (name: string, warning: string | RegExp) => {
    await page.getByRole('button', { name, exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText(warning).waitFor()
    await question.getByRole('button', { name: 'Save anyway' }).click()
    await isSaved(name)
  }
  /** The name of what has the focus, or its text. */
  const focused = async () => {
    const element = page.locator(':focus')
    return (await element.getAttribute('aria-label')) ?? (await element.textContent())
  }
  const isInvalid = async (field: Locator) => (await field.getAttribute('aria-invalid')) === 'true'

  describe('the name and the preferences of a product', () => {
    it('saves name and preferences, and shows invalid input in place', async () => {
      await open('general', 'General')
      const name = page.getByLabel('Product name')
      await name.fill(' ')
      await page.getByRole('button', { name: 'Save name' }).click()
      await page.getByRole('alert').waitFor()
      expect(await isInvalid(name)).toBe(true)
      await name.fill('Bakery & Sons')
      await save('Save name')
      const products = (await call(page, 'GET', '/api/v1/products')).body.data
      expect(products.find(({ id }: { id: string }) => id === product).name).toBe('Bakery & Sons')

      await page.getByLabel('Weeks begin on').selectOption('sunday')
      await page.getByLabel('Default period').selectOption('90d')
      await page.getByLabel('Query parameters to remove').fill('ref\nsession')
      const retention = page.getByLabel('Keep events for (days)')
      for (const nonsense of ['7', '', 'long', '30.5']) {
        await retention.fill(nonsense)
        await page.getByRole('button', { name: 'Save preferences' }).click()
        await expect.poll(() => isInvalid(retention)).toBe(true)
      }
      await page.getByRole('alert').getByText('Must be a whole number.').waitFor()
      const currency = page.getByLabel('Currency')
      await currency.fill('E1')
      await retention.fill('29')
      await page.getByRole('button', { name: 'Save preferences' }).click()
      await expect.poll(() => isInvalid(currency)).toBe(true)
      await page.getByRole('alert').getByText('Must be at least 30.').waitFor()
      expect(await isInvalid(retention)).toBe(true)
      await expectSound(page, 'settings-general-rejected')
      await currency.fill('EUR')
      await retention.fill('1095')
      await save('Save preferences')
      expect(await read('preferences')).toMatchObject({
        week_starts_on: 'sunday',
        default_range: '90d',
        excluded_query_params: ['ref', 'session'],
        retention_days: 1095,
      })
      await open('general', 'General')
      await expectSound(page, 'settings-general')
    })

    it('warns before a shorter retention deletes events', async () => {
      await page.getByLabel('Keep events for (days)').fill('90')
      await page.getByRole('button', { name: 'Save preferences' }).click()
      const question = page.getByRole('dialog')
      await question.getByText('Everything older than 90 days is deleted for good').waitFor()
      await expectSound(page, 'settings-general-warning')
      await question.getByRole('button', { name: 'Back to editing' }).click()
      expect(await page.getByLabel('Keep events for (days)').inputValue()).toBe('90')
      expect((await read('preferences')).retention_days).toBe(1095)
      await saveAllTheSame('Save preferences', /^Everything older than 90 days/)
      expect((await read('preferences')).retention_days).toBe(90)
    })

    it('warns of the impact of all changed preferences at once', async () => {
      await page.getByLabel('Time zone').selectOption('Europe/Berlin')
      await page.getByLabel('Currency').fill('usd')
      await page.getByRole('checkbox', { name: 'Exclude bots' }).uncheck()
      await page.getByRole('button', { name: 'Save preferences' }).click()
      const question = page.getByRole('dialog')
      for (const warning of ['follow the new time zone', 'collected in EUR is no longer shown', 'Bots are counted'])
        await question.getByText(warning).waitFor()
      await question.getByRole('button', { name: 'Save anyway' }).click()
      await isSaved('Save preferences')
      expect(await read('preferences')).toMatchObject({
        timezone: 'Europe/Berlin',
        currency: 'USD',
        bot_filtering: false,
        suppression_threshold: 0,
      })
    })
  })

  describe('the settings of events and goals', () => {
    const goals = async () => {
      const range = `from=${dayFrom(-1)}&to=${dayFrom(1)}`
      return (await call(page, 'GET', `/api/v1/stats/goals?product=${product}&${range}`)).body.data.goals
    }
    const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })

    it('suggests recent event names for goals, and counts the conversions of a new goal', async () => {
      await until('the events', async () => {
        const range = `from=${dayFrom(-1)}&to=${dayFrom(1)}`
        const path = `/api/v1/stats?product=${product}&metric=events&dimension=event&${range}`
        return (await call(page, 'GET', path)).body.data.rows?.length === 3
      })
      await open('events', 'Events and goals')
      await page.getByText('No events yet').waitFor()
      await page.getByRole('button', { name: 'Add Signup' }).waitFor()
      await expectSound(page, 'settings-events-empty')
      await page.getByRole('button', { name: 'Add Signup' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an event' })
      expect(await dialog.getByLabel('Name').inputValue()).toBe('Signup')
      await dialog.getByLabel('Label').fill('Signed up')
      await expectSound(page, 'settings-events-dialog')
      await dialog.getByRole('button', { name: 'Add to list' }).click()
      await expect.poll(focused).toBe('Add an event')
      await save()
      const tracked = { name: 'Signup', label: 'Signed up', kind: 'custom', goal: true, revenue: false }
      expect((await read('events')).events).toEqual([tracked])
      expect(await goals()).toMatchObject([{ name: 'Signup', conversions: 1 }])
      expect(await send({ name: 'Signup', url: `${SITE}/join` })).toBe(true)
      await until('the next conversion', async () => (await goals())[0].conversions === 2)
    })

    it('counts a page goal by a pattern, and shows at once what is wrong with an entry', async () => {
      await page.getByRole('button', { name: 'Add an event' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add an event' })
      await dialog.getByRole('radio', { name: 'Pageview' }).check()
      await dialog.getByRole('button', { name: 'Add to list' }).click()
      await dialog.getByText('Enter a name.').waitFor()
      await dialog.getByLabel('Name').fill('Signup')
      await dialog.getByText('An event with this name already exists.').waitFor()
      await expectSound(page, 'settings-events-dialog-page')
      await dialog.getByLabel('Name').fill('Saw bread')
      await dialog.getByLabel('Path').fill(`/bre${'a'.repeat(1100)}*`)
      await dialog.getByRole('button', { name: 'Add to list' }).click()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await entry('Saw bread').getByText('Path: Must have at most 1024 characters.').waitFor()
      await page.getByRole('button', { name: 'Edit Saw bread' }).click()
      await page.getByLabel('Path').fill('/bre*')
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await save()
      expect(await goals()).toContainEqual(expect.objectContaining({ name: 'Saw bread', conversions: 1 }))
    })

    it('stops an automatic event of the tracker that is switched off', async () => {
      await page.getByRole('checkbox', { name: 'Outbound links' }).uncheck()
      await save()
      expect((await read('events')).auto_capture).toEqual({
        outbound_links: false,
        file_downloads: true,
        form_submissions: true,
        scroll_depth: true,
      })
      await until('the setting to be obeyed', async () => !(await send({ name: 'Outbound Link', url: `${SITE}/` })))
    })

    it('warns of the conversions that are lost with a goal', async () => {
      await page.getByRole('button', { name: 'Remove Saw bread' }).click()
      await expect.poll(focused).toBe('Remove Signup')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('dialog').getByText('“Saw bread” is no longer a goal').waitFor()
      await page.getByRole('button', { name: 'Back to editing' }).click()
      await page.getByRole('button', { name: 'Undo changes' }).click()
      await entry('Saw bread').waitFor()
      expect((await read('events')).events).toHaveLength(2)
    })

    it('shows both versions of the goals when somebody else saved in between, and saves the chosen one', async () => {
      const { events, auto_capture } = await read('events')
      const mine = async (label: string) => {
        await page.getByRole('button', { name: 'Edit Signup' }).click()
        await page.getByLabel('Label').fill(label)
        await page.getByRole('button', { name: 'Apply', exact: true }).click()
      }
      const theirs = {
        events: [...events, { name: 'Order placed', kind: 'custom', goal: false, revenue: false }],
        auto_capture,
      }
      await mine('Mine')
      await put('events', theirs)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      const versions = page.getByRole('region', { name: 'Both versions' })
      expect(await versions.getByRole('row', { name: /^Signup/ }).textContent()).toContain('shown as “Mine”')
      expect(await versions.getByRole('row', { name: /^Order placed/ }).textContent()).toContain(
        'events named “Order placed”–',
      )
      await page.evaluate('scrollTo(0, 0)')
      await expectSound(page, 'settings-events-conflict')
      await page.getByRole('button', { name: 'Keep theirs' }).click()
      await entry('Order placed').waitFor()
      expect((await read('events')).events).toEqual(theirs.events)

      await mine('Mine')
      await put('events', { events: [], auto_capture })
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await versions.waitFor()
      await page.getByRole('button', { name: 'Save yours' }).click()
      await savedThoughWarned(page, page.getByText('Saved.', { exact: true }))
      expect((await read('events')).events).toEqual(
        theirs.events.map((event) => (event.name === 'Signup' ? { ...event, label: 'Mine' } : event)),
      )
    })

    it('finds a goal among hundreds', async () => {
      const { events, auto_capture } = await read('events')
      const many = Array.from({ length: 500 - events.length }, (_, at) => ({
        name: `Step ${at + 1}`,
        kind: 'custom',
        goal: false,
        revenue: false,
      }))
      await put('events', { events: [...events, ...many], auto_capture })
      await page.reload()
      await page.getByRole('heading', { name: '500 events' }).waitFor()
      const rows = page.getByRole('button', { name: /^Remove / })
      await expect.poll(() => rows.count()).toBe(20)
      expect(await page.getByRole('button', { name: 'Add an event' }).count()).toBe(0)
      await page.evaluate('scrollTo(0, 0)')
      await expectSound(page, 'settings-events')
      await page.getByRole('searchbox', { name: 'Find an event' }).fill('step 397')
      await expect.poll(() => rows.count()).toBe(1)
      await page.getByRole('button', { name: 'Edit Step 397' }).click()
      await page.getByRole('checkbox', { name: 'Goal' }).check()
      await page.getByRole('button', { name: 'Apply', exact: true }).click()
      await save()
      expect((await read('events')).events.filter(({ goal }: { goal: boolean }) => goal)).toHaveLength(3)
      await put('events', { events, auto_capture })
    })
  })

  describe('the settings of shields', () => {
    it('shows which shield entries are invalid and why', async () => {
      await open('shields', 'Shields')
      await expectSound(page, 'settings-shields-empty')
      await page.getByRole('button', { name: 'Add an address' }).click()
      await page.getByRole('button', { name: 'Add an address' }).click()
      await expect
        .poll(() => page.getByLabel('Address 2', { exact: true }).evaluate((field) => field.matches(':focus')))
        .toBe(true)
      await page.getByLabel('Address 2', { exact: true }).fill('my house')
      await page.getByLabel('Blocked paths').fill(`/fine\n/${'x'.repeat(1100)}`)
      await page.getByRole('button', { name: 'Save shields' }).click()
      await page.getByRole('alert').waitFor()
      await page.evaluate('scrollTo(0, 0)')
      const button = await page.getByRole('button', { name: 'Save shields' }).boundingBox()
      expect(button && button.y + button.height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
      expect(await isInvalid(page.getByLabel('Address 1', { exact: true }))).toBe(true)
      expect(await page.getByLabel('Address 2', { exact: true }).count()).toBe(0)
      await page.getByText(/^“\/x+…” must have at most 1024 characters\.$/).waitFor()
      await expectSound(page, 'settings-shields-rejected')
    })

    it('drops events that match a new shield after the impact was confirmed', async () => {
      await page.getByLabel('Address 1', { exact: true }).fill('198.51.100.0/24')
      await page.getByLabel('Note on address 1').fill('Office')
      await page.getByLabel('Add a country').selectOption({ label: 'Antarctica' })
      await page.getByLabel('Add a country').selectOption({ label: 'Germany' })
      await page.getByRole('button', { name: 'Remove Antarctica' }).click()
      await page.getByLabel('Blocked paths').fill('/bread*\n/a,b')
      await page.getByRole('radio', { name: 'Allow only these' }).check()
      await page.getByLabel('Allowed hostnames').fill('bakery.example\n*.bakery.example')
      await page.getByLabel('Blocked referrers').fill('*.spam.example')
      await page.getByRole('button', { name: 'Save shields' }).click()
      const question = page.getByRole('dialog')
      await question.getByText('Stops counting pages at /bread*: 1 visitor in the last 7 days.').waitFor()
      await question.getByText('Stops counting 198.51.100.0/24').waitFor()
      await expectSound(page, 'settings-shields-warning')
      await question.getByRole('button', { name: 'Save anyway' }).click()
      await savedThoughWarned(page, page.getByText('Saved.', { exact: true }))
      expect(await read('shields')).toMatchObject({
        addresses: [{ cidr: '198.51.100.0/24', note: 'Office' }],
        countries: [{ code: 'DE' }],
        paths: [{ pattern: '/bread*' }, { pattern: '/a,b' }],
        hostnames: { mode: 'allow', patterns: ['bakery.example', '*.bakery.example'] },
        referrers: [{ pattern: '*.spam.example' }],
      })
      const view = { name: 'pageview', url: `${SITE}/` }
      await until('the shield', async () => !(await send({ ...view, url: `${SITE}/bread/rye` })))
      expect(await send({ ...view, url: 'https://copy.example/' })).toBe(false)
      expect(await send({ ...view, referrer: 'https://more.spam.example/win' })).toBe(false)
      expect(await send(view)).toBe(true)
    })

    it('shows how many events each kind of shield dropped', async () => {
      await until('the counts', async () => {
        const { rejected } = (await call(page, 'GET', `/api/v1/stats/health?product=${product}`)).body.data
        return rejected.some(({ reason }: { reason: string }) => reason === 'shield_referrer')
      })
      await page.reload()
      const kind = (title: string) =>
        page.locator('section').filter({ has: page.getByRole('heading', { name: title }) })
      await kind('Hostnames').getByText('1 dropped in 7 days').waitFor()
      await kind('Paths')
        .getByText(/^\d+ dropped in 7 days$/)
        .waitFor()
      await kind('Countries').getByText('None dropped in 7 days').waitFor()
      await expectSound(page, 'settings-shields')
    })

    it('warns of an allow list that excludes all visitors', async () => {
      await page.getByLabel('Allowed hostnames').fill('bakery.test')
      await page.getByRole('button', { name: 'Save shields' }).click()
      await page
        .getByRole('dialog')
        .getByText(/^Stops counting hostnames that \d+ visitors? came to/)
        .waitFor()
      await page.getByRole('button', { name: 'Back to editing' }).click()
      await page.getByRole('button', { name: 'Undo changes' }).click()
    })
  })

  it('shows both versions of the shields in words', async () => {
    const { revision: _, updated_at: __, ...shields } = await read('shields')
    await page.getByRole('button', { name: 'Remove Germany' }).click()
    await expect.poll(focused).toMatch(/^Choose…/)
    await put('shields', { ...shields, referrers: [], hostnames: { mode: 'block', patterns: ['copy.example'] } })
    await page.getByRole('button', { name: 'Save shields' }).click()
    const versions = page.getByRole('region', { name: 'Both versions' })
    const row = (name: RegExp) => versions.getByRole('row', { name }).textContent()
    expect(await row(/^Countries/)).toBe('CountriesGermanyNone')
    expect(await row(/^Referrers/)).toBe('ReferrersNone*.spam.example')
    expect(await row(/^Hostnames/)).toContain('These aren’t counted:\ncopy.example')
    expect(await versions.getByRole('row', { name: /^Paths/ }).count()).toBe(0)
    await expectSound(page, 'settings-shields-conflict')
    await page.getByRole('button', { name: 'Keep theirs' }).click()
    await page.getByRole('button', { name: 'Remove Germany' }).waitFor()
    await put('shields', shields)
  })

  it('records crawlers of the chosen kinds and paths, or none', async () => {
    await open('crawlers', 'Crawlers')
    await page.getByRole('checkbox', { name: 'AI training' }).uncheck()
    await page.getByLabel('Excluded paths').fill('/feed/*\n/a,b')
    await save()
    await expectSound(page, 'settings-crawlers')
    expect(await read('crawlers')).toMatchObject({
      enabled: true,
      track: { search: true, ai_training: false, ai_assistant: true, monitoring: true, other: true },
      excluded_paths: ['/feed/*', '/a,b'],
    })
    await page.getByRole('checkbox', { name: 'Track crawlers' }).uncheck()
    await saveAllTheSame('Save', /no longer reported/)
    expect(await read('crawlers')).toMatchObject({ enabled: false, excluded_paths: ['/feed/*', '/a,b'] })
    await page.getByRole('checkbox', { name: 'Track crawlers' }).check()
    await save()
    await page.getByRole('link', { name: 'crawler report', exact: true }).click()
    await page.waitForURL(`**/products/${product}/crawlers`)
  })

  it('adds and removes an app', async () => {
    await open('apps', 'Apps')
    await page.getByRole('button', { name: 'Add app' }).waitFor()
    await page.getByLabel('Name').fill('Bakery for phones')
    await page.getByLabel('Platform').selectOption('android')
    await page.getByRole('button', { name: 'Add app' }).click()
    await expect.poll(() => isInvalid(page.getByLabel('Bundle identifier'))).toBe(true)
    await page.getByLabel('Bundle identifier').fill('example.bakery')
    await page.getByRole('button', { name: 'Add app' }).click()
    await page.getByText('example.bakery').waitFor()
    await expectSound(page, 'settings-apps')
    expect((await read('apps')).apps).toMatchObject([{ name: 'Bakery for phones', bundle_id: 'example.bakery' }])
    await page.getByRole('button', { name: 'Remove Bakery for phones' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('No apps yet').waitFor()
    expect((await read('apps')).apps).toEqual([])
  })

  describe('the export and the activity of a product', () => {
    /** What was counted before the shields, in the order it came. */
    const SENT = ['pageview', 'pageview', 'Signup', '=Order', 'Signup', 'pageview']
    const download = async (format: string): Promise<string> => {
      await page.getByRole('radio', { name: format, exact: true }).check()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download' }).click(),
      ])
      expect(file.suggestedFilename()).toMatch(new RegExp(`^${product}-.*\\.${format.toLowerCase()}$`))
      return file.path()
    }

    it('shows why an export fails, instead of saving the error as a file', async () => {
      await open('export', 'Export')
      await page.getByLabel('First day').fill('1999-01-01')
      await page.getByRole('button', { name: 'Download' }).click()
      await page.getByRole('alert').waitFor()
      expect(await isInvalid(page.getByLabel('Last day'))).toBe(true)
      await expectSound(page, 'settings-export-rejected')
    })

    it('exports the events as NDJSON, CSV and Parquet', async () => {
      await open('export', 'Export')
      await expectSound(page, 'settings-export')
      const lines = (await readFile(await download('NDJSON'), 'utf8')).trim().split('\n')
      const events = lines.map((line) => JSON.parse(line))
      expect(events.map(({ name }) => name)).toEqual(SENT)
      expect(events[3]).toMatchObject({
        url: `${SITE}/shop`,
        revenue: { amount: '12.5', currency: 'EUR' },
        props: { a: 'x,"y"' },
      })

      const [header = '', ...cells] = (await readFile(await download('CSV'), 'utf8')).trim().split('\r\n')
      const at = header.split(',').indexOf('name')
      expect(cells.map((row) => row.split(',')[at])).toEqual(SENT.map((name) => name.replace(/^=/, "'=")))

      const parquet = await download('Parquet')
      const engine = await openEngine({ embedded: { path: join(place.dataDir, 'parquet') } })
      try {
        expect(await engine.rows(`SELECT name, url FROM file('${parquet}', 'Parquet')`)).toEqual(
          events.map(({ name, url }) => ({ name, url })),
        )
      } finally {
        await engine.close()
      }
    })
  })

  it('shows who changed which settings', async () => {
    await open('activity', 'Activity')
    await page
      .getByText(/^Export the events of “Bakery & Sons”/)
      .first()
      .waitFor()
    await page.getByText(/^Rename “Bakery” to/).waitFor()
    await expectSound(page, 'settings-activity')
  })

  it('shows editors and viewers the settings as text, without controls that would be rejected', async () => {
    const { id } = (await call(page, 'POST', `${api}${product}/members`, { email: 'bo@example.com', role: 'editor' }))
      .body.data.result
    const { stdout } = spawnSync(process.execPath, [FOOTFALL, 'invitation', 'link', id, '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: place.dataDir, BASE_URL: place.url() },
      encoding: 'utf8',
    })
    const guest = await (await newBrowser(place)).newPage()
    await guest.goto(String(JSON.parse(stdout).link))
    await guest.getByLabel('Your name').fill('Bo')
    await guest.getByLabel('Password').fill(PASSWORD)
    await guest.getByRole('button', { name: 'Create account and accept' }).click()
    await guest.waitForURL(`**/products/${product}`)
    const sections = [
      ['general', 'General', '90 days'],
      ['events', 'Events and goals', 'Counts events named “Signup”'],
      ['shields', 'Shields', '198.51.100.0/24 (Office)'],
      ['crawlers', 'Crawlers', '/feed/*'],
      ['apps', 'Apps', 'No apps yet'],
      ['export', 'Export', 'You don’t have access to this page'],
      ['activity', 'Activity', 'You don’t have access to this page'],
      ['delete', 'Delete product', 'You don’t have access to this page'],
    ] as const
    for (const role of ['editor', 'viewer']) {
      await call(page, 'PATCH', `${api}${product}/members/${id}`, { role })
      for (const [section, heading, fact] of sections) {
        await guest.goto(place.url(`/products/${product}/settings/${section}`))
        await guest.getByRole('heading', { level: 1, name: heading }).waitFor()
        await guest.getByText(fact).first().waitFor()
        const main = guest.getByRole('main')
        expect({
          section,
          buttons: await main.getByRole('button').count(),
          fields: await main.locator('input, select, textarea').count(),
        }).toEqual({ section, buttons: 0, fields: 0 })
        if (role === 'viewer') await expectSound(guest, `settings-${section}-viewer`)
      }
      const links = guest.getByRole('navigation', { name: 'Settings' }).getByRole('link')
      expect(await links.allTextContents()).not.toContain('Export')
    }
    await guest.context().close()
  })

  it('shows on a phone which page of the settings is open', async () => {
    const context = await newBrowser(place, 'service', {
      storageState: await page.context().storageState(),
      viewport: { width: 320, height: 700 },
    })
    const phone = await context.newPage()
    await phone.goto(place.url(`/products/${product}/settings/delete`))
    await phone.getByRole('heading', { level: 1, name: 'Delete product' }).waitFor()
    for (const navigation of ['Sections', 'Settings']) {
      const current = phone.getByRole('navigation', { name: navigation }).locator('[aria-current="page"]')
      await expect
        .poll(async () => {
          const box = await current.boundingBox()
          return box !== null && box.x >= 0 && box.x + box.width <= 320
        })
        .toBe(true)
    }
    await context.close()
  })

  it('deletes a product only by its whole name, with the access of its tokens', async () => {
    const stats = `/api/v1/stats?product=${product}&metric=visitors&from=${dayFrom(-1)}&to=${dayFrom(0)}`
    expect((await callWith(token, place, 'GET', stats)).status).toBe(200)
    await open('delete', 'Delete product')
    const button = page.getByRole('button', { name: 'Delete product' })
    const name = page.getByLabel('Type “Bakery & Sons” to confirm')
    for (const wrong of ['', 'Bakery', 'bakery & sons']) {
      await name.fill(wrong)
      await name.press('Enter')
      expect(await button.isDisabled()).toBe(true)
    }
    await page.getByRole('note').getByText('events').first().waitFor()
    await expectSound(page, 'settings-delete')
    await name.fill('Bakery & Sons')
    await button.click()
    await page.getByText('Bakery & Sons deleted.').waitFor()
    expect((await callWith(token, place, 'GET', stats)).status).toBe(404)
    expect((await call(page, 'GET', '/api/v1/products')).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Library',
    ])
  })

  it('requests nothing from other hosts on the settings pages', () => {
    expect([...place.asked]).toEqual([place.url()])
  })
})
