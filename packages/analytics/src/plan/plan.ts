import type { StateReason } from '@footfall/core-domain'
import { type Bucket, type Bucketing, bucketing, isOnQuarters } from '../calendar/buckets.ts'
import { isVisitConstant } from '../definitions/dimensions.ts'
import { type MetricDefinition, needsGoals, QUARTER_FIGURES } from '../definitions/metric.ts'
import { type AskedMetric, askedMetric } from '../question/asked-metric.ts'
import { isAboutVisit } from '../question/condition.ts'
import type { Question } from '../question/question.ts'

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
}

/** One reading of the rows of a source, from which several metrics are computed. */
export interface Pass {
  readonly source: 'rollup' | 'rows' | 'page_visits'
  readonly figures: readonly PlannedFigure[]
  /** Set where the first rows of visits tell as much as all of them. */
  readonly oneRowPerVisit: boolean
}

/** A metric, and its place among the figures of a statement. */
export interface PlannedFigure {
  readonly at: number
  readonly metric: AskedMetric
  /** Not asked for: a number that goes with others, and makes no row by itself. */
  readonly isCompanion: boolean
}

export interface SeriesPlan {
  /** Every interval of the range asked for, those outside of retention included. */
  readonly asked: readonly Bucket[]
  /** The intervals of the part within retention, which the engine is asked for. */
  readonly kept: Bucketing
}

export function planOf(question: Question): Plan {
  const series = seriesOf(question)
  const figures = question.metrics.map((metric, at) => ({ at, metric, isCompanion: false }))
  const askable = figures.filter(({ metric }) => unavailableFor(metric.definition, question) === undefined)
  return {
    question,
    outside: question.span.outside,
    totals: question.span.outside ? [] : totalPasses(askable, question, series),
    series,
    rows: question.dimensions.length === 0 ? [] : rowPasses(withVisitors(askable, question), question),
  }
}

/** Why there can be no figure of a metric, whatever was collected. */
export function unavailableFor(metric: MetricDefinition, { goals, span }: Question): StateReason | undefined {
  return span.outside ?? (needsGoals(metric) && goals.length === 0 ? 'metric_not_collected' : undefined)
}

/** The figures with the visitors of each row, which go with it even where nobody asked. */
function withVisitors(figures: readonly PlannedFigure[], { metrics }: Question): readonly PlannedFigure[] {
  if (metrics.some(({ name }) => name === 'visitors') || figures.length === 0) return figures
  return [...figures, { at: metrics.length, metric: askedMetric('visitors'), isCompanion: true }]
}

function seriesOf({ interval, weekStart, span }: Question): SeriesPlan | undefined {
  if (interval === undefined) return undefined
  const { calendar, asked, kept } = span
  return {
    asked: bucketing(calendar, interval, weekStart, asked).buckets,
    kept: bucketing(calendar, interval, weekStart, kept),
  }
}

/** The rollup wherever it can tell: for everything that the product collected, in whole quarters of an hour. */
function totalPasses(
  figures: readonly PlannedFigure[],
  question: Question,
  series: SeriesPlan | undefined,
): readonly Pass[] {
  const { filters, threshold, span } = question
  const inQuarters = isOnQuarters(span.kept) && (series?.kept.buckets.every(isOnQuarters) ?? true)
  const isRolledUp = ({ metric }: PlannedFigure) => {
    const { rollup } = metric.definition
    const isKept = rollup?.figures.every((figure) => QUARTER_FIGURES.includes(figure)) ?? false
    return filters.length === 0 && inQuarters && isKept && (threshold === 0 || rollup?.hasVisitors === true)
  }
  const rolledUp = figures.filter(isRolledUp)
  const others = figures.filter((figure) => !isRolledUp(figure))
  return [...passesOf('rollup', [rolledUp]), ...rowPasses(others, question, series !== undefined)]
}

/**
 * Metrics of the same rows share a pass. So do metrics of events, visits and conversions, except in a series, where an
 * event belongs to the interval in which it happened and a visit to the one in which it began, and where visits are
 * found through their events.
 */
function rowPasses(figures: readonly PlannedFigure[], question: Question, isSeries = false): readonly Pass[] {
  const { dimensions, filters } = question
  const aboutVisits = dimensions.every(isVisitConstant) && filters.flat().every(isAboutVisit)
  const of = (counts: MetricDefinition['counts']) => figures.filter(({ metric }) => metric.definition.counts === counts)
  const events = of('events')
  const visits = of('visits')
  const groups =
    aboutVisits && !isSeries ? [[...events, ...visits], of('conversions')] : [events, visits, of('conversions')]
  const oneRowPerVisit = aboutVisits && !isSeries
  return [...passesOf('rows', groups, oneRowPerVisit), ...passesOf('page_visits', [of('page_visits')])]
}

function passesOf(
  source: Pass['source'],
  groups: readonly (readonly PlannedFigure[])[],
  aboutVisits = false,
): readonly Pass[] {
  return groups
    .filter((figures) => figures.length > 0)
    .map((figures) => ({
      source,
      figures,
      oneRowPerVisit: aboutVisits && figures.every(({ metric }) => metric.definition.ofOneRowPerVisit),
    }))
}
