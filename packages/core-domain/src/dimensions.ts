import { z } from 'zod'
import { byName } from './by-name.ts'
import type { DimensionColumn, DimensionDefinition } from './dimension-definition.ts'
import { naming } from './known-names.ts'
import { otherNamesOf } from './nearest.ts'
import { TRAFFIC_CLASSES } from './traffic.ts'

export const CHANNELS = [
  'Direct',
  'Organic Search',
  'Paid Search',
  'Organic Social',
  'Paid Social',
  'Organic Video',
  'Paid Video',
  'Organic Shopping',
  'Paid Shopping',
  'AI Assistants',
  'Email',
  'Display',
  'Affiliates',
  'Audio',
  'SMS',
  'Push Notifications',
  'Cross-network',
  'Paid Other',
  'Referral',
] as const
export type Channel = (typeof CHANNELS)[number]

const text = <Name extends string>(name: Name, lengthMax: number): DimensionColumn<Name> => ({
  name,
  type: 'text',
  lengthMax,
})
const label = <Name extends string>(name: Name, lengthMax: number): DimensionColumn<Name> => ({
  name,
  type: 'label',
  lengthMax,
})
const taken = (description: string) => ({ taken: true, description }) as const
const RECOMPUTED = { taken: false, description: 'of an export; accepted and worked out anew' } as const
const FROM_ADDRESS = taken('instead of what the address says')
const FROM_USER_AGENT = taken('instead of what the user agent says')
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))

export const PATH_LENGTH_MAX = 1024
export const TITLE_LENGTH_MAX = 200
export const REFERRER_LENGTH_MAX = 512
export const EVENT_NAME_LENGTH_MAX = 120
/** Stands for an event or a title that is not listed by its own name. */
export const OTHER_NAME = 'Other'
export const CAMPAIGN_VALUE_LENGTH_MAX = 255
const PLACE_LENGTH_MAX = 120

