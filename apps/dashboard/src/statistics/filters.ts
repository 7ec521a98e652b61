import * as z from 'zod/mini'
import { type Dimension, isDimension } from './dimensions.ts'

export const OPERATORS = ['is', 'is_not', 'contains', 'not_contains', 'matches'] as const
export type Operator = (typeof OPERATORS)[number]

export const OPERATOR_LABELS: Readonly<Record<Operator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  matches: 'matches',
}

export interface Filter {
  readonly dimension: Dimension
  readonly operator: Operator
  readonly values: readonly string[]
}

const FILTERS_MAX = 20

const FilterSchema = z.strictObject({
  dimension: z.string().check(z.refine(isDimension)),
  operator: z.enum(OPERATORS),
  values: z.array(z.string().check(z.maxLength(2048))).check(z.minLength(1), z.maxLength(100)),
})

/** The valid filters in untrusted input; invalid ones are left out. */
export function filtersOf(value: unknown): readonly Filter[] | undefined {
  if (!Array.isArray(value)) return undefined
  const filters = value.flatMap((item): Filter[] => {
    const parsed = FilterSchema.safeParse(item)
    return parsed.success ? [parsed.data as Filter] : []
  })
  return filters.length === 0 ? undefined : filters.slice(0, FILTERS_MAX)
}

/** The query parameter `filters` of the API. */
export function filtersQuery(filters: readonly Filter[] | undefined): { readonly filters?: string } {
  return filters === undefined || filters.length === 0 ? {} : { filters: JSON.stringify(filters) }
}

/** Adds a filter; it replaces one with the same dimension and operator. */
export function withFilter(filters: readonly Filter[] | undefined, added: Filter): readonly Filter[] {
  const kept = (filters ?? []).filter(
    ({ dimension, operator }) => dimension !== added.dimension || operator !== added.operator,
  )
  return [...kept, added].slice(-FILTERS_MAX)
}
