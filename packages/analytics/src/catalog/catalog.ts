import {
  type CatalogReport,
  Comparison,
  DIMENSION_TABLE,
  FILTER_OPERATORS,
  FILTER_SCOPES,
  type FilterOperator,
  type FilterScope,
  Interval,
  METRIC_TABLE,
  METRICS,
  type Metric,
  PERIODS,
} from '@footfall/core-domain'
import { aboutOf, descriptionOf, FILTER_DIMENSIONS, PROPERTY } from '../definitions/dimensions.ts'
import { isAdditive } from '../definitions/metric.ts'
import { metricDefinition } from './metric-table.ts'

/** The valid questions, as data. The compiler answers all of them; anything else is rejected by name. */

export const LIMITS = {
  days_max: 3653,
  rows_max: 200,
  filters_max: 20,
  values_max: 500,
  characters_max: 100_000,
  patterns_max: 100,
  searches_max: 8,
  points_max: 10_000,
} as const

const OPERATORS: Readonly<Record<FilterOperator, string>> = {
  is: 'Equals one value.',
  is_not: 'Equals no value.',
  contains: 'Has one value in it.',
  not_contains: 'Has no value in it.',
  matches: 'Is like one value; * stands for any text.',
  not_matches: 'Is like no value.',
  matches_regex: 'Has a part that a regular expression (RE2) matches; anchor it to match the whole.',
  not_matches_regex: 'Has no part that a regular expression (RE2) matches.',
  above: 'Is a greater number.',
  below: 'Is a smaller number.',
}

const SCOPES: Readonly<Record<FilterScope, string>> = {
  event: 'One event passes all conditions of this scope.',
  visit: 'The visit has an event that passes; with is_not and not_… it has none.',
  visitor: 'The same of the visitor within the period.',
}

const ORDERS: readonly string[] = ['METRIC:desc', 'METRIC:asc', 'change:desc', 'change:asc', 'key:asc']

const NOTES: readonly string[] = [
  'Days follow the product’s time zone, or tz. The first and last interval are cut to the period.',
  'Filters must all hold; {"any": […]} holds where one of its conditions does; values are alternatives. Case matters unless case_sensitive is false.',
  'Conditions about events hold for one and the same event. visits, views_per_visit, bounce_rate and visit_duration count visits that began in the period and have an event that passes, also by page, hostname, title, event, goal, property, next_page and previous_page.',
  'conversions, revenue, conversion_rate and revenue_per_visitor by page, hostname or title count visits that saw it. The last two are divided by `of.visitors`. Conditions on goal, event and property select conversions and payments, others who could convert.',
  'A value is a number only when its state is available; an average or share over nothing is empty.',
  'With a suppression threshold, cells of fewer visitors are withheld, with the next smallest until they reach it together; their rows come last.',
  'Filtered bots are in no metric; the crawler report counts them.',
]

type FixedPart = Omit<CatalogReport, 'properties' | 'goals'>

/** The catalog but for what depends on the product: its properties and goals. */
export function catalogOf(collected: (metric: Metric) => boolean): FixedPart {
  return {
    metrics: METRICS.map((name) => {
      const definition = metricDefinition(name)
      const { unit, description } = METRIC_TABLE[name]
      const { dimensions } = definition
      return {
        name,
        unit,
        description,
        dimensions: [...dimensions],
        additive: dimensions.filter((dimension) => isAdditive(definition, dimension)),
        filters: [...FILTER_DIMENSIONS],
        intervals: [...Interval.options],
        collected: collected(name),
      }
    }),
    dimensions: FILTER_DIMENSIONS.map((name) => {
      const vocabulary = name === PROPERTY ? undefined : DIMENSION_TABLE[name].vocabulary
      return {
        name,
        scope: aboutOf(name),
        description: descriptionOf(name),
        ...(vocabulary ? { values: [...vocabulary] } : {}),
      }
    }),
    filter_operators: FILTER_OPERATORS.map((name) => ({ name, description: OPERATORS[name] })),
    filter_scopes: FILTER_SCOPES.map((name) => ({ name, description: SCOPES[name] })),
    periods: [...PERIODS],
    orders: [...ORDERS],
    comparisons: [...Comparison.options],
    limits: LIMITS,
    notes: [...NOTES],
  }
}
