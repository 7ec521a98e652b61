import { dateIn, type LocalDate, type NamedDimension } from '@footfall/core-domain'
import { instantOf } from '../fields/instant.ts'
import { localDay } from '../fields/local-day.ts'
import { browserName, countryCode, deviceName, regionOf, systemName } from '../fields/names.ts'
import { originOf } from '../fields/origin.ts'
import { headerOf, type TableRow, tableRows } from '../files/csv-rows.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import { decimalNumber, wholeNumber } from '../files/plain-number.ts'
import { type FlatReport, type FlatRow, NUMBER, takeReports, UNKNOWN_NUMBERS } from '../flat-report.ts'
import type { ExportFormat, ExportSink, FormatEntry } from '../reading.ts'

const TIMES = ['datetime', 'timestamp', 'date']
const METRICS = [
  'pageviews',
  'visits',
  'uniques',
  'avg_duration',
  'bounce_rate',
  'completions',
  'conversions',
  'unique_completions',
  'unique_conversions',
  'value',
]
/** At least one of these must be present, so that a table of another product is not taken. */
const DISTINCTIVE = [
  'uniques',
  'pathname',
  'referrer_hostname',
  'country_code',
  'device_type',
  'operating_system',
  'event_name',
]
const KNOWN: ReadonlySet<string> = new Set([
  ...TIMES,
  ...METRICS,
  ...[
    'hostname',
    'pathname',
    'referrer_hostname',
    'referrer_pathname',
    'referrer',
    'country_code',
    'country',
    'state',
    'region',
    'city',
  ],
  ...['browser', 'device_type', 'operating_system', 'event_name', 'event'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
])

/** A day that is written as its first instant. */
const MIDNIGHT = /^(\d{4}-\d\d-\d\d)[ T]00:00:00(?:\.0+)?(?: ?(?:Z|UTC))?$/

/** Exports of Fathom: numbers by hour or day, split by the fields that were chosen. Times are UTC. */
export const formats: readonly ExportFormat[] = [
  {
    recognizes: ({ text }) => {
      const header = headerOf(text)
      const has = (names: readonly string[]) => names.some((name) => header.includes(name))
      return has(TIMES) && has(['pageviews', 'completions', 'conversions']) && has(DISTINCTIVE)
    },
    async read(entries, sink) {
      const reports: FlatReport[] = []
      for (const entry of entries) reports.push(await readEntry(entry, sink))
      takeReports(sink, reports)
    },
  },
]

async function readEntry(entry: FormatEntry, sink: ExportSink): Promise<FlatReport> {
  const header = headerOf(entry.head.text)
  const rows: (FlatRow & { readonly time: RowTime })[] = []
  const splitting = header.filter((column) => !TIMES.includes(column) && !METRICS.includes(column))
  const unknown = header.filter((name) => !KNOWN.has(name))
  /** Unknown columns in which only numbers were seen. */
  const numeric = new Set(unknown)
  for (const column of unknown)
    sink.leftOut(`columns ${JSON.stringify(column)}, which Footfall has no metric for`, { entry: entry.name, line: 1 })
  for await (const block of tableRows(entry)) {
    for (const row of block) {
      const place = { entry: entry.name, line: row.line }
      const time = timeOf(sink, row, place)
      const numbers = numbersOf(sink, row, header, place)
      const host = hostOf(row.cell('hostname'))
      if (!sink.takesSite(siteOf(host), [siteOf(host), host])) continue
      for (const column of numeric) if (!NUMBER.test(row.cell(column))) numeric.delete(column)
      rows.push({ day: time.day, time, keys: keysOf(sink, row, header, place), numbers, place })
    }
  }
  for (const column of numeric)
    if (rows.length > 0) throw rejectionAt({ entry: entry.name, line: 1 }, JSON.stringify(column), UNKNOWN_NUMBERS)
  // Files by day may write midnight with each day; in a file by hour other hours come as well.
  const isHourly = rows.some(({ time }) => time.asDay === undefined)
  const taken = rows.map(({ time, ...row }) => ({ ...row, day: (isHourly ? undefined : time.asDay) ?? row.day }))
  return { name: entry.name, splits: splitting.length + (isHourly ? 1 : 0), complete: true, rows: taken }
}

interface RowTime {
  /** The day of the product's zone in which an hour of UTC lies; a day is taken as it is. */
  readonly day: LocalDate
  /** The day that the row is about, if it is about a whole one. */
  readonly asDay: LocalDate | undefined
}

function timeOf(sink: ExportSink, row: TableRow, place: Place): RowTime {
  const field = TIMES.find((name) => row.cell(name) !== '') ?? 'datetime'
  const cell = row.cell(field)
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) {
    const day = localDay(cell, place, field)
    return { day, asDay: day }
  }
  const day = dateIn(sink.zone, Date.parse(instantOf(cell, place, field)))
  const [, midnight] = MIDNIGHT.exec(cell) ?? []
  return { day, asDay: midnight === undefined ? undefined : localDay(midnight, place, field) }
}

