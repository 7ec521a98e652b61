import { escapedText } from '@footfall/core-domain'

/** Texts that would be read as something else than a text. */
const READ_OTHERWISE: ReadonlySet<string> = new Set(['', 'null', 'true', 'false', 'none', '(none)', '(direct)'])

/** Text of the service or of members on one line. It is quoted where it would be read otherwise. */
export function textOnOneLine(text: string): string {
  const escaped = escapedText(text)
  const isPlain = !READ_OTHERWISE.has(escaped) && !/^["\s]|\s$/.test(escaped)
  return isPlain ? escaped : quoted(escaped)
}

/**
 * Text that visitors wrote, on one line. Whatever is not a single word is quoted, so that no text of theirs looks like a
 * line of the answer.
 */
export function textOfVisitors(text: string): string {
  const escaped = escapedText(text)
  return /^[^\s"]+$/.test(escaped) && !READ_OTHERWISE.has(escaped) ? escaped : quoted(escaped)
}

/** An entry of a list that is separated by commas. */
export function listEntry(text: string): string {
  return text.includes(',') && !text.startsWith('"') ? quoted(text) : text
}

/** Escaped text in quotation marks. */
function quoted(escaped: string): string {
  return `"${escaped.replaceAll('"', '\\"')}"`
}

/** A column of a table; `undefined` is an empty cell. */
export interface Column<Row> {
  readonly name: string
  cell(row: Row, index: number): string | undefined
}

export const column = <Row>(name: string, cell: Column<Row>['cell']): Column<Row> => ({ name, cell })

/** Rows as lines of cells separated by tabs, with one line of names before them. */
export function tableLines<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return ['none']
  return [
    columns.map(({ name }) => name).join('\t'),
    ...rows.map((row, index) => columns.map(({ cell }) => cell(row, index) ?? '').join('\t')),
  ]
}
