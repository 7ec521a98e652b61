import { type GoalOfProducts, type PropertyMatch, propertiesOf } from '@footfall/core-domain'
import { allOf, anyOf, integer, joinSql, matchesGlob, oneOf, type Sql, sql, text } from '@footfall/warehouse'
import { ofProduct } from '../days/rows-within.ts'

/**
 * Holds for the events that reach one of the goals. `visitRows` holds for all rows of the visits that these events
 * belong to (`rowsOfVisitsIn`): how far and how long a page was read is in rows of its own.
 */
export function reachesGoal(goals: readonly GoalOfProducts[], visitRows: Sql): Sql {
  const { customNames, others } = byCost(goals)
  const conditions = others.map((goal) => goalCondition(goal, visitRows))
  if (customNames.length > 0) conditions.unshift(customCondition(customNames))
  return anyOf(conditions)
}

/** The names of the goals that an event reaches, as an array. */
export function goalNames(goals: readonly GoalOfProducts[], visitRows: Sql): Sql {
  const { customNames, others } = byCost(goals)
  const parts = others.map((goal) => sql`if(${goalCondition(goal, visitRows)}, [${text(goal.name)}], [])`)
  if (customNames.length > 0) parts.unshift(sql`if(${customCondition(customNames)}, [toString(name)], [])`)
  return parts.length === 0 ? sql`emptyArrayString()` : sql`arrayDistinct(arrayConcat(${joinSql(parts, ', ')}))`
}

export function hasProperty({ name, value }: PropertyMatch): Sql {
  return sql`props[${text(name)}] = ${text(value)}`
}

/** A custom goal without a property is known by its event's name, so all of them are one look into a set. */
function byCost(goals: readonly GoalOfProducts[]) {
  const isName = (goal: GoalOfProducts) =>
    goal.kind === 'custom' && goal.products === undefined && goal.event === undefined && propertiesOf(goal).length === 0
  return {
    customNames: goals.filter(isName).map((goal) => goal.name),
    others: goals.filter((goal) => !isName(goal)),
  }
}

function goalCondition(goal: GoalOfProducts, visitRows: Sql): Sql {
  const { kind, name, event = name, products } = goal
  return allOf([
    ...(products === undefined ? [] : [ofProduct(products)]),
    kind === 'custom' ? customCondition([event]) : viewCondition(goal, visitRows),
    ...propertiesOf(goal).map(hasProperty),
  ])
}

function customCondition(names: readonly string[]): Sql {
  return sql`kind = 'custom' AND ${oneOf(sql`name`, names)}`
}

function viewCondition(goal: GoalOfProducts, visitRows: Sql): Sql {
  const { path_pattern, scroll_min, engaged_seconds_min } = goal
  const onPath = path_pattern === undefined ? [] : [matchesGlob(sql`path`, path_pattern)]
  const read = [
    ...(scroll_min === undefined ? [] : [sql`max(scroll) >= ${integer(scroll_min)}`]),
    ...(engaged_seconds_min === undefined ? [] : [sql`sum(engaged_ms) >= ${integer(engaged_seconds_min * 1000)}`]),
  ]
  const view = allOf([sql`kind = 'pageview'`, ...onPath])
  if (read.length === 0) return view
  const reports = allOf([visitRows, sql`kind = 'engagement' AND visit != 0`, ...onPath])
  return sql`${view} AND (visit, path) IN (SELECT visit, path FROM events
    WHERE ${reports} GROUP BY visit, path HAVING ${allOf(read)})`
}
