/** A labelled interval of a chart. */
export interface ChartMark {
  /** Index of the interval. */
  readonly at: number
  readonly label: string
}
