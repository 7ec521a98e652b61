import { localDay } from '../fields/local-day.ts'
import { csvRows, headerOf } from '../files/csv-rows.ts'
import { rejectionAt, rejectionOf } from '../files/place.ts'
import type { EntryHead } from '../files/text-chunks.ts'
import { type FlatReport, takeReports } from '../flat-report.ts'
import type { ExportFormat, ExportSink, FormatEntry } from '../reading.ts'
import { ga4Column, isGa4Header } from './columns.ts'
import { ga4Table, type ReportDays } from './table.ts'

const START = /^#\s*Start date:\s*(\d{8})/i
const END = /^#\s*End date:\s*(\d{8})/i
/** As explorations write it. */
const RANGE = /^#\s*(\d{8})-(\d{8})/
const TOTAL = /^(?:Grand total|Totals?)$/i

/** Reports and explorations of Google Analytics 4, downloaded as CSV. */
export const ga4Csv: ExportFormat = {
  recognizes,
  async read(entries, sink) {
    const reports: FlatReport[] = []
    for (const entry of entries) reports.push(...(await readEntry(entry, sink)))
    takeReports(sink, reports)
  },
}

function recognizes({ text }: EntryHead): boolean {
  const start = text.replace(/^\ufeff/, '')
  if (/^# -{10,}/.test(start)) return true
  const header = headerOf(start)
  const columns = header.map(ga4Column)
  // A single such column may be of any product.
  const known = columns.every(({ kind }) => kind !== 'other' && kind !== 'unknown')
  const fields = columns.filter(({ kind }) => kind !== 'day')
  return isGa4Header(header) && known && fields.length > 0 && /[A-Z]/.test(start.split('\n')[0] ?? '')
}

async function readEntry(entry: FormatEntry, sink: ExportSink): Promise<readonly FlatReport[]> {
  const reports: FlatReport[] = []
  let table: ReturnType<typeof ga4Table> | undefined
  let width = 0
  let from: string | undefined
  let to: string | undefined
  for await (const rows of csvRows(entry)) {
    for (const { line, cells } of rows) {
      const place = { entry: entry.name, line }
      const [first = ''] = cells
      if (first.startsWith('#')) {
        const [, rangeFrom, rangeTo] = RANGE.exec(first) ?? []
        from = START.exec(first)?.[1] ?? rangeFrom ?? from
        to = END.exec(first)?.[1] ?? rangeTo ?? to
      } else if (isGa4Header(cells)) {
        if (table) reports.push(table.report())
        const header = withoutTotals(cells)
        width = header.length
        const range: ReportDays | undefined =
          from === undefined || to === undefined
            ? undefined
            : { from: localDay(from, place, 'Start date'), to: localDay(to, place, 'End date') }
        table = ga4Table(sink, `${entry.name}\0${line}`, header, range, place)
      } else if (cells.some((cell) => TOTAL.test(cell.trim()))) {
        // Sums of the rows below it.
      } else if (table === undefined) {
        throw rejectionAt(place, '', NO_HEADER)
      } else if (cells.length < width || cells.slice(width).some((cell) => cell.trim() !== '')) {
        throw rejectionAt(place, '', `has ${cells.length} cells where the header has ${width}`)
      } else table.add(cells, place)
    }
  }
  if (table === undefined) throw rejectionOf(entry.name, NO_HEADER)
  return [...reports, table.report()]
}

const NO_HEADER =
  'is not a table whose columns are known; set the language of Google Analytics to English and export the report again'

/** Explorations have a last column that names their total row. */
function withoutTotals(cells: readonly string[]): readonly string[] {
  const header = cells.map((cell) => cell.trim())
  const end = header.findLastIndex((cell) => cell !== '' && !TOTAL.test(cell))
  return header.slice(0, end + 1)
}
