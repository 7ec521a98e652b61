import { languageTag } from '../../enrich/language.ts'
import { instantOf } from '../fields/instant.ts'
import { browserName, regionOf } from '../fields/names.ts'
import { pageUrl, present, referrerUrl, widthOf } from '../fields/page-url.ts'
import { visitNames } from '../fields/visit-names.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import type { ExportedEvent, ExportSink } from '../reading.ts'

/** A row of `website_event`, joined with its session; a missing column has empty cells. */
export type UmamiRow = (column: string) => string

/** Columns of `website_event` without which a row cannot be counted as one event. */
export const UMAMI_EVENT_COLUMNS = [
  'website_id',
  'session_id',
  'event_id',
  'created_at',
  'url_path',
  'event_type',
] as const

/** Columns of `session` that describe visitors. */
const SESSION_COLUMNS = [
  'hostname',
  'browser',
  'os',
  'device',
  'screen',
  'language',
  'country',
  'region',
  'subdivision1',
  'city',
] as const

export type UmamiSessions = Map<string, ReadonlyMap<string, string>>

/** What a row of `session` says. Sessions share most of their texts, which are kept once. */
export function umamiSession(row: UmamiRow, shared = (text: string) => text): ReadonlyMap<string, string> {
  return new Map(
    SESSION_COLUMNS.flatMap((column): [string, string][] => {
      const value = row(column)
      return value === '' ? [] : [[column, shared(value)]]
    }),
  )
}

/** What other tables say about an event. */
export interface UmamiExtras {
  readonly props?: ExportedEvent['props']
  readonly revenue?: ExportedEvent['revenue']
  /** The domain of the website, where rows name no host. */
  readonly domain?: string
}

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
const PAGEVIEW = '1'
const CUSTOM_EVENT = '2'

/** Hands over a row of `website_event`. `event_id` identifies an event. */
export function umamiEvent(sink: ExportSink, row: UmamiRow, place: Place, extras: UmamiExtras = {}): void {
  const type = row('event_type')
  if (type !== PAGEVIEW && type !== CUSTOM_EVENT) {
    sink.leftOut('rows that are neither pageviews nor custom events', place)
    return
  }
  const id = row('event_id')
  // Rows without one would all be taken for the same event.
  if (id === '') throw rejectionAt(place, 'event_id', 'is empty')
  const timestamp = instantOf(row('created_at'), place, 'created_at')
  const { country, device, os, osVersion } = visitNames(sink, place, {
    country: row('country'),
    device: row('device'),
    os: row('os'),
  })
  const hostname = row('hostname') || extras.domain || sink.hostname
  sink.event(
    present({
      timestamp,
      name: type === PAGEVIEW ? 'pageview' : row('event_name'),
      url: pageUrl(
        hostname,
        row('url_path'),
        row('url_query'),
        Object.fromEntries(UTM.map((name) => [name, row(name)])),
      ),
      visitor: row('session_id'),
      title: row('page_title'),
      referrer: referrerUrl(row('referrer_domain'), row('referrer_path')),
      country,
      region: regionOf(country, row('region') || row('subdivision1')),
      city: row('city'),
      language: languageTag(row('language')),
      device,
      browser: browserName(row('browser')),
      os,
      os_version: osVersion,
      width: widthOf(row('screen')),
      props: extras.props,
      revenue: extras.revenue,
    }),
    `umami\0${id}`,
    place,
  )
}
