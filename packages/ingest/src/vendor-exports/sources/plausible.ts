import type { Dimension, ImportedNumber } from '@footfall/core-domain'
import { localDay } from '../fields/local-day.ts'
import {
  browserName,
  countryCode,
  deviceName,
  known,
  majorVersion,
  regionOf,
  systemName,
  versioned,
} from '../fields/names.ts'
import { originOf } from '../fields/origin.ts'
import { headerOf, type TableRow, tableRows } from '../files/csv-rows.ts'
import { type Place, rejectionAt } from '../files/place.ts'
import { wholeNumber } from '../files/plain-number.ts'
import type { EntryHead } from '../files/text-chunks.ts'
import type { ExportFormat, ExportSink, FormatEntry } from '../reading.ts'

/** Dimensions with the keys of a row; undefined where the row has none that we know. */
type RowKeys = readonly (readonly [dimension: Dimension, keys: readonly string[]])[]

interface PlausibleTable {
  /** Columns that it always has in addition to `date` and `visitors`, and by which it is recognized. */
  readonly columns: readonly string[]
  readonly numbers: Readonly<Record<string, ImportedNumber>>
  /** Columns of a join, whose cells are null where they are 0. */
  readonly optional?: readonly string[]
  readonly keys: (row: TableRow, leaveOut: (what: string) => void) => RowKeys | undefined
}

const VISIT_NUMBERS = {
  visitors: 'visitors',
  visits: 'visits',
  visit_duration: 'visit_seconds',
  bounces: 'bounces',
  pageviews: 'pageviews',
} as const

/**
 * The tables of an export, as `Plausible.Exports.export_queries` writes them. Older exports lack some of the columns of
 * numbers, and then the numbers are unknown.
 */
const TABLES: Readonly<Record<string, PlausibleTable>> = {
  imported_visitors: {
    columns: ['visitors', 'pageviews', 'bounces', 'visits', 'visit_duration'],
    numbers: VISIT_NUMBERS,
    keys: () => undefined,
  },
  imported_sources: {
    columns: ['source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'],
    numbers: VISIT_NUMBERS,
    keys: sourceKeys,
  },
  imported_pages: {
    columns: ['hostname', 'page'],
    numbers: {
      visitors: 'visitors',
      visits: 'visits',
      pageviews: 'pageviews',
      total_time_on_page: 'page_seconds',
      total_time_on_page_visits: 'page_visits',
    },
    optional: ['total_time_on_page', 'total_time_on_page_visits'],
    // The hostname is any of those of the page, so it counts nothing.
    keys: (row) => [['page', [row.cell('page')]]],
  },
  imported_entry_pages: {
    columns: ['entry_page', 'entrances'],
    numbers: { ...VISIT_NUMBERS, entrances: 'visits' },
    keys: (row) => [['entry_page', [row.cell('entry_page')]]],
  },
  imported_exit_pages: {
    columns: ['exit_page', 'exits'],
    numbers: { ...VISIT_NUMBERS, exits: 'visits' },
    keys: (row) => [['exit_page', [row.cell('exit_page')]]],
  },
  imported_custom_events: {
    columns: ['name', 'link_url', 'path', 'events'],
    numbers: { visitors: 'visitors', events: 'events' },
    keys: eventKeys,
  },
  imported_locations: { columns: ['country', 'region', 'city'], numbers: VISIT_NUMBERS, keys: locationKeys },
  imported_devices: { columns: ['device'], numbers: VISIT_NUMBERS, keys: deviceKeys },
  imported_browsers: {
    columns: ['browser'],
    numbers: VISIT_NUMBERS,
    keys: (row) => {
      const browser = browserName(row.cell('browser'))
      return [
        ['browser', [browser]],
        ['browser_version', [versioned(browser, majorVersion(row.cell('browser_version')))]],
      ]
    },
  },
  imported_operating_systems: {
    columns: ['operating_system'],
    numbers: VISIT_NUMBERS,
    keys: (row) => {
      const { os, osVersion } = systemName(row.cell('operating_system'))
      return [
        ['os', [os]],
        ['os_version', [osVersion || versioned(os, row.cell('operating_system_version'))]],
      ]
    },
  },
}

