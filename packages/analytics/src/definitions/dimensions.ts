import { DIMENSIONS, type Dimension, type NamedDimension } from '@footfall/core-domain'
import { identifier, type Sql, sql, text } from '@footfall/warehouse'

/** A dimension by the name under which the catalog lists it; every property is `property:NAME`. */
export type CatalogDimension = NamedDimension | typeof PROPERTY
export const PROPERTY = 'property:NAME'
const PROPERTY_PREFIX = 'property:'

export interface DimensionDefinition {
  /**
   * What the value belongs to. `visit`: all events of a visit share it. `page`: where a single event happened.
   * `event`: what happened in a single event.
   */
  readonly subject: 'visit' | 'page' | 'event'
  readonly description: string
  /** The value on a row of `events`, as text. Absent where a single row cannot tell it. */
  readonly column?: Sql
}

const visit = (description: string, column?: Sql): DimensionDefinition => ({
  subject: 'visit',
  description,
  ...(column ? { column } : {}),
})
const column = identifier

const TABLE: Readonly<Record<CatalogDimension, DimensionDefinition>> = {
  page: { subject: 'page', description: 'Path of the page on which the event happened.', column: column('path') },
  entry_page: visit('Path of the first page of the visit.', column('entry_path')),
  exit_page: visit('Path of the last page of the visit.'),
  hostname: {
    subject: 'page',
    description: 'Hostname of the page; for figures of visits, where the visit began.',
    column: column('hostname'),
  },
  channel: visit('Kind of source, such as Organic Search or Direct.', column('channel')),
  source: visit('Where the visit came from, by name; empty for direct visits.', column('source')),
  referrer: visit('Address of the referring page, without query.', column('referrer')),
  utm_source: visit('utm_source of the first page’s address.', column('utm_source')),
  utm_medium: visit('utm_medium of the first page’s address.', column('utm_medium')),
  utm_campaign: visit('utm_campaign of the first page’s address.', column('utm_campaign')),
  utm_content: visit('utm_content of the first page’s address.', column('utm_content')),
  utm_term: visit('utm_term of the first page’s address.', column('utm_term')),
  // Always two bytes; those of an unknown country are zero.
  country: visit('Country, ISO 3166-1 alpha-2.', sql`toStringCutToZero(country)`),
  region: visit('Region, ISO 3166-2, where the location database knows it.', column('region')),
  city: visit('City, where the location database knows it.', column('city')),
  language: visit('Preferred language of the browser.', column('language')),
  device: visit('Kind of device, such as desktop or mobile.', column('device')),
  browser: visit('Name of the browser.', column('browser')),
  browser_version: visit('Version of the browser.', column('browser_version')),
  os: visit('Operating system.', column('os')),
  os_version: visit('Version of the operating system.', column('os_version')),
  screen_size: visit('Width class of the viewport.', column('screen_size')),
  event: {
    subject: 'event',
    description: 'Name of the event; pageviews are named pageview.',
    column: column('name'),
  },
  goal: { subject: 'event', description: 'Name of a goal that the event reached.' },
  [PROPERTY]: { subject: 'event', description: 'Value of the custom property NAME of the event.' },
}

export const ALL_DIMENSIONS: readonly CatalogDimension[] = [...DIMENSIONS, PROPERTY]
const EVENT_DIMENSIONS: ReadonlySet<CatalogDimension> = new Set(
  ALL_DIMENSIONS.filter((name) => TABLE[name].subject === 'event'),
)
/** Where an event happened and everything that is known of its visit from the beginning. */
export const PAGE_AND_VISIT: readonly CatalogDimension[] = allExcept('exit_page', ...EVENT_DIMENSIONS)

export function allExcept(...excluded: readonly CatalogDimension[]): readonly CatalogDimension[] {
  return ALL_DIMENSIONS.filter((name) => !excluded.includes(name))
}

/** The name under which the catalog lists a dimension. */
export function catalogName(dimension: Dimension): CatalogDimension {
  return isNamed(dimension) ? dimension : PROPERTY
}

export function definitionOf(dimension: Dimension): DimensionDefinition {
  return TABLE[catalogName(dimension)]
}

/** Whether all rows of a visit carry the same value. */
export function isVisitConstant(dimension: Dimension): boolean {
  const { subject, column } = definitionOf(dimension)
  return subject === 'visit' && column !== undefined
}

/** The value of a dimension on a row of `events`, as text. Exit page and goal have none. */
export function rowValue(dimension: Dimension): Sql {
  if (!isNamed(dimension)) return sql`props[${text(dimension.slice(PROPERTY_PREFIX.length))}]`
  const { column } = TABLE[dimension]
  if (column === undefined) throw new TypeError(`a row has no ${dimension}`)
  return column
}

function isNamed(dimension: Dimension): dimension is NamedDimension {
  return !dimension.startsWith(PROPERTY_PREFIX)
}
