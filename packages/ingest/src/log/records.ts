import { byName, VISIT_ATTRIBUTES } from '@footfall/core-domain'
import type {
  CrawlerHitRow,
  EventRow,
  MovedVisitRow,
  ProxiedRow,
  RejectedRow,
  VisitAttributes,
} from '@footfall/warehouse'
import {
  attributesField,
  type EventColumns,
  eventLine,
  isEventLine,
  keptAttributesField,
  ofEarlierLine,
  ofUnclassifiedLine,
  parseEventLine,
} from './event-line.ts'

/** The tables that ingest writes, with their rows. */
export interface IngestRows {
  readonly events: EventRow
  readonly rejected_events: RejectedRow
  readonly proxied_events: ProxiedRow
  readonly crawler_hits: CrawlerHitRow
  readonly moved_visits: MovedVisitRow
}
export type IngestTable = keyof IngestRows

/** One row to be delivered. */
export interface LogRecord {
  readonly table: IngestTable
  readonly product: string
  /** The row on one line: of events as `eventLine` writes it, of other tables in the format JSONEachRow. */
  readonly text: string
  /** When the visit of an event began, as the row has it; absent where the record was read from a file. */
  readonly begun?: string
}

const TAGS: Readonly<Record<IngestTable, string>> = {
  events: 'w',
  rejected_events: 'r',
  proxied_events: 'p',
  crawler_hits: 'c',
  moved_visits: 'm',
}
const TABLES: ReadonlyMap<string, IngestTable> = new Map(
  (Object.keys(TAGS) as IngestTable[]).map((table) => [TAGS[table], table]),
)
/** With what every line of an event begins, and no other one. */
export const EVENT_LINE_START = `${TAGS.events} `
/** Of events that earlier releases wrote: without evidence, with a field for each attribute, and as JSON. */
const UNCLASSIFIED_EVENT_TAG = 'v'
const EARLIER_EVENT_TAG = 't'
const JSON_EVENT_TAG = 'e'

export function record<Table extends IngestTable>(table: Table, row: IngestRows[Table]): LogRecord
export function record(table: IngestTable, row: IngestRows[IngestTable]): LogRecord {
  if (table !== 'events') return { table, product: row.product_id, text: JSON.stringify(row) }
  const event = row as EventRow
  return { table, product: row.product_id, text: eventLine(event, attributesField(event)), begun: event.visit_start }
}

/** An event of a visit, whose events have its attributes as the same object. */
export function eventRecord(row: EventColumns, attributes: VisitAttributes): LogRecord {
  const text = eventLine(row, keptAttributesField(attributes))
  return { table: 'events', product: row.product_id, text, begun: row.visit_start }
}

/** The row of an event; undefined for a record of another table. */
export function eventOf({ table, text }: LogRecord): EventRow | undefined {
  return table === 'events' ? parseEventLine(text) : undefined
}

/** The change of a visit's class; undefined for a record of another table. */
export function movedOf({ table, text }: LogRecord): MovedVisitRow | undefined {
  // Written by this service as the row, and never by anybody else.
  return table === 'moved_visits' ? JSON.parse(text) : undefined
}

/** A line of the log: table, product and row. Product ids contain no space. */
export function formatLine({ table, product, text }: LogRecord): string {
  return `${TAGS[table]} ${product} ${text}\n`
}

/** Undefined for an incomplete or foreign line. */
export function parseLine(line: string): LogRecord | undefined {
  const tag = line.slice(0, line.indexOf(' '))
  const end = line.indexOf(' ', 2)
  const product = line.slice(2, end)
  const text = line.slice(end + 1)
  if (end < 0) return undefined
  if (tag === JSON_EVENT_TAG) return ofEarlierRelease(text)
  if (tag === EARLIER_EVENT_TAG || tag === UNCLASSIFIED_EVENT_TAG) {
    const now = tag === EARLIER_EVENT_TAG ? ofEarlierLine(text) : ofUnclassifiedLine(text)
    return now === undefined ? undefined : { table: 'events', product, text: now }
  }
  const table = TABLES.get(tag)
  if (table === undefined) return undefined
  const isWhole = table === 'events' ? isEventLine(text) : text.startsWith('{') && text.endsWith('}')
  return isWhole ? { table, product, text } : undefined
}

/** Columns that came later than lines as JSON. */
const LATER: Partial<EventRow> = { ...byName(VISIT_ATTRIBUTES, () => ''), identified: 0, title: '' }

function ofEarlierRelease(json: string): LogRecord | undefined {
  try {
    return record('events', { ...LATER, ...JSON.parse(json) })
  } catch {
    return undefined
  }
}
