import {
  conditionsOf,
  DIMENSIONS,
  type Dimension,
  daysBetween,
  type FieldError,
  type FilterCondition,
  IDENTITY_DIMENSIONS,
  InvalidRequest,
  isOfSegment,
  REGEX_LENGTH_MAX,
  type StatsQuery,
} from '@footfall/core-domain'
import { LIMITS } from '../catalog/catalog.ts'
import { catalogName, FILTER_DIMENSIONS, isNumber, isOfWholeVisit, isVisitConstant } from '../definitions/dimensions.ts'
import type { AskedMetric } from './asked-metric.ts'
import { isRegex } from './condition.ts'
import { forEachValue, placedConditions } from './places.ts'

/** Rejects what the catalog does not allow, naming every field that is wrong. */
export function assertAllowed(query: StatsQuery, metrics: readonly AskedMetric[]): void {
  const errors: FieldError[] = [...rangeErrors(query), ...dimensionErrors(query, metrics), ...filterErrors(query)]
  if (query.order?.by === 'change' && query.compare === undefined) {
    errors.push({ path: 'order', message: 'by change needs compare' })
  }
  if (errors.length > 0) throw new InvalidRequest(errors)
}

function dimensionErrors({ dimensions }: StatsQuery, metrics: readonly AskedMetric[]): readonly FieldError[] {
  return metrics.flatMap(({ name, definition }) =>
    dimensions
      .filter((dimension) => !definition.dimensions.includes(catalogName(dimension)))
      .map((dimension) => ({ path: 'dimension', message: `${name} cannot be broken down by ${dimension}` })),
  )
}

/** Rejects filters that no report takes. */
export function assertFilters(query: Pick<StatsQuery, 'filters'>): void {
  const errors = filterErrors(query)
  if (errors.length > 0) throw new InvalidRequest(errors)
}

/** What all filters of one question may cost together: every value is compared with every row. */
function filterErrors({ filters }: Pick<StatsQuery, 'filters'>): readonly FieldError[] {
  const conditions = conditionsOf(filters)
  const count = (of: (condition: FilterCondition) => number) => conditions.reduce((sum, one) => sum + of(one), 0)
  const values = count((one) => one.values.length)
  const patterns = count(patternsOf)
  const searches = count((one) => (searchesVisits(one) ? 1 : 0))
  const characters = count((one) => one.values.reduce((sum, value) => sum + value.length, 0))
  const own = conditionsOf(filters.filter((filter) => !isOfSegment(filter)))
  const { filters_max, values_max, characters_max, patterns_max, searches_max } = LIMITS
  const message =
    own.length > filters_max
      ? `must hold at most ${filters_max} conditions`
      : values > values_max
        ? `must hold at most ${values_max} values in all, not ${values}`
        : characters > characters_max
          ? `must hold values of at most ${characters_max} characters in all, not ${characters}`
          : patterns > patterns_max
            ? `must hold at most ${patterns_max} values in all that are contained or matched with a pattern, not ${patterns}`
            : searches > searches_max
              ? `must hold at most ${searches_max} conditions that search other events (${SEARCHED.join(', ')}, and every one of scope visit or visitor), not ${searches}`
              : undefined
  const withSegment = own.length < conditions.length ? ', those of the segment included' : ''
  const path = own.length > 0 ? 'filters' : 'segment'
  const errors: FieldError[] = message === undefined ? [] : [{ path, message: message + withSegment }]
  forEachValue(filters, ({ dimension, operator }, value, path) => {
    if (isRegex(operator) && [...value].length > REGEX_LENGTH_MAX) {
      errors.push({ path, message: `must have at most ${REGEX_LENGTH_MAX} characters` })
    }
    if (isNumber(dimension) && !NUMBER.test(value)) {
      errors.push({ path, message: 'must be a number from 0, such as 30 or 2.5, with at most three decimals' })
    }
  })
  return [...errors, ...operatorErrors(filters)]
}

/** What is compared with the numbers of visits. */
const NUMBER = /^\d{1,9}(?:\.\d{1,3})?$/
const NUMBERS = FILTER_DIMENSIONS.filter(isNumber).join(', ')

/** Numbers are compared as numbers, and only numbers are. */
function operatorErrors(filters: StatsQuery['filters']): readonly FieldError[] {
  return placedConditions(filters).flatMap(({ condition: { dimension, operator }, operatorPath: path }) => {
    const compares = operator === 'above' || operator === 'below'
    if (isNumber(dimension))
      return compares || operator === 'is'
        ? []
        : [{ path, message: `must be is, above or below, since ${dimension} is a number` }]
    return compares ? [{ path, message: `${operator} compares numbers; it is for ${NUMBERS}` }] : []
  })
}

function patternsOf({ operator, values }: FilterCondition): number {
  switch (operator) {
    case 'is':
    case 'is_not':
    case 'above':
    case 'below':
      return 0
    case 'contains':
    case 'not_contains':
    case 'matches_regex':
    case 'not_matches_regex':
      return values.length
    case 'matches':
    case 'not_matches':
      return values.filter((value) => value.includes('*')).length
  }
}

const SEARCHED: readonly Dimension[] = [
  ...DIMENSIONS.filter(isOfWholeVisit),
  'goal',
  'next_page',
  'previous_page',
  ...IDENTITY_DIMENSIONS,
]

/** Whether a condition costs a separate search, or as many comparisons as the product has goals. */
function searchesVisits({ dimension, scope = 'event' }: FilterCondition): boolean {
  if (SEARCHED.includes(dimension)) return true
  return scope === 'visitor' || (scope === 'visit' && !isVisitConstant(dimension))
}

/** Rejects periods that are backwards, too long, or outside the years that the engine's dates hold. */
export function assertRange(range: Pick<StatsQuery, 'from' | 'to'>): void {
  const errors = rangeErrors(range)
  if (errors.length > 0) throw new InvalidRequest(errors)
}

function rangeErrors({ from, to }: Pick<StatsQuery, 'from' | 'to'>): readonly FieldError[] {
  if (from < '1970-01-01') return [{ path: 'from', message: 'must be 1970-01-01 or later' }]
  if (to > '2149-12-31') return [{ path: 'to', message: 'must be 2149-12-31 or earlier' }]
  if (to < from) return [{ path: 'to', message: 'must not be before from' }]
  if (daysBetween(from, to) + 1 > LIMITS.days_max) {
    return [{ path: 'to', message: `must be at most ${LIMITS.days_max} days after from, ten years` }]
  }
  return []
}
