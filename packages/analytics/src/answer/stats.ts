import type { ReportScope, StatsAnswer, StatsQuery, StatsReport, StatsRow } from '@footfall/core-domain'
import { planOf } from '../plan/plan.ts'
import { type EarlierSpan, inquiryOf, type Question } from '../question/question.ts'
import { assertPoints } from '../question/validate.ts'
import type { Reader } from '../reading/reader.ts'
import { type Figures, readFigures } from './figures.ts'
import { metaOf } from './meta.ts'

type Comparison = NonNullable<StatsReport['comparison']>

/** Answers one question about one product: question → plan → SQL → answer. */
export async function answerStats(reader: Reader, scope: ReportScope, query: StatsQuery): Promise<StatsAnswer> {
  const inquiry = inquiryOf(scope, query, reader.now())
  const { question, earlier } = inquiry
  const freshUntil = reader.freshUntil()
  const plan = planOf(question)
  assertPoints(plan.series?.asked.length ?? 0)
  const figures = await readFigures(reader, plan)
  const comparison = earlier && (await compare(reader, question, earlier, figures))
  const { unit } = question.metric
  const data: StatsReport = {
    metric: query.metric,
    unit,
    ...(unit === 'currency' ? { currency: question.currency } : {}),
    ...reportOf(figures),
    ...(comparison ? { comparison } : {}),
  }
  const rowsWithheld = figures.rows?.filter((row) => row.state === 'withheld').length ?? 0
  return { data, meta: metaOf(scope, question.span, freshUntil, rowsWithheld), more: figures.more }
}

function reportOf({ state, reason, value, series, rows }: Figures) {
  return { state, reason, value, ...(series ? { series } : {}), ...(rows ? { rows } : {}) }
}

async function compare(
  reader: Reader,
  question: Question,
  { period, span }: EarlierSpan,
  current: Figures,
): Promise<Comparison> {
  const keys = current.rows?.map((row) => row.key)
  const earlier = await readFigures(reader, planOf({ ...question, span, ...(keys ? { page: { keys } } : {}) }))
  return {
    period,
    from: span.range.from,
    to: span.range.to,
    ...reportOf(earlier),
    ...(keys ? { rows: inOrder(keys, earlier) } : {}),
    change: change(current.value, earlier.value),
  }
}

/** The rows of the page, each with what it was before: in the same order, zero where there was nothing to count. */
function inOrder(keys: readonly string[], earlier: Figures): StatsRow[] {
  const known = new Map(earlier.rows?.map((row) => [row.key, row]))
  return keys.map((key) => known.get(key) ?? { key, ...earlier.missing })
}

function change(value: number | null, earlier: number | null): number | null {
  return value === null || earlier === null || earlier === 0 ? null : (value - earlier) / earlier
}
