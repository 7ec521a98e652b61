import { timestamp } from '@footfall/core-domain'
import { z } from 'zod'
import { languageTag } from '../../enrich/language.ts'
import { text } from '../fields/json-text.ts'
import { browserName, majorVersion, regionOf } from '../fields/names.ts'
import { present, widthOf } from '../fields/page-url.ts'
import { revenueFrom } from '../fields/revenue.ts'
import { visitNames } from '../fields/visit-names.ts'
import { jsonValues } from '../files/json-values.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import type { ExportedEvent, ExportFormat, ExportSink } from '../reading.ts'

/** Epoch seconds up to the year 9999, as a number or as text. */
const seconds = z.coerce.number().int().positive().max(253_402_300_799)

const Action = z.object({
  type: text,
  url: text,
  pageTitle: text,
  pageId: text,
  timestamp: seconds.optional(),
  eventCategory: text,
  eventAction: text,
  eventName: text,
  eventValue: text,
  siteSearchKeyword: text,
  goalName: text,
  revenue: text,
  orderId: text,
})
type Action = z.output<typeof Action>

const Visit = z.object({
  idSite: text,
  idVisit: text,
  siteName: text,
  siteCurrency: text,
  visitorId: text,
  fingerprint: text,
  firstActionTimestamp: seconds,
  lastActionTimestamp: seconds.optional(),
  actionDetails: z.array(Action),
  referrerUrl: text,
  languageCode: text,
  deviceType: text,
  operatingSystemName: text,
  operatingSystemVersion: text,
  browserName: text,
  browserVersion: text,
  countryCode: text,
  regionCode: text,
  region: text,
  city: text,
  resolution: text,
})
type Visit = z.output<typeof Visit>

/** The answer of `Live.getLastVisitsDetails` as JSON. */
export const formats: readonly ExportFormat[] = [
  {
    recognizes: ({ text: head }) =>
      /^\s*[[{]/.test(head) && head.includes('"idVisit"') && head.includes('"actionDetails"'),
    async read(entries, sink) {
      for (const entry of entries) {
        for await (const values of jsonValues(entry)) {
          for (const { line, value } of values) takeVisit(sink, value, { entry: entry.name, line })
          await sink.flush()
        }
      }
    },
  },
]

const QUARTER_SECONDS = 900

function takeVisit(sink: ExportSink, value: unknown, place: Place): void {
  const parsed = Visit.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw rejectionAt(place, issue?.path.join('.') ?? '', 'is not as Live.getLastVisitsDetails gives it')
  }
  const visit = parsed.data
  if (!sink.takesSite(visit.idSite, [visit.idSite, visit.siteName])) return
  const shared = visitFields(sink, visit, place)
  const shift = shiftOf(visit)
  let before: string | undefined
  visit.actionDetails.forEach((action, i) => {
    const atSeconds = (action.timestamp ?? visit.firstActionTimestamp + shift) - shift
    for (const [name, event] of eventsOf(sink, visit, action, place)) {
      // An event without an address happened on the page before it.
      const url = event.url ?? before
      if (url === undefined) sink.leftOut('actions without an address', place)
      else
        sink.event(
          present({ ...shared, ...event, timestamp: timestamp(atSeconds * 1000), url, name }),
          `matomo\0${visit.idSite}\0${visit.idVisit}\0${i}\0${name}`,
          place,
        )
    }
    if (URL.canParse(action.url)) before = action.url
  })
}

/**
 * By how many seconds the times of actions are ahead. They are shifted by the zone of the site; those of the visit are
 * epoch seconds, and the first action is where the visit began.
 */
function shiftOf({ firstActionTimestamp, lastActionTimestamp, actionDetails }: Visit): number {
  const times = actionDetails.flatMap(({ timestamp: at }) => at ?? [])
  if (times.length === 0) return 0
  // A visit may have more actions than a call takes arguments.
  const byFirst = times.reduce((one, other) => Math.min(one, other)) - firstActionTimestamp
  const byLast = times.reduce((one, other) => Math.max(one, other)) - (lastActionTimestamp ?? Number.NaN)
  // Zones are ahead by quarters of an hour. If the answer lacks the first actions, the last one decides.
  return byFirst % QUARTER_SECONDS !== 0 && byLast % QUARTER_SECONDS === 0 ? byLast : byFirst
}

function visitFields(sink: ExportSink, visit: Visit, place: Place) {
  const { country, device, os, osVersion } = visitNames(sink, place, {
    country: visit.countryCode,
    device: visit.deviceType,
    os: visit.operatingSystemName,
  })
  const region = regionOf(country, visit.regionCode)
  return {
    visitor: visit.visitorId || visit.fingerprint || visit.idVisit,
    referrer: visit.referrerUrl,
    country,
    region: /^[A-Z]{2}-/.test(region) ? region : visit.region,
    city: visit.city,
    language: languageTag(visit.languageCode),
    device,
    browser: browserName(visit.browserName),
    browser_version: majorVersion(visit.browserVersion),
    os,
    os_version: osVersion || (os === '' ? '' : visit.operatingSystemVersion),
    width: widthOf(visit.resolution),
  }
}

/** What is particular to an event of an action. */
interface ActionFields {
  readonly url?: string | undefined
  readonly title?: string
  readonly props?: ExportedEvent['props']
  readonly revenue?: ExportedEvent['revenue']
}
type NamedEvent = readonly [name: string, event: ActionFields]

function eventsOf(sink: ExportSink, visit: Visit, action: Action, place: Place): readonly NamedEvent[] {
  const url = URL.canParse(action.url) ? action.url : undefined
  switch (action.type) {
    case 'action':
      if (url !== undefined) return [['pageview', { url, title: action.pageTitle.slice(0, 2000) }]]
      sink.leftOut('pageviews without an address', place)
      return []
    case 'event':
      return [[action.eventAction || action.eventCategory, { url, props: propsOf(action) }]]
    case 'outlink':
      return [['Outbound Link', { props: { url: action.url.slice(0, 2000) } }]]
    case 'download':
      return [['File Download', { props: { url: action.url.slice(0, 2000) } }]]
    case 'search':
      return [['Search', { url, props: { query: action.siteSearchKeyword.slice(0, 2000) } }]]
    case 'goal':
      return [
        [action.goalName || 'Goal', { url, revenue: revenueFrom(sink, action.revenue, visit.siteCurrency, place) }],
      ]
    case 'ecommerceOrder':
      return [['Purchase', { url, revenue: revenueFrom(sink, action.revenue, visit.siteCurrency, place) }]]
    default:
      sink.leftOut(`actions of the type ${action.type || '(none)'}`, place)
      return []
  }
}

function propsOf({ eventCategory, eventName, eventValue }: Action): ExportedEvent['props'] {
  const props = present({ category: eventCategory, name: eventName, value: eventValue })
  return Object.keys(props).length === 0 ? undefined : props
}
