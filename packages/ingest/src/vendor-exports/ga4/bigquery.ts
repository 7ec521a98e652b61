import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { languageTag } from '../../enrich/language.ts'
import { text } from '../fields/json-text.ts'
import { browserName, known, majorVersion, regionOf } from '../fields/names.ts'
import { present } from '../fields/page-url.ts'
import { revenueFrom } from '../fields/revenue.ts'
import { visitNames } from '../fields/visit-names.ts'
import { jsonValues } from '../files/json-values.ts'
import { type Place, rejectionAt, rejectionOf } from '../files/place.ts'
import type { ExportedEvent, ExportFormat, ExportSink } from '../reading.ts'
import { AUTOMATIC_EVENTS } from './columns.ts'

const Parameter = z.object({
  key: z.string(),
  value: z.object({ string_value: text, int_value: text, float_value: text, double_value: text }).nullish(),
})
const WebInfo = z.object({ browser: text, browser_version: text, hostname: text })

const Event = z.object({
  event_timestamp: z.coerce.number().int().positive(),
  event_name: z.string().min(1),
  event_bundle_sequence_id: text,
  batch_event_index: text,
  batch_ordering_id: text,
  batch_page_id: text,
  user_pseudo_id: text,
  stream_id: text,
  event_params: z.array(Parameter).nullish(),
  device: z
    .object({
      category: text,
      operating_system: text,
      operating_system_version: text,
      language: text,
      browser: text,
      browser_version: text,
      web_info: WebInfo.nullish(),
    })
    .nullish(),
  geo: z.object({ country: text, region: text, city: text }).nullish(),
  collected_traffic_source: z
    .object({
      manual_source: text,
      manual_medium: text,
      manual_campaign_name: text,
      manual_term: text,
      manual_content: text,
    })
    .nullish(),
  ecommerce: z.object({ purchase_revenue: text }).nullish(),
})
type Event = z.output<typeof Event>

const COLUMNS = ['event_timestamp', 'event_name', 'user_pseudo_id', 'event_params']
/** A table that lacks its columns is not left out. */
const NAMED_TABLE = /(?:^|\/)events_(?:intraday_)?\d{8}\b/

