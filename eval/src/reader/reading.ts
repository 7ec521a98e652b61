import { count, plain, Unreadable } from './values.ts'

const STATES = 'available|empty|withheld|unavailable'

/** A total of a text: its value is absent where its state is not `available`. */
export interface Total {
  readonly value: string | undefined
  readonly state: string
  /** The visitors that it is a share of. */
  readonly of: number | undefined
  readonly previous: { readonly value: string | undefined; readonly state: string } | undefined
  readonly change: string | undefined
  /** The change of a share in percentage points, with its sign. */
  readonly points: string | undefined
  /** The days, in words. */
  readonly days: string | undefined
}

export interface Row {
  /** The text of a cell as it is there. Throws for a column that the table does not have. */
  cell(column: string): string
  /** The same without quotation marks. */
  text(column: string): string
  count(column: string): number
}

export interface Wrong {
  readonly path: string
  readonly message: string
  readonly near: readonly string[]
}

/** An answer as read by someone who has only its text, by the labels that docs/mcp.md publishes. */
export interface Reading {
  readonly text: string
  readonly isError: boolean
  /** Throws `Unreadable` for a label that the text does not have. */
  total(label: string): Total
  /** The table below a line `title:`, or the first one. */
  table(title?: string): readonly Row[]
  /** A line `name: value`; names of objects in objects are joined by dots. */
  field(name: string): string
  /** A line that begins with these words, without them. */
  line(beginning: string): string
  hint(code: string): {
    readonly near: readonly string[]
    readonly suggestion: string | undefined
    readonly visits: number | undefined
  }
  wrong(): readonly Wrong[]
}

export function readingOf(text: string, isError: boolean): Reading {
  const lines = text.split('\n')
  const line = (beginning: string) => {
    const found = lines.find((one) => one.startsWith(beginning))
    if (found === undefined) throw new Unreadable(`no line begins with ${JSON.stringify(beginning)}`)
    return found.slice(beginning.length)
  }
  return {
    text,
    isError,
    total: (label) => totalIn(line(`${label}: `)),
    table: (title) => tableIn(lines, title),
    field: (name) => fieldIn(lines, name),
    line,
    hint(code) {
      const said = line(`Hint (${code})`)
      const [, near = ''] = / Did you mean (.*?)\?/.exec(said) ?? []
      const [, suggestion, visits] = / Suggestion: (.*?) finds ([\d,]+) visits\.$/.exec(said) ?? []
      return { near: listed(near), suggestion, visits: visits === undefined ? undefined : count(visits) }
    },
    wrong: () => lines.flatMap(wrongIn),
  }
}

function totalIn(said: string): Total {
  const begin = new RegExp(
    `^(?:(?<value>.+?) \\((?<state>${STATES})(?: \\(\\w+\\))?\\)|(?<only>${STATES})(?: \\(\\w+\\))?)(?: of (?<of>[\\d,]+) visitors)?(?=[,;.]|$)(?:, (?<days>[^,;]+), \\S+?(?=[;.]|$))?`,
  ).exec(said)
  if (begin?.groups === undefined) throw new Unreadable(`${JSON.stringify(said)} is not a total`)
  const { value, state, only = '', of, days } = begin.groups
  const before = new RegExp(
    `; previous (?:(?<only>${STATES})(?= \\()|(?<value>.+?), (?<change>[^(]*?(?: %|–))(?: \\((?<points>[+-]?[\\d.,]+) points\\))?(?= \\(|[.]?$))`,
  ).exec(said)?.groups
  return {
    value,
    state: state ?? only,
    of: of === undefined ? undefined : count(of),
    days,
    previous: before && { value: before.value, state: before.only ?? 'available' },
    change: before?.change,
    points: before?.points,
  }
}

function tableIn(lines: readonly string[], title: string | undefined): readonly Row[] {
  const at = title === undefined ? lines.findIndex((line) => line.includes('\t')) : lines.indexOf(`${title}:`) + 1
  if (at < 0 || (title !== undefined && at === 0)) throw new Unreadable(`there is no table ${title ?? ''}`)
  const isIndented = lines[at]?.startsWith('  ') ?? false
  const isOf = (line: string) => (isIndented ? line.startsWith('  ') : line.includes('\t'))
  const end = lines.findIndex((line, i) => i >= at && !isOf(line))
  const [head = '', ...rows] = lines
    .slice(at, end < 0 ? undefined : end)
    .map((line) => (isIndented ? line.slice(2) : line))
  const names = head.split('\t')
  return rows.map((row) => rowOf(names, row.split('\t')))
}

function rowOf(names: readonly string[], cells: readonly string[]): Row {
  if (cells.length !== names.length) throw new Unreadable('a row has other cells than its table has names')
  const cell = (column: string) => {
    const found = cells[names.indexOf(column)]
    if (found === undefined) throw new Unreadable(`the table has no column ${column}, but ${names.join(', ')}`)
    return found
  }
  return { cell, text: (column) => plain(cell(column)), count: (column) => count(cell(column)) }
}

function fieldIn(lines: readonly string[], name: string): string {
  const parts = name.split('.')
  let at = 0
  for (const [depth, part] of parts.entries()) {
    const indent = '  '.repeat(depth)
    const isLast = depth === parts.length - 1
    const found = lines.findIndex((line, i) => i >= at && line.startsWith(`${indent}${part}:${isLast ? ' ' : ''}`))
    if (found < 0) throw new Unreadable(`there is no field ${name}`)
    if (isLast) return plain((lines[found] ?? '').slice(indent.length + part.length + 2))
    at = found + 1
  }
  throw new Unreadable('a field has a name')
}

function wrongIn(line: string): readonly Wrong[] {
  const { path, rest = '' } = /^- (?<path>[\w.]+): (?<rest>.*)$/.exec(line)?.groups ?? {}
  if (path === undefined) return []
  const [message = '', near = ''] = rest.split(/; did you mean (?=[^;]*\?$)/)
  return [{ path, message, near: listed(near.replace(/\?$/, '')) }]
}

const listed = (text: string) => [...text.matchAll(/"(?:\\.|[^"\\])*"|[^,\s][^,]*/g)].map(([entry]) => plain(entry))
