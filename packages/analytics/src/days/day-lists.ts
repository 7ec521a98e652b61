import { DIMENSIONS, type Dimension, IDENTITY_DIMENSIONS, type NamedDimension } from '@footfall/core-domain'

/** A list of dimensions by which the numbers of closed days are kept. */
export interface DayList {
  /** As the tables name it. */
  readonly name: string
  readonly dimensions: readonly NamedDimension[]
}

/**
 * Dimensions that need other rows, the zone of the question or the goals of today; `traffic`, of which every list has rows; and
 * `product`, which is the same on all rows of a product.
 */
const NOT_KEPT: readonly NamedDimension[] = [
  'product',
  'traffic',
  'next_page',
  'previous_page',
  'weekday',
  'hour_of_day',
  'goal',
  'bounced',
  'visit_duration',
  'visit_pageviews',
  'visit_events',
  ...IDENTITY_DIMENSIONS,
]

const PAIRS: readonly (readonly [NamedDimension, NamedDimension])[] = [
  ['page', 'source'],
  ['page', 'country'],
  ['source', 'country'],
]

const listOf = (dimensions: readonly NamedDimension[]): DayList => ({ name: dimensions.join(' '), dimensions })

/** The whole product, each dimension by itself, and the pairs that drilling down needs most. */
export const DAY_LISTS: readonly DayList[] = [
  listOf([]),
  ...DIMENSIONS.filter((dimension) => !NOT_KEPT.includes(dimension)).map((dimension) => listOf([dimension])),
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
