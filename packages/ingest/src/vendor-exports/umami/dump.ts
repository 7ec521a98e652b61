import { type DumpRow, type DumpTables, dumpRows } from '../files/sql-dump.ts'
import type { ExportedEvent, ExportFormat, ExportSink, FormatEntry } from '../reading.ts'
import { UMAMI_EVENT_COLUMNS, type UmamiExtras, type UmamiSessions, umamiEvent, umamiSession } from './event.ts'

const EVENTS: DumpTables = new Map([['website_event', UMAMI_EVENT_COLUMNS]])
const OTHERS: DumpTables = new Map([
  ['session', ['session_id']],
  ['website', ['website_id']],
  ['event_data', ['website_event_id']],
  ['revenue', ['event_id', 'revenue', 'currency']],
])
/** Of an event. */
const PROPS_MAX = 30
/** A dump of the database of Umami, of PostgreSQL or MySQL. Its times are UTC, or say their zone. */
export const umamiDump: ExportFormat = {
  recognizes: ({ text }) =>
    /^(?:--|\/\*|SET |COPY |INSERT |CREATE )/m.test(text) &&
    /(?:PostgreSQL database dump|MySQL dump|MariaDB dump|\bwebsite_event\b)/i.test(text),
  async read(entries, sink) {
    const other = await readOthers(entries)
    for (const entry of entries) {
      for await (const rows of dumpRows(entry, EVENTS)) {
        for (const row of rows) takeEvent(sink, other, entry.name, row)
        await sink.flush()
      }
    }
  },
}

interface OtherTables {
  readonly sessions: UmamiSessions
  readonly domains: Map<string, readonly string[]>
  readonly props: Map<string, NonNullable<ExportedEvent['props']>>
  readonly revenue: Map<string, NonNullable<ExportedEvent['revenue']>>
}

/** The tables that events refer to come anywhere in a dump, so they are read first. */
async function readOthers(entries: readonly FormatEntry[]): Promise<OtherTables> {
  const tables: OtherTables = { sessions: new Map(), domains: new Map(), props: new Map(), revenue: new Map() }
  const texts = new Map<string, string>()
  // Sessions share most of their texts; kept once, they take a tenth of the memory.
  const shared = (value: string): string => {
    const found = texts.get(value)
    if (found === undefined) texts.set(value, value)
    return found ?? value
  }
  for (const entry of entries) {
    for await (const rows of dumpRows(entry, OTHERS)) {
      for (const row of rows) keepRow(tables, row, shared)
    }
  }
  return tables
}

function keepRow({ sessions, domains, props, revenue }: OtherTables, row: DumpRow, shared: (value: string) => string) {
  const { cell } = row
  if (row.table === 'session') {
    sessions.set(cell('session_id'), umamiSession(cell, shared))
  } else if (row.table === 'website') {
    domains.set(
      cell('website_id'),
      [cell('domain'), cell('name')].filter((name) => name !== ''),
    )
  } else if (row.table === 'event_data') {
    const event = cell('website_event_id')
    const value = cell('string_value') || cell('number_value') || cell('date_value')
    const kept = props.get(event)
    // One more than an event may have rejects the event; further ones change nothing.
    if (kept !== undefined && Object.keys(kept).length > PROPS_MAX) return
    props.set(event, { ...kept, [cell('data_key') || cell('event_key')]: value.slice(0, 2000) })
  } else {
    const amount = cell('revenue').replace(/(\.\d{4})\d+$/, '$1')
    revenue.set(cell('event_id'), { amount, currency: cell('currency').toUpperCase() })
  }
}

function takeEvent(sink: ExportSink, tables: OtherTables, entry: string, row: DumpRow): void {
  const website = row.cell('website_id')
  const names = tables.domains.get(website) ?? []
  if (!sink.takesSite(website, [...names, website])) return
  const session = tables.sessions.get(row.cell('session_id'))
  const event = row.cell('event_id')
  const [domain] = names
  const extras: UmamiExtras = {
    props: tables.props.get(event),
    revenue: tables.revenue.get(event),
    ...(domain === undefined ? {} : { domain }),
  }
  umamiEvent(sink, (column) => row.cell(column) || (session?.get(column) ?? ''), { entry, line: row.line }, extras)
}
