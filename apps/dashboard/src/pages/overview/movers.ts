import type { MoversReport } from '../../api/types.ts'

/** The dimensions of the line, in the order of the panels. */
const DIMENSIONS = ['page', 'source', 'country'] as const
const MOVERS_MAX = 5

/** A row whose visitors changed. */
export interface MovedRow {
  readonly dimension: (typeof DIMENSIONS)[number]
  readonly key: string
  readonly label?: string
  readonly visitors: number
  readonly previous: number
}

/** The rows whose visitors changed most, the greatest difference first. */
export function topMovers(movers: MoversReport['movers'], most = MOVERS_MAX): readonly MovedRow[] {
  const differenceOf = ({ visitors, previous }: MovedRow) => Math.abs(visitors - previous)
  return DIMENSIONS.flatMap((dimension) =>
    movers[dimension].flatMap(({ key, label, visitors, previous, shortened }): MovedRow[] =>
      // A key that was cut cannot be asked further about.
      shortened === true ? [] : [{ dimension, key, ...(label !== undefined && { label }), visitors, previous }],
    ),
  )
    .toSorted((one, other) => differenceOf(other) - differenceOf(one))
    .slice(0, most)
}
