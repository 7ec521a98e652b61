import {
  addDays,
  type Comparison,
  type Dimension,
  daysBetween,
  type Interval,
  type Preferences,
  type ProductId,
  type ReportRange,
  type ReportScope,
  type StatsQuery,
  type TrackedEvent,
  yearBefore,
} from '@footfall/core-domain'
import { metricDefinition } from '../catalog/metric-table.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import { type Condition, chosenGoals, conditionOf } from './condition.ts'
import { type ResolvedSpan, resolveSpan } from './span.ts'
import { assertAllowed } from './validate.ts'

/** A validated question about one span. Whatever depends on the product's settings is resolved. */
export interface Question {
  readonly product: ProductId
  readonly metric: MetricDefinition
  readonly dimension: Dimension | undefined
  readonly interval: Interval | undefined
  readonly weekStart: Preferences['week_starts_on']
  readonly conditions: readonly Condition[]
  readonly goals: readonly TrackedEvent[]
  /** The goals that the conditions on goals choose: all of them without such a condition. */
  readonly chosenGoals: readonly TrackedEvent[]
  readonly currency: Preferences['currency']
  /** Fewest visitors that a cell may show; 0 shows all. */
  readonly threshold: number
  readonly page: RowPage
  readonly span: ResolvedSpan
}

/** Which rows of a breakdown: a page of them, or those of given keys. */
export type RowPage = { readonly limit: number; readonly offset: number } | { readonly keys: readonly string[] }

/** The span before that a question is compared with. */
export interface EarlierSpan {
  readonly period: Comparison
  readonly span: ResolvedSpan
}

export interface Inquiry {
  readonly question: Question
  readonly earlier: EarlierSpan | undefined
}

/** Refuses what the catalog does not allow, and resolves the rest. */
export function inquiryOf(scope: ReportScope, query: StatsQuery, nowMs: number): Inquiry {
  const metric = metricDefinition(query.metric)
  assertAllowed(query, metric)
  const conditions = query.filters.map(conditionOf)
  const { preferences, goals } = scope
  const { compare } = query
  return {
    question: {
      product: scope.product,
      metric,
      dimension: query.dimension,
      interval: query.interval,
      weekStart: preferences.week_starts_on,
      conditions,
      goals,
      chosenGoals: chosenGoals(goals, conditions),
      currency: preferences.currency,
      threshold: preferences.suppression_threshold,
      page: { limit: query.limit, offset: query.offset },
      span: resolveSpan(scope, { from: query.from, to: query.to }, nowMs),
    },
    earlier: compare && { period: compare, span: resolveSpan(scope, earlierRange(query, compare), nowMs) },
  }
}

function earlierRange({ from, to }: ReportRange, period: Comparison): ReportRange {
  switch (period) {
    case 'previous_year':
      return { from: yearBefore(from), to: yearBefore(to) }
    case 'previous_period':
      return { from: addDays(from, -daysBetween(from, to) - 1), to: addDays(from, -1) }
  }
}
