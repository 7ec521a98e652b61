import {
  type CatalogReport,
  Comparison,
  FILTER_OPERATORS,
  type FilterOperator,
  Interval,
  METRICS,
  type Metric,
} from '@footfall/core-domain'
import { ALL_DIMENSIONS, definitionOf } from '../definitions/dimensions.ts'
import { metricDefinition } from './metric-table.ts'

/** What can be asked, as data: the compiler answers all of it, and whatever is not here is refused by name. */

export const LIMITS = {
  days_max: 3653,
  rows_max: 200,
  filters_max: 20,
  values_max: 500,
  patterns_max: 100,
  searches_max: 8,
  points_max: 10_000,
} as const

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
  is: 'Equals one of the values.',
  is_not: 'Equals none of the values.',
  contains: 'Has one of the values in it, upper and lower case told apart.',
  not_contains: 'Has none of the values in it.',
  matches: 'Is like one of the values, in which * stands for any run of characters.',
}

const NOTES: readonly string[] = [
  'Days follow the product’s time zone, or tz, with 23 and 25 hours where clocks change. The first and last interval are cut to the span asked for.',
  'Filters must all hold, for one and the same event; the values of a filter are alternatives.',
  'For visits, views_per_visit, bounce_rate and visit_duration, a filter by event, goal or property keeps the visits in which such an event happened; is_not and not_contains keep those in which none did.',
  'A value is a number only when its state is available. empty, withheld and unavailable are never zero: an average or share over nothing is empty.',
  'With a suppression threshold, cells of fewer visitors are withheld, and as many of the next smallest ones as it takes for the withheld cells together to reach the threshold. Withheld rows come last.',
  'Bots are kept out of every figure while the product filters them; the crawler report counts them.',
]

type FixedPart = Omit<CatalogReport, 'properties' | 'goals'>

/** The catalog but for what depends on the product: its properties and goals. */
export function catalogOf(collected: (metric: Metric) => boolean): FixedPart {
  return {
    metrics: METRICS.map((name) => {
      const { unit, description, dimensions, filters } = metricDefinition(name)
      return {
        name,
        unit,
        description,
        dimensions: [...dimensions],
        filters: [...filters],
        intervals: [...Interval.options],
        collected: collected(name),
      }
    }),
    dimensions: ALL_DIMENSIONS.map((name) => {
      const { subject, description } = definitionOf(name)
      return { name, scope: subject === 'visit' ? 'visit' : 'event', description }
    }),
    filter_operators: FILTER_OPERATORS.map((name) => ({ name, description: OPERATORS[name] })),
    comparisons: [...Comparison.options],
    limits: LIMITS,
    notes: [...NOTES],
  }
}
