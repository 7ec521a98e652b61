import { createAnalytics, memoryVersions } from '@footfall/analytics'
import {
  DAY_MS,
  type Dimension,
  defaultSettings,
  type Filter,
  type Metric,
  ProductId,
  type StatsQuery,
  TimeZone,
  utcDate,
} from '@footfall/core-domain'
import { generateDemoTraffic } from '@footfall/operate'
import { createSchema, openEngine } from '@footfall/warehouse'

/**
 * node demo-mix.ts DIRECTORY EVENTS SIZES: makes the demo's traffic for as many products as hold so many events, measures
 * what they take on the disk, then makes products of the given sizes of it and asks each what an overview asks. A
 * separate process, since only one may use the engine's directory. Sends its parent what it measured.
 */
const [directory = '', events = '0', sizes = ''] = process.argv.slice(2)
const ROUNDS = 5
const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAYS = 90

export interface DemoMix {
  readonly events: number
  /** Bytes per event, everything on the disk; and the mean length of a row as JSON. */
  readonly eventBytes: number
  readonly rollupBytes: number
  readonly jsonBytes: number
  /** Bytes per event of the largest columns, largest first. */
  readonly columns: readonly (readonly [name: string, bytes: number])[]
  readonly insertedPerSecond: number
  readonly queries: readonly {
    readonly size: number
    readonly name: string
    readonly milliseconds: readonly number[]
    /** Processor time of all threads; unlike the time that passed, other work on the machine hardly changes it. */
    readonly processorMs: readonly number[]
  }[]
}

// A query of the largest product may take longer here than the service allows.
const report = { maxExecutionSeconds: 600, maxMemoryBytes: 8 * 1024 ** 3 }
const engine = await openEngine({ embedded: { path: directory } }, { limits: { report } })
await createSchema(engine)
const count = async (product?: string) => {
  const where = product === undefined ? '' : `WHERE product_id = '${product}'`
  const [row] = await engine.rows<{ n: string }>(`SELECT count() AS n FROM events ${where}`)
  return Number(row?.n ?? 0)
}

let products = 0
while ((await count()) < Number(events)) {
  const kind = products % 3 === 2 ? 'docs' : 'website'
  const id = ProductId.parse(`prd_mix${products}`)
  await generateDemoTraffic(engine, { now: NOW, days: DAYS, seed: `mix ${products}`, products: [{ id, kind }] })
  products++
}
for (const table of ['events', 'events_15m']) await engine.run(`OPTIMIZE TABLE ${table} FINAL`)
const total = await count()
const bytesOf = async (table: string) => {
  const [row] = await engine.rows<{ bytes: string }>(
    `SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = '${table}'`,
  )
  return Number(row?.bytes ?? 0) / total
}
const [eventBytes, rollupBytes] = [await bytesOf('events'), await bytesOf('events_15m')]
const [json] = await engine.rows<{ bytes: number }>(
  "SELECT avg(length(formatRow('JSONEachRow', *))) AS bytes FROM events WHERE cityHash64(visit) % 50 = 0",
)
const columns = await engine.rows<{ name: string; bytes: number }>(
  `SELECT column AS name, sum(column_bytes_on_disk) / ${total} AS bytes FROM system.parts_columns
   WHERE active AND table = 'events' GROUP BY name ORDER BY bytes DESC`,
)

const queries: { size: number; name: string; milliseconds: number[]; processorMs: number[] }[] = []
const versions = memoryVersions()
const analytics = createAnalytics({ engine, clock: { now: () => NOW }, versions })
const day = (ago: number) => utcDate(NOW - ago * DAY_MS)
const HEADLINE: readonly Metric[] = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration']
const GERMANY: Filter = { dimension: 'country', operator: 'is', values: ['DE'] }

let insertedPerSecond = 0
for (const size of sizes.split(',').filter(Boolean).map(Number)) {
  const product = ProductId.parse(`prd_size${size}`)
  const started = performance.now()
  for (let copy = 0, left = size; left > 0; copy++, left -= total) {
    // Each copy has other visitors and visits, distributed as before.
    await engine.run(
      `INSERT INTO events SELECT * REPLACE ('${product}' AS product_id, sipHash64(visitor, ${copy}) AS visitor, sipHash64(visit, ${copy}) AS visit)
       FROM (SELECT * FROM events WHERE startsWith(product_id, 'prd_mix') LIMIT ${Math.min(left, total)})`,
    )
  }
  insertedPerSecond = size / ((performance.now() - started) / 1000)
  const made = await count(product)
  if (made !== size) throw new Error(`${made} events instead of ${size}`)
  // Merges left over from the insert would be part of the processor time below.
  await engine.run('OPTIMIZE TABLE events FINAL')
  await engine.run('OPTIMIZE TABLE events_15m FINAL')
  const scope = {
    product,
    preferences: defaultSettings(TimeZone.parse('Europe/Berlin')).preferences,
    goals: [],
    timezone: TimeZone.parse('Europe/Berlin'),
  }
  const ask = (metrics: readonly Metric[], more: Partial<StatsQuery> = {}) => {
    const range = { from: day(DAYS - 1), to: day(0) }
    return analytics.query(scope, { metrics, ...range, dimensions: [], filters: [], limit: 50, offset: 0, ...more })
  }
  const top = (dimension: Dimension) => () => ask(['visitors'], { dimensions: [dimension] })
  const tiles: readonly (readonly [name: string, ask: () => Promise<unknown>])[] = [
    ['headline metrics', () => ask(HEADLINE)],
    ['visitors by day', () => ask(['visitors'], { interval: 'day' })],
    ['top pages', top('page')],
    ['top sources', top('source')],
    ['top countries', top('country')],
    ['entry pages', top('entry_page')],
    ['headline metrics of one country', () => ask(HEADLINE, { filters: [GERMANY] })],
  ]
  for (const [name, run] of tiles) {
    const milliseconds: number[] = []
    const processorMs: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      versions.bump(product)
      const begun = performance.now()
      const processor = process.cpuUsage()
      await run()
      // The first round fills the caches.
      if (round === 0) continue
      milliseconds.push(performance.now() - begun)
      const { user, system } = process.cpuUsage(processor)
      processorMs.push((user + system) / 1000)
    }
    queries.push({ size, name, milliseconds, processorMs })
  }
}
await engine.close()
const measured: DemoMix = {
  events: total,
  eventBytes,
  rollupBytes,
  jsonBytes: json?.bytes ?? 0,
  columns: columns.map(({ name, bytes }) => [name, bytes] as const),
  insertedPerSecond,
  queries,
}
process.send?.(measured)
