import { DIMENSION_TABLE } from '../api/dimension-table.ts'
import { inSentence } from '../messages/in-sentence.ts'
import { t } from '../messages/messages.ts'

type NamedDimension = keyof typeof DIMENSION_TABLE
export type Dimension = NamedDimension | `property:${string}`

const PROPERTY = 'property:'

interface DimensionRow {
  readonly about: 'visit' | 'event'
  readonly isNumber?: true
  readonly vocabulary?: readonly string[]
}
const ROWS: Readonly<Record<NamedDimension, DimensionRow>> = DIMENSION_TABLE

/** What filters can be about, apart from properties. */
export const NAMED_DIMENSIONS: readonly NamedDimension[] = Object.keys(DIMENSION_TABLE)
  .filter(isNamed)
  // Pages are about one product.
  .filter((name) => name !== 'product')
/** What rows can be about, apart from properties. */
export const ROW_DIMENSIONS: readonly NamedDimension[] = NAMED_DIMENSIONS.filter((name) => !isNumber(name))

export function isDimension(text: string): text is Dimension {
  return isNamed(text) || propertyOf(text) !== undefined
}

/** The name of the property that a dimension is about; undefined for the others. */
export function propertyOf(dimension: string): string | undefined {
  return dimension.startsWith(PROPERTY) && dimension.length > PROPERTY.length
    ? dimension.slice(PROPERTY.length)
    : undefined
}

export function dimensionLabel(dimension: Dimension): string {
  return isNamed(dimension)
    ? t(`labels.dimension_${dimension}`)
    : t('filters.property_named', { name: dimension.slice(PROPERTY.length) })
}

/** The label inside a sentence: “page title”, but “UTM source”. */
export function dimensionName(dimension: Dimension): string {
  return inSentence(dimensionLabel(dimension))
}

/** Whether a condition on it chooses visits or single events. */
export function dimensionAbout(dimension: Dimension): 'visit' | 'event' {
  return rowOf(dimension)?.about ?? 'event'
}

/** Dimensions whose values are the pages and events of one product. */
const OF_ONE_PRODUCT: ReadonlySet<string> = new Set<NamedDimension>([
  'page',
  'entry_page',
  'exit_page',
  'next_page',
  'previous_page',
  'hostname',
  'title',
  'event',
  'goal',
])

/** Whether another product hardly has the same values: a country is the same everywhere, a path is not. */
export function isOfOneProduct(dimension: Dimension): boolean {
  return OF_ONE_PRODUCT.has(dimension) || propertyOf(dimension) !== undefined
}

/** Whether filters compare its values as numbers. */
export function isNumber(dimension: Dimension): boolean {
  return rowOf(dimension)?.isNumber === true
}

/** Every value that there can be; undefined where there is no such list. */
export function vocabularyOf(dimension: Dimension): readonly string[] | undefined {
  return rowOf(dimension)?.vocabulary
}

/** Dimensions of which every event has a value. */
const ALWAYS_SET: ReadonlySet<string> = new Set([
  'page',
  'entry_page',
  'exit_page',
  'next_page',
  'previous_page',
  'hostname',
  'channel',
  'device',
  'weekday',
  'hour_of_day',
  'visit_duration',
  'visit_pageviews',
  'visit_events',
  'event',
  'goal',
])

/** Whether some events have no value of it, which the empty text stands for. */
export function canBeEmpty(dimension: Dimension): boolean {
  return !ALWAYS_SET.has(dimension)
}

function rowOf(dimension: Dimension): DimensionRow | undefined {
  return isNamed(dimension) ? ROWS[dimension] : undefined
}

function isNamed(text: string): text is NamedDimension {
  return Object.hasOwn(DIMENSION_TABLE, text)
}
