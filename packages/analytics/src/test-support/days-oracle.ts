import {
  DAY_MS,
  type Dimension,
  defaultSettings,
  ProductId,
  type ReportScope,
  type StatsQuery,
  TimeZone,
} from '@footfall/core-domain'
import { seededRandom, settableClock } from '@footfall/testkit'
import type { Engine, EventRow } from '@footfall/warehouse'
import { memoryVersions } from '../cache/cache.ts'
import { closeDays } from '../closing/close-days.ts'
import { createAnalytics } from '../reports/create-analytics.ts'
import { makeWorld } from './naive/world.ts'
import type { Asking, QuestionSource } from './questions.ts'
import { GOALS, insertRows, makeTraffic } from './traffic.ts'

export interface Both {
  readonly fromRows: unknown
  readonly fromDays: unknown
  /** Whether the second is made of the numbers of a day at all. */
  readonly usedDays: boolean
}

/** The same rows under several products: one without closed days, and others whose days are closed in a zone each. */
export interface DaysOracle {
  readonly source: QuestionSource
  readonly zones: readonly string[]
  /** The answer from rows, and the one of the product whose days are closed in a zone. */
  both(closedIn: string, asking: Asking, query: StatsQuery, threshold?: number): Promise<Both>
  /** The answers to breakdowns asked together and one by one, of a product with closed days or of the one without. */
  breakdowns(
    closedIn: string | undefined,
    asking: Asking,
    query: Omit<StatsQuery, 'dimensions'>,
    dimensions: readonly Dimension[],
  ): Promise<BreakdownsAsked>
}

export interface BreakdownsAsked {
  readonly together: unknown
  readonly oneByOne: unknown
  /** How many statements either way took, after an event of the running day. */
  readonly statements: { readonly together: number; readonly oneByOne: number }
}

const NOW = '2026-11-08T15:30:00.000Z'
const [FIRST_DAY, DAYS] = ['2026-10-12', 28]
const CLOSED_ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia']
/** Of days after the first. Rows of the late ones come once they are closed; one has names that last. */
const [LATE_DAYS, NAMED_DAY] = [[3, 4, 13, 22], 6]
const RAW = ProductId.parse('prd_raw')

