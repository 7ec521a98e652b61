import type { Metric, WebVital } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { hasVisitor, isEvent, type Visit } from './world.ts'

/** How a metric is counted over rows. An amount is null where there is nothing to divide by. */
export type MetricOracle = EventOracle | VisitOracle | ConversionOracle

/** Counts rows in the period: which rows it is about, and what several of them amount to. */
export interface EventOracle {
  readonly of: 'events'
  isAbout(row: EventRow): boolean
  amount(rows: readonly EventRow[]): number | null
}

/** Counts visits that began in the period. */
export interface VisitOracle {
  readonly of: 'visits'
  amount(visits: readonly Visit[]): number | null
}

/** Counts conversions or payments, or divides them by the visitors who could have converted. */
export interface ConversionOracle {
  readonly of: 'conversions' | 'payments'
  amount(rows: readonly EventRow[]): number
  readonly isDivided: boolean
}

/** One row for each metric. */
export const METRIC_ORACLES: Readonly<Record<Metric, MetricOracle>> = {
  visitors: { of: 'events', isAbout: hasVisitor, amount: visitorsOf },
  visits: { of: 'visits', amount: count },
  pageviews: { of: 'events', isAbout: isView, amount: count },
  events: { of: 'events', isAbout: isEvent, amount: count },
  views_per_visit: averageOfVisits(({ rows }) => rows.filter(isView).length),
  bounce_rate: averageOfVisits(({ rows }) => (rows.some((row) => row.unbounce === 1) ? 0 : 1)),
  visit_duration: averageOfVisits(({ rows }) => sum(rows.map((row) => row.gap_ms)) / 1000),
  conversions: { of: 'conversions', amount: count, isDivided: false },
  conversion_rate: { of: 'conversions', amount: visitorsOf, isDivided: true },
  revenue: { of: 'payments', amount: revenueOf, isDivided: false },
  revenue_per_visitor: { of: 'payments', amount: revenueOf, isDivided: true },
  time_on_page: {
    of: 'events',
    isAbout: (row) => row.kind !== 'custom',
    amount: (rows) => ratio(sum(rows.map((row) => row.engaged_ms)) / 1000, rows.filter(isView).length),
  },
  scroll_depth: {
    of: 'events',
    isAbout: (row) => row.scroll > 0,
    amount(rows) {
      const visitsOfPages = Map.groupBy(rows, (row) => JSON.stringify([row.visit, row.path]))
      const deepest = [...visitsOfPages.values()].map((ofPage) => Math.max(...ofPage.map((row) => row.scroll)))
      return ratio(sum(deepest) / 100, deepest.length)
    },
  },
  lcp: vital('lcp'),
  inp: vital('inp'),
  cls: vital('cls', 10_000),
  ttfb: vital('ttfb'),
  fcp: vital('fcp'),
  errors: {
    of: 'events',
    isAbout: (row) => (row.error_count ?? -1) > 0,
    amount: (rows) => sum(rows.map((row) => row.error_count ?? 0)),
  },
}

/** What a metric is where there is nothing: an average of nothing is not a number. */
export function nothing(metric: Metric): number | null {
  const oracle = METRIC_ORACLES[metric]
  return isDivided(metric) ? null : oracle.amount([])
}

/** Whether it is divided by the visitors who could have converted. */
export function isDivided(metric: Metric): boolean {
  const oracle = METRIC_ORACLES[metric]
  return 'isDivided' in oracle && oracle.isDivided
}

const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0)

function isView({ kind }: EventRow): boolean {
  return kind === 'pageview'
}

function count(items: readonly unknown[]): number {
  return items.length
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function visitorsOf(rows: readonly EventRow[]): number {
  return new Set(rows.filter(hasVisitor).map((row) => row.visitor)).size
}

function revenueOf(rows: readonly EventRow[]): number {
  return sum(rows.map((row) => Math.round(Number(row.revenue) * 10_000))) / 10_000
}

function averageOfVisits(part: (visit: Visit) => number): VisitOracle {
  return { of: 'visits', amount: (visits) => ratio(sum(visits.map(part)), visits.length) }
}

/** The smallest value that at least three quarters of all are not above. */
function vital(name: WebVital, scale = 1): EventOracle {
  return {
    of: 'events',
    isAbout: (row) => (row[name] ?? -1) >= 0,
    amount(rows) {
      const sorted = rows.map((row) => row[name] ?? -1).toSorted((a, b) => a - b)
      const value = sorted[Math.ceil(0.75 * sorted.length) - 1]
      return value === undefined ? null : value / scale
    },
  }
}
