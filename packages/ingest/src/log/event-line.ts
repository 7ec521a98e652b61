import { VISIT_ATTRIBUTES, type VisitAttribute, WEB_VITALS } from '@footfall/core-domain'
import type { EventRow, VisitAttributes } from '@footfall/warehouse'
import { mapOfTsv, textOfTsv, tsvMap, tsvText } from './tsv.ts'

/** An event without what its visit fixes. */
export type EventColumns = Omit<EventRow, VisitAttribute>
type Column = keyof EventColumns
type Kind = 'text' | 'number' | 'map'
interface Field {
  readonly column: Column
  readonly kind: Kind
  /** As what the engine reads it. */
  readonly type: string
}

const field = (kind: Kind, type: string, ...columns: readonly Column[]) =>
  columns.map((column): Field => ({ column, kind, type }))

/** What follows the product and the attributes, in the order in which `eventLine` writes it. */
const FIELDS: readonly Field[] = [
  ...field('text', "DateTime64(3, 'UTC')", 'ts'),
  ...field('text', 'String', 'kind', 'name'),
  ...field('text', 'UInt64', 'visitor'),
  ...field('number', 'UInt8', 'identified'),
  ...field('text', 'UInt64', 'visit'),
  ...field('text', "DateTime('UTC')", 'visit_start'),
  ...field('number', 'UInt8', 'visit_starts'),
  ...field('number', 'UInt16', 'pv_seq'),
  ...field('number', 'UInt8', 'unbounce'),
  ...field('number', 'UInt32', 'gap_ms'),
  ...field('text', 'String', 'hostname', 'path', 'title', 'entry_path'),
  ...field('number', 'UInt32', 'engaged_ms'),
  ...field('number', 'UInt8', 'scroll'),
  ...field('text', 'Decimal(18, 4)', 'revenue'),
  ...field('text', 'String', 'currency'),
  ...field('map', 'Map(String, String)', 'props'),
  ...field('text', 'String', 'tracker'),
  ...field('number', 'Int32', ...WEB_VITALS, 'error_count'),
  ...field('text', 'UInt64', 'error'),
  ...field('text', 'String', 'error_message', 'error_source', 'error_stack'),
  ...field('number', 'UInt16', 'evidence'),
  ...field('text', 'UInt64', 'event_id'),
]

/** What follows the attributes in a line, with the types as which the engine reads it. */
export const EVENT_LINE_FIELDS: readonly Pick<Field, 'column' | 'type'>[] = FIELDS
/** The columns of `tabbedLine`, in their order. */
export const EVENT_LINE_COLUMNS: readonly (keyof EventRow)[] = [
  'product_id',
  ...VISIT_ATTRIBUTES,
  ...FIELDS.map(({ column }) => column),
]

/**
 * Between the attributes of a visit, which are one field of a line: as separate columns they were half of the engine's work
 * of reading one. No attribute holds it, since it is a control character.
 */
export const ATTRIBUTE_SEPARATOR = '\u0001'

/**
 * An event as one line in the format TabSeparated, without its line feed: the product, the attributes of its visit, and
 * the other columns. `attributes` is what `attributesField` gives.
 */
export function eventLine(row: EventColumns, attributes: string): string {
  const start = `${row.product_id}\t${attributes}\t${row.ts}\t${row.kind}\t${tsvText(row.name)}`
  const visit = `${row.visitor}\t${row.identified}\t${row.visit}\t${row.visit_start}\t${row.visit_starts}\t${row.pv_seq}\t${row.unbounce}\t${row.gap_ms}`
  const page = `${tsvText(row.hostname)}\t${tsvText(row.path)}\t${tsvText(row.title)}\t${tsvText(row.entry_path)}`
  const rest = `${row.engaged_ms}\t${row.scroll}\t${row.revenue}\t${row.currency}\t${propsField(row.props)}\t${tsvText(row.tracker)}`
  return `${start}\t${visit}\t${page}\t${rest}\t${reportFields(row)}\t${row.evidence ?? 0}\t${row.event_id ?? 0}`
}

const REPORTED = [...WEB_VITALS, 'error_count', 'error', 'error_message', 'error_source', 'error_stack'] as const
const NO_REPORT = [...WEB_VITALS.map(() => '-1'), '-1', '0', '', '', ''].join('\t')

