import {
  type AskedFilter,
  type Dimension,
  type Interval,
  isOfSegment,
  type Preferences,
  type ProductId,
  type ReportScope,
  type RowOrder,
  type StatsQuery,
  type TrackedEvent,
} from '@footfall/core-domain'
import { type ResolvedSpan, resolveSpan } from '../calendar/date-range.ts'
import { type AskedMetric, askedMetric } from './asked-metric.ts'
import { type EarlierSpan, earlierSpan } from './compared-span.ts'
import { type Alternatives, alternativesOf, chosenGoals } from './condition.ts'
import { assertAllowed } from './validate.ts'

/** What chooses rows of `events`: the conditions, and what they need to know of the product. */
export interface Selection {
  readonly product: ProductId
  /** All must hold. */
  readonly filters: readonly Alternatives[]
  readonly goals: readonly TrackedEvent[]
  readonly span: Pick<ResolvedSpan, 'calendar' | 'kept'>
  readonly weekStart: Preferences['week_starts_on']
}

/** A validated question about one span. Whatever depends on the product's settings is resolved. */
export interface Question extends Selection {
  readonly span: ResolvedSpan
  readonly metrics: readonly AskedMetric[]
  readonly dimensions: readonly Dimension[]
  readonly interval: Interval | undefined
  /** The goals that the conditions on goals choose: all of them without such a condition. */
  readonly chosenGoals: readonly TrackedEvent[]
  readonly currency: Preferences['currency']
  /** Fewest visitors that a cell may show; 0 shows all. */
  readonly threshold: number
  readonly rows: RowsAsked
  /**
   * The filters of the questions that a reader of a shared link could subtract this one from: without the reader's own
   * filters, first without all of them, then without each. Empty if nothing is withheld because of complements.
   */
  readonly complements: readonly (readonly Alternatives[])[]
}

/** Which rows of a breakdown, and in which order. */
export interface RowsAsked {
  readonly order: RowOrder
  readonly minVisitors: number
  readonly limit: number
  readonly offset: number
}

export interface Inquiry {
  readonly question: Question
  readonly earlier: EarlierSpan | undefined
}

/** Refuses what the catalog does not allow, and resolves the rest. */
export function inquiryOf(scope: ReportScope, query: StatsQuery, nowMs: number): Inquiry {
  const metrics = query.metrics.map(askedMetric)
  assertAllowed(query, metrics)
  const filters = alternativesOf(query.filters)
  const { preferences, goals } = scope
  const [first] = query.metrics
  if (first === undefined) throw new TypeError('a question needs a metric')
  const span = resolveSpan(scope, { from: query.from, to: query.to }, nowMs)
  return {
    question: {
      product: scope.product,
      metrics,
      dimensions: query.dimensions,
      interval: query.interval,
      weekStart: preferences.week_starts_on,
      filters,
      goals,
      chosenGoals: chosenGoals(goals, filters),
      currency: preferences.currency,
      threshold: preferences.suppression_threshold,
      rows: {
        order: query.order ?? { by: 'metric', metric: first, direction: 'desc' },
        minVisitors: query.minVisitors ?? 0,
        limit: query.limit,
        offset: query.offset,
      },
      span,
      complements: complementsOf(scope, query.filters).map(alternativesOf),
    },
    earlier: query.compare && earlierSpan(scope, query, query.compare, span),
  }
}

/** The filters of the questions that a reader could subtract one with these filters from, the widest first. */
export function complementsOf(
  { discreet, preferences }: ReportScope,
  filters: readonly AskedFilter[],
): readonly (readonly AskedFilter[])[] {
  const own = filters.filter((filter) => !isOfSegment(filter))
  if (!discreet || preferences.suppression_threshold === 0 || own.length === 0) return []
  const without = (left: readonly AskedFilter[]) => filters.filter((filter) => !left.includes(filter))
  return [without(own), ...(own.length > 1 ? own.map((one) => without([one])) : [])]
}
