import {
  type CatalogReport,
  DIMENSIONS,
  type Dimension,
  type Interval,
  METRICS,
  type Metric,
  type NamedDimension,
  type Unit,
} from '@footfall/core-domain'

/** What can be asked, as data: the compiler answers all of it, and whatever is not here is refused by name. */

export const LIMITS = {
  days_max: 3653,
  rows_max: 200,
  filters_max: 20,
  values_max: 500,
  patterns_max: 100,
  searches_max: 8,
  points_max: 10_000,
} as const
export const INTERVALS: readonly Interval[] = ['hour', 'day', 'week', 'month']

/** A dimension by the name under which the catalog lists it; every property is `property:NAME`. */
export type CatalogDimension = NamedDimension | typeof PROPERTY
export const PROPERTY = 'property:NAME'
const PROPERTY_PREFIX = 'property:'

export interface MetricEntry {
  readonly unit: Unit
  readonly description: string
  readonly dimensions: readonly CatalogDimension[]
  readonly filters: readonly CatalogDimension[]
}

export interface DimensionEntry {
  readonly scope: 'visit' | 'event'
  readonly description: string
}

/** One value for all events of a visit. */
export const VISIT_CONSTANT = [
  'entry_page',
  'channel',
  'source',
  'referrer',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'country',
  'region',
  'city',
  'language',
  'device',
  'browser',
  'browser_version',
  'os',
  'os_version',
  'screen_size',
] as const satisfies readonly NamedDimension[]

const WHERE: readonly CatalogDimension[] = ['page', 'hostname', ...VISIT_CONSTANT]
const EVERYTHING: readonly CatalogDimension[] = [...DIMENSIONS, PROPERTY]
const but = (...left: readonly CatalogDimension[]) => EVERYTHING.filter((name) => !left.includes(name))

const ENTERED = 'With page as dimension or filter it is about the visits that began on that page.'

export const METRIC_CATALOG: Readonly<Record<Metric, MetricEntry>> = {
  visitors: {
    unit: 'count',
    description:
      'Distinct visitors with a pageview or custom event. Nobody is recognised from one UTC day to the next, so over several days a person counts once for each day they came.',
    dimensions: EVERYTHING,
    filters: EVERYTHING,
  },
  visits: {
    unit: 'count',
    description: `Visits, each counted in the interval in which it began. A visit ends after 30 minutes without an event. ${ENTERED}`,
    dimensions: [...WHERE, 'exit_page'],
    filters: EVERYTHING,
  },
  pageviews: {
    unit: 'count',
    description: 'Pages viewed.',
    dimensions: [...WHERE, PROPERTY],
    filters: but('event'),
  },
  events: {
    unit: 'count',
    description: 'Pageviews and custom events together.',
    dimensions: but('exit_page'),
    filters: EVERYTHING,
  },
  views_per_visit: {
    unit: 'ratio',
    description: `Pageviews divided by visits. ${ENTERED}`,
    dimensions: [...WHERE, 'exit_page'],
    filters: EVERYTHING,
  },
  bounce_rate: {
    unit: 'ratio',
    description: `Share, from 0 to 1, of the visits with one pageview and nothing done after it, by when the visit began. ${ENTERED}`,
    dimensions: [...WHERE, 'exit_page'],
    filters: EVERYTHING,
  },
  visit_duration: {
    unit: 'seconds',
    description: `Seconds from the first to the last event of a visit, engagement included, averaged over all visits, bounces included, by when the visit began. ${ENTERED}`,
    dimensions: [...WHERE, 'exit_page'],
    filters: EVERYTHING,
  },
  conversions: {
    unit: 'count',
    description: 'Events that reached a goal. An event that reaches two goals counts once, and once for each by goal.',
    dimensions: [...WHERE, 'event', 'goal', PROPERTY],
    filters: EVERYTHING,
  },
  conversion_rate: {
    unit: 'ratio',
    description:
      'Share, from 0 to 1, of the visitors who reached a goal. Filters by goal, event or property choose the conversions; the visitors they are compared with are those of all other filters.',
    dimensions: [...WHERE, 'goal'],
    filters: EVERYTHING,
  },
  revenue: {
    unit: 'currency',
    description: 'Revenue sent with events, in the currency that the product prefers; amounts in others are left out.',
    dimensions: but('exit_page'),
    filters: EVERYTHING,
  },
  time_on_page: {
    unit: 'seconds',
    description: 'Seconds a page was in front of the visitor, averaged over its pageviews.',
    dimensions: WHERE,
    filters: [...WHERE, 'exit_page'],
  },
  scroll_depth: {
    unit: 'ratio',
    description: 'How far down a page visitors scrolled, from 0 to 1: the deepest point of each visit to it, averaged.',
    dimensions: WHERE,
    filters: [...WHERE, 'exit_page'],
  },
}