export async function openDaysOracle(engine: Engine, visits = 2000): Promise<DaysOracle> {
  const rows = trafficOf(visits)
  const products = CLOSED_ZONES.map((zone) => ({ zone, product: productOf(zone) }))
  const first = Date.parse(`${FIRST_DAY}T00:00:00Z`) / DAY_MS
  const isLate = (row: EventRow, i: number) =>
    i % 5 === 0 && LATE_DAYS.some((n) => dayOf(row.visit_start) === first + n)
  const late = rows.filter(isLate)
  const inTime = rows.filter((row) => !late.includes(row))
  const insert = async (some: readonly EventRow[]) => {
    for (const product of [RAW, ...products.map((each) => each.product)])
      await insertRows(
        engine,
        some.map((row) => ({ ...row, product_id: product })),
      )
  }
  await insert(inTime)
  const clock = settableClock(NOW)
  for (const { zone, product } of products) {
    await engine.run(`INSERT INTO named_days (product_id, day) SELECT '${product}', toDate(${first + NAMED_DAY})`)
    const timezone = TimeZone.parse(zone)
    await closeDays(engine, { product, timezone, clock, random: seededRandom(zone), seen: new Map() })
  }
  await insert(late)
  const analytics = createAnalytics({ engine, clock, versions: memoryVersions() })
  const ask = async (product: ProductId, asking: Asking, query: StatsQuery, threshold: number) => {
    const { read, ...answer } = await analytics.query(scopeOf(product, asking, threshold), query)
    const said: unknown = JSON.parse(JSON.stringify(answer).replaceAll(product, 'prd_same'))
    return { said, usedDays: (read?.days ?? 0) > 0 }
  }
  const counted = (product: ProductId, asking: Asking) => {
    let statements = 0
    const counting: Engine = {
      ...engine,
      rows(text, options) {
        statements++
        return engine.rows(text, options)
      },
    }
    const versions = memoryVersions()
    const reports = createAnalytics({ engine: counting, clock, versions })
    const event = () => {
      statements = 0
      versions.bump(product, 'the running day')
    }
    return { reports, scope: scopeOf(product, asking, 0), event, statements: () => statements }
  }
  return {
    async breakdowns(closedIn, asking, query, dimensions) {
      const product = closedIn === undefined ? RAW : productOf(closedIn)
      const [all, each] = [counted(product, asking), counted(product, asking)]
      const askTogether = () => all.reports.breakdowns(all.scope, query, dimensions)
      const askOneByOne = () =>
        Promise.all(
          dimensions.map((dimension) => each.reports.query(each.scope, { ...query, dimensions: [dimension] })),
        )
      await Promise.all([askTogether(), askOneByOne()])
      all.event()
      each.event()
      const [together, oneByOne] = await Promise.all([askTogether(), askOneByOne()])
      return { together, oneByOne, statements: { together: all.statements(), oneByOne: each.statements() } }
    },
    source: {
      catalog: await analytics.catalog(scopeOf(RAW, { timezone: 'UTC', weekStart: 'monday' }, 0)),
      world: makeWorld({ rows, goals: GOALS, timezone: 'UTC', currency: 'EUR' }),
      firstDay: FIRST_DAY,
      days: DAYS,
      namesNoProduct: true,
    },
    zones: CLOSED_ZONES,
    async both(closedIn, asking, query, threshold = 0) {
      const rows = await ask(RAW, asking, query, threshold)
      const days = await ask(productOf(closedIn), asking, query, threshold)
      return { fromRows: rows.said, fromDays: days.said, usedDays: days.usedDays }
    },
  }
}

const dayOf = (instant: string) => Math.floor(Date.parse(`${instant.replace(' ', 'T')}Z`) / DAY_MS)

function productOf(zone: string): ProductId {
  return ProductId.parse(`prd_${zone.toLowerCase().replace(/\W|_/g, '')}`)
}

/** Visits over midnight are many, some payments come days later, and a visitor may be known for longer than a day. */
function trafficOf(visits: number): readonly EventRow[] {
  const toMs = Date.parse(NOW)
  const fromMs = Date.parse(`${FIRST_DAY}T00:00:00Z`)
  const rows = makeTraffic({ product: RAW, seed: 'days', visits, people: 50, fromMs, toMs, hasClasses: true })
  const begun = rows.filter(({ visit_starts }) => visit_starts === 1)
  const payments = begun
    .filter((_, i) => i % 25 === 0)
    .map(
      (row, i): EventRow => ({
        ...row,
        ts: new Date(Date.parse(`${row.ts.replace(' ', 'T')}Z`) + (1 + (i % 6)) * 20 * 3_600_000)
          .toISOString()
          .slice(0, 23)
          .replace('T', ' '),
        kind: 'custom',
        name: 'paid',
        visit_starts: 0,
        pv_seq: 0,
        unbounce: 0,
        gap_ms: 0,
        revenue: '9.5',
        currency: 'EUR',
        hostname: '',
        path: '',
        title: '',
      }),
    )
  return [...rows, ...payments].filter(({ ts }) => Date.parse(`${ts.replace(' ', 'T')}Z`) < toMs)
}

function scopeOf(product: ProductId, { timezone: zone, weekStart, traffic }: Asking, threshold: number): ReportScope {
  const timezone = TimeZone.parse(zone)
  const { preferences } = defaultSettings(timezone)
  return {
    ...{ product, timezone, goals: GOALS, traffic },
    preferences: { ...preferences, week_starts_on: weekStart, suppression_threshold: threshold },
  }
}
