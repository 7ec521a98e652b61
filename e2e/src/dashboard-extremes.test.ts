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
/** An address has at most 2,048 characters. */
const URL_VALUE_MAX = 1_900

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

/** In the last week, of which a weekly report is. */
const A_WEEK_AGO = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10)
const MANY = 50_000

/** Events of a file, each of another visitor. */
function linesOf(events: readonly object[]): string {
  const line = (event: object, number: number) =>
    JSON.stringify({ timestamp: `${A_WEEK_AGO}T12:00:00Z`, name: 'pageview', visitor: `v${number}`, ...event })
  return events.map(line).join('\n')
}

/** Each text in every field that a visitor can fill. */
function eventsWithTexts(): readonly object[] {
  return Object.values(TEXTS).flatMap((text) => {
    const encoded = encodedWithin(text, URL_VALUE_MAX)
    return [
      { url: addressOf(text), title: text },
      ...CAMPAIGN_PARAMETERS.map((parameter) => ({ url: `${SITE}/?${parameter}=${encoded}` })),
      { url: `${SITE}/`, name: text.slice(0, 100), props: { [text.slice(0, 60)]: text } },
    ]
  })
}

/** As much of a text as an address has room for, in whole characters. */
function encodedWithin(text: string, max: number): string {
  let encoded = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const next = encodeURIComponent(segment)
    if (encoded.length + next.length > max) break
    encoded += next
  }
  return encoded
}

const addressOf = (text: string) => `${SITE}/${encodedWithin(text, URL_VALUE_MAX)}`

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
    for (const text of Object.values(TEXTS))
      await send({ product: products.bakery, name: 'pageview', url: addressOf(text), title: text })
    await importInto(products.bakery, eventsWithTexts())
  })
  afterAll(async () => {
    await place?.close()
    await smtp?.close()
  })

  let sent = 0
  /** An event of a visitor of its own. */
  const send = async (event: object): Promise<void> => {
    const response = await fetch(place.url('/api/event'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': `${BROWSER}.${++sent}` },
      body: JSON.stringify(event),
    })
    expect(response.status).toBe(202)
  }
  const importInto = async (product: string, events: readonly object[]) => {
    const imports = `/api/v1/products/${product}/imports`
    const uploaded = await page.request.post(place.url(`${imports}/upload?name=events.ndjson`), {
      data: Buffer.from(linesOf(events)),
      headers: { 'content-type': 'application/octet-stream', origin: place.url() },
    })
    expect(uploaded.status()).toBe(201)
    await call(page, 'POST', `${imports}/${(await uploaded.json()).data.id}/start`)
    await until('the import', async () => (await call(page, 'GET', imports)).body.data[0]?.status === 'complete')
  }
  const valuesOf = async (dimension: string): Promise<readonly string[]> => {
    const query = new URLSearchParams({ product: products.bakery, metric: 'visitors', period: '30d', dimension })
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
      '/products?period=30d',
      ...Object.entries(TABS).flatMap(([card, tabs]) => tabs.map((tab) => `${of}?period=30d&${card}=${tab}`)),
      `${of}?period=30d&all=utm_campaign`,
      `${of}?period=30d&all=title`,
      `${of}?period=30d&filters=${encodeURIComponent(filters)}`,
      ...['realtime', 'journeys', 'retention', 'funnels', 'goals', 'search', 'vitals', 'errors', 'crawlers'].map(
        (section) => `${of}/${section}?period=30d`,
      ),
      `${of}/journeys?period=30d&page=${encodeURIComponent(`/${TEXTS['one word'].slice(0, 60)}`)}`,
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
    await open(`/products/${products.bakery}?period=30d&all=utm_campaign`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    for (const text of stored) expect(csv).toContain(text.replaceAll('"', '""'))
    for (const text of stored) {
      const filters = JSON.stringify([{ dimension: 'utm_campaign', operator: 'is', values: [text] }])
      await open(`/products/${products.bakery}?period=30d&filters=${encodeURIComponent(filters)}`)
      const chip = page.getByRole('list', { name: 'Filters' }).getByRole('listitem')
      expect(await chip.textContent()).toContain(text)
      const visitors = page.locator('[data-metric="visitors"] [data-value]')
      expect(Number(await visitors.getAttribute('data-value'))).toBe(1)
    }
  })

  it('sends the texts of visitors by email in lines that fit a phone', async () => {
    const target = { kind: 'email', addresses: ['ada@example.com'] }
    const schedule = { every: 'week', weekday: 1, hour: 8 }
    const reports = `/api/v1/products/${products.bakery}/reports`
    const made = await call(page, 'POST', reports, { name: 'Weekly', schedule, target })
    expect(made.body).toMatchObject({ data: { result: { name: 'Weekly' } } })
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
    const pages = Array.from({ length: MANY }, (_, number) => ({ url: `${SITE}/page-${number}` }))
    await importInto(products.many, pages)
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
