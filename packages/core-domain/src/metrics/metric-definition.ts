export const UNITS = ['count', 'ratio', 'seconds', 'milliseconds', 'currency'] as const
export type Unit = (typeof UNITS)[number]

/** Everything about a metric but how it is computed, which `packages/analytics/src/metrics` says. */
export type MetricDefinition = UnitOfMetric & {
  /** What people read. */
  readonly label: string
  readonly description: string
  /** What else people call it, for anyone who asks for it by that name. */
  readonly alsoCalled: readonly string[]
  /**
   * Set for an average, a share or a percentile. It has no value where there is nothing to divide by, where any other
   * metric is 0, and its rows do not add up.
   */
  readonly isAverage: boolean
  /** What is usually good: a higher or a lower value. */
  readonly better: 'higher' | 'lower'
}

/** A ratio is a share of a whole, such as a bounce rate, or a number, such as views per visit. */
type UnitOfMetric =
  | { readonly unit: 'ratio'; readonly shownAs: 'percent' | 'number' }
  | { readonly unit: Exclude<Unit, 'ratio'> }
