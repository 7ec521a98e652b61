import type { Filter, FilterCondition } from '@footfall/core-domain'
import type { EventRow } from '@footfall/warehouse'
import { hasVisitor, isEvent, isLike, type Visit, type World } from './world.ts'

/** Whether a row passes. */
export type Predicate = (row: EventRow) => boolean

/** All entries hold. `inPeriod` are the rows of the period, within which the scope `visitor` searches. */
export function passes(world: World, filters: readonly Filter[], inRange: readonly EventRow[]): Predicate {
  const entries = filters.map((filter) => {
    const alternatives = conditionsIn(filter).map((condition) => holds(world, condition, inRange))
    return (row: EventRow) => alternatives.some((alternative) => alternative(row))
  })
  return (row) => entries.every((entry) => entry(row))
}

/** A single condition is an `any` of one. */
export function conditionsIn(filter: Filter): readonly FilterCondition[] {
  return 'any' in filter ? filter.any : [filter]
}

export function holds(world: World, condition: FilterCondition, inRange: readonly EventRow[]): Predicate {
  const isNegated = isDenied(condition)
  const asserted = (row: EventRow) =>
    world.valuesOf(row, condition.dimension).some((value) => isAsserted(value, condition))
  switch (condition.scope ?? 'event') {
    case 'event':
      return (row) => asserted(row) !== isNegated
    case 'visit': {
      const found = new Set<Visit>(world.visits.filter(({ rows }) => rows.some((row) => isEvent(row) && asserted(row))))
      return (row) => {
        const visit = world.visitOf(row)
        return visit !== undefined && found.has(visit) !== isNegated
      }
    }
    case 'visitor': {
      const found = new Set(inRange.filter((row) => hasVisitor(row) && asserted(row)).map((row) => row.visitor))
      return (row) => row.visitor !== '0' && found.has(row.visitor) !== isNegated
    }
  }
}

export function isDenied({ operator }: FilterCondition): boolean {
  return ['is_not', 'not_contains', 'not_matches', 'not_matches_regex'].includes(operator)
}

/** Whether a value is what the condition names, before any denial. */
export function isAsserted(value: string, { operator, values, case_sensitive }: FilterCondition): boolean {
  const fold = (text: string) => (case_sensitive === false ? text.toLowerCase() : text)
  const folded = fold(value)
  switch (operator) {
    case 'is':
    case 'is_not':
      return values.some((other) => fold(other) === folded)
    case 'contains':
    case 'not_contains':
      return values.some((part) => folded.includes(fold(part)))
    case 'matches':
    case 'not_matches':
      return values.some((glob) => isLike(folded, fold(glob)))
    case 'matches_regex':
    case 'not_matches_regex':
      return values.some((pattern) => new RegExp(pattern, case_sensitive === false ? 'sui' : 'su').test(value))
    case 'above':
      return values.some((other) => Number(value) > Number(other))
    case 'below':
      return values.some((other) => Number(value) < Number(other))
  }
}
