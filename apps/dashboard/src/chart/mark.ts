/** A labelled interval of a chart. */
export interface ChartMark {
  /** Index of the interval. */
  readonly at: number
  readonly label: string
  /** What happened, for the tooltip and for screen readers. */
  readonly title: string
  /** A color of the theme, such as `warning`. */
  readonly color: string
}
