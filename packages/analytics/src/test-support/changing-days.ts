import {
  DAY_MS,
  defaultSettings,
  HOUR_MS,
  ImportId,
  ProductId,
  type ReportScope,
  type StatsQuery,
  TimeZone,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { deleteOldVersions } from '../closing/old-versions.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { eraseProduct } from '../retention/erase-product.ts'
import { removeImport } from '../retention/remove-import.ts'
import { enforceRetention } from '../retention/retention.ts'
import { makeWorld } from './naive/world.ts'
import type { Asking, QuestionSource } from './questions.ts'
import { GOALS, makeTraffic } from './traffic.ts'

/** What may happen to the days of a product between two questions. */
export const CHANGES = [
  'events of the running day',
  'late events',
  'closing',
  'killed closing',
  'another zone',
  'a day of names',
  'import',
  'removed import',
  'retention',
  'erasure',
  'the next day',
] as const
export type Change = (typeof CHANGES)[number]

/**
 * The same rows under two products. The days of one are closed, and a service answers that has run since the beginning. Those of the other are
 * never closed, and a service answers that has just begun.
 */
export interface ChangingDays {
  readonly source: QuestionSource
  readonly zones: readonly string[]
  change(change: Change): Promise<void>
  both(
    asking: Asking,
    query: StatsQuery,
    threshold: number,
  ): Promise<{ readonly held: unknown; readonly fromRows: unknown }>
}

const [FIRST_DAY, DAYS, VISITS, LATE_VISITS, DAYS_AGO_MAX] = ['2026-10-12', 28, 400, 8, 20]
const NOW = Date.parse('2026-11-08T15:30:00.000Z')
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']

let opened = 0

export async function openChangingDays(engine: Engine, seed: string): Promise<ChangingDays> {
  const random = seededRandom(seed)
  const below = (max: number) => Number(Buffer.from(random.bytes(4)).readUInt32BE() % max)
  const id = ++opened
  const [held, raw] = [ProductId.parse(`prd_held${id}`), ProductId.parse(`prd_raw${id}`)]
  const clock = settableClock(NOW)
  const versions = memoryVersions()
  const running = createAnalytics({ engine, clock, versions })
  let timezone = TimeZone.parse('UTC')
  let inserts = 0
  let keptDays: number | undefined
  const imports: ImportId[] = []

  const trafficOf = (visits: number, fromMs: number, toMs: number) => {
    const batch = inserts++
    const rows = makeTraffic({ product: raw, seed: `${seed} ${id} ${batch}`, visits, people: 50, fromMs, toMs })
    // Visits are numbered from the same number on each time.
    const ownVisit = (visit: string) => (visit === '0' ? visit : String(BigInt(visit) + BigInt(batch * VISITS)))
    return rows.map((row) => ({ ...row, visit: ownVisit(row.visit) }))
  }
  const insert = async (rows: ReturnType<typeof trafficOf>, from: ImportId | '' = '') => {
    for (const product of [held, raw]) {
      const lines = rows.map((row) => JSON.stringify({ ...row, product_id: product, import: from }))
      if (lines.length > 0)
        await engine.insert('events', 'JSONEachRow', lines.join('\n'), `changing ${id} ${inserts++}`)
    }
  }
  const close = async (of: Engine) => {
    await closeDays(of, { product: held, timezone, clock, random, seen: new Map() })
    await deleteOldVersions(of, held, clock)
  }
  const fill = async () => {
    const rows = trafficOf(VISITS, Date.parse(`${FIRST_DAY}T00:00:00Z`), clock.now())
    await insert(rows)
    return rows
  }
  const ofPast = (visits: number) => {
    const fromMs = Math.floor(clock.now() / DAY_MS - 1 - below(DAYS_AGO_MAX)) * DAY_MS
    return trafficOf(visits, fromMs, fromMs + 22 * HOUR_MS)
  }

  const changes: Readonly<Record<Change, () => Promise<void>>> = {
    'events of the running day': () =>
      insert(trafficOf(LATE_VISITS, Math.floor(clock.now() / DAY_MS) * DAY_MS, clock.now())),
    'late events': () => insert(ofPast(LATE_VISITS)),
    closing: () => close(engine),
    'killed closing': () => close(dyingAfter(engine, 1 + below(6))).catch(() => {}),
    async 'another zone'() {
      timezone = TimeZone.parse(ZONES[below(ZONES.length)])
      await close(engine)
    },
    async 'a day of names'() {
      const day = Math.floor(clock.now() / DAY_MS) - 1 - below(DAYS_AGO_MAX)
      await engine.run(`INSERT INTO named_days (product_id, day) SELECT '${held}', toDate(${day})`)
    },
    async import() {
      const from = ImportId.parse(`imp_${String(id).padStart(6, '0')}${String(inserts).padStart(14, '0')}`)
      imports.push(from)
      await insert(ofPast(3 * LATE_VISITS), from)
      await close(engine)
    },
    async 'removed import'() {
      const from = imports.pop()
      if (from === undefined) return
      for (const product of [held, raw]) await removeImport(engine, { product, import: from }, clock)
    },
    async retention() {
      const daysKept = (keptDays ?? DAYS) - 2
      if (daysKept < DAYS / 2) return
      keptDays = daysKept
      // The reports of every zone show less than is kept.
      const edgeMs = Math.floor(clock.now() / DAY_MS - daysKept - 3) * DAY_MS
      for (const product of [held, raw]) await enforceRetention(engine, product, edgeMs)
    },
    async erasure() {
      for (const product of [held, raw]) await eraseProduct(engine, product)
      await fill()
    },
    async 'the next day'() {
      clock.set(clock.now() + DAY_MS)
    },
  }
  const scopeOf = (product: ProductId, { timezone: zone, weekStart }: Asking, threshold: number): ReportScope => {
    const asked = TimeZone.parse(zone)
    const { preferences } = defaultSettings(asked)
    const retention = keptDays === undefined ? {} : { retention_days: keptDays }
    return {
      ...{ product, timezone: asked, goals: GOALS },
      preferences: { ...preferences, ...retention, week_starts_on: weekStart, suppression_threshold: threshold },
    }
  }

  const rows = await fill()
  await close(engine)
  return {
    source: {
      catalog: await running.catalog(scopeOf(raw, { timezone: 'UTC', weekStart: 'monday' }, 0)),
      world: makeWorld({ rows, goals: GOALS, timezone: 'UTC', currency: 'EUR' }),
      firstDay: FIRST_DAY,
      days: DAYS,
    },
    zones: ZONES,
    async change(change) {
      await changes[change]()
      versions.bump(held, change === 'events of the running day' ? 'the running day' : 'any day')
    },
    async both(asking, query, threshold) {
      const begun = createAnalytics({ engine, clock, versions: memoryVersions() })
      const [ofHeld, ofRows] = await Promise.all([
        running.query(scopeOf(held, asking, threshold), query),
        begun.query(scopeOf(raw, asking, threshold), query),
      ])
      return { held: plain(ofHeld, held), fromRows: plain(ofRows, raw) }
    },
  }
}

function plain({ read: _, ...answer }: { readonly read?: unknown }, product: ProductId): unknown {
  // What is left out of numbers is read once a minute, and may be older than they are.
  const withoutLeftOut = (name: string, value: unknown) => (name === 'traffic' ? undefined : value)
  return JSON.parse(JSON.stringify(answer, withoutLeftOut).replaceAll(product, 'prd_same'))
}

/** An engine that stores no more after some inserts, as that of a process that was killed. */
function dyingAfter(engine: Engine, inserts: number): Engine {
  let left = inserts
  return {
    ...engine,
    run: (...statement) => (left-- > 0 ? engine.run(...statement) : Promise.reject(new Error('killed'))),
  }
}
