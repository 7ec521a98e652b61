import { z } from 'zod'
import { jsonValues } from '../files/json-values.ts'
import { rejectionAt } from '../files/place.ts'
import { type FlatReport, takeReports } from '../flat-report.ts'
import type { ExportFormat, ExportSink } from '../reading.ts'
import { ga4Table } from './table.ts'

const Header = z.array(z.object({ name: z.string() }))
const Values = z.array(z.object({ value: z.string().default('') })).default([])
const Report = z.object({
  dimensionHeaders: Header.default([]),
  metricHeaders: Header,
  rows: z.array(z.object({ dimensionValues: Values, metricValues: Values })).default([]),
  /** Of the whole report, of which an answer may hold a part. */
  rowCount: z.coerce.number().default(0),
})
const Answer = z.union([z.object({ reports: z.array(Report) }), Report])

/** Answers of `runReport` and `batchRunReports` of the Google Analytics Data API. */
export const ga4Json: ExportFormat = {
  recognizes: ({ text }) => /^\s*[[{]/.test(text) && text.includes('"metricHeaders"'),
  async read(entries, sink) {
    const reports: FlatReport[] = []
    for (const entry of entries) {
      for await (const values of jsonValues(entry)) {
        for (const { line, value } of values) reports.push(...readAnswer(sink, entry.name, line, value))
      }
    }
    takeReports(sink, reports)
  },
}

function readAnswer(sink: ExportSink, entry: string, line: number, value: unknown): readonly FlatReport[] {
  const place = { entry, line }
  const answer = Answer.safeParse(value)
  if (!answer.success) throw rejectionAt(place, '', 'is not an answer of runReport')
  const reports = 'reports' in answer.data ? answer.data.reports : [answer.data]
  return reports.map(({ dimensionHeaders, metricHeaders, rows, rowCount }, i) => {
    if (rows.length < rowCount)
      throw rejectionAt(place, 'rowCount', `is ${rowCount}, but the answer has ${rows.length} rows; raise the limit`)
    const header = [...dimensionHeaders, ...metricHeaders].map(({ name }) => name)
    const table = ga4Table(sink, [entry, line, i].join('\0'), header, undefined, place, dimensionHeaders.length)
    rows.forEach(({ dimensionValues, metricValues }, row) => {
      const cells = [...dimensionValues, ...metricValues].map((cell) => cell.value)
      if (cells.length !== header.length) throw rejectionAt(place, `rows.${row}`, 'has other cells than the headers')
      table.add(cells, place)
    })
    return table.report()
  })
}