const DIMENSION_CATALOG: Readonly<Record<CatalogDimension, DimensionEntry>> = {
  page: { scope: 'event', description: 'Path of the page on which the event happened.' },
  entry_page: { scope: 'visit', description: 'Path of the first page of the visit.' },
  exit_page: { scope: 'visit', description: 'Path of the last page of the visit.' },
  hostname: { scope: 'event', description: 'Hostname of the page; for figures of visits, where the visit began.' },
  channel: { scope: 'visit', description: 'Kind of source, such as Organic Search or Direct.' },
  source: { scope: 'visit', description: 'Where the visit came from, by name; empty for direct visits.' },
  referrer: { scope: 'visit', description: 'Address of the referring page, without query.' },
  utm_source: { scope: 'visit', description: 'utm_source of the first page’s address.' },
  utm_medium: { scope: 'visit', description: 'utm_medium of the first page’s address.' },
  utm_campaign: { scope: 'visit', description: 'utm_campaign of the first page’s address.' },
  utm_content: { scope: 'visit', description: 'utm_content of the first page’s address.' },
  utm_term: { scope: 'visit', description: 'utm_term of the first page’s address.' },
  country: { scope: 'visit', description: 'Country, ISO 3166-1 alpha-2.' },
  region: { scope: 'visit', description: 'Region, ISO 3166-2, where the location database knows it.' },
  city: { scope: 'visit', description: 'City, where the location database knows it.' },
  language: { scope: 'visit', description: 'Preferred language of the browser.' },
  device: { scope: 'visit', description: 'Kind of device, such as desktop or mobile.' },
  browser: { scope: 'visit', description: 'Name of the browser.' },
  browser_version: { scope: 'visit', description: 'Version of the browser.' },
  os: { scope: 'visit', description: 'Operating system.' },
  os_version: { scope: 'visit', description: 'Version of the operating system.' },
  screen_size: { scope: 'visit', description: 'Width class of the viewport.' },
  event: { scope: 'event', description: 'Name of the event; pageviews are named pageview.' },
  goal: { scope: 'event', description: 'Name of a goal that the event reached.' },
  [PROPERTY]: { scope: 'event', description: 'Value of the custom property NAME of the event.' },
}

export const OPERATOR_CATALOG: CatalogReport['filter_operators'] = [
  { name: 'is', description: 'Equals one of the values.' },
  { name: 'is_not', description: 'Equals none of the values.' },
  { name: 'contains', description: 'Has one of the values in it, upper and lower case told apart.' },
  { name: 'not_contains', description: 'Has none of the values in it.' },
  { name: 'matches', description: 'Is like one of the values, in which * stands for any run of characters.' },
]

export const NOTES: readonly string[] = [
  'Days follow the product’s time zone, or tz, with 23 and 25 hours where clocks change. The first and last interval are cut to the span asked for.',
  'Filters must all hold, for one and the same event; the values of a filter are alternatives.',
  'For visits, views_per_visit, bounce_rate and visit_duration, a filter by event, goal or property keeps the visits in which such an event happened; is_not and not_contains keep those in which none did.',
  'A value is a number only when its state is available. empty, withheld and unavailable are never zero: an average or share over nothing is empty.',
  'With a suppression threshold, cells of fewer visitors are withheld, and as many of the next smallest ones as it takes for the withheld cells together to reach the threshold. Withheld rows come last.',
  'Bots are kept out of every figure while the product filters them; the crawler report counts them.',
]

const NAMED: ReadonlySet<string> = new Set(DIMENSIONS)

/** The name under which the catalog lists a dimension. */
export function catalogName(dimension: Dimension): CatalogDimension {
  return isNamed(dimension) ? dimension : PROPERTY
}

export function isNamed(dimension: Dimension): dimension is NamedDimension {
  return NAMED.has(dimension)
}

/** NAME of `property:NAME`. */
export function propertyName(dimension: Dimension): string {
  return dimension.slice(PROPERTY_PREFIX.length)
}

/** The fixed part of the catalog report; the rest is the product's own. */
export function catalogMetrics(collected: (metric: Metric) => boolean): CatalogReport['metrics'] {
  return METRICS.map((name) => {
    const { unit, description, dimensions, filters } = METRIC_CATALOG[name]
    return {
      name,
      unit,
      description,
      dimensions: [...dimensions],
      filters: [...filters],
      intervals: [...INTERVALS],
      collected: collected(name),
    }
  })
}

export function catalogDimensions(): CatalogReport['dimensions'] {
  return [...DIMENSIONS, PROPERTY].map((name) => ({ name, ...DIMENSION_CATALOG[name as CatalogDimension] }))
}
