import { type FieldError, InvalidRequest, type StatsQuery } from '@footfall/core-domain'
import { dayNumber } from './calendar.ts'
import { catalogName, LIMITS, METRIC_CATALOG } from './catalog.ts'

/** Refuses what the catalog does not allow, naming every field that is wrong. */
export function assertAllowed(query: StatsQuery): void {
  const entry = METRIC_CATALOG[query.metric]
  const errors: FieldError[] = [...rangeErrors(query)]
  if (query.dimension !== undefined && !entry.dimensions.includes(catalogName(query.dimension))) {
    errors.push({ path: 'dimension', message: `${query.metric} cannot be broken down by ${query.dimension}` })
  }
  if (query.filters.length > LIMITS.filters_max) {
    errors.push({ path: 'filters', message: `must hold at most ${LIMITS.filters_max} filters` })
  }
  for (const [i, filter] of query.filters.entries()) {
    if (entry.filters.includes(catalogName(filter.dimension))) continue
    errors.push({
      path: `filters.${i}.dimension`,
      message: `${query.metric} cannot be filtered by ${filter.dimension}`,
    })
  }
  if (errors.length > 0) throw new InvalidRequest(errors)
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
  if (dayNumber(to) - dayNumber(from) + 1 > LIMITS.days_max) {
    return [{ path: 'to', message: `must be at most ${LIMITS.days_max} days after from, ten years` }]
  }
  return []
}
