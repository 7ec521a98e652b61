import { escapedText, isRecord } from '@footfall/core-domain'
import { column, listEntry, tableLines, textOfVisitors, textOnOneLine } from './cells.ts'
import { changeText, decimalText } from './numbers.ts'

type Fields = Readonly<Record<string, unknown>>

/** A value and where it is: `data.domains[]` for each entry of `domains`. */
interface Placed<Value = unknown> {
  readonly value: Value
  readonly path: string
  /** Paths of what visitors wrote. */
  readonly written: ReadonlySet<string>
}

/**
 * Any answer as lines, with nothing left out: `name: value` for each field, lists of objects as tables, and what is in an
 * object or in a list below it, indented.
 */
export function generalLines(place: Placed): readonly string[] {
  const { value } = place
  if (Array.isArray(value)) return listLines({ ...place, value })
  return isRecord(value) ? fieldLines({ ...place, value }) : [scalarText(place)]
}

function fieldLines({ value, path, written }: Placed<Fields>): readonly string[] {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (fields.length === 0) return ['none']
  return fields.flatMap(([name, field]) => {
    const place = { value: field, path: `${path}.${name}`, written }
    const inline = inlineText(place)
    const label = escapedText(name)
    return inline === undefined ? [`${label}:`, ...indented(generalLines(place))] : [`${label}: ${inline}`]
  })
}

function listLines({ value, path, written }: Placed<readonly unknown[]>): readonly string[] {
  const entries = value.map((entry) => ({ value: entry, path: `${path}[]`, written }))
  const rows = entries.map((entry) => (isRecord(entry.value) ? cellsOf({ ...entry, value: entry.value }) : undefined))
  if (rows.every((row) => row !== undefined)) return tableOf(rows)
  return entries.flatMap((entry) => {
    const [first = 'none', ...more] = generalLines(entry)
    return [`- ${first}`, ...indented(more)]
  })
}

type Cells = ReadonlyMap<string, string>

function tableOf(rows: readonly Cells[]): readonly string[] {
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return tableLines(
    names.map((name) => column<Cells>(escapedText(name), (row) => row.get(name))),
    rows,
  )
}

/** The fields of an object as cells, those of objects in it by dotted names; undefined if one has a list of objects. */
function cellsOf({ value, path, written }: Placed<Fields>): Cells | undefined {
  const cells = new Map<string, string>()
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    const place = { value: field, path: `${path}.${name}`, written }
    const inline = inlineText(place)
    if (inline !== undefined) {
      cells.set(name, inline)
      continue
    }
    const inner = isRecord(field) ? cellsOf({ ...place, value: field }) : undefined
    if (inner === undefined) return undefined
    for (const [innerName, cell] of inner) cells.set(`${name}.${innerName}`, cell)
  }
  return cells
}

/** A value that needs no lines of its own; undefined for others. */
function inlineText(place: Placed): string | undefined {
  const { value, path } = place
  if (Array.isArray(value)) {
    if (value.some((entry) => typeof entry === 'object' && entry !== null)) return undefined
    return value.length === 0
      ? 'none'
      : value.map((entry) => listEntry(scalarText({ ...place, value: entry, path: `${path}[]` }))).join(', ')
  }
  if (isRecord(value)) return Object.keys(value).length === 0 ? 'none' : undefined
  return scalarText(place)
}

function scalarText({ value, path, written }: Placed): string {
  // A change is a ratio wherever an answer has one.
  if (typeof value === 'number') return path.endsWith('.change') ? changeText(value) : decimalText(value)
  if (typeof value === 'string') return written.has(path) ? textOfVisitors(value) : textOnOneLine(value)
  return String(value)
}

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`)
