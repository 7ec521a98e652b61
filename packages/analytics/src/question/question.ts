import type {
  AskedProducts,
  Dimension,
  GoalOfProducts,
  Interval,
  Preferences,
  ProductId,
  ReportScope,
  RowOrder,
} from '@footfall/core-domain'
import type { ResolvedRange } from '../calendar/date-range.ts'
import type { AskedMetric } from './asked-metric.ts'
import type { Alternatives } from './condition.ts'

/** What chooses rows of `events`: the conditions, and what they need to know of the product. */
export interface Selection {
  readonly product: AskedProducts
  /** All must hold. */
  readonly filters: readonly Alternatives[]
  readonly goals: readonly GoalOfProducts[]
  readonly range: Pick<ResolvedRange, 'calendar' | 'kept'>
  readonly weekStart: Preferences['week_starts_on']
}

/** Filters with the goals that they choose. */
export interface ChosenRows {
  readonly filters: readonly Alternatives[]
  /** The goals that pass every condition on goals: all of them without such a condition. */
  readonly chosenGoals: readonly GoalOfProducts[]
}

/** A validated question about one period. Whatever depends on the product's settings is resolved. */
export interface Question extends Selection, ChosenRows {
  readonly range: ResolvedRange
  readonly metrics: readonly AskedMetric[]
  readonly dimensions: readonly Dimension[]
  readonly interval: Interval | undefined
  readonly currency: Preferences['currency']
  /** What people call its products. */
  readonly names: ReadonlyMap<string, string>
  /** Each of several products; absent for a single one. */
  readonly parts?: readonly ReportScope[] | undefined
  /** Fewest visitors that a cell may show; 0 shows all. */
  readonly threshold: number
  readonly rows: RowsAsked
  /**
   * The filters of the questions that a reader of a shared link could subtract this one from: without the reader's own
   * filters, first without all of them, then without each. Empty if nothing is withheld because of complements.
   */
  readonly complements: readonly ChosenRows[]
}

/** The product of a question about one. What is held in this process is held for each product by itself. */
export function onlyProduct({ product }: Pick<Question, 'product'>): ProductId {
  if (typeof product !== 'string') throw new TypeError('numbers of several products are not held')
  return product
}

/** Which rows of a breakdown, and in which order. */
export interface RowsAsked {
  readonly order: RowOrder
  readonly minVisitors: number
  readonly limit: number
  readonly offset: number
}
