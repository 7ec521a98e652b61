import { FIELD_DIMENSIONS } from '@footfall/core-domain'
import type { ExportedEvent } from './columns.ts'

/** NDJSON: one object a line, as an import reads it. What is absent is left out. */
export function ndjsonLine({ amount, currency, props, ...fields }: ExportedEvent): string {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== null) row[name] = value
  if (amount !== null) row.revenue = { amount, currency }
  if (Object.keys(props).length > 0) row.props = props
  return `${JSON.stringify(row)}\n`
}

const CSV_COLUMNS: readonly (readonly [header: string, cell: (event: ExportedEvent) => string | number | null])[] = [
  ...(
    ['timestamp', 'name', 'url', 'visitor', 'visit', 'referrer', ...FIELD_DIMENSIONS, 'engaged_ms', 'scroll'] as const
  ).map((name) => [name, (event: ExportedEvent) => event[name]] as const),
  ['revenue.amount', ({ amount }) => amount],
  ['revenue.currency', ({ currency }) => currency],
  ['props', ({ props }) => (Object.keys(props).length === 0 ? null : JSON.stringify(props))],
  ['version', ({ version }) => version],
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
 * Whoever sends events chooses their text, and an export is opened in a spreadsheet: a cell that would be a formula
 * begins with an apostrophe instead. Numbers stay numbers.
 */
function csvCell(value: string | number | null): string {
  if (value === null) return ''
  const text = String(value)
  const inert = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
