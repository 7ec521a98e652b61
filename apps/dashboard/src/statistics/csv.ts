import { saveFile } from '../ui/save-file.ts'

/** Characters with which a spreadsheet begins a formula. */
const FORMULA = /^[=+\-@\t\r]/
/** Where the comma writes decimals, spreadsheets end a cell at a semicolon, so a formula can begin after one. */
const FORMULA_INSIDE = /(?<=.[;\t\r\n]\s*)(?=[=+\-@])/gs

/** A table as CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function toCsv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  // A number is never a formula, even a negative one.
  if (typeof value === 'number') return String(value)
  const safe = `${FORMULA.test(value) ? "'" : ''}${value.replaceAll(FORMULA_INSIDE, "'")}`
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Saves a text as a file of the browser. */
export function saveCsv(name: string, csv: string): void {
  // With a byte order mark, without which spreadsheets read UTF-8 as another encoding.
  saveFile(name, new Blob(['\uFEFF', csv], { type: 'text/csv;charset=utf-8' }))
}
