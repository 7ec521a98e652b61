import {
  addDays,
  type Dimension,
  dateOfEpochDay,
  defaultSettings,
  epochDay,
  type ImportedDay,
  ImportId,
  LocalDate,
  type Metric,
  ProductId,
  type ReportScope,
  type StatsQuery,
  TimeZone,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import { type Engine, type EventRow, importedDayRow } from '@footfall/warehouse'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { GOALS, insertRows, makeTraffic } from './traffic.ts'

/** A product whose events were all collected, and one that has an import's daily numbers of the first of the same days. */
export interface ImportedOracle {
  both(query: StatsQuery, threshold?: number): Promise<{ readonly collected: unknown; readonly imported: unknown }>
}

const NOW = '2026-11-08T15:30:00.000Z'
export const IMPORTED_FROM = LocalDate.parse('2026-10-12')
/** The first day of which the events were collected by both. */
const COLLECTED_FROM = LocalDate.parse('2026-10-26')
export const LAST_DAY = LocalDate.parse('2026-11-07')
export const IMPORTED_BY: readonly Dimension[] = [
  'page',
  'entry_page',
  'source',
  'country',
  'device',
  'city',
  'browser',
]
const [ALL, MIXED] = [ProductId.parse('prd_all'), ProductId.parse('prd_mixed')]
const ASKED_METRICS: readonly Metric[] = ['visitors', 'visits', 'pageviews', 'events', 'bounce_rate', 'visit_duration']

export async function openImportedOracle(engine: Engine, visits = 1200): Promise<ImportedOracle> {
  const rows = rowsWithinDays(visits)
  const isCollected = ({ ts }: EventRow) => ts.slice(0, 10) >= COLLECTED_FROM
  await insertRows(engine, rows)
  await insertRows(
    engine,
    rows.filter(isCollected).map((row) => ({ ...row, product_id: MIXED })),
  )
  const clock = settableClock(NOW)
  const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  const ask = async (product: ProductId, query: StatsQuery, threshold: number): Promise<unknown> => {
    const { data } = await analytics.query(scopeOf(product, threshold), query)
    return data
  }
  const days: ImportedDay[] = []
  for (let day = IMPORTED_FROM; day < COLLECTED_FROM; day = addDays(day, 1)) {
    for (const dimension of [undefined, ...IMPORTED_BY]) {
      const { data } = await analytics.query(scopeOf(ALL, 0), {
        ...{ metrics: ASKED_METRICS, from: day, to: day, filters: [], limit: 200, offset: 0 },
        dimensions: dimension === undefined ? [] : [dimension],
      })
      if (!('metrics' in data)) throw new TypeError('several metrics were asked for')
      const lines =
        dimension === undefined
          ? [{ keys: [], values: data.metrics }]
          : (data.rows ?? []).map(({ key, keys = [key], values }) => ({ keys, values }))
      days.push(...lines.map(({ keys, values }) => ({ day, dimension, keys, numbers: numbersOf(values) })))
    }
  }
  const id = ImportId.parse('imp_oracle')
  const text = days.map((day) => JSON.stringify(importedDayRow(MIXED, id, 'plausible', day))).join('\n')
  await engine.insert('imported_days', 'JSONEachRow', text, 'imported')
  await closeDays(engine, {
    ...{ product: MIXED, timezone: TimeZone.parse('UTC'), clock, random: seededRandom('imported'), seen: new Map() },
  })
  // The numbers of the import came behind the back of the cache.
  const fresh = createAnalytics({ engine, clock, versions: memoryVersions() })
  return {
    async both(query, threshold = 0) {
      const imported = await fresh.query(scopeOf(MIXED, threshold), query)
      return { collected: await ask(ALL, query, threshold), imported: imported.data }
    },
  }
}

/** Visits that end on the day on which they began. */
function rowsWithinDays(visits: number): readonly EventRow[] {
  const fromMs = Date.parse(`${IMPORTED_FROM}T00:00:00Z`)
  const rows = makeTraffic({ product: ALL, seed: 'imported', visits, people: 50, fromMs, toMs: Date.parse(NOW) })
  const over = new Set(
    rows.filter((row) => row.ts.slice(0, 10) !== row.visit_start.slice(0, 10)).map(({ visit }) => visit),
  )
  return rows.filter(({ visit, ts }) => !over.has(visit) && ts.slice(0, 10) <= LAST_DAY)
}

function numbersOf(values: readonly { readonly value: number | null }[]): ImportedDay['numbers'] {
  const [visitors = 0, visits = 0, pageviews = 0, events = 0, bounceRate = 0, duration = 0] = values.map(
    ({ value }) => value ?? 0,
  )
  return {
    ...{ visitors, visits, pageviews, events },
    bounces: Math.round(bounceRate * visits),
    visit_seconds: duration * visits,
  }
}

export function dayAfter(day: LocalDate, days: number): LocalDate {
  return dateOfEpochDay(epochDay(day) + days)
}

function scopeOf(product: ProductId, threshold: number): ReportScope {
  const timezone = TimeZone.parse('UTC')
  const { preferences } = defaultSettings(timezone)
  return { product, timezone, goals: GOALS, preferences: { ...preferences, suppression_threshold: threshold } }
}