/** Tables `events_YYYYMMDD` of the export to BigQuery, as lines of JSON or as Parquet. */
export const ga4BigQuery: ExportFormat = {
  recognizes: ({ name, text: head, parquetFooter }) => {
    const from = parquetFooter === '' ? (/^\s*[[{]/.test(head) ? head : '') : parquetFooter
    return (from !== '' && NAMED_TABLE.test(name)) || COLUMNS.every((column) => from.includes(column))
  },
  async read(entries, sink, tools) {
    for (const entry of entries) {
      const { parquetFooter } = entry.head
      const missing = parquetFooter === '' ? undefined : COLUMNS.find((column) => !parquetFooter.includes(column))
      if (missing !== undefined) throw rejectionOf(entry.name, `lacks the column ${missing} of a table of events`)
      const lines = entry.head.parquetFooter === '' ? entry : await tools.parquetAsJson(entry)
      for await (const values of jsonValues(lines)) {
        for (const { line, value } of values) takeEvent(sink, value, { entry: entry.name, line })
        await sink.flush()
      }
    }
  },
}

function takeEvent(sink: ExportSink, value: unknown, place: Place): void {
  const parsed = Event.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw rejectionAt(place, issue?.path.join('.') ?? '', 'is not as the export to BigQuery has it')
  }
  const event = parsed.data
  const params = new Map((event.event_params ?? []).map((one) => [one.key, paramText(one)]))
  const url = urlOf(event, params.get('page_location') ?? '')
  if (url === undefined) sink.leftOut('events without a page, such as those of apps', place)
  else if (event.user_pseudo_id === '') sink.leftOut('events without a user_pseudo_id, which have no visitor', place)
  else if (sink.takesSite(event.stream_id, [new URL(url).hostname, event.stream_id]))
    take(sink, event, params, url, place)
}

function paramText({ value }: z.output<typeof Parameter>): string {
  return value?.string_value || value?.int_value || value?.double_value || value?.float_value || ''
}

/** The page with the parameters of its campaign, where the address was cut. */
function urlOf({ collected_traffic_source: source }: Event, location: string): string | undefined {
  if (!URL.canParse(location)) return undefined
  const url = new URL(location)
  const manual = {
    utm_source: source?.manual_source,
    utm_medium: source?.manual_medium,
    utm_campaign: source?.manual_campaign_name,
    utm_term: source?.manual_term,
    utm_content: source?.manual_content,
  }
  for (const [name, value] of Object.entries(manual)) {
    const tag = known(value ?? '')
    if (tag !== '' && !/^\(.*\)$/.test(tag) && !url.searchParams.has(name)) url.searchParams.set(name, tag)
  }
  return url.toString()
}

function take(sink: ExportSink, event: Event, params: ReadonlyMap<string, string>, url: string, place: Place): void {
  const atMs = Math.floor(event.event_timestamp / 1000)
  const name = event.event_name
  const shared = {
    ...visitFields(sink, event, place),
    timestamp: timestamp(atMs),
    url,
    title: params.get('page_title') ?? '',
  }
  const id = [
    'ga4',
    event.user_pseudo_id,
    event.event_timestamp,
    name,
    url,
    event.event_bundle_sequence_id,
    event.batch_page_id,
    event.batch_ordering_id,
    event.batch_event_index,
  ].join('\0')
  if (name === 'page_view')
    sink.event(present({ ...shared, name: 'pageview', referrer: params.get('page_referrer') ?? '' }), id, place)
  else if (!AUTOMATIC_EVENTS.has(name)) {
    const amount = event.ecommerce?.purchase_revenue || params.get('value') || ''
    const revenue = revenueFrom(sink, amount, params.get('currency') ?? '', place)
    sink.event(present({ ...shared, name, props: propsOf(params), revenue }), id, place)
  }
  const engagedMs = Number(params.get('engagement_time_msec') ?? 0)
  // A pageview reports the time of the page before it, which it does not name.
  if (name !== 'page_view' && Number.isInteger(engagedMs) && engagedMs > 0 && engagedMs <= DAY_MS)
    sink.event(present({ ...shared, name: 'engagement', engaged_ms: engagedMs }), `${id}\0engagement`, place)
}

const DAY_MS = 86_400_000

function visitFields(sink: ExportSink, { device: used, geo, user_pseudo_id }: Event, place: Place) {
  const { country, device, os, osVersion } = visitNames(sink, place, {
    country: geo?.country ?? '',
    device: used?.category ?? '',
    os: used?.operating_system ?? '',
  })
  return {
    visitor: user_pseudo_id,
    country,
    region: regionOf(country, geo?.region ?? ''),
    city: known(geo?.city ?? ''),
    language: languageTag(used?.language ?? ''),
    device,
    browser: browserName(used?.web_info?.browser || used?.browser || ''),
    browser_version: majorVersion(used?.web_info?.browser_version || used?.browser_version || ''),
    os,
    os_version: osVersion || (os === '' ? '' : systemVersion(os, used?.operating_system_version ?? '')),
  }
}

/** `Windows 10` of a system that is given as `Windows 10` or `10`. */
function systemVersion(os: string, version: string): string {
  const value = known(version)
  return value === os ? '' : value
}

/** What Google Analytics adds to every event. */
const OWN_PARAMETERS =
  /^(?:ga_.*|page_(?:location|title|referrer)|engagement_time_msec|session_engaged|engaged_session_event|entrances|batch_.*|ignore_referrer|source|medium|campaign|term|content|gclid|dclid|srsltid|synthetic_bundle|debug_mode)$/
const PROPS_MAX = 30

function propsOf(params: ReadonlyMap<string, string>): ExportedEvent['props'] {
  const own = [...params].filter(([key, value]) => value !== '' && !OWN_PARAMETERS.test(key)).slice(0, PROPS_MAX)
  return own.length === 0 ? undefined : Object.fromEntries(own.map(([key, value]) => [key, value.slice(0, 2000)]))
}
