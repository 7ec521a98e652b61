import { daysBetween, type FieldError, type Filter, InvalidRequest, type StatsQuery } from '@footfall/core-domain'
import { LIMITS } from '../catalog/catalog.ts'
import { catalogName } from '../definitions/dimensions.ts'
import type { MetricDefinition } from '../definitions/metric.ts'
import { isAboutEvent } from './condition.ts'

/** Refuses what the catalog does not allow, naming every field that is wrong. */
export function assertAllowed(query: StatsQuery, metric: MetricDefinition): void {
  const errors: FieldError[] = [...rangeErrors(query)]
  if (query.dimension !== undefined && !metric.dimensions.includes(catalogName(query.dimension))) {
    errors.push({ path: 'dimension', message: `${query.metric} cannot be broken down by ${query.dimension}` })
  }
  errors.push(...budgetErrors(query, metric))
  for (const [i, { dimension }] of query.filters.entries()) {
    if (metric.filters.includes(catalogName(dimension))) continue
    errors.push({ path: `filters.${i}.dimension`, message: `${query.metric} cannot be filtered by ${dimension}` })
  }
  if (errors.length > 0) throw new InvalidRequest(errors)
}

/** What all filters of one question may cost together: every value is compared with every row. */
function budgetErrors({ filters }: StatsQuery, metric: MetricDefinition): readonly FieldError[] {
  const values = filters.reduce((sum, filter) => sum + filter.values.length, 0)
  const patterns = filters.reduce((sum, filter) => sum + patternsOf(filter), 0)
  const searches = filters.filter((filter) => searchesVisits(metric, filter)).length
  const { filters_max, values_max, patterns_max, searches_max } = LIMITS
  const message =
    filters.length > filters_max
      ? `must hold at most ${filters_max} filters`
      : values > values_max
        ? `must hold at most ${values_max} values in all, not ${values}`
        : patterns > patterns_max
          ? `must hold at most ${patterns_max} values in all that are contained or matched with *, not ${patterns}`
          : searches > searches_max
            ? `must hold at most ${searches_max} filters that search other events (goal, exit_page and, for figures of visits, event, hostname and properties), not ${searches}`
            : undefined
  return message === undefined ? [] : [{ path: 'filters', message }]
}

function patternsOf({ operator, values }: Filter): number {
  switch (operator) {
    case 'is':
    case 'is_not':
      return 0
    case 'contains':
    case 'not_contains':
      return values.length
    case 'matches':
      return values.filter((value) => value.includes('*')).length
  }
}

/** Whether a filter costs a search of its own, or as many comparisons as the product has goals. */
function searchesVisits({ counts }: MetricDefinition, filter: Filter): boolean {
  if (filter.dimension === 'exit_page' || filter.dimension === 'goal') return true
  return counts === 'visits' && (filter.dimension === 'hostname' || isAboutEvent(filter))
}

/** Refuses spans that are backwards, too long, or outside the years that the engine's dates hold. */
export function assertRange(range: Pick<StatsQuery, 'from' | 'to'>): void {
  const errors = rangeErrors(range)
  if (errors.length > 0) throw new InvalidRequest(errors)
}

export function assertPoints(points: number): void {
  if (points <= LIMITS.points_max) return
  const message = `gives ${points} points over this span, of at most ${LIMITS.points_max}; take a longer interval`
  throw new InvalidRequest([{ path: 'interval', message }])
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
