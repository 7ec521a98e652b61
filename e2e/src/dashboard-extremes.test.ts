import { readFile } from 'node:fs/promises'
import { smtpReceiver } from '@footfall/testkit/receivers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { call, openPlace, type Place, signUpFirst } from './dashboard-person.ts'
import { until } from './server-process.ts'

const BROWSER =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15'
const SITE = 'https://bakery.example'
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const DAY_MS = 86_400_000

/** What people write into titles and campaigns, each 500 characters long. */
const TEXTS = {
  'one word': 'w'.repeat(500),
  words: 'a long sentence about bread '.repeat(20).slice(0, 500),
  'right to left': 'חדשות על לחם טרי مخبز '.repeat(30).slice(0, 500),
  emoji: '👩‍🍳🥐'.repeat(100).slice(0, 497),
  markup: `<b>"&'</b>${'<i>'.repeat(180)}`.slice(0, 500),
} as const
const CAMPAIGN_PARAMETERS = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'] as const
const TABS = {
  pages: ['page', 'title', 'entry_page', 'exit_page'],
  sources: ['channel', 'source', 'referrer'],
  campaigns: CAMPAIGN_PARAMETERS,
  goals: ['goal', 'event', 'property'],
} as const

const MANY = 50_000
/** As many pages, each with one view. */
function manyPages(): string {
  const at = Date.now() - 10 * DAY_MS
  const line = (_: unknown, number: number) =>
    JSON.stringify({
      timestamp: new Date(at + number).toISOString(),
      name: 'pageview',
      url: `${SITE}/page-${number}`,
      visitor: `v${number % 500}`,
    })
  return Array.from({ length: MANY }, line).join('\n')
}

