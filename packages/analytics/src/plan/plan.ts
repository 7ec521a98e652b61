import type { StateReason } from '@footfall/core-domain'
import { type Bucket, type Bucketing, bucketing, isOnQuarters } from '../calendar/buckets.ts'
import { type Formulas, needsGoals } from '../definitions/metric.ts'
import type { Question } from '../question/question.ts'

/** What is read to answer a question about one span. */
export interface Plan {
  readonly question: Question
  /** Why there can be no figure, whatever was collected. Nothing is read then. */
  readonly unavailable: StateReason | undefined
  /** What the total and the series are computed from. */
  readonly totals: SourceKind
  readonly series: SeriesPlan | undefined
  /** What the rows of a breakdown are computed from. */
  readonly rows: SourceKind | undefined
}

export type SourceKind = keyof Formulas

export interface SeriesPlan {
  /** Every interval of the range asked for, those outside of retention included. */
  readonly asked: readonly Bucket[]
  /** The intervals of the part within retention, which the engine is asked for. */
  readonly kept: Bucketing
}

export function planOf(question: Question): Plan {
  const series = seriesOf(question)
  return {
    question,
    unavailable: unavailableFor(question),
    totals: sourceOfTotals(question, series),
    series,
    rows: asksForRows(question) ? sourceOfRows(question) : undefined,
  }
}

function unavailableFor({ metric, goals, span }: Question): StateReason | undefined {
  if (span.outside) return span.outside
  return needsGoals(metric) && goals.length === 0 ? 'metric_not_collected' : undefined
}

function seriesOf({ interval, weekStart, span }: Question): SeriesPlan | undefined {
  if (interval === undefined) return undefined
  const { calendar, asked, kept } = span
  return {
    asked: bucketing(calendar, interval, weekStart, asked).buckets,
    kept: bucketing(calendar, interval, weekStart, kept),
  }
}

function asksForRows({ dimension, page }: Question): boolean {
  return dimension !== undefined && !('keys' in page && page.keys.length === 0)
}

/** The rollup wherever it can tell: for everything that the product collected, in whole quarters of an hour. */
function sourceOfTotals({ metric, conditions, threshold, span }: Question, series: SeriesPlan | undefined): SourceKind {
  const { rollup, visitPages } = metric.formulas
  const inQuarters = isOnQuarters(span.kept) && (series?.kept.buckets.every(isOnQuarters) ?? true)
  if (rollup && conditions.length === 0 && inQuarters && (threshold === 0 || rollup.hasVisitors)) return 'rollup'
  return visitPages ? 'visitPages' : 'events'
}

/** Visits where only the whole visit knows the value: its last page, or the hostname on which it began. */
function sourceOfRows({ metric, dimension }: Question): SourceKind {
  if (metric.formulas.visitPages) return 'visitPages'
  if (dimension === 'exit_page') return 'visits'
  return dimension === 'hostname' && metric.counts === 'visits' && !metric.ofFirstRows ? 'visits' : 'events'
}
