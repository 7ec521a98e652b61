import { headerOf, tableRows } from '../files/csv-rows.ts'
import type { EntryHead } from '../files/text-chunks.ts'
import type { ExportFormat, FormatEntry } from '../reading.ts'
import { type UmamiSessions, umamiEvent, umamiSession } from './umami-event.ts'

const EVENT_COLUMNS = ['website_id', 'session_id', 'event_id', 'created_at', 'url_path', 'event_type']
const SESSION_COLUMNS = ['website_id', 'session_id', 'browser', 'os', 'device', 'country']

/**
 * The export of Umami Cloud, whose rows of `website_event` hold those of `session`, and tables of a database as CSV, where
 * they are two files.
 */
export const umamiCsv: ExportFormat = {
  source: 'umami',
  recognises: (head) => hasColumns(head, EVENT_COLUMNS) || hasColumns(head, SESSION_COLUMNS),
  async read(entries, sink) {
    const isEvents = (entry: FormatEntry) => hasColumns(entry.head, EVENT_COLUMNS)
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
