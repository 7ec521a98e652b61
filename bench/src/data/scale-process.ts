import { closeDays, createAnalytics, memoryVersions } from '@footfall/analytics'
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
import { seededRandom } from '@footfall/testkit'
import { createSchema, openEngine } from '@footfall/warehouse'
import { PLAUSIBLE_TABLES, plausibleQueries, plausibleRows } from './plausible.ts'
import { scaleDataSql } from './scale-data.ts'

/**
 * node scale-process.ts DIRECTORY EVENTS [DAYS]: makes a product of so many events over 90 days or more, closes its days as the service
 * does, fills Plausible's tables with the same, and asks both what an overview asks. A separate process, since only
 * one may use the engine's directory, and since its processor time is measured. Sends its parent what it measured.
 */
const [directory = '', events = '0', daysText = '90'] = process.argv.slice(2)
const ROUNDS = 7
/** The first rounds fill caches, and the engine compiles what it has been asked a few times. */
const ROUNDS_BEFORE = 5
/** Late on the last day of the period, which is the current one: as much as possible has to be read from rows. */
const NOW = Date.parse('2026-11-19T22:30:00Z')
const DAYS = Number(daysText)
const QUARTER_DAYS = 90

export interface Scale {
  readonly events: number
  readonly closingMs: number
  /** Milliseconds of processor time of all threads, in each round. */
  readonly tiles: readonly {
    readonly name: string
    readonly ours: readonly number[]
    /** The same for the last 90 days. */
    readonly quarter: readonly number[]
    /** The same once all days of the period are closed. */
    readonly allClosed: readonly number[]
    readonly plausible: readonly number[]
  }[]
}

const engine = await openEngine(
  { embedded: { path: directory } },
  { limits: { report: { maxExecutionSeconds: 600, maxMemoryBytes: 8 * 1024 ** 3 } } },
)
await createSchema(engine)
const product = ProductId.parse('prd_scale')
const timezone = TimeZone.parse('Europe/Berlin')
const firstDayMs = NOW - (NOW % DAY_MS) - (DAYS - 1) * DAY_MS
for (const statement of scaleDataSql({ product, events: Number(events), firstDayMs, days: DAYS }))
  await engine.run(statement)
const [made] = await engine.rows<{ n: string }>('SELECT count() AS n FROM events')
await merge('events', 'events_15m', 'event_days')

const closing = process.cpuUsage()
await close(NOW)
const closingMs = processorMs(closing)
await merge('day_figures', 'closed_days')

for (const table of PLAUSIBLE_TABLES) await engine.run(table)
const months = await engine.rows<{ month: string }>('SELECT DISTINCT toString(toYYYYMM(ts)) AS month FROM events')
for (const { month } of months) for (const statement of plausibleRows(product, month)) await engine.run(statement)
await merge('events_v2', 'sessions_v2')

const versions = memoryVersions()
const analytics = createAnalytics({ engine, clock: { now: () => NOW }, versions })
const { preferences } = defaultSettings(timezone)
const rangeOf = (days: number) => ({ from: utcDate(NOW - (days - 1) * DAY_MS), to: utcDate(NOW) })
let range = rangeOf(DAYS)
const ask = (metrics: readonly Metric[], more: Partial<StatsQuery> = {}) =>
  analytics.query(
    { product, preferences, goals: [], timezone },
    { metrics, ...range, dimensions: [], filters: [], limit: 50, offset: 0, ...more },
  )
const top = (dimension: Dimension) => () => ask(['visitors'], { dimensions: [dimension] })
const tiles: readonly (readonly [name: string, ask: () => Promise<unknown>])[] = [
  ['headline metrics', () => ask(['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'])],
  ['pageviews by day', () => ask(['pageviews'], { interval: 'day' })],
  ['visitors by day', () => ask(['visitors'], { interval: 'day' })],
  ['top pages', top('page')],
  ['top sources', top('source')],
  ['top countries', top('country')],
  ['entry pages', top('entry_page')],
]
const theirs = plausibleQueries({
  from: startOfDay(timezone, range.from) / 1000,
  to: startOfDay(timezone, utcDate(NOW + DAY_MS)) / 1000,
  timezone,
})
const names = tiles.map(([name]) => name)
const ours = await overview(tiles.map(([, run]) => run))
range = rangeOf(QUARTER_DAYS)
const quarter = DAYS > QUARTER_DAYS ? await overview(tiles.map(([, run]) => run)) : ours
range = rangeOf(DAYS)
const plausible = await overview(names.map((name) => () => askPlausible(theirs[name] ?? [])))
await close(NOW + DAY_MS)
await merge('day_figures', 'closed_days')
const allClosed = await overview(tiles.map(([, run]) => run))
await engine.close()
const scale: Scale = {
  events: Number(made?.n ?? 0),
  closingMs,
  tiles: names.map((name, i) => ({
    name,
    ours: ours[i] ?? [],
    quarter: quarter[i] ?? [],
    allClosed: allClosed[i] ?? [],
    plausible: plausible[i] ?? [],
  })),
}
process.send?.(scale)

/** Merges left over from inserts would be part of the processor time. */
async function merge(...tables: readonly string[]): Promise<void> {
  for (const table of tables) await engine.run(`OPTIMIZE TABLE ${table} FINAL`)
}

async function close(nowMs: number): Promise<void> {
  const options = {
    product,
    timezone,
    clock: { now: () => nowMs },
    random: seededRandom(`scale ${nowMs}`),
    seen: new Map(),
  }
  await closeDays(engine, options)
}

/** The processor time of each of the questions, in each round. */
async function overview(questions: readonly (() => Promise<unknown>)[]): Promise<readonly (readonly number[])[]> {
  const times = questions.map((): number[] => [])
  for (let round = -ROUNDS_BEFORE; round < ROUNDS; round++) {
    // As after an event of now. Once for the whole overview: its tiles are asked together, and share what is kept of the same data.
    versions.bump(product, 'the running day')
    for (const [i, question] of questions.entries()) {
      const time = await measure(question)
      if (round >= 0) times[i]?.push(time)
    }
  }
  return times
}

async function askPlausible(statements: readonly string[]): Promise<void> {
  await Promise.all(statements.map((statement) => engine.rows(statement, { purpose: 'report' })))
}

async function measure(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return processorMs(before)
}

function processorMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
