import { type AskedFilter, type FilterCondition, filterPath, isOfSegment } from '@footfall/core-domain'

/** Where a condition is in the filters, for errors and hints. All conditions of a segment are at `segment`. */
export interface Place {
  /** The place of its filter. */
  readonly filter: number
  /** Such as `filters.0` or `filters.0.any.2`. */
  readonly path: string
  /** Of one of its values, such as `filters.0.any.2.values.1`. */
  valuePath(value: number): string
  readonly operatorPath: string
}

export interface PlacedCondition extends Place {
  readonly condition: FilterCondition
}

/** Every condition of the filters with its place. */
export function placedConditions(filters: readonly AskedFilter[]): readonly PlacedCondition[] {
  return filters.flatMap((filter, i) =>
    'any' in filter
      ? filter.any.map((condition, j) => ({ condition, ...placeOf(filter, i, `.any.${j}`) }))
      : [{ condition: filter, ...placeOf(filter, i) }],
  )
}

export function forEachValue(
  filters: readonly AskedFilter[],
  see: (condition: FilterCondition, value: string, path: string) => void,
): void {
  for (const { condition, valuePath } of placedConditions(filters)) {
    for (const [i, value] of condition.values.entries()) see(condition, value, valuePath(i))
  }
}

/** The filters with every condition as `change` returns it. */
export function withConditions(
  filters: readonly AskedFilter[],
  change: (condition: FilterCondition, place: Place) => FilterCondition,
): readonly AskedFilter[] {
  return filters.map((filter, i) =>
    'any' in filter
      ? { ...filter, any: filter.any.map((condition, j) => change(condition, placeOf(filter, i, `.any.${j}`))) }
      : change(filter, placeOf(filter, i)),
  )
}

function placeOf(filter: AskedFilter, at: number, within = ''): Place {
  const path = isOfSegment(filter) ? filterPath(filter, at) : filterPath(filter, at) + within
  const fieldPath = (field: string) => (isOfSegment(filter) ? path : `${path}.${field}`)
  return { filter: at, path, valuePath: (value) => fieldPath(`values.${value}`), operatorPath: fieldPath('operator') }
}
