import { type CsvRow, parseRecord, parseRecords } from '../../import/csv.ts'
import type { ExportEntry } from './archive.ts'
import { rejectionAt } from './place.ts'
import { textChunks } from './text-chunks.ts'

/** Longer ones are not rows of an export. */
const RECORD_CHARACTERS_MAX = 16 * 1024 ** 2

/** The records of a CSV entry, in blocks; blank lines are left out. Throws `InvalidRequest` for an entry that is cut off. */
export async function* csvRows(entry: ExportEntry): AsyncGenerator<readonly CsvRow[]> {
  let rest = ''
  let line = 1
  for await (const chunk of textChunks(entry)) {
    const text = rest + chunk
    const parsed = parseRecords(text.slice(0, text.lastIndexOf('\n') + 1), line)
    rest = text.slice(parsed.end)
    line += parsed.lines
    if (rest.length > RECORD_CHARACTERS_MAX) throw rejectionAt({ entry: entry.name, line }, '', 'is too long for a row')
    if (parsed.records.length > 0) yield parsed.records
  }
  if (rest === '') return
  const parsed = parseRecords(rest, line)
  if (parsed.end < rest.length)
    throw rejectionAt({ entry: entry.name, line: line + parsed.lines }, '', 'has a quoted cell that does not end')
  if (parsed.records.length > 0) yield parsed.records
}

/** A row by the names of its columns. */
export interface TableRow {
  readonly line: number
  /** The cell of a column without surrounding space; empty where there is no such column. */
  cell(column: string): string
}

/** The rows of an entry whose first row names the columns. Every row has as many cells as there are columns. */
export async function* tableRows(entry: ExportEntry): AsyncGenerator<readonly TableRow[]> {
  let columns: ReadonlyMap<string, number> | undefined
  for await (const block of csvRows(entry)) {
    const rows = columns === undefined ? block.slice(1) : block
    columns ??= new Map((block[0]?.cells ?? []).map((name, i) => [name.trim(), i]))
    const width = columns.size
    const at = columns
    yield rows.map(({ line, cells }) => {
      if (cells.length !== width)
        throw rejectionAt({ entry: entry.name, line }, '', `has ${cells.length} cells where the header has ${width}`)
      return { line, cell: (column) => cells[at.get(column) ?? -1]?.trim() ?? '' }
    })
  }
}

/** The names of the columns, where the first line of an entry is the header of a table. */
export function headerOf(text: string): readonly string[] {
  return parseRecord(text.replace(/^\ufeff/, ''), 0)?.cells.map((cell) => cell.trim()) ?? []
}