const TABLE = {
  page: {
    label: 'Page',
    description: 'Path of the event’s page.',
    alsoCalled: ['url', 'path', 'pathname', 'pages', 'location'],
    about: 'event',
    writtenByVisitors: true,
    column: text('path', PATH_LENGTH_MAX),
  },
  title: {
    label: 'Page title',
    description: 'Title of that page.',
    alsoCalled: ['page_title'],
    about: 'event',
    writtenByVisitors: true,
    column: text('title', TITLE_LENGTH_MAX),
    field: taken('title of the page'),
  },
  entry_page: {
    label: 'Entry page',
    description: 'Path of the first page of the visit.',
    alsoCalled: ['landing_page', 'landing', 'start_page', 'first_page'],
    about: 'visit',
    writtenByVisitors: true,
    column: text('entry_path', PATH_LENGTH_MAX),
  },
  exit_page: {
    label: 'Exit page',
    description: 'Path of the last page of the visit.',
    alsoCalled: ['last_page', 'end_page'],
    about: 'visit',
    writtenByVisitors: true,
  },
  next_page: {
    label: 'Next page',
    description: 'Path of the next page of the same visit; (exit) where there is none.',
    alsoCalled: ['next_path', 'to_page'],
    about: 'event',
    writtenByVisitors: true,
  },
  previous_page: {
    label: 'Previous page',
    description: 'Path of the page before in the same visit; (entry) where there is none.',
    alsoCalled: ['prev_page', 'previous_path', 'from_page'],
    about: 'event',
    writtenByVisitors: true,
  },
  hostname: {
    label: 'Hostname',
    description: 'Hostname of the page.',
    alsoCalled: ['host', 'domain', 'site'],
    about: 'event',
    writtenByVisitors: true,
    column: label('hostname', 253),
  },
  channel: {
    label: 'Channel',
    description: 'Kind of source, such as Organic Search or Direct.',
    alsoCalled: ['channel_group', 'acquisition_channel'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('channel', 40),
    vocabulary: CHANNELS,
    field: RECOMPUTED,
  },
  source: {
    label: 'Source',
    description: 'Where the visit came from, by name; empty for direct visits.',
    alsoCalled: ['traffic_source', 'origin'],
    about: 'visit',
    writtenByVisitors: true,
    column: label('source', 255),
    field: RECOMPUTED,
  },
  referrer: {
    label: 'Referrer',
    description: 'Address of the referring page, without query.',
    alsoCalled: ['referer', 'referring_page', 'page_referrer', 'ref'],
    about: 'visit',
    writtenByVisitors: true,
    column: text('referrer', REFERRER_LENGTH_MAX),
  },
  utm_source: campaign('utm_source', 'UTM source'),
  utm_medium: campaign('utm_medium', 'UTM medium'),
  utm_campaign: campaign('utm_campaign', 'UTM campaign'),
  utm_content: campaign('utm_content', 'UTM content'),
  utm_term: campaign('utm_term', 'UTM term'),
  country: {
    label: 'Country',
    description: 'Country, ISO 3166-1 alpha-2.',
    alsoCalled: ['country_code', 'nation', 'geo'],
    about: 'visit',
    writtenByVisitors: false,
    column: { name: 'country', type: 'country', lengthMax: 2 },
    field: FROM_ADDRESS,
  },
  region: {
    label: 'Region',
    description: 'Region, as ISO 3166-2 where known.',
    alsoCalled: ['state', 'province', 'subdivision'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('region', PLACE_LENGTH_MAX),
    field: FROM_ADDRESS,
  },
  city: {
    label: 'City',
    description: 'City, where the location database knows it; each row has its region and country too.',
    alsoCalled: ['town'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('city', PLACE_LENGTH_MAX),
    field: FROM_ADDRESS,
  },
  language: {
    label: 'Language',
    description: 'Preferred language of the browser.',
    alsoCalled: ['lang', 'locale'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('language', 64),
    field: taken('of the browser, such as de-CH'),
  },
  device: {
    label: 'Device',
    description: 'Kind of device, such as desktop or mobile.',
    alsoCalled: ['device_type', 'device_category'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('device', PLACE_LENGTH_MAX),
    vocabulary: ['desktop', 'mobile', 'tablet', 'tv', 'console', 'Other'],
    field: FROM_USER_AGENT,
  },
  browser: {
    label: 'Browser',
    description: 'Name of the browser.',
    about: 'visit',
    // Names are a closed list, but older events of unknown programs have words of the user agent itself.
    writtenByVisitors: true,
    column: label('browser', PLACE_LENGTH_MAX),
    field: FROM_USER_AGENT,
  },
  browser_version: {
    label: 'Browser version',
    description: 'Browser and major version, such as Chrome 120.',
    about: 'visit',
    writtenByVisitors: true,
    column: label('browser_version', PLACE_LENGTH_MAX),
    field: taken('goes with browser, such as Chrome 120 or 120'),
  },
  os: {
    label: 'Operating system',
    description: 'Operating system.',
    alsoCalled: ['operating_system', 'platform'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('os', PLACE_LENGTH_MAX),
    field: FROM_USER_AGENT,
  },
  os_version: {
    label: 'Operating system version',
    description: 'System and version, such as Windows 10.',
    about: 'visit',
    writtenByVisitors: false,
    column: label('os_version', PLACE_LENGTH_MAX),
    field: taken('goes with os, such as Windows 10 or 10'),
  },
  screen_size: {
    label: 'Screen size',
    description: 'Class of viewport width.',
    alsoCalled: ['screen', 'viewport', 'screen_width', 'resolution'],
    about: 'visit',
    writtenByVisitors: false,
    column: label('screen_size', 16),
    vocabulary: ['mobile', 'tablet', 'laptop', 'desktop'],
    field: RECOMPUTED,
  },
  bounced: {
    label: 'Bounced',
    description: 'Whether the visit had one page and nothing else, as bounce_rate counts it.',
    alsoCalled: ['bounce', 'is_bounce'],
    about: 'visit',
    writtenByVisitors: false,
    vocabulary: ['true', 'false'],
  },
  visit_duration: numberOfVisit('Visit duration', 'Seconds from the first report of the visit to its last.', [
    'duration',
    'session_duration',
  ]),
  visit_pageviews: numberOfVisit('Pageviews of the visit', 'Number of pageviews in the visit.', ['pages_per_visit']),
  visit_events: numberOfVisit('Events of the visit', 'Number of pageviews and custom events in the visit.'),
  traffic: {
    label: 'Traffic',
    description: 'Whether the visit is human or suspected automation. Covers both unless `traffic` says otherwise.',
    alsoCalled: ['traffic_class', 'bot', 'is_bot', 'automation'],
    about: 'visit',
    writtenByVisitors: false,
    vocabulary: TRAFFIC_CLASSES,
  },
  weekday: {
    label: 'Weekday',
    description: 'Day of the week in the zone of the question, from 1 for Monday to 7.',
    alsoCalled: ['day_of_week', 'day'],
    about: 'event',
    writtenByVisitors: false,
    vocabulary: numbers(1, 7),
  },
  hour_of_day: {
    label: 'Hour of day',
    description: 'Hour in the zone of the question, from 0 to 23.',
    alsoCalled: ['hour', 'time_of_day'],
    about: 'event',
    writtenByVisitors: false,
    vocabulary: numbers(0, 23),
  },
  visitor_type: {
    label: 'Visitor type',
    description: 'Of identified visitors: new during their first visit, returning from then on.',
    alsoCalled: ['new_vs_returning', 'new_or_returning', 'user_type', 'returning'],
    about: 'event',
    writtenByVisitors: false,
    vocabulary: ['new', 'returning'],
  },
  first_seen_week: {
    label: 'First seen week',
    description: 'Of identified visitors: the first day of the week in which they were first there.',
    alsoCalled: ['cohort', 'cohort_week', 'first_week'],
    about: 'event',
    writtenByVisitors: false,
  },
  weeks_since_first: {
    label: 'Weeks since first seen',
    description: 'Of identified visitors: weeks between the one in which they were first there and that of the event.',
    alsoCalled: ['weeks_since_first_visit', 'retention', 'retention_week'],
    about: 'event',
    writtenByVisitors: false,
  },
  event: {
    label: 'Event',
    description: 'Name of the event; pageviews are named pageview.',
    alsoCalled: ['event_name', 'action'],
    about: 'event',
    writtenByVisitors: true,
    column: label('name', EVENT_NAME_LENGTH_MAX),
  },
  goal: {
    label: 'Goal',
    description: 'Name of a goal that the event reached.',
    alsoCalled: ['conversion', 'goal_name'],
    about: 'event',
    writtenByVisitors: false,
  },
  product: {
    label: 'Product',
    description: 'Id of the product, to compare several.',
    alsoCalled: ['product_id', 'products', 'website'],
    about: 'visit',
    writtenByVisitors: false,
  },
} as const satisfies Readonly<Record<string, DimensionDefinition>>

function numberOfVisit(words: string, description: string, alsoCalled: readonly string[] = []) {
  return {
    label: words,
    description: `${description} For filters: is, above, below.`,
    alsoCalled,
    about: 'visit',
    writtenByVisitors: false,
    isNumber: true,
  } as const
}

function campaign<Name extends string>(name: Name, words: string) {
  return {
    label: words,
    description: `${name} of the first page’s address.`,
    alsoCalled: [name.slice('utm_'.length)],
    about: 'visit',
    writtenByVisitors: true,
    column: label(name, CAMPAIGN_VALUE_LENGTH_MAX),
    parameter: name,
  } as const
}

export type NamedDimension = keyof typeof TABLE
/** What a metric can be broken down or filtered by, apart from `property:NAME`. */
export const DIMENSIONS = Object.keys(TABLE) as readonly NamedDimension[]
export const DIMENSION_TABLE: Readonly<Record<NamedDimension, DimensionDefinition>> = TABLE
/** What rows can be about: numbers are only compared. */
export const ROW_DIMENSIONS: readonly NamedDimension[] = DIMENSIONS.filter(
  (name) => DIMENSION_TABLE[name].isNumber !== true,
)
export type Dimension = NamedDimension | `property:${string}`

export type DimensionTable = typeof TABLE

export const PROPERTY_NAME_LENGTH_MAX = 120
export const PROPERTY_VALUE_LENGTH_MAX = 2000

export function isNamedDimension(name: string): name is NamedDimension {
  return Object.hasOwn(TABLE, name)
}

const ANY_PROPERTY = 'property:NAME'
const KNOWN_DIMENSIONS = {
  names: [...DIMENSIONS, ANY_PROPERTY],
  otherNames: otherNamesOf({
    // Other services write `event:page` and `visit:source`.
    ...byName(DIMENSIONS, (name) => [...(DIMENSION_TABLE[name].alsoCalled ?? []), `event:${name}`, `visit:${name}`]),
    [ANY_PROPERTY]: ['custom_property', 'prop', 'props', 'properties'],
  }),
}

const DimensionName = z
  .string()
  .refine(
    (name): name is Dimension =>
      isNamedDimension(name) ||
      (/^property:.+$/su.test(name) && name.length <= 'property:'.length + PROPERTY_NAME_LENGTH_MAX),
    {
      error: ({ input }) => `${JSON.stringify(String(input).slice(0, 60))} is not a dimension; the catalog lists them`,
    },
  )
  .meta({ description: `One of ${DIMENSIONS.join(', ')}, or property:NAME.` })
export const Dimension = naming(DimensionName, KNOWN_DIMENSIONS)
