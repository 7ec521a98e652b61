import { haveOneCurrency, type StateReason } from '@footfall/core-domain'
import { type Bucket, type Bucketing, bucketing, isClockInterval } from '../calendar/buckets.ts'
import { type KnownDays, NO_DAYS } from '../days/known-days.ts'
import { DENOMINATOR } from '../definitions/denominator.ts'
import type { ComputedMetric } from '../definitions/metric.ts'
import { askedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { type ImportedPlan, importedPlan } from './imported-use.ts'
import type { Pass, PlannedMetric, RowsPass } from './pass.ts'
import { breakdownPasses, type HeldBreakdown, heldBreakdown, type KeptDays, rowPasses, totalPasses } from './passes.ts'

/** What is read to answer a question about one period. */
export interface Plan {
  readonly question: Question
  /** Why the period cannot have data. Nothing is read then. */
  readonly outside: StateReason | undefined
  /** The numbers of the whole period and of each interval. */
  readonly totals: readonly Pass[]
  readonly series: SeriesPlan | undefined
  /** The numbers of each row of a breakdown; empty without one. */
  readonly rows: readonly Pass[]
  /** The same rows where this process holds most of them. */
  readonly held: HeldBreakdown | undefined
  /** Which imported days the numbers use and leave out; undefined where the product has none. */
  readonly imported: ImportedPlan | undefined
  /** Where the complements come from; undefined if the question has none. */
  readonly complements: ComplementPlan | undefined
}

/** Passes over rows: closed days do not show which visitors two numbers share. */
export interface ComplementPlan {
  readonly totals: readonly RowsPass[]
  readonly series: readonly RowsPass[]
  readonly rows: readonly RowsPass[]
}

export interface SeriesPlan {
  /** Every interval of the range asked for, those outside of retention included. */
  readonly asked: readonly Bucket[]
  /** The intervals of the part within retention, which the engine is asked for. */
  readonly kept: Bucketing
  readonly passes: readonly Pass[]
}

/** `known` are the days of the product that can answer the question. */
export function planOf(question: Question, known: KnownDays = NO_DAYS): Plan {
  const { range, dimensions, complements } = question
  const imported = known.imported && importedPlan(question, known.imported)
  const totals = plannedTotals(question)
  const rows = withVisitors(totals, question)
  const kept = { known, uses: imported?.totals ?? [], intervals: undefined }
  return {
    question,
    outside: range.outside,
    totals: range.outside ? [] : totalPasses(totals, question, kept),
    series: seriesOf(totals, question, kept),
    rows: dimensions.length === 0 ? [] : breakdownPasses(rows, question, { ...kept, uses: imported?.rows ?? [] }),
    held: heldBreakdown(rows, question, known),
    imported,
    complements: complements.length === 0 || range.outside ? undefined : complementPlan(totals, rows, question),
  }
}

function complementPlan(
  totals: readonly PlannedMetric[],
  rows: readonly PlannedMetric[],
  question: Question,
): ComplementPlan {
  const whole = { ...question, dimensions: [] }
  const hasSeries = question.interval !== undefined
  return {
    totals: hasSeries ? [] : rowPasses(totals, whole),
    series: hasSeries ? rowPasses(totals, whole, true) : [],
    rows: question.dimensions.length === 0 ? [] : rowPasses(rows, question),
  }
}

/** Why a metric cannot have a value. */
export function unavailableFor(
  metric: ComputedMetric,
  { goals, range, parts = [] }: Pick<Question, 'goals' | 'range' | 'parts'>,
): StateReason | undefined {
  if (range.outside) return range.outside
  if (metric.needsGoals && goals.length === 0) return 'metric_not_collected'
  return metric.unit === 'currency' && !haveOneCurrency(parts) ? 'currencies_differ' : undefined
}

/** The place of the visitors of each row, which accompany it without being requested. */
export const placeOfVisitors = ({ metrics }: Pick<Question, 'metrics'>) => metrics.length
export const placeOfDenominator = ({ metrics }: Pick<Question, 'metrics'>) => metrics.length + 1

/** The metrics that can have a value, and the denominator of some of them. */
function plannedTotals(question: Question): readonly PlannedMetric[] {
  const metrics = question.metrics
    .map((metric, at) => ({ at, metric, isCompanion: false }))
    .filter(({ metric }) => unavailableFor(metric.definition, question) === undefined)
  if (!metrics.some(({ metric }) => metric.definition.of)) return metrics
  const metric = { name: 'visitors', definition: DENOMINATOR } as const
  return [...metrics, { at: placeOfDenominator(question), metric, isCompanion: true }]
}

/** The numbers with the visitors of each row, which go with it even where nobody asked. */
function withVisitors(metrics: readonly PlannedMetric[], question: Question): readonly PlannedMetric[] {
  if (question.metrics.some(({ name }) => name === 'visitors') || metrics.length === 0) return metrics
  return [...metrics, { at: placeOfVisitors(question), metric: askedMetric('visitors'), isCompanion: true }]
}

function seriesOf(metrics: readonly PlannedMetric[], question: Question, kept: KeptDays): SeriesPlan | undefined {
  const { interval, weekStart, range } = question
  if (interval === undefined) return undefined
  const intervals = bucketing(range.calendar, interval, weekStart, range.kept)
  const days = isClockInterval(interval) ? { known: { ...NO_DAYS, marked: kept.known.marked }, uses: [] } : kept
  return {
    asked: bucketing(range.calendar, interval, weekStart, range.asked).buckets,
    kept: intervals,
    passes: range.outside ? [] : totalPasses(metrics, question, { ...days, intervals }),
  }
}
