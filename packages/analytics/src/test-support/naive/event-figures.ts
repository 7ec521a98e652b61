import type { Filter, Metric } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { passes } from './predicate.ts'
import type { SpanQuestion } from './question.ts'
import { hasVisitor, isEvent, type World } from './world.ts'

/** Metrics that count rows in the span: of each, which rows it is about, and what several of them amount to. */
export type EventMetric = Extract<
  Metric,
  'visitors' | 'pageviews' | 'events' | 'revenue' | 'time_on_page' | 'scroll_depth'
>

export function rowsThatPass(world: World, filters: readonly Filter[], { inSpan }: SpanQuestion): readonly EventRow[] {
  return inSpan.filter(passes(world, filters, inSpan))
}

export function isAbout(metric: EventMetric, row: EventRow, currency: string): boolean {
  switch (metric) {
    case 'visitors':
      return hasVisitor(row)
    case 'pageviews':
      return row.kind === 'pageview'
    case 'events':
      return isEvent(row)
    case 'revenue':
      return row.currency === currency
    case 'time_on_page':
      return row.kind !== 'custom'
    case 'scroll_depth':
      return row.scroll > 0
  }
}

/** Null where there is nothing to divide by. */
export function amountOf(metric: EventMetric, rows: readonly EventRow[]): number | null {
  switch (metric) {
    case 'visitors':
      return new Set(rows.map((row) => row.visitor)).size
    case 'pageviews':
    case 'events':
      return rows.length
    case 'revenue':
      return sum(rows.map((row) => Math.round(Number(row.revenue) * 10_000))) / 10_000
    case 'time_on_page': {
      const views = rows.filter((row) => row.kind === 'pageview').length
      return views === 0 ? null : sum(rows.map((row) => row.engaged_ms)) / 1000 / views
    }
    case 'scroll_depth': {
      const visitsOfPages = Map.groupBy(rows, (row) => JSON.stringify([row.visit, row.path]))
      const deepest = [...visitsOfPages.values()].map((ofPage) => Math.max(...ofPage.map((row) => row.scroll)))
      return deepest.length === 0 ? null : sum(deepest) / deepest.length / 100
    }
  }
}

export const sum = (numbers: readonly number[]) => numbers.reduce((before, number) => before + number, 0)