describe('the dashboard with extreme data', () => {
  let place: Place
  let page: Page
  let smtp: Awaited<ReturnType<typeof smtpReceiver>>
  const products = { bakery: '', empty: '', single: '', many: '' }

  beforeAll(async () => {
    smtp = await smtpReceiver()
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example' }
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0', ...mail })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    for (const [name, given] of [
      ['bakery', TEXTS['one word'].slice(0, 80)],
      ['empty', 'Empty'],
      ['single', 'Single'],
      ['many', 'Many'],
    ] as const) {
      const { body } = await call(page, 'POST', '/api/v1/products', { name: given, domain: 'bakery.example' })
      products[name] = body.data.result.id
    }
    await send({ product: products.single, name: 'pageview', url: `${SITE}/` })
    for (const text of Object.values(TEXTS)) {
      const encoded = encodeURIComponent(text)
      const url = `${SITE}/${encoded.slice(0, 900).replace(/%[^%]{0,1}$/, '')}`
      await send({
        product: products.bakery,
        name: 'pageview',
        url: `${SITE}/${encodeURIComponent(text.slice(0, 60))}`,
      })
      await send({ product: products.bakery, name: 'pageview', url, title: text })
      for (const parameter of CAMPAIGN_PARAMETERS)
        await send({ product: products.bakery, name: 'pageview', url: `${SITE}/?${parameter}=${encoded}` })
      await send({
        product: products.bakery,
        name: text.slice(0, 100),
        url: `${SITE}/`,
        props: { [text.slice(0, 60)]: text },
      })
    }
    await until(
      'all events to be counted',
      async () => (await valuesOf('title')).length > Object.keys(TEXTS).length - 1,
    )
  })
  afterAll(async () => {
    await place?.close()
    await smtp?.close()
  })

  const send = async (event: object): Promise<void> => {
    const response = await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
      body: JSON.stringify(event),
    })
    expect(response.status).toBe(202)
  }
  const valuesOf = async (dimension: string): Promise<readonly string[]> => {
    const query = new URLSearchParams({ product: products.bakery, metric: 'visitors', period: 'today', dimension })
    const { body } = await call(page, 'GET', `/api/v1/stats?${query}`)
    return body.data.rows.map(({ key }: { key: string }) => key).filter((key: string) => key !== '')
  }
  const open = async (path: string) => {
    await page.goto(place.url(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
  }
  const beyond = () => page.evaluate('document.documentElement.scrollWidth - innerWidth')

  it('fits texts of 500 characters of visitors into every page, on a phone as well', async () => {
    const of = `/products/${products.bakery}`
    const filters = JSON.stringify([
      { dimension: 'utm_campaign', operator: 'is', values: Object.values(TEXTS).map((text) => text.slice(0, 250)) },
    ])
    const paths = [
      '/',
      '/products?period=today',
      ...Object.entries(TABS).flatMap(([card, tabs]) => tabs.map((tab) => `${of}?period=today&${card}=${tab}`)),
      `${of}?period=today&all=utm_campaign`,
      `${of}?period=today&all=title`,
      `${of}?period=today&filters=${encodeURIComponent(filters)}`,
      ...['realtime', 'journeys', 'retention', 'funnels', 'goals', 'search', 'vitals', 'errors', 'crawlers'].map(
        (section) => `${of}/${section}?period=today`,
      ),
      `${of}/journeys?period=today&page=${encodeURIComponent(`/${TEXTS['one word'].slice(0, 60)}`)}`,
      ...['general', 'collection', 'events'].map((section) => `${of}/settings/${section}`),
    ]
    const wider: Record<string, unknown> = {}
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      for (const path of paths) {
        await open(path)
        const by = await beyond()
        if (by !== 0) wider[`${viewport.width} ${path}`] = by
      }
    }
    expect(wider).toEqual({})
  })

  it('keeps the texts of visitors whole in CSV and in the link of a filter', async () => {
    await page.setViewportSize(WIDE)
    const stored = await valuesOf('utm_campaign')
    expect(stored).toHaveLength(Object.keys(TEXTS).length)
    await open(`/products/${products.bakery}?period=today&all=utm_campaign`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    for (const text of stored) expect(csv).toContain(text.replaceAll('"', '""'))
    for (const text of stored) {
      const filters = JSON.stringify([{ dimension: 'utm_campaign', operator: 'is', values: [text] }])
      await open(`/products/${products.bakery}?period=today&filters=${encodeURIComponent(filters)}`)
      const chip = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
      expect(await chip.textContent()).toContain(text)
      const visitors = page.locator('[data-metric="visitors"] [data-value]')
      expect(Number(await visitors.getAttribute('data-value'))).toBe(1)
    }
  })

  it('sends the texts of visitors by email in lines that fit a phone', async () => {
    const target = { kind: 'email', addresses: ['ada@example.com'] }
    const schedule = { every: 'day', hour: 8 }
    const reports = `/api/v1/products/${products.bakery}/reports`
    const made = await call(page, 'POST', reports, { name: 'Daily', schedule, target })
    expect(made.body).toMatchObject({ data: { result: { name: 'Daily' } } })
    const before = smtp.received.length
    await call(page, 'POST', `${reports}/${made.body.data.result.id}/send`)
    await until('the report', async () => smtp.received.length > before)
    const { html, text } = smtp.received.at(-1) ?? {}
    expect(text).toContain(TEXTS['one word'].slice(0, 60))
    const reader = await page.context().newPage()
    await reader.setViewportSize(PHONE)
    await reader.setContent(String(html))
    expect(await reader.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0)
    await reader.close()
  })

  it('shows a product without events, and one with a single event, with no invalid number', async () => {
    const invalid = /\bNaN\b|\bundefined\b|\bInfinity\b|∞|\[object|Invalid Date/
    const found: string[] = []
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      for (const product of [products.empty, products.single]) {
        for (const section of [
          '',
          'realtime',
          'journeys',
          'retention',
          'funnels',
          'goals',
          'vitals',
          'errors',
          'crawlers',
        ]) {
          await open(`/products/${product}${section === '' ? '' : `/${section}`}`)
          const text = (await page.locator('main').textContent()) ?? ''
          if (invalid.test(text) || (await beyond()) !== 0) found.push(`${viewport.width} ${product} ${section}`)
        }
      }
    }
    expect(found).toEqual([])
    await open(`/products/${products.single}?period=today`)
    const visitors = page.locator('[data-metric="visitors"] [data-value]')
    expect(Number(await visitors.getAttribute('data-value'))).toBe(1)
  })

  it('loads 50,000 rows page by page, finds one of them, and says that a file has the first 10,000', async () => {
    await page.setViewportSize(WIDE)
    const uploaded = await page.request.post(
      place.url(`/api/v1/products/${products.many}/imports/upload?name=many.ndjson`),
      {
        data: Buffer.from(manyPages()),
        headers: { 'content-type': 'application/octet-stream', origin: place.url() },
      },
    )
    expect(uploaded.status()).toBe(201)
    const { id } = (await uploaded.json()).data
    const imports = `/api/v1/products/${products.many}/imports`
    await call(page, 'POST', `${imports}/${id}/start`)
    await until('the import', async () => (await call(page, 'GET', imports)).body.data[0]?.status === 'complete')
    await open(`/products/${products.many}?period=30d&all=page`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const rows = dialog.getByRole('row')
    expect(await rows.count()).toBeLessThan(1_000)
    await dialog.getByLabel('Search').fill('page-49999')
    await expect.poll(() => rows.count()).toBe(2)
    await dialog.getByLabel('Search').fill('')
    await expect.poll(() => rows.count()).toBeGreaterThan(2)
    await settled(page)
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    expect(csv.trimEnd().split('\r\n')).toHaveLength(10_001)
    await page.getByText('The file has the first 10,000 rows.').waitFor()
  })
})
