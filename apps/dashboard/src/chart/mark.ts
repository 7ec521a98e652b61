/** Something that stands out in one interval of a chart. */
export interface ChartMark {
  /** Index of the interval it belongs to. */
  readonly at: number
  readonly label: string
}
