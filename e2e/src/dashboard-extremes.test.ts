import { readFile } from 'node:fs/promises'
import { smtpReceiver } from '@footfall/testkit/receivers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settled } from './dashboard-browser.ts'
import { call, openPlace, type Place, signUpFirst } from './dashboard-person.ts'
import { until } from './server-process.ts'

const SITE = 'https://bakery.example'
const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const DAY_MS = 86_400_000
/** An address has at most 2,048 characters. */
const ADDRESS_VALUE_MAX = 1_900
const MANY = 50_000

/** What people write into titles and campaigns, 500 characters each. */
const TEXTS = {
  'one word': 'w'.repeat(500),
  words: 'a long sentence about bread '.repeat(20).slice(0, 500),
  'right to left': 'חדשות על לחם טרי مخبز '.repeat(30).slice(0, 500),
  emoji: '👩‍🍳🥐'.repeat(70).slice(0, 497),
  'combining characters': 'e\u0301\u0323\u0308'.repeat(125),
  markup: `<b>"&'</b>${'<i>'.repeat(180)}`.slice(0, 500),
} as const
const CAMPAIGN_PARAMETERS = ['utm_campaign', 'utm_source', 'utm_medium', 'utm_content', 'utm_term'] as const

/** In the last week, of which a weekly report is. */
const A_WEEK_AGO = new Date(Date.now() - 7 * DAY_MS).toISOString().slice(0, 10)

/**
 * What is cut off at the side of the screen, or covers what stands beside it in its row. What scrolls by itself, and texts that are
 * cut on purpose, are left out.
 */
const OVERFLOWING = `(() => {
  const clips = (element) => ['auto', 'scroll', 'hidden', 'clip'].includes(getComputedStyle(element).overflowX)
  const isClipped = (element) => {
    for (let at = element.parentElement; at !== null && at !== document.body; at = at.parentElement) if (clips(at)) return true
    return false
  }
  const shown = (element) => element.checkVisibility() && !element.closest('.sr-only, [inert]')
  const nameOf = (element) => element.tagName + ' ' + (element.textContent ?? '').slice(0, 30)
  const found = []
  const beyond = document.documentElement.scrollWidth - innerWidth
  if (beyond > 0) found.push('the page by ' + beyond + ' px')
  for (const element of document.querySelectorAll('a, button, input, select, h1, h2, h3, p, dd, td, li')) {
    if (!shown(element) || isClipped(element)) continue
    const { left, right, width } = element.getBoundingClientRect()
    if (width > 1 && (right > innerWidth + 1 || left < -1)) found.push(nameOf(element))
  }
  for (const row of document.querySelectorAll('main ol > li > button')) {
    const [, label, ...values] = [...row.children].map((child) => child.getBoundingClientRect())
    for (const value of values)
      if (value.left < label.right - 1 || value.right > row.getBoundingClientRect().right + 1) found.push('a value of ' + nameOf(row))
  }
  return found
})()`

