import type { InstantSpan, StatsReport, StatsRow } from '@footfall/core-domain'
import { isAverage } from '../definitions/metric.ts'
import type { Plan, SeriesPlan } from '../plan/plan.ts'
import type { Question } from '../question/question.ts'
import { type Reader, toNumber } from '../reading/reader.ts'
import { type BreakdownRow, compile, type FigureRow, type SeriesRow } from '../sql/statements.ts'
import { collectedData } from './collected.ts'
import { AVAILABLE, EMPTY, type Stated, stateOfNothing, unavailable, WITHHELD } from './states.ts'
import { type Cell, isTooFew, withheldCells } from './suppression.ts'

type Point = NonNullable<StatsReport['series']>[number]
type Shown = Pick<Point, 'value' | 'state'>

/** The figures of one span: of the whole, of each interval, of each value of a dimension. */
export interface Figures extends Stated {
  readonly value: number | null
  readonly series: Point[] | undefined
  readonly rows: StatsRow[] | undefined
  /** Whether a breakdown has rows after these. */
  readonly more: boolean
  /** What a row is that did not occur. */
  readonly missing: Shown
}

/** Reads what the plan says and gives every figure its state. */
export async function readFigures(reader: Reader, plan: Plan): Promise<Figures> {
  const { question, series } = plan
  if (plan.unavailable) return noFigures(plan, unavailable(plan.unavailable))
  const read = await readRows(reader, plan)
  const total = cellOf(read.total, question)
  const stated = await stateOf(reader, question, total)
  if (stated.state !== 'available' && stated.state !== 'withheld') return noFigures(plan, stated, read.firstEventMs)
  return {
    ...stated,
    value: stated.state === 'available' ? total.value : null,
    series: series && pointsOf(question, series, read.series, read.firstEventMs),
    ...breakdownOf(question, read.rows),
    missing: shown(cellOf(undefined, question), false),
  }
}

interface ReadRows {
  readonly total: FigureRow | undefined
  readonly series: readonly SeriesRow[]
  readonly rows: readonly BreakdownRow[] | undefined
  /** Only read for a series, whose points before it are unavailable. */
  readonly firstEventMs: number | undefined
}

async function readRows(reader: Reader, plan: Plan): Promise<ReadRows> {
  const { product } = plan.question
  const statements = compile(plan)
  const [series, totals, rows, firstEventMs] = await Promise.all([
    statements.series ? reader.rows<SeriesRow>(product, statements.series) : [],
    statements.total ? reader.rows<FigureRow>(product, statements.total) : undefined,
    statements.rows ? reader.rows<BreakdownRow>(product, statements.rows) : undefined,
    statements.series ? collectedData(reader, product).firstEventMs() : undefined,
  ])
  const isTotal = (row: SeriesRow) => Number(row.is_total) === 1
  return {
    total: totals ? totals[0] : series.find(isTotal),
    series: series.filter((row) => !isTotal(row)),
    rows,
    firstEventMs,
  }
}

async function stateOf(reader: Reader, question: Question, total: Cell): Promise<Stated> {
  const { metric, goals, product, span, threshold } = question
  if (isTooFew(total, threshold)) return WITHHELD
  if (total.value !== null && total.value !== 0) return AVAILABLE
  const collected = collectedData(reader, product)
  const state = await stateOfNothing(collected, span)
  if (state.state !== 'available') return state
  if (!(await collected.hasMetric(metric, goals.length > 0))) return unavailable('metric_not_collected')
  return total.value === null ? EMPTY : AVAILABLE
}

/** The figure of a row; where there is no row, that of nothing at all. */
function cellOf(row: FigureRow | undefined, { metric }: Question): Cell {
  if (row === undefined) return { value: isAverage(metric) ? null : 0, people: 0 }
  return { value: row.figure === null ? null : Number(row.figure), people: toNumber(row.visitor_count) }
}

function pointsOf(
  question: Question,
  { asked }: SeriesPlan,
  rows: readonly SeriesRow[],
  firstEventMs: number | undefined,
): Point[] {
  const byKey = new Map(rows.map((row) => [Number(row.bucket), row]))
  const cells = asked.map(({ key }) => cellOf(byKey.get(key), question))
  const withheld = withheldCells(cells, question.threshold)
  return pointsAt(
    question,
    asked,
    firstEventMs,
    cells.map((cell, i) => shown(cell, withheld.has(i))),
  )
}

/** The points of a series: those outside of what was collected and kept are unavailable, whatever they would show. */
function pointsAt(
  { span }: Question,
  intervals: readonly InstantSpan[],
  firstEventMs: number | undefined,
  figures: readonly Shown[],
): Point[] {
  const { calendar, kept, nowMs } = span
  return intervals.map(({ startMs, endMs }, i) => {
    const isBefore = endMs <= kept.startMs || (firstEventMs !== undefined && endMs <= firstEventMs)
    const figure = isBefore || startMs > nowMs ? undefined : figures[i]
    return { start: calendar.format(startMs), ...(figure ?? { value: null, state: 'unavailable' }) }
  })
}

function breakdownOf(question: Question, rows: readonly BreakdownRow[] | undefined): Pick<Figures, 'rows' | 'more'> {
  if (rows === undefined) return { rows: undefined, more: false }
  const page = 'keys' in question.page ? rows : rows.slice(0, question.page.limit)
  return {
    rows: page.map((row) => ({ key: row.group_key, ...shown(cellOf(row, question), Number(row.is_withheld) === 1) })),
    more: rows.length > page.length,
  }
}

function shown({ value }: Cell, withheld: boolean): Shown {
  if (withheld) return { value: null, state: 'withheld' }
  return { value, state: value === null ? 'empty' : 'available' }
}

/** The answer where there is no figure, with the reason at every point. */
function noFigures({ question, series }: Plan, stated: Stated, firstEventMs?: number): Figures {
  const missing: Shown = { value: null, state: stated.state }
  return {
    ...stated,
    value: null,
    series:
      series &&
      pointsAt(
        question,
        series.asked,
        firstEventMs,
        series.asked.map(() => missing),
      ),
    rows: question.dimension === undefined ? undefined : [],
    more: false,
    missing,
  }
}
