import {
  DIMENSION_TABLE,
  DIMENSIONS,
  type Dimension,
  isNamedDimension,
  type NamedDimension,
} from '@footfall/core-domain'
import { identifier, type Sql, sql, TRAFFIC_OF_ROW, text } from '@footfall/warehouse'

/** A dimension by the name under which the catalog lists it; every property is `property:NAME`. */
export type CatalogDimension = NamedDimension | typeof PROPERTY
export const PROPERTY = 'property:NAME'
const PROPERTY_PREFIX = 'property:'

/** What conditions may be about. */
export const FILTER_DIMENSIONS: readonly CatalogDimension[] = [...DIMENSIONS, PROPERTY]
/** What metrics can be broken down by. */
export const ALL_DIMENSIONS: readonly CatalogDimension[] = FILTER_DIMENSIONS.filter((name) => !isNumber(name))

/** Whether conditions compare its values as numbers. */
export function isNumber(dimension: string): boolean {
  return isNamedDimension(dimension) && DIMENSION_TABLE[dimension].isNumber === true
}

/**
 * What a dimension describes. `visit`: what all rows of a visit share. `place`: where a single event happened.
 * `step`: between which pages. `time`: when. `happening`: what. `person`: of identified visitors, how long they are known.
 */
export type Subject = 'visit' | 'place' | 'step' | 'time' | 'happening' | 'person'

export function subjectOf(dimension: Dimension): Subject {
  if (!isNamedDimension(dimension)) return 'happening'
  switch (dimension) {
    case 'event':
    case 'goal':
      return 'happening'
    case 'next_page':
    case 'previous_page':
      return 'step'
    case 'weekday':
    case 'hour_of_day':
      return 'time'
    case 'visitor_type':
    case 'first_seen_week':
    case 'weeks_since_first':
      return 'person'
    default:
      return DIMENSION_TABLE[dimension].about === 'visit' ? 'visit' : 'place'
  }
}

export function allExcept(...excluded: readonly CatalogDimension[]): readonly CatalogDimension[] {
  return ALL_DIMENSIONS.filter((name) => !excluded.includes(name))
}

/** What the rows of page engagement carry: they have a page with its properties and a visit, but nothing happened in them. */
export const OF_READING: readonly CatalogDimension[] = allExcept('event', 'goal')
/** What pages report of their speed and their errors has no properties. */
export const OF_PAGES: readonly CatalogDimension[] = OF_READING.filter((name) => name !== PROPERTY)

export function isProperty(dimension: Dimension): boolean {
  return !isNamedDimension(dimension)
}

/** The name of a property without its prefix. */
export function propertyName(dimension: string): string {
  return dimension.slice(PROPERTY_PREFIX.length)
}

/** The name under which the catalog lists a dimension. */
export function catalogName(dimension: Dimension): CatalogDimension {
  return isNamedDimension(dimension) ? dimension : PROPERTY
}

export function aboutOf(dimension: CatalogDimension): 'visit' | 'event' {
  return dimension === PROPERTY ? 'event' : DIMENSION_TABLE[dimension].about
}

export function descriptionOf(dimension: CatalogDimension): string {
  return dimension === PROPERTY
    ? 'Value of the custom property NAME of the event.'
    : DIMENSION_TABLE[dimension].description
}

/** Whether every row of a visit carries the value in its own column. */
export function isVisitConstant(dimension: Dimension): boolean {
  return subjectOf(dimension) === 'visit' && !isOfWholeVisit(dimension)
}

/** Whether the value is one of the visit that all of its rows together have. */
export function isOfWholeVisit(dimension: Dimension): boolean {
  return dimension === 'exit_page' || dimension === 'bounced' || isNumber(dimension)
}

/** The value of a dimension on a row of `events`, as text; undefined where it takes more than one row. */
export function columnOf(dimension: Dimension): Sql | undefined {
  if (!isNamedDimension(dimension)) return sql`props[${text(propertyName(dimension))}]`
  if (dimension === 'traffic') return TRAFFIC_OF_ROW
  if (dimension === 'product') return sql`product_id`
  const { column } = DIMENSION_TABLE[dimension]
  if (column === undefined) return undefined
  // Always two bytes; those of an unknown country are zero.
  return column.type === 'country' ? sql`toStringCutToZero(${identifier(column.name)})` : identifier(column.name)
}