const CUSTOM_EVENTS = 'imported_custom_events'
/** Reported as events, but sent by the script on its own. */
const NO_CUSTOM_EVENTS: ReadonlySet<string> = new Set(['engagement', 'pageview'])

export const formats: readonly ExportFormat[] = [
  {
    recognizes: (head) => tableOf(head) !== undefined,
    async read(entries, sink) {
      const tables = entries.flatMap((entry) => {
        const name = tableOf(entry.head)
        return name === undefined ? [] : [{ name, entry }]
      })
      // Custom events first: with them, the events of a whole day are known.
      const isFirst = ({ name }: { readonly name: string }) => name === CUSTOM_EVENTS
      const customs = tables.some(isFirst) ? new Map<string, DayEvents>() : undefined
      for (const { name, entry } of tables.toSorted((one, other) => Number(isFirst(other)) - Number(isFirst(one))))
        await readTable(entry, name, sink, customs)
    },
  },
]

/** The custom events of a day. */
interface DayEvents {
  /** The table that they are of; a copy of it in the same archive does not count again. */
  readonly report: string
  readonly events: number
}

const NAMED_TABLE = /(?:^|\/)(imported_[a-z_]+?)(?:_\d{8}_\d{8})?\.csv$/

/** The table of an entry by its name, and where it was renamed by its columns. */
function tableOf({ name, text }: EntryHead): string | undefined {
  const [, table = ''] = NAMED_TABLE.exec(name) ?? []
  if (Object.hasOwn(TABLES, table)) return table
  if (name.includes('imported_')) return undefined
  const header = headerOf(text)
  const fitting = Object.entries(TABLES).filter(([, { columns }]) =>
    [...ALWAYS, ...columns].every((column) => header.includes(column)),
  )
  // Columns of totals are in several tables, so those of a table of parts are compared first.
  return fitting.at(-1)?.[0]
}

const ALWAYS = ['date', 'visitors']

/** Throws for a table with the name of one of an export but without its columns: leaving it out would look like no traffic. */
function requireColumns(entry: FormatEntry, { columns }: PlausibleTable, header: readonly string[]): void {
  const missing = [...ALWAYS, ...columns].find((column) => !header.includes(column))
  if (missing !== undefined)
    throw rejectionAt({ entry: entry.name, line: 1 }, missing, 'is missing; a table of this name has such a column')
}

async function readTable(
  entry: FormatEntry,
  name: string,
  sink: ExportSink,
  customs: Map<string, DayEvents> | undefined,
): Promise<void> {
  const table = TABLES[name]
  if (table === undefined) return
  const header = headerOf(entry.head.text)
  requireColumns(entry, table, header)
  const numbers = Object.entries(table.numbers).filter(([column]) => header.includes(column))
  // Archives of several exports have a folder for each site.
  const site = entry.name.includes('/') ? entry.name.slice(0, entry.name.indexOf('/')) : ''
  const report = `${name}\0${entry.name}`
  for await (const rows of tableRows(entry)) {
    for (const row of rows) {
      const place = { entry: entry.name, line: row.line }
      const values = readNumbers(sink, row, table, numbers, place)
      const day = localDay(row.cell('date'), place, 'date')
      if (!sink.takesSite(site)) continue
      if (name === CUSTOM_EVENTS && !NO_CUSTOM_EVENTS.has(row.cell('name')))
        addEvents(customs, day, report, values.events ?? 0)
      if (name === 'imported_visitors') {
        // Several rows of a day add up, so only the first one has its custom events.
        const events = customs === undefined ? {} : { events: (values.pageviews ?? 0) + takenEvents(customs, day) }
        sink.day({ report, day, dimension: undefined, keys: [], numbers: { ...values, ...events } }, place)
      }
      for (const [dimension, keys] of table.keys(row, (what) => sink.leftOut(what, place)) ?? [])
        sink.day({ report, day, dimension, keys, numbers: values }, place)
    }
    await sink.flush()
  }
}

