/** One number of the comparison, and what is demanded of it. */
export interface Line {
  readonly what: string
  readonly value: number
  readonly unit: '%' | 'µs'
  readonly atLeast?: number
  readonly atMost?: number
  /** The most frequent differences. */
  readonly misses?: readonly string[]
}
