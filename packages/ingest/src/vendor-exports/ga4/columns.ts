import type { ImportedNumber, NamedDimension } from '@footfall/core-domain'
import { languageTag } from '../../enrich/language.ts'
import { browserName, countryCode, deviceName, known, regionOf, systemName, versioned } from '../fields/names.ts'
import { sourceName } from '../fields/origin.ts'
import { NUMBERED_DIMENSIONS, OTHER_METRICS } from './names.ts'

/** A column of a report of Google Analytics 4, by its name in the interface in English or in the Data API. */
export type Ga4Column =
  | { readonly kind: 'day' | 'nth_day' | 'hour' }
  | { readonly kind: 'dimension'; readonly dimension: NamedDimension; readonly value: (cell: string) => string }
  | { readonly kind: 'number'; readonly number: ImportedNumber }
  /** Numbers from which others are computed. */
  | { readonly kind: 'engaged_sessions' | 'session_seconds' | 'total_users' }
  /** A number that Footfall has no metric for. */
  | { readonly kind: 'other_number' }
  /** A dimension that Footfall does not have. It splits the rows. */
  | { readonly kind: 'other' }
  /** It may be a metric or split the rows. */
  | { readonly kind: 'unknown' }

const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

const dimension = (name: NamedDimension, value: (cell: string) => string = known): Ga4Column => ({
  kind: 'dimension',
  dimension: name,
  value,
})
const number = (name: ImportedNumber): Ga4Column => ({ kind: 'number', number: name })

/** `/pricing` of `/pricing?a=b` and of a whole address. */
function pathOf(cell: string): string {
  const value = known(cell)
  if (value === '') return ''
  const path = URL.canParse(value) ? new URL(value).pathname : (value.split(/[?#]/)[0] ?? '')
  return path.startsWith('/') ? path : `/${path}`
}

const automatic = (cell: string) => (/^\((?:direct|organic|referral|not set)\)$/.test(cell) ? '' : cell)

const COLUMNS: readonly (readonly [names: string, column: Ga4Column])[] = [
  ['Date', { kind: 'day' }],
  ['Nth day', { kind: 'nth_day' }],
  ['dateHour|Date + hour (YYYYMMDDHH)|Date hour', { kind: 'hour' }],
  [
    'Session default channel group|Session primary channel group|Session primary channel group (Default channel group)|Default channel group',
    dimension('channel'),
  ],
  ['Session source', dimension('source', (cell) => sourceName(cell))],
  ['Session source / medium', dimension('source', (cell) => sourceName(cell.split(' / ')[0] ?? ''))],
  ['Session manual source', dimension('utm_source', automatic)],
  ['Session manual medium', dimension('utm_medium', automatic)],
  ['Session manual term', dimension('utm_term', automatic)],
  ['Session manual ad content', dimension('utm_content', automatic)],
  ['Session campaign|Session campaign name|Session manual campaign name', dimension('utm_campaign', automatic)],
  [
    'Page path|Page path and screen class|Page path + query string|Page path plus query string|unifiedPagePathScreen|Page location|Full page URL',
    dimension('page', pathOf),
  ],
  [
    'Page title|Page title and screen class|Page title and screen name|unifiedScreenClass|unifiedScreenName',
    dimension('title'),
  ],
  ['Landing page|Landing page + query string|Landing page plus query string', dimension('entry_page', pathOf)],
  ['Hostname|Host name', dimension('hostname')],
  ['Page referrer', dimension('referrer')],
  ['Country|Country ID', dimension('country', (cell) => countryCode(cell) ?? '')],
  ['Region', dimension('region', (cell) => regionOf('', cell))],
  ['City', dimension('city')],
  ['Language code', dimension('language', languageTag)],
  ['Device category', dimension('device', (cell) => deviceName(cell) ?? '')],
  ['Browser', dimension('browser', browserName)],
  ['Operating system', dimension('os', (cell) => systemName(cell).os)],
  ['Operating system with version', dimension('os_version', (cell) => withVersion(cell))],
  ['Event name', dimension('event', (cell) => (cell === 'page_view' ? 'pageview' : cell))],
  ['Active users|Users', number('visitors')],
  ['Sessions', number('visits')],
  ['Views|Screen page views', number('pageviews')],
  ['Event count', number('events')],
  // What most reports call users are the active ones, so these count where there are no others.
  ['Total users', { kind: 'total_users' }],
  ['Engaged sessions', { kind: 'engaged_sessions' }],
  ['Average session duration', { kind: 'session_seconds' }],
  [OTHER_METRICS.join('|'), { kind: 'other_number' }],
  [NUMBERED_DIMENSIONS.join('|'), { kind: 'other' }],
]

function withVersion(cell: string): string {
  const [name = '', version = ''] = /^(.*?)\s*([\d.]*)$/.exec(known(cell))?.slice(1) ?? []
  const { os, osVersion } = systemName(name)
  return osVersion || versioned(os, version)
}

const BY_NAME: ReadonlyMap<string, Ga4Column> = new Map(
  COLUMNS.flatMap(([names, column]) => names.split('|').map((name): [string, Ga4Column] => [plain(name), column])),
)

/** Numbers by the names of identifiers, such as `Campaign ID` and `audienceId`. */
const IDENTIFIER = /(?:\bID|[a-z]Id)$/
/** A metric of one event, such as `keyEvents:purchase`. */
const METRIC_OF_EVENT =
  /^(?:keyEvents|conversions|(?:session|user)(?:KeyEvent|Conversion)Rate|(?:average|count)CustomEvent):/

export function ga4Column(name: string): Ga4Column {
  const column = BY_NAME.get(plain(name))
  if (column !== undefined) return column
  if (METRIC_OF_EVENT.test(name.trim())) return { kind: 'other_number' }
  return { kind: IDENTIFIER.test(name.trim()) ? 'other' : 'unknown' }
}

/**
 * The columns of a table. Its metrics come after its dimensions, so an unknown column after a metric is one. `metricsFrom` is the
 * first metric if the file says which columns are metrics.
 */
export function ga4Columns(header: readonly string[], metricsFrom?: number): readonly Ga4Column[] {
  let isMetric = false
  return header.map((name, i): Ga4Column => {
    const column = ga4Column(name)
    isMetric = metricsFrom === undefined ? isMetric || isNumber(column) : i >= metricsFrom
    if (isMetric && !isNumber(column) && (column.kind === 'unknown' || metricsFrom !== undefined))
      return { kind: 'other_number' }
    return column.kind === 'unknown' && metricsFrom !== undefined ? { kind: 'other' } : column
  })
}

/** Whether cells are the names of the columns of a report. */
export function isGa4Header(cells: readonly string[]): boolean {
  // Names of events may read like those of columns; a row of them has numbers.
  if (cells.some((cell) => /^[\d.,%]+$/.test(cell.trim()))) return false
  const columns = cells.map(ga4Column)
  return columns.some(isNumber) && columns.some((column) => !isNumber(column) || column.kind === 'number')
}

const NUMBERS: ReadonlySet<Ga4Column['kind']> = new Set([
  'number',
  'engaged_sessions',
  'session_seconds',
  'total_users',
  'other_number',
])

const isNumber = ({ kind }: Ga4Column) => NUMBERS.has(kind)

/** Events that Google Analytics makes itself to count visits. */
export const AUTOMATIC_EVENTS: ReadonlySet<string> = new Set(['session_start', 'first_visit', 'user_engagement'])
