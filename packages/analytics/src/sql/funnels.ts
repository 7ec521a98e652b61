import { type FunnelStep, type Goal, MINUTE_MS } from '@footfall/core-domain'
import { allOf, anyOf, integer, joinSql, matchesGlob, type Sql, sql, text } from '@footfall/warehouse'
import { hasProperty, reachesGoal } from './goals.ts'

/** A funnel as conditions on rows of `events`, one for each step. */
export interface StepConditions {
  readonly steps: readonly Sql[]
  readonly windowMinutes: number
}

/** Rows of `events`, and whose each of them is. */
export interface StepRows {
  /** The text after `FROM`. */
  readonly from: Sql
  readonly rows: Sql
  /** The visitor of a row. */
  readonly person: Sql
}

/** So many share one pass over the rows. */
export const FUNNELS_PER_STATEMENT = 10

export interface ReachedRow {
  /** Visitors per step, of all funnels one after the other. */
  readonly reached: readonly string[]
}

/**
 * Counts the visitors per step. An event becomes a row for every step it could be, later steps a little before earlier
 * ones: `windowFunnel` would otherwise let one event take two steps at once, or, in its strict mode, let an event
 * that could be both start over instead of going on.
 */
export function reachedStatement(funnels: readonly StepConditions[], { from, rows, person }: StepRows): Sql {
  const codes = funnels.flatMap(({ steps }, f) => steps.map((step, s) => sql`if(${step}, ${integer(codeOf(f, s))}, 0)`))
  const columns = funnels.flatMap(({ steps }, f) =>
    steps.map((_, s) => sql`countIf(levels[${integer(f + 1)}] >= ${integer(s + 1)})`),
  )
  return sql`SELECT [${joinSql(columns, ', ')}] AS reached FROM (
  SELECT [${joinSql(funnels.map(levelOf), ', ')}] AS levels FROM (
    SELECT ${person} AS person, toUInt64(toUnixTimestamp64Milli(ts)) AS ms,
      arrayJoin(arrayFilter(code -> code > 0, [${joinSql(codes, ', ')}])) AS code
    FROM ${from} WHERE ${allOf([rows, anyOf(funnels.flatMap(({ steps }) => steps))])})
  GROUP BY person)`
}

/** The values of a dimension that most visitors had on a first step. */
export function firstKeysStatement(firstStep: Sql, value: Sql, { from, rows, person }: StepRows, limit: number): Sql {
  return sql`SELECT toString(${value}) AS group_key, uniqExact(${person}) AS people FROM ${from}
  WHERE ${allOf([rows, firstStep])} GROUP BY group_key ORDER BY people DESC, group_key LIMIT ${integer(limit)}`
}

/** Holds for events that are the step; undefined for a goal that does not exist. */
export function stepCondition(step: FunnelStep, goals: readonly Goal[], visitRows: Sql): Sql | undefined {
  const event = eventOf(step, goals, visitRows)
  return event && allOf([event, ...(step.property ? [hasProperty(step.property)] : [])])
}

function eventOf({ kind, match }: FunnelStep, goals: readonly Goal[], visitRows: Sql): Sql | undefined {
  switch (kind) {
    case 'page':
      return sql`kind = 'pageview' AND ${matchesGlob(sql`path`, match)}`
    case 'event':
      // An event named pageview is any page, as it is in the dimension `event`.
      return sql`name = ${text(match)}`
    case 'goal': {
      const goal = goals.find(({ name }) => name === match)
      return goal && reachesGoal([goal], visitRows)
    }
  }
}

/** More than the steps of a funnel, so that a code holds the funnel and the step, and a tick is shorter than 1/16 ms. */
export const TICKS = 16

export function codeOf(funnel: number, step: number): number {
  return funnel * TICKS + step + 1
}

/** The order of the events of a visitor, from `ms` and `code`: of one instant the later steps first. */
export const STEP_AT = sql`ms * ${integer(TICKS)} + ${integer(TICKS - 1)} - code % ${integer(TICKS)}`

function levelOf({ steps, windowMinutes }: StepConditions, funnel: number): Sql {
  const conditions = joinSql(
    steps.map((_, step) => sql`code = ${integer(codeOf(funnel, step))}`),
    ', ',
  )
  const own = sql`intDiv(code, ${integer(TICKS)}) = ${integer(funnel)}`
  return sql`windowFunnelIf(${integer(windowMinutes * MINUTE_MS * TICKS)})(toUInt64(${STEP_AT}), ${conditions}, ${own})`
}
