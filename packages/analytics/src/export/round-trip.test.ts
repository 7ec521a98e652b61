import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Dimension,
  LocalDate,
  METRICS,
  ProductId,
  type ReportScope,
  type TrackedEvent,
  UTC,
} from '@footfall/core-domain'
import { importEvents } from '@footfall/ingest'
import {
  type CollectorFixture,
  openCollectorFixture,
  profileOf,
  START,
  type TestCollector,
} from '@footfall/ingest/test-support'
import { seededRandom, settableClock } from '@footfall/testkit'
import { engineShare } from '@footfall/warehouse/test-support'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { openEventExport } from './event-export.ts'

const DAY = LocalDate.parse('2026-11-20')
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const TRAFFIC = ['human', 'suspected', 'all'] as const
const SIGNUP: TrackedEvent = { name: 'signup', kind: 'custom', goal: true, revenue: true }

let fixture: CollectorFixture
let collector: TestCollector
let directory: string
const random = seededRandom('round trip')
beforeAll(async () => {
  fixture = await openCollectorFixture()
  directory = await mkdtemp(join(tmpdir(), 'footfall-round-trip-'))
  collector = await fixture.openCollector()
  await sendTraffic(collector)
})
afterAll(async () => {
  await collector.close()
  await fixture.close()
  await rm(directory, { recursive: true, force: true })
})

/** Visits that are bounces and visits that are none, with events that are not interactive, reports of pages and money. */
async function sendTraffic({ send, clock, ingest }: TestCollector): Promise<void> {
  const page = (path: string) => `https://www.example.com${path}`
  const error = { message: 'x is undefined', source: page('/app.js?v=1'), line: 10, column: 5, stack: 'at f\nat g' }
  const visits: readonly (readonly Record<string, unknown>[])[] = [
    [
      { url: page('/') },
      { name: 'impression', interactive: false },
      { name: 'engagement', engaged_ms: 900, scroll: 40 },
    ],
    [{ name: 'impression', interactive: false }, { url: page('/') }, { name: 'impression', interactive: false }],
    [{ url: page('/') }, { name: 'impression', interactive: false }, { url: page('/b') }, { name: 'impression' }],
    [{ url: page('/b') }, { name: 'signup', revenue: { amount: '12.50', currency: 'EUR' } }, { name: 'signup' }],
    [
      { url: page('/') },
      { name: 'web_vitals', vitals: { lcp: 2510, inp: 180, cls: 0.1234, ttfb: 0, fcp: 900.4 } },
      { name: 'script_error', error: { ...error, count: 3 } },
      { name: 'engagement', engaged_ms: 4000, scroll: 80, watches_errors: true },
    ],
    [
      { url: page('/b') },
      { name: 'web_vitals', vitals: { cls: 0 } },
      { name: 'script_error', error: { message: '\u0007' } },
    ],
    // Automation, by a strong rule; and a person with a weak sign, who scrolls.
    [
      { url: page('/'), automated: true },
      { url: page('/b'), automated: true },
    ],
    [
      { url: page('/c'), width: 0 },
      { name: 'engagement', url: page('/c'), width: 0, engaged_ms: 12_000, scroll: 60 },
    ],
  ]
  for (const [visit, events] of visits.entries()) {
    const from = { userAgent: CHROME, language: 'en', address: `192.0.2.${visit + 1}` }
    let url: unknown = page('/')
    for (const event of events) {
      url = event.url ?? url
      await send({ url, ...event }, from)
      clock.advance(61_000)
    }
  }
  await ingest.flush()
}

const scopeOf = (product: ProductId): ReportScope => ({
  product,
  preferences: { ...profileOf(product).preferences, suppression_threshold: 0 },
  goals: [SIGNUP],
  timezone: UTC,
})

/** Every metric, of the day and by a dimension. */
async function numbers(product: ProductId) {
  const analytics = createAnalytics({
    engine: fixture.engine,
    clock: settableClock('2026-11-20T23:00:00Z'),
    versions: memoryVersions(),
  })
  const ask = async (metric: (typeof METRICS)[number], dimensions: readonly Dimension[]) => {
    const query = { metrics: [metric], from: DAY, to: DAY, filters: [], limit: 100, offset: 0, dimensions }
    const answers = TRAFFIC.map(async (traffic) => [
      traffic,
      (await analytics.query({ ...scopeOf(product), traffic }, query)).data,
    ])
    return [metric, dimensions, Object.fromEntries(await Promise.all(answers))]
  }
  return Promise.all(METRICS.flatMap((metric) => [ask(metric, []), ask(metric, ['page'])]))
}

/** What is kept of bounces and of the reports of pages. */
const kept = (product: ProductId) =>
  fixture.engine.rows<{ error_count: number; evidence: number }>(
    `SELECT toString(ts) AS at, name, unbounce, gap_ms, visit_starts, lcp, inp, cls, ttfb, fcp, error_count, error, error_message, error_source, error_stack, evidence
FROM events WHERE product_id = '${product}' ORDER BY events.ts`,
  )

it.each(['ndjson', 'csv', 'parquet'] as const)(
  'the %s of an export, imported again, gives every metric the value of the original product',
  async (format) => {
    const clock = settableClock(START)
    const exporting = await openEventExport({
      engine: fixture.engine,
      clock,
      random,
      directory: join(directory, format),
    })
    const pieces: Uint8Array[] = []
    const caller = { share: engineShare('acc_reader'), signal: new AbortController().signal }
    for await (const piece of exporting.events(scopeOf(collector.product), { from: DAY, to: DAY }, format, caller))
      pieces.push(piece)
    const file = join(directory, `export.${format}`)
    await writeFile(file, Buffer.concat(pieces))
    const again = ProductId.parse(`prd_round${format}`)
    await importEvents({
      engine: fixture.engine,
      profile: profileOf(again),
      file,
      format,
      stateDir: join(directory, 'imports'),
      geo: { lookup: () => ({ country: '', region: '', city: '' }) },
      clock: settableClock('2026-11-21T00:00:00Z'),
      random,
    })
    const stored = await kept(collector.product)
    expect(stored.map(({ error_count }) => error_count)).toEqual(expect.arrayContaining([0, 1, 3]))
    expect(stored.map(({ evidence }) => evidence)).toEqual(expect.arrayContaining([1, 1 | 4 | 256, 1 | 2 | 16]))
    expect(await kept(again)).toEqual(stored)
    const expected = await numbers(collector.product)
    expect(expected).toContainEqual([
      'bounce_rate',
      [],
      {
        human: expect.objectContaining({ value: 5 / 7 }),
        suspected: expect.objectContaining({ value: 0 }),
        all: expect.objectContaining({ value: 5 / 8 }),
      },
    ])
    expect(await numbers(again)).toEqual(expected)
  },
)
