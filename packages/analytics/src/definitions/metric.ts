import type { Unit } from '@footfall/core-domain'
import { type Sql, sql } from '@footfall/warehouse'
import type { CatalogDimension } from './dimensions.ts'

/** Everything there is to say about a metric. The catalog, the validation and the compiler are made from it. */
export interface MetricDefinition {
  readonly unit: Unit
  readonly description: string
  readonly dimensions: readonly CatalogDimension[]
  readonly filters: readonly CatalogDimension[]
  /**
   * What a filter chooses. `events`: the events that pass. `visits`: visits as wholes, those with an event that passes.
   * `conversions`: events that reach a goal, where filters by goal choose the goals. `converted_visitors`: the same for
   * filters about the event; all other filters choose the visitors that the converted ones are compared with.
   */
  readonly counts: 'events' | 'visits' | 'conversions' | 'converted_visitors'
  /** Set where the first row of each visit is enough: it carries the hostname on which the visit began. */
  readonly ofFirstRows?: true
  /** Set where any row of a visit tells as much as all of them, as long as the question is about the visit alone. */
  readonly ofOneRowPerVisit?: true
  /** A condition on rows of `events`: a product without such a row never collected the metric. */
  readonly requires?: Sql
  readonly formulas: Formulas
}

/** How the metric is computed from each kind of source that can answer it. */
export interface Formulas {
  /** From rows of `events`, in one pass. */
  readonly events?: (input: FormulaInput) => EventFormula
  /** From visits, of which the columns of `VISIT_COLUMNS` are known. */
  readonly visits?: Formula
  /** From the pages of each visit, each with `deepest`, the deepest point reached in percent. */
  readonly visitPages?: Formula
  /** From the rollup, one row per quarter of an hour. */
  readonly rollup?: RollupFormula
}

export interface RollupFormula {
  readonly value: Sql
  /** Whether the rollup's visitors are those behind the value: it has one set for rows of every kind. */
  readonly hasVisitors: boolean
}

export interface Formula {
  readonly value: Sql
  /** Distinct visitors behind the value. */
  readonly visitors?: Sql
  /** Whether a group holds anything that the metric is about; every group does when absent. */
  readonly present?: Sql
}

export interface EventFormula extends Formula {
  /** The rows that the metric is about. */
  readonly where: Sql
  /** Set where what happens late in a visit counts at the instant at which the visit began. */
  readonly atVisitStart?: boolean
}

/** What a formula may take from the question. */
export interface FormulaInput {
  /** The currency in which amounts are counted. */
  readonly currency: Sql
  /** Holds for events that reach one of the goals asked for. */
  readonly reachesGoal: Sql
  /** Holds for events that reach one of the goals asked for and pass the filters about events. */
  readonly converts: Sql
  /** Set when goal is the dimension: the number of all visitors who could have converted. */
  readonly allVisitors: Sql | undefined
}

export const ABOUT_ENTRY_PAGE = 'With page as dimension or filter it is about the visits that began on that page.'

/** Rows of `events` that a visitor stands behind. */
export const OF_VISITOR = sql`visitor != 0 AND kind != 'engagement'`
export const DISTINCT_VISITORS = sql`uniqExactIf(visitor, ${OF_VISITOR})`
/** Visits are counted by their first rows. */
export const SOME_VISIT_BEGAN = sql`sum(visit_starts) > 0`

/** Formulas over visits see only those that began in the span. */
export const VISITORS_OF_VISITS = sql`uniqExactArrayIf(people, begun > 0)`
export const SOME_VISIT = sql`sum(begun) > 0`

/** A share or an average has no value where there is nothing to divide by; any other metric is then 0. */
export function isAverage({ unit }: MetricDefinition): boolean {
  return unit === 'ratio' || unit === 'seconds'
}

export function needsGoals({ counts }: MetricDefinition): boolean {
  return counts === 'conversions' || counts === 'converted_visitors'
}
