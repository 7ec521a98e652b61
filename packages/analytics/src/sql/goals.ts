import type { TrackedEvent } from '@footfall/core-domain'
import { anyOf, joinSql, matchesGlob, oneOf, type Sql, sql, text } from '@footfall/warehouse'

/** Holds for the events that reach one of the goals. */
export function reachesGoal(goals: readonly TrackedEvent[]): Sql {
  const { customNames, pages } = byKind(goals)
  const conditions = pages.map(pageCondition)
  if (customNames.length > 0) conditions.unshift(customCondition(customNames))
  return anyOf(conditions)
}

/** The names of the goals that an event reaches, as an array. */
export function goalNames(goals: readonly TrackedEvent[]): Sql {
  const { customNames, pages } = byKind(goals)
  const parts = pages.map((goal) => sql`if(${pageCondition(goal)}, [${text(goal.name)}], [])`)
  if (customNames.length > 0) parts.unshift(sql`if(${customCondition(customNames)}, [toString(name)], [])`)
  return parts.length === 0 ? sql`emptyArrayString()` : sql`arrayDistinct(arrayConcat(${joinSql(parts, ', ')}))`
}

/** A custom goal is known by its event's name, so all of them are one look into a set. */
function byKind(goals: readonly TrackedEvent[]) {
  return {
    customNames: goals.filter((goal) => goal.kind === 'custom').map((goal) => goal.name),
    pages: goals.filter((goal) => goal.kind === 'pageview'),
  }
}

function customCondition(names: readonly string[]): Sql {
  return sql`kind = 'custom' AND ${oneOf(sql`name`, names)}`
}

function pageCondition({ path_pattern }: TrackedEvent): Sql {
  if (path_pattern === undefined) return sql`kind = 'pageview'`
  return sql`kind = 'pageview' AND ${matchesGlob(sql`path`, path_pattern)}`
}
