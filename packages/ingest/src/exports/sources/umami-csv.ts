import { headerOf, tableRows } from '../files/csv-rows.ts'
import type { ExportFormat } from '../reading.ts'
import { umamiEvent } from './umami-event.ts'

const REQUIRED = ['website_id', 'session_id', 'event_id', 'created_at', 'url_path', 'event_type']

/** The export of Umami Cloud and of a database as CSV: rows of `website_event` with those of `session` in them. */
export const umamiCsv: ExportFormat = {
  source: 'umami',
  recognises: ({ text }) => {
    const header = headerOf(text)
    return REQUIRED.every((column) => header.includes(column))
  },
  async read(entries, sink) {
    for (const entry of entries) {
      for await (const rows of tableRows(entry)) {
        for (const row of rows) {
          if (!sink.takesSite(row.cell('website_id'))) continue
          const cell = (column: string) => withoutNull(row.cell(column))
          umamiEvent(sink, cell, { entry: entry.name, line: row.line })
        }
        await sink.flush()
      }
    }
  },
}

/** How databases write a value that is missing. */
function withoutNull(cell: string): string {
  return cell === '\\N' || cell === 'NULL' ? '' : cell
}
