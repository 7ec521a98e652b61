import { allOf, anyOf, containsOneOf, matchesGlob, not, oneOf, type Sql, sql } from '@footfall/warehouse'
import { isVisitConstant, rowValue } from '../definitions/dimensions.ts'
import { type Condition, isAboutEvent, namedGoals } from '../question/condition.ts'
import type { Question } from '../question/question.ts'
import { reachesGoal } from './goals.ts'
import { EXIT_PAGE, rowsOfVisitsIn } from './rows.ts'

/** The filters of a question, as conditions on rows of `events`. */
export interface Filters {
  /** What all counted rows pass. */
  readonly filter: Sql
  /** Holds for events that reach one of the goals asked for. */
  readonly reachesGoal: Sql
  /** The same, and the event passes the filters on what happened in it. */
  readonly converts: Sql
}

export function filtersOf(question: Question): Filters {
  const onEvents = question.conditions.filter((condition) => isAboutEvent(condition) && notOnGoals(condition))
  const reached = reachesGoal(question.chosenGoals)
  return { filter: filterOf(question), reachesGoal: reached, converts: allOf([reached, onRows(onEvents, question)]) }
}

function filterOf(question: Question): Sql {
  const { metric, conditions, dimension } = question
  switch (metric.counts) {
    case 'visits':
      return onVisits(conditions, question)
    case 'converted_visitors':
      return onRows(
        conditions.filter((condition) => !isAboutEvent(condition)),
        question,
      )
    case 'conversions':
      return onRows(conditions.filter(notOnGoals), question)
    case 'events':
      // By goal, the conditions on goals choose which goals are counted.
      return onRows(dimension === 'goal' ? conditions.filter(notOnGoals) : conditions, question)
  }
}

function notOnGoals({ dimension }: Condition): boolean {
  return dimension !== 'goal'
}

/** Conditions that all hold for a row by itself. */
function onRows(conditions: readonly Condition[], question: Question): Sql {
  return allOf(conditions.map((condition) => onRow(condition, question)))
}

function onRow(condition: Condition, question: Question): Sql {
  switch (condition.dimension) {
    case 'exit_page':
      return onExitPage(condition, question)
    case 'goal':
      return denied(condition, reachesGoal(namedGoals(question.goals, condition)))
    default:
      return onText(condition, rowValue(condition.dimension))
  }
}

/** Conditions for figures of visits: what is true of the whole visit, or of an event somewhere in it. */
function onVisits(conditions: readonly Condition[], question: Question): Sql {
  const happened = conditions.filter((condition) => !condition.negated && isAboutEvent(condition))
  return allOf([
    ...conditions.filter((condition) => !happened.includes(condition)).map((condition) => onVisit(condition, question)),
    // One and the same event has to pass them all.
    ...(happened.length > 0 ? [inVisitsWith(onRows(happened, question), question)] : []),
  ])
}

function onVisit(condition: Condition, question: Question): Sql {
  const { dimension } = condition
  if (dimension === 'page') return onRow({ ...condition, dimension: 'entry_page' }, question)
  if (dimension === 'exit_page' || isVisitConstant(dimension)) return onRow(condition, question)
  if (dimension === 'hostname') return inVisitsWith(sql`visit_starts = 1 AND ${onRow(condition, question)}`, question)
  return not(inVisitsWith(onRow({ ...condition, negated: false }, question), question))
}

function inVisitsWith(condition: Sql, { product, span }: Question): Sql {
  return sql`visit IN (SELECT visit FROM events
    WHERE ${rowsOfVisitsIn(product, span.kept)} AND kind != 'engagement' AND visit != 0 AND ${condition})`
}

function onExitPage(condition: Condition, { product, span }: Question): Sql {
  // Outside of the grouping: an OR of LIKEs over an aggregate is a logical error of the engine (26.7).
  const ends = sql`SELECT visit, ${EXIT_PAGE} AS ends_at FROM events
    WHERE ${rowsOfVisitsIn(product, span.kept)} AND kind = 'pageview' AND visit != 0 GROUP BY visit`
  return sql`visit IN (SELECT visit FROM (${ends}) WHERE ${onText(condition, sql`ends_at`)})`
}

function onText(condition: Condition, expression: Sql): Sql {
  return denied(condition, asserted(condition, expression))
}

function denied({ negated }: Condition, assertion: Sql): Sql {
  return negated ? not(assertion) : assertion
}

function asserted({ operator, values }: Condition, expression: Sql): Sql {
  switch (operator) {
    case 'is':
      return oneOf(expression, values)
    case 'contains':
      return containsOneOf(expression, values)
    case 'matches':
      return anyOf(values.map((glob) => matchesGlob(expression, glob)))
  }
}
