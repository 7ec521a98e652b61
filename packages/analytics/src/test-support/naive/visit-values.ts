import type { Dimension, Filter } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { combinations, type Key, keyOf, shownValues } from './group.ts'
import { passes } from './predicate.ts'
import type { RangeQuestion } from './question.ts'
import { isEvent, type Visit, type World } from './world.ts'

/** A visit that began in the period and has an event that passes. */
export interface ChosenVisit {
  readonly visit: Visit
  readonly first: EventRow
  readonly passing: readonly EventRow[]
}

export function chosenVisits(
  world: World,
  filters: readonly Filter[],
  { inRange }: RangeQuestion,
): readonly ChosenVisit[] {
  const pass = passes(world, filters, inRange)
  const began = new Set(inRange.filter((row) => row.visit_starts === 1))
  return world.visits.flatMap((visit) => {
    const { first, rows } = visit
    if (first === undefined || !began.has(first)) return []
    const passing = rows.filter((row) => isEvent(row) && pass(row))
    return passing.length > 0 ? [{ visit, first, passing }] : []
  })
}

/** The rows in which a visit is shown: one for each value that a passing event has; by time, when the visit began. */
export function keysOfVisits(world: World, filters: readonly Filter[], dimensions: readonly Dimension[]) {
  const values = shownValues(world, filters)
  return ({ first, passing }: ChosenVisit): readonly Key[] =>
    passing.flatMap((row) =>
      combinations(dimensions.map((dimension) => values(isTime(dimension) ? first : row, dimension))).map(keyOf),
    )
}

const isTime = (dimension: Dimension) => dimension === 'weekday' || dimension === 'hour_of_day'
