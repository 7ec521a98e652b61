import type { Condition, Filter } from '../filters.ts'

interface RequestCondition {
  dimension: Condition['dimension']
  operator: Condition['operator']
  values: string[]
  scope?: NonNullable<Condition['scope']>
  case_sensitive?: boolean
}

/** Filters as the body of a request has them. */
export function requestFilters(filters: readonly Filter[]): (RequestCondition | { any: RequestCondition[] })[] {
  return filters.map((filter) => ('any' in filter ? { any: filter.any.map(requested) } : requested(filter)))
}

function requested({ dimension, operator, values, scope, case_sensitive }: Condition): RequestCondition {
  return {
    dimension,
    operator,
    values: [...values],
    ...(scope === undefined ? {} : { scope }),
    ...(case_sensitive === undefined ? {} : { case_sensitive }),
  }
}
