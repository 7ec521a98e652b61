import {
  type Analytics,
  type AskedScope,
  type CatalogReport,
  defaultSettings,
  ProductId,
  type ReportScope,
  type SeveralScope,
  type StatsQuery,
  severalScope,
  TimeZone,
  type Traffic,
} from '@footfall/core-domain'
import { settableClock } from '@footfall/testkit'
import type { Engine } from '@footfall/warehouse'
import { memoryVersions } from '../cache/cache.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { type Answered, answered } from './naive/answered.ts'
import { differences } from './naive/differences.ts'
import { unexplainedZeros } from './naive/explanation.ts'
import { makeWorld, trafficOfRow, type World } from './naive/world.ts'
import type { Asking, QuestionSource } from './questions.ts'
import { GOALS, insertRows, makeTraffic } from './traffic.ts'

/** The service over rows that plain TypeScript has too. */
export interface Oracle {
  readonly source: QuestionSource
  ask(asking: Asking, query: StatsQuery): Promise<Answered>
  /** Where the answer differs from what plain TypeScript makes of the same rows; empty where it does not. */
  differences(asking: Asking, query: StatsQuery): Promise<readonly string[]>
  /** Zeros that stand where a reason should; empty where there are none. */
  unexplainedZeros(asking: Asking, query: StatsQuery): Promise<readonly string[]>
}

const product = ProductId.parse('prd_naive')
/** In the middle of the last day of the traffic, in which the day of every zone is still running. */
const NOW = '2026-11-08T15:30:00.000Z'
const [FIRST_DAY, DAYS] = ['2026-09-28', 43]

/** Products that are asked about together. Goals of one name are defined differently, and some goals are of one product only. */
const TOGETHER = [
  { product: ProductId.parse('prd_naive1'), goals: GOALS },
  { product: ProductId.parse('prd_naive2'), goals: GOALS.slice(0, 6) },
  {
    product: ProductId.parse('prd_naive3'),
    goals: [
      { name: 'signup', kind: 'pageview', path_pattern: '/pricing', goal: true, revenue: false },
      { name: 'buy', kind: 'custom', goal: true, revenue: true },
    ],
  },
] as const

/** `products` is 1, or 3 that are asked about together. */
export async function openOracle(engine: Engine, visits = 400, products: 1 | 3 = 1): Promise<Oracle> {
  const toMs = Date.parse(NOW)
  const asked = products === 1 ? [{ product, goals: GOALS }] : TOGETHER
  const rows = asked
    .flatMap(({ product }, i) =>
      makeTraffic({
        ...{
          product,
          seed: i === 0 ? 'naive' : `naive ${i}`,
          visits: visits / products,
          people: 40,
          toMs,
          hasClasses: true,
        },
        fromMs: Date.parse(`${FIRST_DAY}T00:00:00Z`),
      }),
    )
    .map((row) => {
      const place = BigInt(asked.findIndex(({ product }) => product === row.product_id))
      const own = (id: string) => (id === '0' ? id : String(BigInt(id) - place * 10n ** 15n))
      // Real visits and visitors of different products have different ids.
      return { ...row, visit: own(row.visit), visitor: own(row.visitor) }
    })
    .filter(({ ts }) => Date.parse(`${ts.replace(' ', 'T')}Z`) < toMs)
  await insertRows(engine, rows)
  const [other, earlier] = [ProductId.parse('prd_other'), Date.parse('2026-10-01T00:00:00Z')]
  await insertRows(
    engine,
    makeTraffic({ product: other, seed: 'other', visits: 200, people: 60, fromMs: earlier, toMs }),
  )
  const analytics = createAnalytics({ engine, clock: settableClock(NOW), versions: memoryVersions() })
  const worlds = new Map<string, World>()
  const worldOf = (timezone: string, traffic: Traffic = 'all'): World => {
    const key = `${timezone} ${traffic}`
    const own = traffic === 'all' ? rows : rows.filter((row) => trafficOfRow(row) === traffic)
    const world = worlds.get(key) ?? makeWorld({ rows: own, goals, timezone, currency: 'EUR' })
    worlds.set(key, world)
    return world
  }
  const goals = products === 1 ? GOALS : scopeOfAll({ timezone: 'UTC', weekStart: 'monday' }).goals
  const ask = askingOf(analytics, products === 1 ? scopeOf : scopeOfAll)
  return {
    source: {
      catalog: await catalogOf(analytics),
      world: worldOf('UTC'),
      firstDay: FIRST_DAY,
      days: DAYS,
    },
    ask,
    async differences(asking, query) {
      return differences(
        worldOf(asking.timezone, trafficAsked(asking, query)),
        asking.weekStart,
        query,
        await ask(asking, query),
        toMs,
      )
    },
    async unexplainedZeros(asking, query) {
      return unexplainedZeros(worldOf(asking.timezone), query, await ask(asking, query))
    },
  }
}

/** A question by class, or with a condition on it, is about all visits unless it says otherwise. */
function trafficAsked({ traffic }: Asking, { dimensions, filters }: StatsQuery): Traffic {
  const conditions = filters.flatMap((filter) => ('any' in filter ? filter.any : [filter]))
  const named = [...dimensions, ...conditions.map(({ dimension }) => dimension)]
  return traffic ?? (named.includes('traffic') ? 'all' : 'human')
}

function askingOf(analytics: Analytics, of: (asking: Asking) => AskedScope): Oracle['ask'] {
  return async (asking, query) => answered(await analytics.query(of(asking), query))
}

function scopeOfAll(asking: Asking): SeveralScope {
  const own = scopeOf(asking)
  const [first, ...others] = TOGETHER.map((one) => ({ ...own, ...one }))
  if (first === undefined) throw new TypeError('there are products')
  return severalScope([first, ...others], own.timezone)
}

function catalogOf(analytics: Analytics): Promise<CatalogReport> {
  return analytics.catalog(scopeOf({ timezone: 'UTC', weekStart: 'monday' }))
}

function scopeOf({ timezone: zone, weekStart, traffic }: Asking): ReportScope {
  const timezone = TimeZone.parse(zone)
  const { preferences } = defaultSettings(timezone)
  return {
    ...{ product, timezone, goals: GOALS, traffic },
    preferences: { ...preferences, week_starts_on: weekStart, suppression_threshold: 0 },
  }
}
