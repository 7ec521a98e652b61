import {
  type AskedScope,
  type Dimension,
  isOfSegment,
  type ReadDays,
  type ReportMeta,
  type StatsQuery,
} from '@footfall/core-domain'
import type { Reader } from '../cache/reader.ts'
import type { KnownDays } from '../days/known-days.ts'
import { explainCompared } from '../explain/explain.ts'
import { metaOf, withHints } from '../explain/meta.ts'
import type { Plan } from '../plan/plan.ts'
import { type EarlierPlan, plansOf } from '../plan/plans.ts'
import { readDays } from '../plan/read-days.ts'
import type { EarlierPeriod } from '../question/earlier-period.ts'
import type { Question } from '../question/question.ts'
import { understoodInquiry } from '../question/understood-filters.ts'
import { readCompared } from '../read/compared-numbers.ts'
import type { Numbers } from '../read/numbers.ts'
import { productsOf } from '../read/parts.ts'
import type { EarlierRows } from '../read/rows.ts'

/** The earlier period, its numbers, and how its rows are read. */
export interface EarlierNumbers extends EarlierPeriod, EarlierRows {}

/** A question with its numbers, before any row of a breakdown is read. */
export interface ReadQuestion {
  readonly question: Question
  readonly plan: Plan
  /** What is known of the product's days, for further plans over the same periods. */
  readonly known: KnownDays
  readonly numbers: Numbers
  readonly compared: EarlierNumbers | undefined
  /** Set where a breakdown has no rows to show. */
  readonly noRows: boolean
  readonly read: ReadDays
  meta(rowsWithheld: number): ReportMeta
}

/**
 * Reads the numbers of a question and of the period that it is compared with, step by step: question → plan → read → explain.
 * `alsoBy` are dimensions of further breakdowns over the same periods.
 */
export async function readQuestion(
  reader: Reader,
  scope: AskedScope,
  query: StatsQuery,
  alsoBy: readonly Dimension[] = [],
): Promise<ReadQuestion> {
  const inquiry = await understoodInquiry(reader, scope, query)
  const freshUntil = reader.freshUntil()
  const plans = await plansOf(reader, scope, inquiry, {
    alsoBy,
    pointsMax: query.pointsMax,
  })
  const read = await readCompared(reader, plans)
  const {
    current,
    earlier: before,
    noRows,
    hints,
    imported,
  } = await explainCompared(reader, scope, inquiry, plans, read)
  const { plan, earlier, known } = plans
  const own = inquiry.understood.filter((filter) => !isOfSegment(filter))
  return {
    question: inquiry.question,
    plan,
    known,
    numbers: current,
    compared: earlier && before && { ...earlier, numbers: before, plan: planOfRows(earlier) },
    noRows,
    read: readDays(earlier ? [plan, earlier.plan] : [plan]),
    meta: (rowsWithheld) => ({
      ...metaOf(scope, inquiry.question.range, freshUntil, rowsWithheld),
      ...(own.length > 0 ? { filters: own } : {}),
      ...withHints(hints),
      ...(imported ? { imported } : {}),
      ...read.excluded,
      ...(read.current.parts ? { products: productsOf(inquiry.question, read.current.parts) } : {}),
    }),
  }
}

/** Rows are compared where the whole period was collected and no imported day of it is left out. */
function planOfRows({ plan, isCovered }: EarlierPlan): Plan | undefined {
  const leavesOut = plan.imported?.rows.some(({ leftOut }) => leftOut.length > 0) ?? false
  return isCovered && !plan.outside && !leavesOut ? plan : undefined
}
