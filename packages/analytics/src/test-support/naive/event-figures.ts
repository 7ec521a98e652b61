import { type Filter, type Metric, WEB_VITALS, type WebVital } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { passes } from './predicate.ts'
import type { SpanQuestion } from './question.ts'
import { hasVisitor, isEvent, type World } from './world.ts'

/** Metrics that count rows in the span: of each, which rows it is about, and what several of them amount to. */
export type EventMetric = Extract<
  Metric,
  'visitors' | 'pageviews' | 'events' | 'time_on_page' | 'scroll_depth' | 'errors' | WebVital
>

export function rowsThatPass(world: World, filters: readonly Filter[], { inSpan }: SpanQuestion): readonly EventRow[] {
  return inSpan.filter(passes(world, filters, inSpan))
}

const isVital = (metric: EventMetric): metric is WebVital => WEB_VITALS.some((vital) => vital === metric)

/** The smallest value that at least three quarters of all are not above. */
function percentile75(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(0.75 * sorted.length) - 1] ?? null
}

export function isAbout(metric: EventMetric, row: EventRow): boolean {
  if (isVital(metric)) return (row[metric] ?? -1) >= 0
  switch (metric) {
    case 'visitors':
      return hasVisitor(row)
    case 'pageviews':
      return row.kind === 'pageview'
    case 'events':
      return isEvent(row)
    case 'time_on_page':
      return row.kind !== 'custom'
    case 'scroll_depth':
      return row.scroll > 0
    case 'errors':
      return (row.error_count ?? -1) > 0
  }
}

/** Null where there is nothing to divide by. */
export function amountOf(metric: EventMetric, rows: readonly EventRow[]): number | null {
  if (isVital(metric)) {
    const value = percentile75(rows.map((row) => row[metric] ?? -1))
    return value !== null && metric === 'cls' ? value / 10_000 : value
  }
  switch (metric) {
    case 'visitors':
      return new Set(rows.map((row) => row.visitor)).size
    case 'pageviews':
    case 'events':
      return rows.length
    case 'time_on_page': {
      const views = rows.filter((row) => row.kind === 'pageview').length
      return views === 0 ? null : sum(rows.map((row) => row.engaged_ms)) / 1000 / views
    }
    case 'errors':
      return sum(rows.map((row) => row.error_count ?? 0))
    case 'scroll_depth': {
      const visitsOfPages = Map.groupBy(rows, (row) => JSON.stringify([row.visit, row.path]))
      const deepest = [...visitsOfPages.values()].map((ofPage) => Math.max(...ofPage.map((row) => row.scroll)))
      return deepest.length === 0 ? null : sum(deepest) / deepest.length / 100
    }
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0)
