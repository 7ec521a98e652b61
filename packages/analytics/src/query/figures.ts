import type { Metric, ReportScope, StatsQuery, StatsReport, StatsRow, ValueState } from '@footfall/core-domain'
import { type Bucket, type Bucketing, bucketing } from './buckets.ts'
import { METRIC_CATALOG } from './catalog.ts'
import { AVAILABLE, EMPTY, type Facts, type Stated, stateOfNothing, unavailable, WITHHELD } from './facts.ts'
import type { MeasureContext } from './measure.ts'
import { measure } from './nested-measure.ts'
import { type Reader, toNumber } from './reader.ts'
import { rollupMeasure } from './rollup.ts'
import type { ResolvedSpan } from './span.ts'
import {
  type BreakdownRow,
  breakdownStatement,
  type FigureRow,
  type SeriesRow,
  seriesStatement,
  totalStatement,
} from './statements.ts'
import { type Cell, isTooFew, withheldCells } from './suppression.ts'

export interface FiguresInput {
  readonly reader: Reader
  readonly facts: Facts
  readonly scope: ReportScope
  readonly query: StatsQuery
  readonly span: ResolvedSpan
  /** Only the rows of these keys: those that another span's page shows. */
  readonly keys?: readonly string[]
}

type Point = NonNullable<StatsReport['series']>[number]
interface Shown {
  readonly value: number | null
  readonly state: ValueState
}

/** The figures of one span: of the whole, of each interval, of each value of a dimension. */
export interface Figures extends Stated {
  readonly value: number | null
  readonly series?: readonly Point[]
  readonly rows?: readonly StatsRow[]
  readonly more: boolean
  /** What a row is that did not occur. */
  readonly missing: Shown
}

export async function readFigures(input: FiguresInput): Promise<Figures> {
  const { query, scope, span, facts } = input
  if (span.outside) return nothing(input, unavailable(span.outside))
  if (isAboutGoals(query.metric) && scope.goals.length === 0) {
    return nothing(input, unavailable('metric_not_collected'))
  }
  const [{ total, cells }, breakdown, firstEvent] = await Promise.all([
    readTotals(input),
    query.dimension === undefined ? undefined : readBreakdown(input),
    query.interval === undefined ? undefined : facts.firstEvent(),
  ])
  const missing = shown({ value: isAverage(query.metric) ? null : 0, people: 0 }, false)
  const stated = await stateOf(input, total)
  if (stated.state !== 'available' && stated.state !== 'withheld') return nothing(input, stated, firstEvent)
  return {
    ...stated,
    value: stated.state === 'available' ? total.value : null,
    ...(query.interval ? { series: seriesOf(input, cells, firstEvent) } : {}),
    ...(breakdown ?? { more: false }),
    missing,
  }
}

function isAboutGoals(metric: Metric): boolean {
  return metric === 'conversions' || metric === 'conversion_rate'
}

/** Averages and shares, which are nothing where there is nothing to divide by. */
function isAverage(metric: Metric): boolean {
  return METRIC_CATALOG[metric].unit === 'ratio' || METRIC_CATALOG[metric].unit === 'seconds'
}

async function stateOf({ query, scope, span, facts }: FiguresInput, total: Cell): Promise<Stated> {
  if (isTooFew(total, scope.preferences.suppression_threshold)) return WITHHELD
  if (total.value !== null && total.value !== 0) return AVAILABLE
  const state = await stateOfNothing(facts, span)
  if (state.state !== 'available') return state
  if (!(await facts.collects(query.metric, scope.goals))) return unavailable('metric_not_collected')
  return total.value === null ? EMPTY : AVAILABLE
}

async function readTotals(input: FiguresInput): Promise<{ total: Cell; cells: ReadonlyMap<number, Cell> }> {
  const { reader, scope, query } = input
  const people = scope.preferences.suppression_threshold > 0
  const intervals = query.interval ? intervalsOf(input) : undefined
  const source = totalMeasure(input, intervals)
  const nested = query.metric === 'scroll_depth'
  const cells = new Map<number, Cell>()
  let total: FigureRow | undefined
  if (intervals) {
    for (const row of await reader.rows<SeriesRow>(scope.product, seriesStatement(source, intervals, people))) {
      if (Number(row.total) === 1) total = row
      else cells.set(Number(row.b), cellOf(row))
    }
  }
  // The deepest points of a visit's intervals are not those of the visit, so their average is not the total.
  if (!intervals || nested) {
    total = (await reader.rows<FigureRow>(scope.product, totalStatement(source, people)))[0]
  }
  return { total: total ? cellOf(total) : { value: isAverage(query.metric) ? null : 0, people: 0 }, cells }
}

