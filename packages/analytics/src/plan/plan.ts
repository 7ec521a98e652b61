import type { StateReason } from '@footfall/core-domain'
import { type Bucket, type Bucketing, bucketing, isOnQuarters } from '../calendar/buckets.ts'
import type { ImportedDays } from '../days/imported-days.ts'
import { DENOMINATOR } from '../definitions/denominator.ts'
import { type ComputedMetric, QUARTER_FIGURES } from '../definitions/metric.ts'
import { askedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { dayPasses } from './day-passes.ts'
import { type KnownDays, NO_DAYS } from './days.ts'
import { type ImportedUse, importedUse } from './imported-use.ts'
import type { Pass, PlannedFigure, RowsPass } from './pass.ts'
import { isOfWholeVisits } from './whole-visits.ts'

/** What is read to answer a question about one span. */
export interface Plan {
  readonly question: Question
  /** Why there can be no figure at all, whatever was collected. Nothing is read then. */
  readonly outside: StateReason | undefined
  /** The figures of the whole span and of each interval. */
  readonly totals: readonly Pass[]
  readonly series: SeriesPlan | undefined
  /** The figures of each row of a breakdown; empty without one. */
  readonly rows: readonly Pass[]
  /** What the figures are made of and what they leave out of imports; undefined where the product has none. */
  readonly imported: ImportedPlan | undefined
  /** Where the complements come from; undefined if the question has none. */
  readonly complements: ComplementPlan | undefined
}

/** Passes over rows whose complements are counted: closed days do not know which visitors two figures share. */
export interface ComplementPlan {
  readonly totals: readonly RowsPass[]
  readonly series: readonly RowsPass[]
  readonly rows: readonly RowsPass[]
}

/** The imported days of the totals and of the rows, by the places of their figures. */
export interface ImportedPlan {
  readonly days: ImportedDays
  readonly totals: readonly ImportedUse[]
  /** With the visitors that go along, after the metrics. Empty without a breakdown. */
  readonly rows: readonly ImportedUse[]
}

export interface SeriesPlan {
  /** Every interval of the range asked for, those outside of retention included. */
  readonly asked: readonly Bucket[]
  /** The intervals of the part within retention, which the engine is asked for. */
  readonly kept: Bucketing
  readonly passes: readonly Pass[]
}

/** `known` are the days of the product, as far as they may serve the question. */
export function planOf(question: Question, known: KnownDays = NO_DAYS): Plan {
  const figures = question.metrics.map((metric, at) => ({ at, metric, isCompanion: false }))
  const askable = withDenominator(
    figures.filter(({ metric }) => unavailableFor(metric.definition, question) === undefined),
    question,
  )
  return {
    question,
    outside: question.span.outside,
    totals: question.span.outside ? [] : totalPasses(askable, question, known, undefined),
    series: seriesOf(askable, question, known),
    rows: question.dimensions.length === 0 ? [] : breakdownPasses(withVisitors(askable, question), question, known),
    imported: known.imported && importedPlan(question, known.imported),
    complements:
      question.complements.length === 0 || question.span.outside ? undefined : complementPlan(askable, question),
  }
}

function complementPlan(figures: readonly PlannedFigure[], question: Question): ComplementPlan {
  const whole = { ...question, dimensions: [] }
  return {
    totals: question.interval === undefined ? rowPasses(figures, whole) : [],
    series: question.interval === undefined ? [] : rowPasses(figures, whole, true),
    rows: question.dimensions.length === 0 ? [] : rowPasses(withVisitors(figures, question), question),
  }
}

function importedPlan(question: Question, days: ImportedDays): ImportedPlan {
  const { metrics, dimensions } = question
  return {
    days,
    totals: metrics.map((metric) => importedUse(metric, { ...question, dimensions: [] }, days)),
    rows:
      dimensions.length === 0
        ? []
        : [...metrics, askedMetric('visitors')].map((metric) => importedUse(metric, question, days)),
  }
}

/** Why there can be no figure of a metric, whatever was collected. */
export function unavailableFor(metric: ComputedMetric, { goals, span }: Question): StateReason | undefined {
  return span.outside ?? (metric.needsGoals && goals.length === 0 ? 'metric_not_collected' : undefined)
}

/** The place of the visitors of each row, which accompany it without being requested. */
export const placeOfVisitors = ({ metrics }: Pick<Question, 'metrics'>) => metrics.length
/** The place of the denominator of metrics. */
export const placeOfDenominator = ({ metrics }: Pick<Question, 'metrics'>) => metrics.length + 1

/** The figures with the denominator of some of them. */
function withDenominator(figures: readonly PlannedFigure[], question: Question): readonly PlannedFigure[] {
  if (!figures.some(({ metric }) => metric.definition.of)) return figures
  const metric = { name: 'visitors', definition: DENOMINATOR } as const
  return [...figures, { at: placeOfDenominator(question), metric, isCompanion: true }]
}

/** The figures with the visitors of each row, which go with it even where nobody asked. */
function withVisitors(figures: readonly PlannedFigure[], question: Question): readonly PlannedFigure[] {
  if (question.metrics.some(({ name }) => name === 'visitors') || figures.length === 0) return figures
  return [...figures, { at: placeOfVisitors(question), metric: askedMetric('visitors'), isCompanion: true }]
}

function seriesOf(figures: readonly PlannedFigure[], question: Question, known: KnownDays): SeriesPlan | undefined {
  const { interval, weekStart, span } = question
  if (interval === undefined) return undefined
  const { calendar, asked, kept } = span
  const intervals = bucketing(calendar, interval, weekStart, kept)
  return {
    asked: bucketing(calendar, interval, weekStart, asked).buckets,
    kept: intervals,
    passes: span.outside ? [] : totalPasses(figures, question, interval === 'hour' ? NO_DAYS : known, intervals),
  }
}

/** Closed days wherever they can tell, then the rollup: for everything that the product collected, in whole quarters. */
function totalPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  known: KnownDays,
  intervals: Bucketing | undefined,
): readonly Pass[] {
  const { filters, threshold, span } = question
  const inQuarters = isOnQuarters(span.kept) && (intervals?.buckets.every(isOnQuarters) ?? true)
  const isRolledUp = ({ metric }: PlannedFigure) => {
    const { rollup } = metric.definition
    const isKept = rollup?.figures.every((figure) => QUARTER_FIGURES.includes(figure)) ?? false
    return filters.length === 0 && inQuarters && isKept && (threshold === 0 || rollup?.hasVisitors === true)
  }
  const closed = dayPasses(figures, { ...question, dimensions: [] }, known, intervals)
  const rolledUp = closed.others.filter(isRolledUp)
  const others = closed.others.filter((figure) => !isRolledUp(figure))
  return [...closed.passes, ...passesOf('rollup', [rolledUp]), ...rowPasses(others, question, intervals !== undefined)]
}

