import {
  DAY_MS,
  type ReportScope,
  type SeveralStatsReport,
  type StatsAnswer,
  type StatsQuery,
  type StatsReport,
} from '@footfall/core-domain'
import { mayUseDays } from '../plan/day-passes.ts'
import { type KnownDays, NO_DAYS } from '../plan/days.ts'
import { planOf } from '../plan/plan.ts'
import { readDays } from '../plan/read-days.ts'
import type { AskedMetric } from '../question/asked-metric.ts'
import { type EarlierSpan, isCoveredWhole } from '../question/compared-span.ts'
import { inquiryOf, type Question } from '../question/question.ts'
import { assertPoints } from '../question/validate.ts'
import { knownDays } from '../reading/known-days.ts'
import type { Reader } from '../reading/reader.ts'
import { change } from './change.ts'
import { collectedData } from './collected.ts'
import { excludedMoney } from './excluded-money.ts'
import { explain, explained } from './explain.ts'
import { type Figures, readFigures } from './figures.ts'
import { negationHints } from './hints.ts'
import { metaOf } from './meta.ts'
import { withTriedPatterns } from './patterns.ts'
import { type Rows, readRows } from './rows.ts'
import type { Point } from './series.ts'
import { unavailable } from './states.ts'
import { withUnderstoodValues } from './understood.ts'

/** Answers one question about one product: question → plan → SQL → answer. */
export async function answerStats(reader: Reader, scope: ReportScope, query: StatsQuery): Promise<StatsAnswer> {
  const understood = await withUnderstoodValues(reader, scope, query.filters)
  const filters = await withTriedPatterns(reader, scope, understood)
  const { question, earlier } = inquiryOf(scope, { ...query, filters }, reader.now())
  const freshUntil = reader.freshUntil()
  const known = await daysFor(reader, question, earlier)
  const plan = planOf(question, known)
  assertPoints(plan.series?.asked.length ?? 0)
  const covered = earlier && (await isCovered(reader, question, earlier))
  const earlierPlan = earlier && planOf({ ...question, span: earlier.span }, known)
  // A span that is not covered has no total, so it is read for its points alone.
  const isEarlierTold = covered || question.interval !== undefined
  const [counted, countedBefore, excluded] = await Promise.all([
    readFigures(reader, plan),
    earlierPlan && isEarlierTold ? readFigures(reader, earlierPlan) : undefined,
    excludedMoney(reader, question),
  ])
  const explanation = await explain(reader, scope, question, counted, understood)
  const figures = explained(counted, explanation)
  const before = countedBefore && explained(countedBefore, explanation)
  const rows = explanation.noRows
    ? { ...NO_ROWS, rows: question.dimensions.length === 0 ? undefined : [] }
    : await readRows(
        reader,
        plan,
        figures.totals,
        earlier && { plan: covered && !earlierPlan?.outside ? earlierPlan : undefined },
      )
  const compared = earlier && { ...earlier, figures: covered && before ? before : uncovered(question, before) }
  const [only] = question.metrics
  const data =
    question.metrics.length === 1 && only !== undefined
      ? oneMetric(question, only, { figures, rows, compared })
      : severalMetrics(question, { figures, rows, compared })
  const hints = explanation.hints.length > 0 ? explanation.hints : negationHints(question)
  const meta = {
    ...metaOf(scope, question.span, freshUntil, rows.withheld),
    ...(understood.length > 0 ? { filters: [...understood] } : {}),
    ...(hints.length > 0 ? { hints: [...hints] } : {}),
    ...excluded,
  }
  return { data, meta, more: rows.more, read: readDays(earlierPlan ? [plan, earlierPlan] : [plan]) }
}

/** Reads what is known of the product’s days, where a day before the running one may be asked about and be closed. */
async function daysFor(reader: Reader, question: Question, earlier: EarlierSpan | undefined): Promise<KnownDays> {
  const firstMs = Math.min(question.span.kept.startMs, earlier?.span.kept.startMs ?? Number.POSITIVE_INFINITY)
  if (firstMs > reader.now() - DAY_MS || !mayUseDays(question)) return NO_DAYS
  return knownDays(reader, question.product, collectedData(reader, question.product).firstEventMs)
}

const NO_ROWS = { more: false, withheld: 0 } as const

interface Answers {
  readonly figures: Figures
  readonly rows: Rows
  readonly compared: (EarlierSpan & { readonly figures: Figures }) | undefined
}

async function isCovered(reader: Reader, { product }: Question, { span }: EarlierSpan): Promise<boolean> {
  return isCoveredWhole(span, await collectedData(reader, product).firstEventMs())
}

/** A span that was not collected as a whole has no total to compare with; its points tell by themselves. */
function uncovered({ metrics }: Question, read: Figures | undefined): Figures {
  const totals = metrics.map(() => ({ ...unavailable('not_fully_collected'), value: null }))
  return { totals, series: read?.series }
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

const NOT_ASKED = { state: 'unavailable', reason: null, value: null } as const
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
    metrics: question.metrics.map(({ name, definition }, at) => {
      const total = figures.totals[at] ?? NOT_ASKED
      const previous = before?.totals[at]?.value ?? null
      return {
        metric: name,
        ...unitOf(definition, question),
        ...total,
        ...(before ? { previous, change: change(total.value, previous) } : {}),
      }
    }),
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

function unitOf({ unit }: AskedMetric['definition'], { currency }: Question) {
  return { unit, ...(unit === 'currency' ? { currency } : {}) }
}

function spanOf({ period, span, until }: EarlierSpan) {
  return { period, from: span.range.from, to: span.range.to, ...(until === undefined ? {} : { until }) }
}
