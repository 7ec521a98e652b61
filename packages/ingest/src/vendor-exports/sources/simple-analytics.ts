import { languageTag } from '../../enrich/language.ts'
import { instantOf } from '../fields/instant.ts'
import { browserName, majorVersion } from '../fields/names.ts'
import { pageUrl, present } from '../fields/page-url.ts'
import { visitNames } from '../fields/visit-names.ts'
import { headerOf, type TableRow, tableRows } from '../files/csv-rows.ts'
import type { Place } from '../files/place.ts'
import { decimalNumber } from '../files/plain-number.ts'
import type { ExportedEvent, ExportFormat, ExportSink } from '../reading.ts'

const REQUIRED = ['added_iso', 'path']
/** At least one of these must be present, so that a table of another product is not taken. */
const DISTINCTIVE = ['session_id', 'datapoint', 'is_unique', 'is_robot', 'document_referrer', 'hostname_original']
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const
const METADATA = /^metadata\.(.+)_(?:text|int|bool|date)$/

/** Data points of Simple Analytics, as its export API and its dashboard write them. Times are UTC. */
export const formats: readonly ExportFormat[] = [
  {
    recognizes: ({ text }) => {
      const header = headerOf(text)
      return (
        REQUIRED.every((column) => header.includes(column)) && DISTINCTIVE.some((column) => header.includes(column))
      )
    },
    async read(entries, sink) {
      for (const entry of entries) {
        const metadata = headerOf(entry.head.text).filter((column) => METADATA.test(column))
        for await (const rows of tableRows(entry)) {
          for (const row of rows) {
            if (sink.takesSite(row.cell('hostname')))
              takeRow(sink, row, { entry: entry.name, line: row.line }, metadata)
          }
          await sink.flush()
        }
      }
    },
  },
]

function takeRow(sink: ExportSink, row: TableRow, place: Place, metadata: readonly string[]): void {
  if (row.cell('is_robot') === 'true') {
    sink.leftOut('rows of robots', place)
    return
  }
  const visitor = row.cell('session_id')
  if (visitor === '') {
    sink.leftOut('rows without a session_id, which have no visitor', place)
    return
  }
  const datapoint = row.cell('datapoint') || 'pageview'
  const event = present({
    timestamp: instantOf(row.cell('added_iso'), place, 'added_iso'),
    name: datapoint,
    visitor,
    referrer: row.cell('document_referrer'),
    ...visitOf(sink, row, place),
    props: propsOf(row, metadata),
  })
  const id = row.cell('uuid') || [visitor, row.cell('added_iso'), row.cell('path'), datapoint].join('\0')
  sink.event(event, `simple-analytics\0${id}`, place)
  if (datapoint === 'pageview') takeEngagement(sink, row, event, id, place)
}

/** What the events of a visit share, and the page. */
function visitOf(sink: ExportSink, row: TableRow, place: Place) {
  const { country, device, os, osVersion } = visitNames(sink, place, {
    country: row.cell('country_code'),
    device: row.cell('device_type'),
    os: row.cell('os_name'),
  })
  const region = row.cell('lang_region')
  const language = row.cell('lang_language')
  const utm = Object.fromEntries(UTM.map((name) => [name, row.cell(name)]))
  return {
    url: pageUrl(row.cell('hostname') || sink.hostname, row.cell('path'), row.cell('query'), utm),
    country,
    language: languageTag(region === '' ? language : `${language}-${region}`),
    device,
    browser: browserName(row.cell('browser_name')),
    browser_version: majorVersion(row.cell('browser_version')),
    os,
    os_version: osVersion || row.cell('os_version'),
    width: widthCell(row),
  }
}

function widthCell(row: TableRow): number | undefined {
  const width = Number(row.cell('viewport_width') || row.cell('screen_width') || 0)
  return Number.isInteger(width) && width > 0 ? width : undefined
}

function propsOf(row: TableRow, metadata: readonly string[]): ExportedEvent['props'] {
  const props = metadata.flatMap((column): [string, string][] => {
    const value = row.cell(column)
    return value === '' ? [] : [[METADATA.exec(column)?.[1] ?? column, value]]
  })
  return props.length === 0 ? undefined : Object.fromEntries(props)
}

const DAY_SECONDS = 86_400

/** How long the page was in front and how far it was scrolled, as the report of leaving it. */
function takeEngagement(sink: ExportSink, row: TableRow, event: ExportedEvent, id: string, place: Place): void {
  const number = (column: string) =>
    row.cell(column) === '' ? undefined : decimalNumber(row.cell(column), place, column)
  const seconds = number('duration_seconds')
  const scrolled = number('scrolled_percentage')
  if (seconds === undefined && scrolled === undefined) return
  const engagedMs = Math.round(Math.min(seconds ?? 0, DAY_SECONDS) * 1000)
  const engagement: ExportedEvent = {
    ...event,
    timestamp: new Date(Date.parse(event.timestamp) + engagedMs).toISOString(),
    name: 'engagement',
    engaged_ms: engagedMs,
    ...(scrolled === undefined ? {} : { scroll: Math.min(100, Math.round(scrolled)) }),
  }
  sink.event(engagement, `simple-analytics\0${id}\0engagement`, place)
}
