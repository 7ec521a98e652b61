import type { AskedFilter, AskedScope } from '@footfall/core-domain'
import { type Reader, toNumber } from '../cache/reader.ts'
import type { ResolvedRange } from '../calendar/date-range.ts'
import { placeOfDenominator, planOf } from '../plan/plan.ts'
import { inquiryOf } from '../question/inquiry.ts'
import { type ColumnValues, complementName, keyName } from '../sql/columns.ts'
import { compileComplementRows, compileComplements } from '../sql/statements.ts'

/** Visitors behind what only the report of goals without the reader's filters counts. */
export interface GoalComplements {
  /** Of those who could have converted. */
  readonly visitors: readonly number[]
  /** Of each goal by its name: behind its conversions, its converted visitors and its revenue. */
  readonly goals: ReadonlyMap<string, readonly number[]>
}

export const NO_COMPLEMENTS: GoalComplements = { visitors: [], goals: new Map() }
const METRICS = ['conversions', 'conversion_rate', 'revenue'] as const

/** A report of goals is a breakdown by goal, so its complements are those of that question. */
export async function goalComplements(
  reader: Reader,
  scope: AskedScope,
  filters: readonly AskedFilter[],
  range: ResolvedRange,
): Promise<GoalComplements> {
  const asked = { ...range.dates, metrics: METRICS, dimensions: ['goal'] as const, filters, limit: 1, offset: 0 }
  const question = { ...inquiryOf(scope, asked, reader.now()).question, range }
  if (question.complements.length === 0) return NO_COMPLEMENTS
  const plan = planOf(question)
  const read = async (statements: ReturnType<typeof compileComplementRows>) =>
    (await Promise.all(statements.map((one) => reader.rows<ColumnValues>(scope.product, one)))).flat()
  const [totals, rows] = await Promise.all([read(compileComplements(plan).totals), read(compileComplementRows(plan))])
  const countsAt = (all: readonly ColumnValues[], at: number) =>
    all.flatMap((row) => question.complements.map((_, i) => toNumber(row[complementName(at, i).text])))
  const byGoal = Map.groupBy(rows, (row) => String(row[keyName(0).text] ?? ''))
  return {
    visitors: countsAt(totals, placeOfDenominator(question)),
    goals: new Map([...byGoal].map(([goal, own]) => [goal, METRICS.flatMap((_, at) => countsAt(own, at))])),
  }
}