function addEvents(customs: Map<string, DayEvents> | undefined, day: string, report: string, events: number): void {
  const before = customs?.get(day)
  if (before === undefined || before.report === report)
    customs?.set(day, { report, events: (before?.events ?? 0) + events })
}

function takenEvents(customs: Map<string, DayEvents>, day: string): number {
  const events = customs.get(day)?.events ?? 0
  customs.delete(day)
  return events
}

function readNumbers(
  sink: ExportSink,
  row: TableRow,
  { optional = [] }: PlausibleTable,
  numbers: readonly (readonly [string, ImportedNumber])[],
  place: Place,
): Partial<Record<ImportedNumber, number>> {
  const values: Partial<Record<ImportedNumber, number>> = {}
  for (const [column, name] of numbers) {
    const cell = row.cell(column)
    // A page on which nobody spent time has no row in the join.
    const isNull = optional.includes(column) && (cell === '\\N' || cell === '')
    values[name] = isNull ? 0 : wholeNumber(cell, place, column)
  }
  const { visits, bounces = 0, ...others } = values
  if (visits === undefined || bounces <= visits) return values
  sink.leftOut('bounces of rows with more of them than visits', place)
  return { visits, ...others }
}

function sourceKeys(row: TableRow): RowKeys {
  const utm = {
    utm_source: known(row.cell('utm_source')),
    utm_medium: known(row.cell('utm_medium')),
    utm_campaign: known(row.cell('utm_campaign')),
    utm_content: known(row.cell('utm_content')),
    utm_term: known(row.cell('utm_term')),
  }
  const { channel, source, referrer } = originOf({ ...utm, source: row.cell('source'), referrer: row.cell('referrer') })
  return [
    ['channel', [channel]],
    ['source', [source]],
    ['referrer', [referrer]],
    ['utm_source', [utm.utm_source]],
    ['utm_medium', [utm.utm_medium]],
    ['utm_campaign', [utm.utm_campaign]],
    ['utm_content', [utm.utm_content]],
    ['utm_term', [utm.utm_term]],
  ]
}

function eventKeys(row: TableRow, leaveOut: (what: string) => void): RowKeys | undefined {
  const name = row.cell('name')
  if (NO_CUSTOM_EVENTS.has(name)) {
    leaveOut(`events named ${name}, which the script of Plausible sends on its own`)
    return undefined
  }
  const properties = [
    ['property:url', row.cell('link_url')],
    ['property:path', row.cell('path')],
  ] as const
  return [
    ['event', [name]],
    ...properties.flatMap(([dimension, value]): RowKeys => (value === '' ? [] : [[dimension, [value]]])),
  ]
}

/** Cities are numbers of GeoNames, and no list of their names ships with this service. */
function locationKeys(row: TableRow, leaveOut: (what: string) => void): RowKeys | undefined {
  const country = countryCode(row.cell('country'))
  if (country === undefined) {
    leaveOut('places in a country that is not of ISO 3166-1')
    return undefined
  }
  const city = row.cell('city')
  if (city !== '' && city !== '0') leaveOut('cities, which the export gives by their number only')
  return [
    ['country', [country]],
    ['region', [regionOf(country, row.cell('region'))]],
  ]
}

function deviceKeys(row: TableRow, leaveOut: (what: string) => void): RowKeys | undefined {
  const device = deviceName(row.cell('device'))
  if (device !== undefined) return [['device', [device]]]
  leaveOut('devices of a kind that Footfall does not have')
  return undefined
}