function numbersOf(sink: ExportSink, row: TableRow, header: readonly string[], place: Place): FlatRow['numbers'] {
  const number = (column: string, read: typeof wholeNumber): number | undefined =>
    header.includes(column) && row.cell(column) !== '' ? read(row.cell(column), place, column) : undefined
  const visits = number('visits', wholeNumber)
  const seconds = number('avg_duration', decimalNumber)
  const rate = number('bounce_rate', decimalNumber)
  number('value', decimalNumber)
  number('unique_completions', wholeNumber)
  if (rate !== undefined && rate > 1) sink.leftOut('bounce rates that are not a ratio from 0 to 1', place)
  const isEvents = header.includes('event_name') || header.includes('event')
  const numbers = {
    pageviews: isEvents ? undefined : number('pageviews', wholeNumber),
    events: number('completions', wholeNumber) ?? number('conversions', wholeNumber),
    visitors: number('uniques', wholeNumber),
    visits,
    visit_seconds:
      visits === undefined || seconds === undefined || header.includes('pathname') ? undefined : visits * seconds,
    bounces: visits === undefined || rate === undefined || rate > 1 ? undefined : Math.round(visits * rate),
  }
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined))
}

function keysOf(sink: ExportSink, row: TableRow, header: readonly string[], place: Place): FlatRow['keys'] {
  const keys = new Map<NamedDimension, readonly string[]>()
  const put = (
    column: string,
    dimension: NamedDimension,
    value: (cell: string) => readonly string[] = (cell) => [cell],
  ) => {
    if (header.includes(column)) keys.set(dimension, value(row.cell(column)))
  }
  put('pathname', 'page', (cell) => [cell || '/'])
  put('hostname', 'hostname', (cell) => [hostOf(cell)])
  putPlaces(sink, row, header, place, keys)
  put('browser', 'browser', (cell) => [browserName(cell)])
  put('device_type', 'device', (cell) => {
    const device = deviceName(cell)
    if (device === undefined) sink.leftOut('devices of a kind that Footfall does not have', place)
    return [device ?? '']
  })
  put('operating_system', 'os', (cell) => [systemName(cell).os])
  for (const name of ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const) put(name, name)
  put('event_name', 'event')
  if (header.includes('referrer_hostname') || header.includes('referrer')) {
    const address = row.cell('referrer') || `${hostOf(row.cell('referrer_hostname'))}${row.cell('referrer_pathname')}`
    const utm = {
      utm_source: row.cell('utm_source'),
      utm_medium: row.cell('utm_medium'),
      utm_campaign: row.cell('utm_campaign'),
    }
    const { channel, source, referrer } = originOf({
      ...utm,
      source: utm.utm_source || hostOf(address.split('/')[0] ?? ''),
      referrer: address,
    })
    keys.set('channel', [channel])
    keys.set('source', [source])
    keys.set('referrer', [referrer])
  }
  return keys
}

function putPlaces(
  sink: ExportSink,
  row: TableRow,
  header: readonly string[],
  place: Place,
  keys: Map<NamedDimension, readonly string[]>,
): void {
  const name = row.cell('country_code') || row.cell('country')
  const country = countryCode(name)
  if (country === undefined) sink.leftOut('countries that are not of ISO 3166-1', place)
  const region = regionOf(country ?? '', row.cell('state') || row.cell('region'))
  if (header.includes('country_code') || header.includes('country')) keys.set('country', [country ?? ''])
  if (header.includes('state') || header.includes('region')) keys.set('region', [region])
  if (header.includes('city')) keys.set('city', [row.cell('city'), region, country ?? ''])
}

/** `example.com` of `https://example.com`. */
function hostOf(cell: string): string {
  return (URL.canParse(cell) ? new URL(cell).hostname || cell : cell).toLowerCase().replace(/^www\./, '')
}

/** Hosts below one domain are one site: `blog.example.com` is of `example.com`, and `a.example.co.uk` of `example.co.uk`. */
function siteOf(host: string): string {
  const labels = host.split('.')
  const suffix = labels.length > 2 && (labels.at(-2)?.length ?? 0) <= 3 ? 3 : 2
  return labels.slice(-suffix).join('.')
}
