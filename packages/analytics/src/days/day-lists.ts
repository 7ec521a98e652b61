import { DIMENSION_TABLE, DIMENSIONS, type Dimension, type NamedDimension } from '@footfall/core-domain'

/** A list of dimensions by which the numbers of closed days are kept. */
export interface DayList {
  /** As the tables name it. */
  readonly name: string
  readonly dimensions: readonly NamedDimension[]
}

/**
 * A list is kept by each dimension that events store. What is computed needs other rows, the zone of the question or the goals of
 * today, except the last page of a visit, of which the visit has one.
 */
function isKept(dimension: NamedDimension): boolean {
  return dimension === 'exit_page' || DIMENSION_TABLE[dimension].column !== undefined
}

const PAIRS: readonly (readonly [NamedDimension, NamedDimension])[] = [
  ['page', 'source'],
  ['page', 'country'],
  ['source', 'country'],
]

const listOf = (dimensions: readonly NamedDimension[]): DayList => ({ name: dimensions.join(' '), dimensions })

/** The whole product, each dimension by itself, and the pairs that drilling down needs most. */
export const DAY_LISTS: readonly DayList[] = [
  listOf([]),
  ...DIMENSIONS.filter(isKept).map((dimension) => listOf([dimension])),
  ...PAIRS.map(listOf),
]

/** The list with exactly these dimensions, in whichever order. */
export function dayListOf(dimensions: readonly Dimension[]): DayList | undefined {
  return DAY_LISTS.find(
    (list) =>
      list.dimensions.length === dimensions.length &&
      list.dimensions.every((dimension) => dimensions.includes(dimension)),
  )
}
