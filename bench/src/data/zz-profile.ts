import { createAnalytics, memoryVersions } from '@footfall/analytics'
import {
  DAY_MS,
  type Dimension,
  defaultSettings,
  type Metric,
  ProductId,
  type StatsQuery,
  startOfDay,
  TimeZone,
  utcDate,
} from '@footfall/core-domain'
import { openEngine } from '@footfall/warehouse'
import { plausibleQueries } from './plausible.ts'

const [directory = '', daysText = '90', mode = 'profile'] = process.argv.slice(2)
const DAYS = Number(daysText)
const NOW = Date.parse('2026-11-19T22:30:00Z')
const real = await openEngine(
  { embedded: { path: directory } },
  { limits: { report: { maxExecutionSeconds: 600, maxMemoryBytes: 8 * 1024 ** 3 } } },
)
let log: { text: string; ms: number; rows: number; bytes: number }[] | undefined
let serial: Promise<unknown> = Promise.resolve()
const engine: typeof real = {
  ...real,
  rows: async (text, o) => {
    if (log === undefined) return real.rows(text, o)
    const run = async () => {
      const b = process.cpuUsage()
      const r = await real.rows<any>(text, o)
      const u = process.cpuUsage(b)
      log?.push({ text, ms: (u.user + u.system) / 1000, rows: r.length, bytes: JSON.stringify(r).length })
      return r
    }
    const p = serial.then(run)
    serial = p.catch(() => 0)
    return p
  },
}
const product = ProductId.parse('prd_scale'),
  timezone = TimeZone.parse('Europe/Berlin')
const versions = memoryVersions()
const analytics = createAnalytics({ engine, clock: { now: () => NOW }, versions })
const { preferences } = defaultSettings(timezone)
const span = { from: utcDate(NOW - (DAYS - 1) * DAY_MS), to: utcDate(NOW) }
const ask = (metrics: readonly Metric[], more: Partial<StatsQuery> = {}) =>
  analytics.query(
    { product, preferences, goals: [], timezone },
    { metrics, ...span, dimensions: [], filters: [], limit: 50, offset: 0, ...more },
  )
const top = (dimension: Dimension) => () => ask(['visitors'], { dimensions: [dimension] })
const tiles: readonly (readonly [string, () => Promise<any>])[] = [
  ['headline figures', () => ask(['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'])],
  ['pageviews by day', () => ask(['pageviews'], { interval: 'day' })],
  ['visitors by day', () => ask(['visitors'], { interval: 'day' })],
  ['top pages', top('page')],
  ['top sources', top('source')],
  ['top countries', top('country')],
  ['entry pages', top('entry_page')],
]
const med = (a: number[]) => a.toSorted((x, y) => x - y)[a.length >> 1] ?? 0
const theirs = plausibleQueries({
  from: startOfDay(timezone, span.from) / 1000,
  to: startOfDay(timezone, utcDate(NOW + DAY_MS)) / 1000,
  timezone,
})
async function overview(qs: readonly (() => Promise<unknown>)[], name: string) {
  const times = qs.map((): number[] => [])
  for (let round = -5; round < 7; round++) {
    versions.bump(product, 'the running day')
    for (const [i, q] of qs.entries()) {
      const b = process.cpuUsage()
      await q()
      const u = process.cpuUsage(b)
      if (round >= 0) times[i]?.push((u.user + u.system) / 1000)
    }
  }
  const sums = (times[0] ?? []).map((_, r) => times.reduce((s, t) => s + (t[r] ?? 0), 0))
  console.log(
    name,
    tiles.map(([n], i) => `${n} ${med(times[i] ?? []).toFixed(1)}`).join(' | '),
    '| sum',
    med(sums).toFixed(0),
  )
}
if (mode === 'cold') {
  const b = process.cpuUsage()
  for (const [, q] of tiles) await q()
  const u = process.cpuUsage(b)
  console.log('cold', (u.user + u.system) / 1000)
}
if (process.env.PLAUSIBLE)
  await overview(
    tiles.map(
      ([n]) =>
        () =>
          Promise.all((theirs[n] ?? []).map((s) => engine.rows(s, { purpose: 'report' }))),
    ),
    'plausible',
  )
await overview(
  tiles.map(([, q]) => q),
  'ours',
)
if (mode === 'profile') {
  const agg = new Map<string, { ms: number[]; rows: number; bytes: number; text: string }>()
  for (let i = 0; i < 6; i++) {
    versions.bump(product, 'the running day')
    for (const [n, q] of tiles) {
      log = []
      await q()
      for (const [j, l] of log.entries()) {
        const k = `${n} #${j}`
        const e = agg.get(k) ?? { ms: [], rows: l.rows, bytes: l.bytes, text: l.text }
        e.ms.push(l.ms)
        agg.set(k, e)
      }
      log = undefined
    }
  }
  for (const [k, e] of agg)
    console.log(
      `${k.padEnd(22)} ${med(e.ms).toFixed(1).padStart(6)} ms rows ${e.rows} bytes ${e.bytes} sql ${e.text.length}  ${e.text.replaceAll('\n', ' ').slice(0, 110)}`,
    )
  if (process.env.SHOW) for (const [k, e] of agg) if (k.startsWith(process.env.SHOW)) console.log(k, e.text)
}
const m = process.memoryUsage()
console.log(
  'rss',
  (m.rss / 1e6).toFixed(0),
  'heap',
  (m.heapUsed / 1e6).toFixed(1),
  'external',
  (m.arrayBuffers / 1e6).toFixed(1),
)
await real.close()