describe('the dashboard with extreme data', () => {
  let place: Place
  let page: Page
  let smtp: Awaited<ReturnType<typeof smtpReceiver>>
  const products = { bakery: '', empty: '', single: '', many: '' }

  beforeAll(async () => {
    smtp = await smtpReceiver()
    place = await openPlace({ RATE_LIMIT_REQUESTS: '0', SMTP_URL: smtp.url, MAIL_FROM: 'footfall@stats.example' })
    page = await signUpFirst(place, 'Ada', 'ada@example.com')
    for (const [product, name] of [
      ['bakery', `مخبز ${'w'.repeat(75)}`],
      ['empty', 'Empty'],
      ['single', 'Single'],
      ['many', 'Many'],
    ] as const) {
      const { body } = await call(page, 'POST', '/api/v1/products', { name, domain: 'bakery.example' })
      products[product] = body.data.result.id
    }
    await importInto(products.single, [{ url: `${SITE}/` }])
    await importInto(products.bakery, eventsWithTexts())
    await importInto(
      products.many,
      Array.from({ length: MANY }, (_, number) => ({ url: `${SITE}/page-${number}` })),
    )
  })
  afterAll(async () => {
    await place?.close()
    await smtp?.close()
  })

  async function importInto(product: string, events: readonly object[]): Promise<void> {
    const imports = `/api/v1/products/${product}/imports`
    const uploaded = await page.request.post(place.url(`${imports}/upload?name=events.ndjson`), {
      data: Buffer.from(linesOf(events)),
      headers: { 'content-type': 'application/octet-stream', origin: place.url() },
    })
    expect(uploaded.status()).toBe(201)
    await call(page, 'POST', `${imports}/${(await uploaded.json()).data.id}/start`)
    await until('the import', async () => (await call(page, 'GET', imports)).body.data[0]?.status === 'complete')
  }

  async function open(path: string): Promise<void> {
    await page.goto(place.url(path))
    // Not by its role: behind a dialog that opens with the page, it has none.
    await page.locator('h1').first().waitFor()
    await settled(page)
  }

  /** Nothing overflows on the page that is open, on a phone and on a desk. Charts follow the width of the window a moment later. */
  async function fitsScreens(path: string): Promise<void> {
    for (const viewport of [PHONE, WIDE]) {
      await page.setViewportSize(viewport)
      await settled(page)
      await expect.poll(() => page.evaluate(OVERFLOWING), { message: `${path} at ${viewport.width} px` }).toEqual([])
    }
  }

  it('fits texts of 500 characters of visitors into every page, on a phone as well', async () => {
    const of = `/products/${products.bakery}`
    const filters = JSON.stringify([
      { dimension: 'utm_campaign', operator: 'is', values: Object.values(TEXTS).map((text) => text.slice(0, 250)) },
    ])
    for (const path of [
      '/',
      '/products?period=30d',
      `${of}?period=30d&campaigns=utm_campaign&pages=title&goals=event`,
      `${of}?period=30d&campaigns=utm_term&pages=entry_page&goals=property`,
      `${of}?period=30d&all=title`,
      `${of}?period=30d&filters=${encodeURIComponent(filters)}`,
      `${of}/journeys?period=30d&page=${encodeURIComponent(`/${TEXTS['one word']}`)}`,
      `${of}/realtime`,
      `${of}/goals?period=30d`,
      `${of}/settings/general`,
      `${of}/settings/events`,
    ]) {
      await open(path)
      await fitsScreens(path)
    }
  })

  it('keeps the texts of visitors whole in CSV, and in the filter of a row that is clicked', async () => {
    await page.setViewportSize(WIDE)
    await open(`/products/${products.bakery}?period=30d&all=utm_campaign`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const saving = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export CSV' }).click()
    const csv = await readFile(await (await saving).path(), 'utf8')
    const stored = await campaigns()
    expect(stored).toHaveLength(Object.keys(TEXTS).length)
    for (const text of stored) expect(csv).toContain(text.replaceAll('"', '""'))
    const [word = ''] = stored.filter((text) => text.startsWith('ww'))
    await dialog.getByRole('button', { name: word, exact: true }).click()
    await page.getByRole('list', { name: 'Filters' }).getByText(word).waitFor()
    await expect.poll(() => page.locator('[data-metric="visitors"] [data-value]').getAttribute('data-value')).toBe('1')
  })

  async function campaigns(): Promise<readonly string[]> {
    const query = new URLSearchParams({
      product: products.bakery,
      metric: 'visitors',
      period: '30d',
      dimension: 'utm_campaign',
    })
    const { body } = await call(page, 'GET', `/api/v1/stats?${query}`)
    return body.data.rows.map(({ key }: { key: string }) => key).filter((key: string) => key !== '')
  }

  it('sends the texts of visitors by email in lines that fit a phone', async () => {
    const reports = `/api/v1/products/${products.bakery}/reports`
    const { body } = await call(page, 'POST', reports, {
      name: 'Weekly',
      schedule: { every: 'week', weekday: 1, hour: 8 },
      target: { kind: 'email', addresses: ['ada@example.com'] },
    })
    const before = smtp.received.length
    await call(page, 'POST', `${reports}/${body.data.result.id}/send`)
    await until('the report', async () => smtp.received.length > before)
    const { html, text } = smtp.received.at(-1) ?? {}
    expect(text).toContain(TEXTS['one word'].slice(0, 60))
    const reader = await page.context().newPage()
    await reader.setViewportSize(PHONE)
    await reader.setContent(String(html))
    expect(await reader.evaluate(OVERFLOWING)).toEqual([])
    await reader.close()
  })

  it('shows a product without events, and one with a single event, with no invalid number', async () => {
    const invalid = /\bNaN\b|\bundefined\b|\bInfinity\b|∞|\[object|Invalid Date/
    const found: string[] = []
    for (const product of [products.empty, products.single]) {
      for (const section of ['', '/realtime', '/journeys', '/retention', '/funnels', '/goals', '/vitals', '/errors']) {
        await open(`/products/${product}${section}`)
        const text = (await page.locator('main').textContent()) ?? ''
        if (invalid.test(text)) found.push(`${section}: ${invalid.exec(text)?.[0]}`)
        await fitsScreens(section)
      }
    }
    expect(found).toEqual([])
  })

  it('shows 50,000 rows in part, and finds one of them', async () => {
    await page.setViewportSize(WIDE)
    await open(`/products/${products.many}?period=30d&all=page`)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('table').waitFor()
    const rows = dialog.locator('tbody tr')
    expect(await rows.count()).toBeLessThanOrEqual(1_000)
    await dialog.getByLabel('Search').fill('page-49999')
    await expect.poll(() => rows.count()).toBe(1)
    await dialog.getByRole('button', { name: '/page-49999' }).waitFor()
  })
})

/** Lines of a file, each an event of another visitor. */
function linesOf(events: readonly object[]): string {
  return events
    .map((event, number) =>
      JSON.stringify({ timestamp: `${A_WEEK_AGO}T12:00:00Z`, name: 'pageview', visitor: `v${number}`, ...event }),
    )
    .join('\n')
}

/** Each text in every field that a visitor can fill. */
function eventsWithTexts(): readonly object[] {
  return Object.values(TEXTS).flatMap((text) => {
    const encoded = encodedWithin(text, ADDRESS_VALUE_MAX)
    return [
      { url: `${SITE}/${encoded}`, title: text },
      ...CAMPAIGN_PARAMETERS.map((parameter) => ({ url: `${SITE}/?${parameter}=${encoded}` })),
      { url: `${SITE}/`, name: text.slice(0, 100), props: { [text.slice(0, 60)]: text } },
    ]
  })
}

/** As much of a text as there is room for, in whole characters. */
function encodedWithin(text: string, max: number): string {
  let encoded = ''
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    const next = encodeURIComponent(segment)
    if (encoded.length + next.length > max) break
    encoded += next
  }
  return encoded
}
