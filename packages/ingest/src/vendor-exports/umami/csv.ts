import { headerOf, tableRows } from '../files/csv-rows.ts'
import { rejectionAt } from '../files/place.ts'
import type { EntryHead } from '../files/text-chunks.ts'
import type { ExportFormat, FormatEntry } from '../reading.ts'
import { UMAMI_EVENT_COLUMNS, type UmamiSessions, umamiEvent, umamiSession } from './event.ts'

const SESSION_COLUMNS = ['website_id', 'session_id', 'browser', 'os', 'device', 'country']

/**
 * The export of Umami Cloud, whose rows of `website_event` hold those of `session`, and tables of a database as CSV, where
 * they are two files.
 */
export const umamiCsv: ExportFormat = {
  recognizes: (head) => isEventTable(head) || isSessionTable(head),
  async read(entries, sink) {
    const isEvents = (entry: FormatEntry) => isEventTable(entry.head)
    for (const entry of entries) requireColumns(entry, isEvents(entry) ? UMAMI_EVENT_COLUMNS : SESSION_COLUMNS)
    const sessions = await readSessions(entries.filter((entry) => !isEvents(entry)))
    for (const entry of entries.filter(isEvents)) {
      for await (const rows of tableRows(entry)) {
        for (const row of rows) {
          if (!sink.takesSite(row.cell('website_id'))) continue
          const session = sessions.get(row.cell('session_id'))
          const cell = (column: string) => withoutNull(row.cell(column)) || (session?.get(column) ?? '')
          umamiEvent(sink, cell, { entry: entry.name, line: row.line })
        }
        await sink.flush()
      }
    }
  },
}

/** By its name too, so that a table without its columns is rejected and not left out. */
function isEventTable(head: EntryHead): boolean {
  return /(?:^|\/)website_event\.csv$/.test(head.name) || hasColumns(head, UMAMI_EVENT_COLUMNS)
}

/** Other products have tables with that name, so one of Umami's own columns must be present. */
function isSessionTable(head: EntryHead): boolean {
  const isNamed = /(?:^|\/)session\.csv$/.test(head.name) && headerOf(head.text).some((name) => OWN_COLUMNS.has(name))
  return isNamed || hasColumns(head, SESSION_COLUMNS)
}

const OWN_COLUMNS: ReadonlySet<string> = new Set(['website_id', 'session_id'])

function requireColumns({ name, head }: FormatEntry, columns: readonly string[]): void {
  const header = headerOf(head.text)
  const missing = columns.find((column) => !header.includes(column))
  if (missing !== undefined) throw rejectionAt({ entry: name, line: 1 }, missing, 'is missing; a table of Umami has it')
}

function hasColumns({ text }: EntryHead, columns: readonly string[]): boolean {
  const header = headerOf(text)
  return columns.every((column) => header.includes(column))
}

async function readSessions(entries: readonly FormatEntry[]): Promise<UmamiSessions> {
  const sessions: UmamiSessions = new Map()
  for (const entry of entries) {
    for await (const rows of tableRows(entry)) {
      for (const row of rows)
        sessions.set(
          row.cell('session_id'),
          umamiSession((column) => withoutNull(row.cell(column))),
        )
    }
  }
  return sessions
}

/** How databases write a value that is missing. */
function withoutNull(cell: string): string {
  return cell === '\\N' || cell === 'NULL' ? '' : cell
}
