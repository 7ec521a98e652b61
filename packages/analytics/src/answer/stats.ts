import type { ReportScope, SeveralStatsReport, StatsAnswer, StatsQuery, StatsReport } from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import type { Question } from '../question/question.ts'
import { change } from '../read/change.ts'
import type { Figures } from '../read/numbers.ts'
import { type Rows, readRows } from '../read/rows.ts'
import type { Point } from '../read/series.ts'
import type { ColumnValues } from '../sql/columns.ts'
import { type ComparedFigures, type ReadSpans, readSpans } from './read-question.ts'
import { metricsOf, NOT_ASKED, spanOf, unitOf } from './several.ts'

/** Answers one question about one product: its figures, and the rows of its breakdown. */
export async function answerStats(reader: Reader, scope: ReportScope, query: StatsQuery): Promise<StatsAnswer> {
  return answerOf(reader, await readSpans(reader, scope, query))
}

/** The answer to a question whose figures were read; `known` are the rows of its breakdown where they were read, too. */
export async function answerOf(
  reader: Reader,
  { question, plan, figures, compared, noRows, read, meta }: ReadSpans,
  known?: Promise<readonly ColumnValues[]>,
): Promise<StatsAnswer> {
  const rows = noRows
    ? { ...NO_ROWS, rows: question.dimensions.length === 0 ? undefined : [] }
    : await readRows(reader, plan, figures.totals, compared, known)
  const [only] = question.metrics
  const data =
    question.metrics.length === 1 && only !== undefined
      ? oneMetric(question, only, { figures, rows, compared })
      : severalMetrics(question, { figures, rows, compared })
  return { data, meta: meta(rows.withheld), more: rows.more, read }
}

const NO_ROWS = { more: false, withheld: 0 } as const

interface Answers {
  readonly figures: Figures
  readonly rows: Rows
  readonly compared: ComparedFigures | undefined
}

function oneMetric(
  question: Question,
  { name, definition }: AskedMetric,
  { figures, rows, compared }: Answers,
): StatsReport {
  const [total = NOT_ASKED] = figures.totals
  const earlier = compared?.figures.totals[0] ?? NOT_ASKED
  return {
    metric: name,
    ...unitOf(definition, question),
    ...total,
    ...(figures.series ? { series: figures.series.map(pointOfOne) } : {}),
    ...(rows.rows ? { rows: rows.rows.map(rowOfOne) } : {}),
    ...(compared
      ? {
          comparison: {
            ...spanOf(compared),
            ...earlier,
            change: change(total.value, earlier.value),
            ...(compared.figures.series ? { series: compared.figures.series.map(pointOfOne) } : {}),
          },
        }
      : {}),
  }
}

const NO_VALUE = { value: null, state: 'unavailable' } as const

function pointOfOne({ start, complete, values }: Point) {
  return { start, complete, ...(values[0] ?? NO_VALUE) }
}

function rowOfOne({ values, previous, change: changes, ...row }: NonNullable<Rows['rows']>[number]) {
  return {
    ...row,
    ...(values[0] ?? NO_VALUE),
    ...(previous ? { previous: previous[0] ?? null } : {}),
    ...(changes ? { change: changes[0] ?? null } : {}),
  }
}

function severalMetrics(question: Question, { figures, rows, compared }: Answers): SeveralStatsReport {
  const before = compared?.figures
  return {
    metrics: metricsOf(question, figures, before),
    ...(figures.series
      ? {
          series: figures.series.map(({ start, complete, values }, i) => ({
            start,
            complete,
            values: [...values],
            ...(before ? { previous: values.map((_, at) => before.series?.[i]?.values[at]?.value ?? null) } : {}),
          })),
        }
      : {}),
    ...(rows.rows ? { rows: [...rows.rows] } : {}),
    ...(compared ? { comparison: spanOf(compared) } : {}),
  }
}
