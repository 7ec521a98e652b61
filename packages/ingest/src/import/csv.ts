import type { FileHandle } from 'node:fs/promises'
import { InvalidRequest, isRecord, WEB_VITALS } from '@footfall/core-domain'
import { type FileReader, type FileRow, LINE_BYTES_MAX, readLines, tooLong } from './blocks.ts'

const BYTE_ORDER_MARK = '\ufeff'
const HEADER_BYTES = 64 * 1024
const NUMBERS: ReadonlySet<string> = new Set([
  ...['width', 'engaged_ms', 'scroll', 'error.line', 'error.column', 'error.count'],
  ...WEB_VITALS.map((vital) => `vitals.${vital}`),
])
const BOOLEANS: ReadonlyMap<string, ReadonlyMap<string, boolean>> = new Map(
  ['interactive', 'watches_errors'].map((column) => [
    column,
    new Map([
      ['true', true],
      ['false', false],
    ]),
  ]),
)
/** Fields with parts, each of which has a column. */
const STRUCTURES = ['revenue', 'vitals', 'error'] as const

/**
 * RFC 4180 with a header. Columns are named like the fields of an event; `props` holds a JSON object, `props.NAME` one
 * property, `revenue.amount`, `vitals.lcp` or `error.message` a part of a field. An empty cell is an absent field.
 */
export async function csvReader(file: FileHandle, blockBytes: number): Promise<FileReader> {
  const first = await readLines(file, 0, HEADER_BYTES)
  const firstText = first?.bytes.toString() ?? ''
  const header = first ? parseRecord(firstText, 0) : undefined
  if (!header) throw new InvalidRequest([{ path: 'file', message: 'has no header line' }])
  const columns = header.cells.map((cell) => cell.replace(BYTE_ORDER_MARK, '').trim())
  const headerBytes = Buffer.byteLength(firstText.slice(0, header.end))

  return {
    async block(offset, line) {
      const start = Math.max(offset, headerBytes)
      const headerLines = offset < headerBytes ? header.lines : 0
      for (let size = blockBytes; ; size *= 2) {
        const read = await readLines(file, start, size)
        if (!read) return undefined
        const text = read.bytes.toString()
        const { rows, end, lines } = parseBlock(text, columns, line + headerLines, read.last)
        // A quoted cell may contain line feeds. If the block ends inside its first record, read more.
        if (end === 0 && !read.last) {
          if (size >= LINE_BYTES_MAX) throw tooLong()
          continue
        }
        const bytes = end === text.length ? read.bytes.length : Buffer.byteLength(text.slice(0, end))
        return { rows, offset: start + bytes, lines: lines + headerLines }
      }
    },
  }
}

function parseBlock(text: string, columns: readonly string[], before: number, last: boolean) {
  const { records, end, lines } = parseRecords(text, before + 1)
  const rows = records.map(({ line, cells }) => toRow(cells, columns, line))
  if (end === text.length || !last) return { rows, end, lines }
  rows.push({ line: before + lines + 1, unreadable: 'has a quoted cell that does not end' })
  return { rows, end: text.length, lines }
}

export interface CsvRow {
  /** The line on which it begins, from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The records of a text that begins on a line; blank lines are left out. `end` is where a record begins that the text cuts off. */
export function parseRecords(text: string, firstLine: number) {
  const records: CsvRow[] = []
  let end = 0
  let lines = 0
  while (end < text.length) {
    const record = parseRecord(text, end)
    if (!record) break
    const isBlank = record.cells.length === 1 && record.cells[0] === ''
    if (!isBlank) records.push({ line: firstLine + lines, cells: record.cells })
    end = record.end
    lines += record.lines
  }
  return { records, end, lines }
}

interface CsvRecord {
  readonly cells: readonly string[]
  /** Start of the next record. */
  readonly end: number
  readonly lines: number
}

/** The record at `start`; undefined when the text ends inside a quoted cell. */
export function parseRecord(text: string, start: number): CsvRecord | undefined {
  const cells: string[] = []
  let lines = 1
  let at = start
  for (;;) {
    let cell: string
    if (text.charCodeAt(at) === QUOTE) {
      const quoted = parseQuoted(text, at)
      if (!quoted) return undefined
      cell = quoted.value
      lines += quoted.lines
      at = quoted.end
    } else {
      const from = at
      while (at < text.length && !endsCell(text.charCodeAt(at))) at++
      cell = text.slice(from, at)
    }
    cells.push(cell)
    if (text.charCodeAt(at) === COMMA) {
      at++
      continue
    }
    // Text between a closing quote and the next comma is not part of the format and is skipped.
    while (at < text.length && text.charCodeAt(at) !== LINE_FEED) at++
    return { cells, end: Math.min(at + 1, text.length), lines }
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

function endsCell(unit: number): boolean {
  return unit === COMMA || unit === LINE_FEED || unit === CARRIAGE_RETURN
}

function parseQuoted(text: string, start: number): { value: string; end: number; lines: number } | undefined {
  let from = start + 1
  let value = ''
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return undefined
    value += text.slice(from, quote)
    if (text.charCodeAt(quote + 1) !== QUOTE) {
      return { value, end: quote + 1, lines: value.includes('\n') ? value.split('\n').length - 1 : 0 }
    }
    value += '"'
    from = quote + 2
  }
}

function toRow(cells: readonly string[], columns: readonly string[], line: number): FileRow {
  if (cells.length !== columns.length) {
    return { line, unreadable: `has ${cells.length} cells where the header has ${columns.length}` }
  }
  const row = new Map<string, unknown>()
  const props = new Map<string, unknown>()
  const structures = new Map<string, Map<string, unknown>>()
  for (let i = 0; i < cells.length; i++) {
    const cell = cells[i] ?? ''
    const column = columns[i] ?? ''
    if (cell === '') continue
    if (column === 'props') {
      const parsed = parseProps(cell)
      if (!parsed) return { line, unreadable: 'has props that are not a JSON object' }
      for (const [name, value] of parsed) props.set(name, value)
    } else if (column.startsWith('props.')) props.set(column.slice('props.'.length), cell)
    else {
      const structure = STRUCTURES.find((name) => column.startsWith(`${name}.`))
      if (structure === undefined) row.set(column, cellValue(column, cell))
      else {
        const parts = structures.get(structure) ?? new Map<string, unknown>()
        structures.set(structure, parts.set(column.slice(structure.length + 1), cellValue(column, cell)))
      }
    }
  }
  if (props.size > 0) row.set('props', Object.fromEntries(props))
  for (const [name, parts] of structures) row.set(name, Object.fromEntries(parts))
  return { line, value: Object.fromEntries(row) }
}

/** Text that is neither a number nor a boolean is left to the checks of the field. */
function cellValue(column: string, cell: string): unknown {
  if (NUMBERS.has(column) && /^-?\d+(\.\d+)?$/.test(cell)) return Number(cell)
  return BOOLEANS.get(column)?.get(cell) ?? cell
}

function parseProps(json: string): readonly (readonly [string, unknown])[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isRecord(value) ? Object.entries(value) : undefined
  } catch {
    return undefined
  }
}
