import type { Dimension, Filter, Metric } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { sum } from './event-figures.ts'
import { combinations, type Key, keyOf, shownValues } from './group.ts'
import { passes } from './predicate.ts'
import type { SpanQuestion } from './question.ts'
import { isEvent, type Visit, type World } from './world.ts'

export type VisitMetric = Extract<Metric, 'visits' | 'bounce_rate' | 'visit_duration' | 'views_per_visit'>

/** A visit that began in the span and has an event that passes. */
export interface ChosenVisit {
  readonly visit: Visit
  readonly first: EventRow
  readonly passing: readonly EventRow[]
}

export function chosenVisits(
  world: World,
  filters: readonly Filter[],
  { inSpan }: SpanQuestion,
): readonly ChosenVisit[] {
  const pass = passes(world, filters, inSpan)
  const began = new Set(inSpan.filter((row) => row.visit_starts === 1))
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

export function amountOfVisits(metric: VisitMetric, chosen: readonly ChosenVisit[]): number | null {
  if (metric === 'visits') return chosen.length
  if (chosen.length === 0) return null
  const total = sum(chosen.map(({ visit }) => partOf(metric, visit)))
  return total / chosen.length
}

function partOf(metric: Exclude<VisitMetric, 'visits'>, { rows }: Visit): number {
  switch (metric) {
    case 'bounce_rate':
      return rows.some((row) => row.unbounce === 1) ? 0 : 1
    case 'visit_duration':
      return sum(rows.map((row) => row.gap_ms)) / 1000
    case 'views_per_visit':
      return rows.filter((row) => row.kind === 'pageview').length
  }
}
