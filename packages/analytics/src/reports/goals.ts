import type { GoalsReport, Report, ReportRange, ReportScope, TrackedEvent } from '@footfall/core-domain'
import { sql, text } from '@footfall/warehouse'
import { AVAILABLE, type Stated, stateOfNothing, unavailable, WITHHELD } from '../answer/states.ts'
import { isTooFew } from '../answer/suppression.ts'
import { type Reader, toNumber } from '../reading/reader.ts'
import { goalNames, reachesGoal } from '../sql/goals.ts'
import { rowsIn, rowsOfVisitsIn } from '../sql/rows.ts'
import { rangeContext } from './context.ts'

interface GoalRow {
  readonly goal: string
  readonly conversions: string
  readonly people: string
  /** As text, so that money stays exact. */
  readonly revenue: string
  readonly paid: string
}
type Goal = GoalsReport['goals'][number]

/** Every goal of the product with what reached it. */
export async function goalsReport(
  reader: Reader,
  scope: ReportScope,
  range: ReportRange,
): Promise<Report<GoalsReport>> {
  const context = rangeContext(reader, scope, range)
  const { goals, preferences, product } = scope
  const answer = (state: Stated, visitors: number | null, goal: (of: TrackedEvent) => Goal): Report<GoalsReport> => ({
    data: { ...state, visitors, goals: goals.map(goal) },
    meta: context.meta,
  })
  const without = (state: Stated) => answer(state, null, (goal) => ({ ...described(goal), ...state, ...NO_FIGURES }))
  if (context.outside) return without(context.outside)
  if (goals.length === 0) return without(unavailable('metric_not_collected'))

  const rows = rowsIn(product, context.span.kept)
  const visitRows = rowsOfVisitsIn(product, context.span.kept)
  const [totals, reached] = await Promise.all([
    context.rows<{ people: string }>(
      sql`SELECT uniqExact(visitor) AS people FROM events WHERE ${rows} AND kind != 'engagement' AND visitor != 0`,
    ),
    context.rows<GoalRow>(sql`SELECT arrayJoin(${goalNames(goals, visitRows)}) AS goal, count() AS conversions,
      uniqExactIf(visitor, visitor != 0) AS people, countIf(currency = ${text(preferences.currency)}) AS paid,
      toString(sumIf(revenue, currency = ${text(preferences.currency)})) AS revenue
    FROM events WHERE ${rows} AND ${reachesGoal(goals, visitRows)} GROUP BY goal`),
  ])
  const visitors = toNumber(totals[0]?.people)
  const known = new Map(reached.map((row) => [row.goal, row]))
  if (visitors === 0 && reached.length === 0) {
    const state = await stateOfNothing(context.collected, context.span)
    if (state.state !== 'available') return without(state)
  }
  const threshold = preferences.suppression_threshold
  const state = isTooFew({ people: visitors, value: visitors }, threshold) ? WITHHELD : AVAILABLE
  return answer(state, state === WITHHELD ? null : visitors, (goal) =>
    figuresOf(goal, known.get(goal.name), { visitors, threshold, currency: preferences.currency }),
  )
}

const NO_FIGURES = { conversions: null, converted_visitors: null, conversion_rate: null, revenue: null }

function described({ name, label, kind }: TrackedEvent) {
  return { name, label: label ?? null, kind }
}

function figuresOf(
  goal: TrackedEvent,
  row: GoalRow | undefined,
  { visitors, threshold, currency }: { visitors: number; threshold: number; currency: string },
): Goal {
  const people = toNumber(row?.people)
  const conversions = toNumber(row?.conversions)
  if (isTooFew({ people, value: conversions }, threshold)) return { ...described(goal), ...WITHHELD, ...NO_FIGURES }
  return {
    ...described(goal),
    ...AVAILABLE,
    conversions,
    converted_visitors: people,
    conversion_rate: visitors === 0 ? null : people / visitors,
    // Null where the goal carries no money, as against one that earned none.
    revenue: goal.revenue || toNumber(row?.paid) > 0 ? { amount: row?.revenue ?? '0', currency } : null,
  }
}
