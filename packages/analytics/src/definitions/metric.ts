import { type ImportedNumber, type MetricDefinition, SECOND_MS } from '@footfall/core-domain'
import { type DayNumber, type Sql, sql } from '@footfall/warehouse'
import { type CatalogDimension, PROPERTY, subjectOf } from './dimensions.ts'

/** How a metric is computed. The validation and the compiler are made from it. */
export interface MetricComputation {
  /** The dimensions that it can be broken down by. */
  readonly dimensions: readonly CatalogDimension[]
  /**
   * The rows of `events` that it is computed from. `events`: those in the period that pass the filters. `visits`: those of
   * the visits that began in the period and have an event that passes. `conversions`: those in the period of visitors who could
   * have converted or paid. `page_visits`: the same as `events`, grouped by visit and page.
   */
  readonly counts: 'events' | 'visits' | 'conversions' | 'page_visits'
  /** Set where one thing counts once however many rows it has, so that it can be in several rows of a breakdown. */
  readonly distinct?: true
  /** Set where one row of each visit gives the same value as all rows, for questions about visits. */
  readonly oneRowPerVisitSuffices?: true
  /** Set if a product without a goal never collected the metric. */
  readonly needsGoals?: true
  /** Set if the value is divided by the visitors who could have converted or paid, whose number accompanies it. */
  readonly of?: 'visitors'
  /** A condition on rows of `events`: a product without such a row never collected the metric. */
  readonly requires?: Sql
  /** How it is computed from what the rollups keep, where that is exact. */
  readonly rollup?: RollupFormula
  /** The daily numbers of imports that `rollup` is computed from; without them imported days are left out. */
  readonly imported?: readonly ImportedNumber[]
  readonly formula: (input: FormulaInput) => Formula
}

/** The same with what the compiler needs of the table of metrics. */
export type ComputedMetric = MetricComputation & Pick<MetricDefinition, 'unit' | 'isAverage'>

/** A number that a rollup keeps. The rollup by quarters of an hour has those of `QUARTER_NUMBERS`. */
export type RollupNumber = DayNumber
export const QUARTER_NUMBERS: readonly RollupNumber[] = [
  'visitors',
  'pageviews',
  'customs',
  'visits',
  'unbounced',
  'gap_ms',
]

export interface RollupFormula {
  readonly numbers: readonly RollupNumber[]
  /** A group holds something that the metric is about where one of these is not 0; all `numbers` where it is absent. */
  readonly presentBy?: readonly RollupNumber[]
  readonly value: <Value>(sums: Arithmetic<Value>) => Value
  /** Whether the rollup's visitors are those behind the value: it has one set for rows of every kind. */
  readonly hasVisitors: boolean
}

/** How a formula over rollups is written, so that the engine and this process compute the same from one definition. */
export interface Arithmetic<Value> {
  /** The sum of a number over the rows of a rollup. */
  sum(number: RollupNumber): Value
  plus(first: Value, second: Value): Value
  minus(first: Value, second: Value): Value
  /** Not finite where there is nothing to divide by. */
  over(dividend: Value, divisor: Value): Value
  inSeconds(milliseconds: Value): Value
}

/** Formulas as SQL. */
export function sqlArithmetic(sum: (number: RollupNumber) => Sql): Arithmetic<Sql> {
  return {
    sum,
    plus: (first, second) => sql`${first} + ${second}`,
    minus: (first, second) => sql`(${first} - ${second})`,
    over: (dividend, divisor) => sql`${dividend} / ${divisor}`,
    inSeconds: (milliseconds) => sql`${milliseconds} / 1000`,
  }
}

/** Formulas over numbers that are known. */
export function numberArithmetic(sum: (number: RollupNumber) => number): Arithmetic<number> {
  return {
    sum,
    plus: (first, second) => first + second,
    minus: (first, second) => first - second,
    over: (dividend, divisor) => dividend / divisor,
    inSeconds: (milliseconds) => milliseconds / SECOND_MS,
  }
}

/** Aggregates over rows. Several metrics share one pass over rows, so every aggregate says which rows are its own. */
export interface Formula {
  /** The rows that the metric is about. */
  readonly where: Sql
  /** Null or not finite where there is nothing to divide by. */
  readonly value: Sql
  /** Distinct visitors behind the value. */
  readonly visitors: Sql
  /** Whether a group holds anything that the metric is about. */
  readonly present: Sql
}

/** What a formula may take from the question. */
export interface FormulaInput {
  /** The condition for `-If` aggregates: that a row is one of this metric's pass and the one given holds. */
  on(condition: Sql): Sql
  readonly converts: Sql
  /** Holds for the events that carry an amount in the currency. */
  readonly pays: Sql
  /** Set where rows are by goal: the number of all who could have converted. */
  readonly couldConvert: Sql | undefined
}

/** Rows of `events` that a visitor caused. */
export const OF_VISITOR = sql`visitor != 0 AND kind != 'engagement'`
/** Visits are counted by their first rows. */
export const BEGINS_VISIT = sql`visit_starts = 1`

export function distinctVisitors(on: FormulaInput['on'], condition: Sql = OF_VISITOR): Sql {
  return sql`uniqExactIf(visitor, ${on(condition)})`
}

export function isSome(on: FormulaInput['on'], condition: Sql): Sql {
  return sql`countIf(${on(condition)}) > 0`
}

/** Whether a value says that nothing was counted: an average of nothing has no value, and may itself be 0. */
export function isOfNothing(metric: ComputedMetric, value: number | null): boolean {
  return metric.isAverage ? value === null : (value ?? 0) === 0
}

/** Whether the rows of a breakdown add up to the total: everything that is counted has one value of the dimension. */
export function isAdditive(metric: ComputedMetric, dimension: CatalogDimension): boolean {
  if (metric.isAverage || metric.distinct || dimension === 'goal') return false
  const subject = dimension === PROPERTY ? 'happening' : subjectOf(dimension)
  // Visitors who are not identified are in no row.
  if (subject === 'person') return false
  switch (metric.counts) {
    case 'events':
    case 'page_visits':
      return true
    case 'conversions':
      return subject !== 'place'
    case 'visits':
      return subject === 'visit' || subject === 'time'
  }
}