function breakdownPasses(figures: readonly PlannedFigure[], question: Question, known: KnownDays): readonly Pass[] {
  const { passes, others } = dayPasses(figures, question, known, undefined)
  return [...passes, ...rowPasses(others, question)]
}

/**
 * Metrics of the same rows share a pass. So do metrics of events, visits and conversions, except in a series, where an
 * event belongs to the interval in which it happened and a visit to the one in which it began, and where visits are
 * found through their events.
 */
function rowPasses(figures: readonly PlannedFigure[], question: Question, isSeries = false): readonly RowsPass[] {
  const aboutVisits = isOfWholeVisits(question)
  const of = (counts: ComputedMetric['counts']) => figures.filter(({ metric }) => metric.definition.counts === counts)
  const events = of('events')
  const visits = of('visits')
  const groups =
    aboutVisits && !isSeries ? [[...events, ...visits], of('conversions')] : [events, visits, of('conversions')]
  const oneRowPerVisit = aboutVisits && !isSeries
  return [...passesOf('rows', groups, oneRowPerVisit), ...passesOf('page_visits', [of('page_visits')])]
}

function passesOf(
  source: RowsPass['source'],
  groups: readonly (readonly PlannedFigure[])[],
  aboutVisits = false,
): readonly RowsPass[] {
  return groups
    .filter((figures) => figures.length > 0)
    .map((figures) => ({
      source,
      figures,
      oneRowPerVisit: aboutVisits && figures.every(({ metric }) => metric.definition.ofOneRowPerVisit),
    }))
}
