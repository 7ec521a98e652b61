import type { ExportEntry } from './archive.ts'
import { rejectionAt, rejectionOf } from './place.ts'
import { textChunks } from './text-chunks.ts'

export interface DumpRow {
  readonly table: string
  readonly line: number
  /** The value of a column; empty where it is null or there is none. */
  cell(column: string): string
}

const COPY = /^COPY (?:"?\w+"?\.)?"?(\w+)"? \(([^)]*)\) FROM stdin;/i
const INSERT = /^INSERT (?:IGNORE )?INTO (?:[`"]?\w+[`"]?\.)?[`"]?(\w+)[`"]?\s*(?:\(([^)]*)\))?\s*VALUES\s*/i
const CREATE = /^CREATE TABLE (?:IF NOT EXISTS )?(?:[`"]?\w+[`"]?\.)?[`"]?(\w+)[`"]? \(/i
const COLUMN = /^\s+[`"](\w+)[`"] /
const STATEMENT_CHARACTERS_MAX = 256 * 1024 ** 2
const TRIED_CHARACTERS_MAX = 64 * 1024 ** 2
/** What PostgreSQL and MySQL take is fewer. */
const COLUMNS_MAX = 5000
const TOO_LONG = 'has a statement that is too long'

/** Tables with the columns without which their rows say nothing. */
export type DumpTables = ReadonlyMap<string, readonly string[]>

/**
 * The rows of some tables of an SQL dump, in blocks: `COPY` and `INSERT` as `pg_dump` and `mysqldump` write them. Nothing
 * is run. An `INSERT` without columns has them in the order of its `CREATE TABLE`.
 */
export async function* dumpRows(entry: ExportEntry, tables: DumpTables): AsyncGenerator<readonly DumpRow[]> {
  const reader = dumpReader(entry.name, tables)
  let rest = ''
  for await (const chunk of textChunks(entry)) {
    // A long statement comes in many pieces, and only a new one can end its line.
    if (!chunk.includes('\n')) {
      rest += chunk
      if (rest.length > STATEMENT_CHARACTERS_MAX) throw rejectionOf(entry.name, TOO_LONG)
      continue
    }
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    const rows = lines.flatMap((line) => reader.line(line))
    if (rows.length > 0) yield rows
  }
  const rows = rest === '' ? [] : reader.line(rest)
  if (rows.length > 0) yield rows
  reader.end()
}

type Part = { readonly table: string; readonly columns: readonly string[] } & (
  | { readonly kind: 'copy' | 'create' }
  | {
      readonly kind: 'insert'
      readonly startLine: number
      readonly text: string
      /** Characters that were read in vain for the end of the statement. */
      readonly tried: number
    }
)

function dumpReader(entry: string, tables: DumpTables) {
  const columnsOf = new Map<string, readonly string[]>()
  let number = 0
  let part: Part | undefined

  function line(raw: string): readonly DumpRow[] {
    number++
    const text = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    if (part === undefined) return begin(text)
    switch (part.kind) {
      case 'copy':
        return copied(part, text)
      case 'create':
        return created(part, text)
      case 'insert':
        return inserted({ ...part, text: `${part.text}\n${text}` }, text)
    }
  }

  function begin(text: string): readonly DumpRow[] {
    const create = CREATE.exec(text)
    if (create?.[1] !== undefined) {
      part = { kind: 'create', table: create[1], columns: [] }
      return []
    }
    const copy = COPY.exec(text)
    if (copy?.[1] !== undefined) {
      part = { kind: 'copy', table: copy[1], columns: names(copy[2] ?? '') }
      requireColumns(part.table, part.columns)
      return []
    }
    const insert = INSERT.exec(text)
    const table = insert?.[1]
    if (insert === null || table === undefined || !tables.has(table)) return []
    const columns = insert[2] === undefined ? (columnsOf.get(table) ?? []) : names(insert[2])
    if (columns.length === 0) throw rejectionAt({ entry, line: number }, table, 'has no names of columns')
    requireColumns(table, columns)
    const rest = text.slice(insert[0].length)
    return inserted({ kind: 'insert', table, columns, startLine: number, text: rest, tried: 0 }, rest)
  }

  /** Left out, the rows of such a table would look like no traffic. */
  function requireColumns(table: string, columns: readonly string[]): void {
    const missing = tables.get(table)?.find((column) => !columns.includes(column))
    if (missing !== undefined) throw rejectionAt({ entry, line: number }, `${table}.${missing}`, 'is missing')
  }

  function created(of: Part, text: string): readonly DumpRow[] {
    const column = COLUMN.exec(text)?.[1]
    if (column !== undefined) {
      if (of.columns.length >= COLUMNS_MAX) throw rejectionOf(entry, `has a table of more than ${COLUMNS_MAX} columns`)
      part = { kind: 'create', table: of.table, columns: [...of.columns, column] }
    } else if (text.startsWith(')')) {
      columnsOf.set(of.table, of.columns)
      part = undefined
    }
    return []
  }

  function copied(of: Part, text: string): readonly DumpRow[] {
    if (text === '\\.') {
      part = undefined
      return []
    }
    if (!tables.has(of.table)) return []
    return [row(of, text.split('\t').map(copyValue), number)]
  }

  /** Rows up to the semicolon that ends the statement; where it has not come, the statement goes on. */
  function inserted(of: Extract<Part, { kind: 'insert' }>, lastLine: string): readonly DumpRow[] {
    if (of.text.length > STATEMENT_CHARACTERS_MAX) throw rejectionOf(entry, TOO_LONG)
    // Only a line with the semicolon can end it; others need no look.
    const mayEnd = lastLine.trimEnd().endsWith(';')
    const values = mayEnd ? parsed(of.text) : undefined
    const tried = of.tried + (mayEnd ? of.text.length : 0)
    // Each try begins at the start, so a file of semicolons would be read forever.
    if (values === undefined && tried > TRIED_CHARACTERS_MAX) throw rejectionOf(entry, TOO_LONG)
    part = values === undefined ? { ...of, tried } : undefined
    return (values ?? []).map((one) => row(of, one, of.startLine))
  }

  /** A value of some megabytes is more than an expression can match. */
  function parsed(text: string): ReturnType<typeof parseValues> {
    try {
      return parseValues(text)
    } catch (error) {
      throw error instanceof RangeError ? rejectionOf(entry, TOO_LONG) : error
    }
  }

  function row({ table, columns }: Part, values: readonly string[], at: number): DumpRow {
    if (values.length !== columns.length)
      throw rejectionAt({ entry, line: at }, table, `has ${values.length} values for ${columns.length} columns`)
    return { table, line: at, cell: (column) => values[columns.indexOf(column)] ?? '' }
  }

  return {
    line,
    end: () => {
      if (part !== undefined) throw rejectionOf(entry, `is cut off: line ${number} is in the middle of ${part.table}`)
    },
  }
}

function names(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim().replace(/^[`"]|[`"]$/g, ''))
}

const COPY_ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', b: '\b', f: '\f', v: '\v' }

function copyValue(value: string): string {
  if (value === '\\N') return ''
  return value.includes('\\')
    ? value.replace(/\\(.)/g, (_, escaped: string) => COPY_ESCAPES[escaped] ?? escaped)
    : value
}

const INSERT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', 0: '\0', b: '\b', Z: '\x1a' }
/** A string with doubled quotes or escapes, or a bare word such as a number or NULL, and what follows. */
const VALUE = /\s*(?:(?:E|_\w+ ?)?'((?:[^'\\]|\\[\s\S]|'')*)'|([^\s',()][^',()]*))\s*(?:::\w+(?:\s\w+)*\s*)?([,)])/y
const ROW_START = /\s*\(/y
const ROW_END = /\s*([,;])/y

/** The rows of `(…), (…);`; undefined where the statement does not end. */
function parseValues(text: string): readonly (readonly string[])[] | undefined {
  const rows: string[][] = []
  let at = 0
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    if (!next(ROW_START)) return undefined
    const row: string[] = []
    for (;;) {
      const value = next(VALUE)
      if (!value) return undefined
      row.push(value[1] === undefined ? bareValue(value[2] ?? '') : unescaped(value[1]))
      if (value[3] === ')') break
    }
    rows.push(row)
    const end = next(ROW_END)
    if (!end) return undefined
    if (end[1] === ';') return rows
  }
}

function bareValue(value: string): string {
  const word = value.trim()
  return word.toUpperCase() === 'NULL' ? '' : word
}

function unescaped(value: string): string {
  if (!value.includes('\\') && !value.includes("''")) return value
  return value.replace(/''|\\([\s\S])/g, (_, escaped: string | undefined) =>
    escaped === undefined ? "'" : (INSERT_ESCAPES[escaped] ?? escaped),
  )
}
