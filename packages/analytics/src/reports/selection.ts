import { type AskedFilter, type AskedScope, type Dimension, InvalidRequest } from '@footfall/core-domain'
import { allOf, type Sql } from '@footfall/warehouse'
import type { ResolvedRange } from '../calendar/date-range.ts'
import { columnOf } from '../definitions/dimensions.ts'
import { alternativesOf, chosenGoals } from '../question/condition.ts'
import { assertGoalsFit } from '../question/goal-size.ts'
import type { Question, Selection } from '../question/question.ts'
import { assertFilters } from '../question/validate.ts'
import { conversionConditions, inVisitsThatSaw } from '../sql/conditions.ts'

/** What filters choose in a report that is not a breakdown. */
export function selectionOf(
  scope: AskedScope,
  range: ResolvedRange,
  filters: readonly AskedFilter[],
): Selection & Pick<Question, 'chosenGoals'> {
  assertFilters({ filters })
  const { product, goals, preferences } = scope
  const alternatives = alternativesOf(filters)
  assertGoalsFit(scope, alternatives, { isAboutGoals: true })
  return {
    product,
    goals,
    chosenGoals: chosenGoals(goals, alternatives),
    range,
    weekStart: preferences.week_starts_on,
    filters: alternatives,
  }
}

/** The rows of visitors who could have converted, and those of them that may be conversions. */
export function conversionRows(selection: ReturnType<typeof selectionOf>): { people: Sql; converts: Sql } {
  const { people, seen, converts } = conversionConditions(selection)
  const able = allOf([people, ...(seen === undefined ? [] : [inVisitsThatSaw(seen, selection)])])
  return { people: able, converts: allOf([able, converts]) }
}

/** The value of a dimension on the row of a funnel's first step. Throws `InvalidRequest` where the row has none. */
export function firstStepValue(dimension: Dimension): Sql {
  const column = columnOf(dimension)
  if (column !== undefined) return column
  const message = `funnels cannot be broken down by ${dimension}: no single event has it`
  throw new InvalidRequest([{ path: 'dimension', message }])
}