function totalMeasure(input: FiguresInput, intervals: Bucketing | undefined) {
  const { query, scope, span } = input
  const people = scope.preferences.suppression_threshold > 0
  const unfiltered = query.filters.length === 0 && (intervals?.onQuarters ?? true)
  const rolled = unfiltered
    ? rollupMeasure(query.metric, { product: scope.product, span: span.kept, people })
    : undefined
  return rolled ?? measure({ ...contextOf(input), dimension: undefined })
}

function contextOf({ query, scope, span }: FiguresInput): MeasureContext {
  return {
    product: scope.product,
    span: span.kept,
    goals: scope.goals,
    metric: query.metric,
    filters: query.filters,
    dimension: query.dimension,
    currency: scope.preferences.currency,
  }
}

function cellOf({ v, p }: FigureRow): Cell {
  return { value: v === null ? null : Number(v), people: toNumber(p) }
}

/** The intervals of the part that the engine is asked for. */
function intervalsOf({ query, span }: FiguresInput): Bucketing {
  return bucketing(span.calendar, query.interval ?? 'day', span.weekStart, span.kept.start, span.kept.end)
}

function seriesOf(input: FiguresInput, cells: ReadonlyMap<number, Cell>, firstEvent: number | undefined): Point[] {
  const { query, scope, span } = input
  const buckets = askedBuckets(input)
  const zero: Cell = { value: isAverage(query.metric) ? null : 0, people: 0 }
  const figures = buckets.map((bucket) => cells.get(bucket.key) ?? zero)
  const withheld = withheldCells(figures, scope.preferences.suppression_threshold)
  return buckets.map((bucket, i) => ({
    start: span.calendar.format(bucket.start),
    ...(stateOutside(bucket, span, firstEvent) ?? shown(figures[i] ?? zero, withheld.has(i))),
  }))
}

/** Every interval of the range asked for, those outside of retention included. */
function askedBuckets({ query, span }: FiguresInput): readonly Bucket[] {
  const { calendar, weekStart, asked } = span
  return bucketing(calendar, query.interval ?? 'day', weekStart, asked.start, asked.end).buckets
}

function stateOutside(bucket: Bucket, span: ResolvedSpan, firstEvent: number | undefined): Shown | undefined {
  const beforeRetention = bucket.end <= span.kept.start
  const beforeFirst = firstEvent !== undefined && bucket.end <= firstEvent
  return beforeRetention || beforeFirst || bucket.start > span.now ? { value: null, state: 'unavailable' } : undefined
}

function shown({ value }: Cell, withheld: boolean): Shown {
  if (withheld) return { value: null, state: 'withheld' }
  return { value, state: value === null ? 'empty' : 'available' }
}

async function readBreakdown(input: FiguresInput): Promise<{ rows: readonly StatsRow[]; more: boolean }> {
  const { reader, scope, query, keys } = input
  if (keys?.length === 0) return { rows: [], more: false }
  const statement = breakdownStatement(measure(contextOf(input)), {
    limit: keys ? keys.length : query.limit + 1,
    offset: keys ? 0 : query.offset,
    threshold: scope.preferences.suppression_threshold,
    ...(keys ? { keys } : {}),
  })
  const rows = await reader.rows<BreakdownRow>(scope.product, statement)
  const page = keys ? rows : rows.slice(0, query.limit)
  return {
    rows: page.map((row) => ({ key: row.k, ...shown(cellOf(row), Number(row.w) === 1) })),
    more: rows.length > page.length,
  }
}

/** The answer where there is no figure, with the reason at every point. */
function nothing(input: FiguresInput, stated: Stated, firstEvent?: number): Figures {
  const { query, span } = input
  const missing: Shown = { value: null, state: stated.state }
  const point = (bucket: Bucket): Point => ({
    start: span.calendar.format(bucket.start),
    ...(stateOutside(bucket, span, firstEvent) ?? missing),
  })
  return {
    ...stated,
    value: null,
    ...(query.interval ? { series: askedBuckets(input).map(point) } : {}),
    ...(query.dimension === undefined ? {} : { rows: [] }),
    more: false,
    missing,
  }
}