function reportFields(row: EventColumns): string {
  if (REPORTED.every((column) => row[column] === undefined)) return NO_REPORT
  const vitals = WEB_VITALS.map((vital) => row[vital] ?? -1).join('\t')
  const texts = [row.error_message, row.error_source, row.error_stack].map((text) => tsvText(text ?? '')).join('\t')
  return `${vitals}\t${row.error_count ?? -1}\t${row.error ?? 0}\t${texts}`
}

function propsField(props: EventRow['props']): string {
  const entries = Object.entries(props)
  return entries.length === 0 ? '{}' : tsvMap(entries)
}

export function attributesField(attributes: VisitAttributes): string {
  const texts = VISIT_ATTRIBUTES.map((name) => tsvText(attributes[name].replaceAll(ATTRIBUTE_SEPARATOR, ' ')))
  return texts.join(ATTRIBUTE_SEPARATOR)
}

/** The events of a visit have the same attributes, and usually come close together. */
const FIELDS_KEPT = 2000
const fields = new Map<VisitAttributes, string>()

/** The same for attributes that come again, as the same object. */
export function keptAttributesField(attributes: VisitAttributes): string {
  const known = fields.get(attributes)
  if (known !== undefined) return known
  const made = attributesField(attributes)
  if (fields.size >= FIELDS_KEPT) fields.clear()
  fields.set(attributes, made)
  return made
}

/** Undefined for an incomplete line. */
export function parseEventLine(line: string): EventRow | undefined {
  if (!isEventLine(line)) return undefined
  const [product = '', attributes = '', ...values] = line.split('\t')
  const texts = attributes.split(ATTRIBUTE_SEPARATOR)
  const entries = [
    ['product_id', product] as const,
    ...VISIT_ATTRIBUTES.map((name, i) => [name, textOfTsv(texts[i] ?? '')] as const),
    ...FIELDS.map(({ column, kind }, i) => [column, fieldValue(kind, values[i] ?? '')] as const),
  ]
  // Every column of a row is in the table of fields, with the kind of its value.
  return Object.fromEntries(entries) as unknown as EventRow
}

/** Whether a line has all fields; a crash may leave zeros in place of a line. */
export function isEventLine(line: string): boolean {
  let tabs = 0
  for (let at = line.indexOf('\t'); at >= 0; at = line.indexOf('\t', at + 1)) tabs++
  return tabs === FIELDS.length + 1 && !line.includes('\0')
}

/** A line with each attribute as a separate field: what the engine takes as the text of an insert. */
export function tabbedLine(line: string): string {
  const start = line.indexOf('\t')
  const end = line.indexOf('\t', start + 1)
  return line.slice(0, start) + line.slice(start, end).replaceAll(ATTRIBUTE_SEPARATOR, '\t') + line.slice(end)
}

/** Before the attributes in the lines of an earlier release, which had a field for each. */
const EARLIER_BEFORE = FIELDS.findIndex(({ column }) => column === 'entry_path') + 2

/** Undefined for an incomplete line of the earlier release. */
export function ofEarlierLine(line: string): string | undefined {
  const values = line.split('\t')
  const after = EARLIER_BEFORE + VISIT_ATTRIBUTES.length
  const [product = '', ...before] = values.slice(0, EARLIER_BEFORE)
  const attributes = values.slice(EARLIER_BEFORE, after).join(ATTRIBUTE_SEPARATOR)
  return ofUnclassifiedLine([product, attributes, ...before, ...values.slice(after)].join('\t'))
}

/** A line of the earlier release that knew no classes, with no evidence before its last field. Undefined for an incomplete line. */
export function ofUnclassifiedLine(line: string): string | undefined {
  const last = line.lastIndexOf('\t')
  const now = `${line.slice(0, last)}\t0${line.slice(last)}`
  return isEventLine(now) ? now : undefined
}

function fieldValue(kind: Kind, field: string): string | number | Record<string, string> {
  switch (kind) {
    case 'text':
      return textOfTsv(field)
    case 'number':
      return Number(field)
    case 'map':
      return mapOfTsv(field)
  }
}

/** The hash of the id that its sender gave an event; undefined where it has none. */
export function eventIdIn(line: string): string | undefined {
  const id = line.slice(line.lastIndexOf('\t') + 1)
  return id === '0' ? undefined : id
}
