import * as z from 'zod/mini'
import { canBeEmpty, type Dimension, isDimension, isNumber } from './dimensions.ts'

const TEXT_OPERATORS = [
  'is',
  'is_not',
  'contains',
  'not_contains',
  'matches',
  'not_matches',
  'matches_regex',
  'not_matches_regex',
] as const
const NUMBER_OPERATORS = ['above', 'below', 'is'] as const
export const OPERATORS = [...TEXT_OPERATORS, 'above', 'below'] as const
export type Operator = (typeof OPERATORS)[number]

/** The operators for the values of a dimension. */
export function operatorsFor(dimension: Dimension): readonly [Operator, ...Operator[]] {
  return isNumber(dimension) ? NUMBER_OPERATORS : TEXT_OPERATORS
}

/** What a condition is about: one event, the whole visit, or the visitor within the period. */
export const SCOPES = ['event', 'visit', 'visitor'] as const
export type Scope = (typeof SCOPES)[number]

export interface Condition {
  readonly dimension: Dimension
  readonly operator: Operator
  readonly values: readonly string[]
  /** `event` when absent. */
  readonly scope?: Scope | undefined
  /** True when absent. */
  readonly case_sensitive?: boolean | undefined
}

/** A condition, or several of which one must hold. */
export type Filter = Condition | { readonly any: readonly Condition[] }

export const CONDITIONS_MAX = 20

const ConditionSchema = z.strictObject({
  dimension: z.string().check(z.refine(isDimension)),
  operator: z.enum(OPERATORS),
  values: z.array(z.string().check(z.maxLength(2048))).check(z.minLength(1), z.maxLength(100)),
  scope: z.optional(z.enum(SCOPES)),
  case_sensitive: z.optional(z.boolean()),
})
const FilterSchema = z.union([
  ConditionSchema,
  z.strictObject({ any: z.array(ConditionSchema).check(z.minLength(1), z.maxLength(CONDITIONS_MAX)) }),
])

/** The valid filters in untrusted input; invalid ones are left out. */
export function filtersOf(value: unknown): readonly Filter[] | undefined {
  if (!Array.isArray(value)) return undefined
  const filters = value.flatMap((item): Filter[] => {
    const parsed = FilterSchema.safeParse(item)
    return parsed.success && isMeant(parsed.data as Filter) ? [parsed.data as Filter] : []
  })
  const fitting = firstThatFit(filters)
  return fitting.length === 0 ? undefined : fitting
}

/** False for a condition on the empty value of a dimension that always has one, as an empty form would make it. */
function isMeant(filter: Filter): boolean {
  return conditionsOf(filter).every(
    ({ dimension, values }) => canBeEmpty(dimension) || !values.every((value) => value === ''),
  )
}

export function conditionsOf(filter: Filter): readonly Condition[] {
  return 'any' in filter ? filter.any : [filter]
}

/** A filter of these conditions, of which one must hold. */
export function filterOf(conditions: readonly Condition[]): Filter | undefined {
  const [first] = conditions
  return conditions.length > 1 ? { any: conditions } : first
}

/** The query parameter `filters` of the API. */
export function filtersQuery(filters: readonly Filter[] | undefined): { readonly filters?: string } {
  return filters === undefined || filters.length === 0 ? {} : { filters: JSON.stringify(filters) }
}

/** Adds a condition; it replaces one with the same dimension, operator and scope. */
export function withFilter(filters: readonly Filter[] | undefined, added: Condition): readonly Filter[] {
  const kept = (filters ?? []).filter(
    (filter) =>
      'any' in filter ||
      filter.dimension !== added.dimension ||
      filter.operator !== added.operator ||
      (filter.scope ?? 'event') !== (added.scope ?? 'event'),
  )
  return firstThatFit([...kept, added])
}

/** Replaces every condition by what `change` makes of it. */
export function mapConditions(
  filters: readonly Filter[],
  change: (condition: Condition, path: string) => Condition,
): readonly Filter[] {
  return filters.map((filter, at) =>
    'any' in filter
      ? { any: filter.any.map((condition, other) => change(condition, `filters.${at}.any.${other}`)) }
      : change(filter, `filters.${at}`),
  )
}

/** The filters up to the limit of the API. */
function firstThatFit(filters: readonly Filter[]): readonly Filter[] {
  let count = 0
  return filters.filter((filter) => {
    count += conditionsOf(filter).length
    return count <= CONDITIONS_MAX
  })
}
