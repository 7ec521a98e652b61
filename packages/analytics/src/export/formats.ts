import { FIELD_DIMENSIONS, WEB_VITALS } from '@footfall/core-domain'
import type { ExportedEvent } from './columns.ts'

/** The parts of an event that are more than one value, and those that are true or false. */
function structuresOf({ interactive, watches_errors, vitals, ...event }: ExportedEvent) {
  const measured = Object.entries(vitals).filter(([, value]) => value !== null)
  return {
    interactive: interactive === null ? undefined : false,
    watches_errors: watches_errors === null ? undefined : true,
    vitals: measured.length === 0 ? undefined : Object.fromEntries(measured),
    error: errorOf(event),
  }
}

/** A source is kept with its line and column behind it. */
const SOURCE = /^(.*?)(?::(\d{1,15}))?(?::(\d{1,15}))?$/s

function errorOf({
  error_count,
  error_message: message,
  error_source,
  error_stack,
}: Pick<ExportedEvent, 'error_count' | 'error_message' | 'error_source' | 'error_stack'>) {
  if (error_count === null) return undefined
  const [, source, line, column] = SOURCE.exec(error_source) ?? []
  return {
    message,
    source: source === '' ? undefined : source,
    line: line === undefined ? undefined : Number(line),
    column: column === undefined ? undefined : Number(column),
    stack: error_stack === '' ? undefined : error_stack,
    count: error_count,
  }
}

/** NDJSON: one object a line, as an import reads it. What is absent is left out. */
export function ndjsonLine(event: ExportedEvent): string {
  const { amount, currency, props } = event
  const row: Record<string, unknown> = {}
  for (const name of FIELDS) if (event[name] !== null) row[name] = event[name]
  for (const name of LATE_FIELDS) if (event[name] !== null) row[name] = event[name]
  if (amount !== null) row.revenue = { amount, currency }
  if (Object.keys(props).length > 0) row.props = props
  return `${JSON.stringify({ ...row, ...structuresOf(event) })}\n`
}

/** Those with one value. */
const FIELDS = [
  ...(['timestamp', 'name', 'url', 'visitor', 'visit', 'referrer'] as const),
  ...FIELD_DIMENSIONS,
  ...(['engaged_ms', 'scroll'] as const),
] as const

/** Those with one value, which come after the others, where older files end or have none. */
const LATE_FIELDS = ['version', 'traffic', 'evidence'] as const

type Cell = string | number | boolean | null | undefined

const ERROR_PARTS = ['message', 'source', 'line', 'column', 'stack', 'count'] as const

const CSV_COLUMNS: readonly (readonly [header: string, cell: (event: ExportedEvent) => Cell])[] = [
  ...FIELDS.map((name) => [name, (event: ExportedEvent) => event[name]] as const),
  ['interactive', (event) => structuresOf(event).interactive],
  ['watches_errors', (event) => structuresOf(event).watches_errors],
  ...WEB_VITALS.map((vital) => [`vitals.${vital}`, ({ vitals }: ExportedEvent) => vitals[vital]] as const),
  ...ERROR_PARTS.map((part) => [`error.${part}`, (event: ExportedEvent) => errorOf(event)?.[part]] as const),
  ['revenue.amount', ({ amount }) => amount],
  ['revenue.currency', ({ currency }) => currency],
  ['props', ({ props }) => (Object.keys(props).length === 0 ? null : JSON.stringify(props))],
  ...LATE_FIELDS.map((name) => [name, (event: ExportedEvent) => event[name]] as const),
]

/** RFC 4180, which ends lines with CR LF. */
export const CSV_HEADER = `${CSV_COLUMNS.map(([header]) => header).join(',')}\r\n`

export function csvLine(event: ExportedEvent): string {
  return `${CSV_COLUMNS.map(([, cell]) => csvCell(cell(event))).join(',')}\r\n`
}

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Senders choose the text of events, and people open exports in spreadsheets: a cell that would be a formula
 * begins with an apostrophe instead. Numbers stay numbers.
 */
function csvCell(value: Cell): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  const inert = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
