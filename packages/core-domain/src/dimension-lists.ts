import type { DimensionField } from './dimension-definition.ts'
import {
  DIMENSION_TABLE,
  DIMENSIONS,
  type Dimension,
  type DimensionTable,
  isNamedDimension,
  type NamedDimension,
} from './dimensions.ts'

/** Dimensions of visits with their own column name, whose value all rows of a visit repeat. */
export type VisitAttribute = {
  [Name in NamedDimension]: DimensionTable[Name] extends { about: 'visit'; column: { name: Name } } ? Name : never
}[NamedDimension]
export const VISIT_ATTRIBUTES: readonly VisitAttribute[] = DIMENSIONS.filter(
  (name): name is VisitAttribute =>
    DIMENSION_TABLE[name].about === 'visit' && DIMENSION_TABLE[name].column?.name === name,
)

/** Dimensions that are read from the query of a visit’s first page. */
export type CampaignDimension = {
  [Name in NamedDimension]: DimensionTable[Name] extends { parameter: string } ? Name : never
}[NamedDimension]
export const CAMPAIGN_DIMENSIONS: readonly CampaignDimension[] = DIMENSIONS.filter(
  (name): name is CampaignDimension => DIMENSION_TABLE[name].parameter !== undefined,
)

/** Dimensions that are fields of exports and imports; `taken` are those whose value an import takes. */
export type FieldDimension = {
  [Name in NamedDimension]: DimensionTable[Name] extends { field: DimensionField } ? Name : never
}[NamedDimension]
export const FIELD_DIMENSIONS: readonly FieldDimension[] = DIMENSIONS.filter(
  (name): name is FieldDimension => DIMENSION_TABLE[name].field !== undefined,
)

/** Whether the values of a dimension are text that anybody who visits can choose; those of every property are. */
export function isWrittenByVisitors(dimension: Dimension): boolean {
  return !isNamedDimension(dimension) || DIMENSION_TABLE[dimension].writtenByVisitors
}

/** Dimensions that only identified visitors have. Other visitors have no value, not an empty one. */
export const IDENTITY_DIMENSIONS = [
  'visitor_type',
  'first_seen_week',
  'weeks_since_first',
] as const satisfies readonly NamedDimension[]
export type IdentityDimension = (typeof IDENTITY_DIMENSIONS)[number]

export function isIdentityDimension(dimension: string): dimension is IdentityDimension {
  return IDENTITY_DIMENSIONS.some((name) => name === dimension)
}
