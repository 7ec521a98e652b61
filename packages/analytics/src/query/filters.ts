import type { Dimension, Filter, Metric, ProductId, TrackedEvent } from '@footfall/core-domain'
import { instant, type Sql, sql, text } from '@footfall/warehouse'
import { isNamed } from './catalog.ts'
import { EXIT_PAGE, isVisitConstant, rowValue, VISIT_SECONDS_MAX } from './dimensions.ts'
import { reachesGoal, selectGoals } from './goals.ts'
import { allOf, compare, positive } from './match.ts'

/** Seconds of UTC, `end` exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export interface FilterContext {
  readonly product: ProductId
  readonly span: Span
  readonly goals: readonly TrackedEvent[]
}

const VISIT_METRICS: ReadonlySet<Metric> = new Set(['visits', 'views_per_visit', 'bounce_rate', 'visit_duration'])

/** Metrics about visits as wholes; the others are about single events. */
export function isVisitMetric(metric: Metric): boolean {
  return VISIT_METRICS.has(metric)
}

/** Rows of one product in a span of time. The engine prunes by both, through the table's key. */
export function rowsIn({ product, span }: Pick<FilterContext, 'product' | 'span'>): Sql {
  const { start, end } = span
  return sql`product_id = ${text(product)} AND ts >= ${instant(start * 1000)} AND ts < ${instant(end * 1000)}`
}

/** The span widened so that it holds every row of the visits that touch it. */
export function widened({ start, end }: Span): Span {
  return { start: start - VISIT_SECONDS_MAX, end: end + VISIT_SECONDS_MAX }
}

/** Filters that all hold for a row by itself. */
export function rowCondition(filters: readonly Filter[], context: FilterContext): Sql {
  return allOf(filters.map((filter) => ofRow(filter, context)))
}

function ofRow({ dimension, operator, values }: Filter, context: FilterContext): Sql {
  if (dimension === 'exit_page') return visitsEndingAt({ dimension, operator, values }, context)
  if (dimension !== 'goal') return compare(rowValue(dimension), operator, values)
  const { operator: relation, negated } = positive(operator)
  const reached = reachesGoal(selectGoals(context.goals, [{ dimension, operator: relation, values }]))
  return negated ? sql`NOT ${reached}` : reached
}

/** Filters for figures of visits: what is true of the whole visit, or of an event somewhere in it. */
export function visitCondition(filters: readonly Filter[], context: FilterContext): Sql {
  const conditions: Sql[] = []
  const happened: Filter[] = []
  for (const filter of filters) {
    const { dimension } = filter
    if (dimension === 'page') conditions.push(ofRow({ ...filter, dimension: 'entry_page' }, context))
    else if (dimension === 'exit_page' || isVisitConstant(dimension)) conditions.push(ofRow(filter, context))
    else if (dimension === 'hostname')
      conditions.push(visitsWith(sql`visit_starts = 1 AND ${ofRow(filter, context)}`, context))
    else if (positive(filter.operator).negated)
      conditions.push(sql`NOT ${visitsWith(ofDenied(filter, context), context)}`)
    else happened.push(filter)
  }
  // One and the same event has to pass them all.
  if (happened.length > 0) conditions.push(visitsWith(rowCondition(happened, context), context))
  return allOf(conditions)
}

/** Whether a filter is about what happened in an event, rather than about where or by whom. */
export function isAboutEvent(dimension: Dimension): boolean {
  return dimension === 'goal' || dimension === 'event' || !isNamed(dimension)
}

function ofDenied(filter: Filter, context: FilterContext): Sql {
  return ofRow({ ...filter, operator: positive(filter.operator).operator }, context)
}

function visitsWith(condition: Sql, context: FilterContext): Sql {
  const rows = rowsIn({ ...context, span: widened(context.span) })
  return sql`visit IN (SELECT visit FROM events WHERE ${rows} AND kind != 'engagement' AND visit != 0 AND ${condition})`
}

function visitsEndingAt({ operator, values }: Filter, context: FilterContext): Sql {
  const rows = rowsIn({ ...context, span: widened(context.span) })
  // Outside of the grouping: an OR of LIKEs over an aggregate is a logical error of the engine (26.7).
  const ends = sql`SELECT visit, ${EXIT_PAGE} AS ends_at FROM events
    WHERE ${rows} AND kind = 'pageview' AND visit != 0 GROUP BY visit`
  return sql`visit IN (SELECT visit FROM (${ends}) WHERE ${compare(sql`ends_at`, operator, values)})`
}
