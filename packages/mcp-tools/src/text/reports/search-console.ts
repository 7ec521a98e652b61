import { SearchConsoleReport } from '@footfall/core-domain'
import { type Column, column, tableLines } from '../cells.ts'
import { decimalText, percentText } from '../numbers.ts'
import { ofSpan, type ReportContext, reportText, textAt, titled } from './report.ts'
import { stateText } from './values.ts'

type Totals = NonNullable<SearchConsoleReport['totals']>

export const searchConsoleText = reportText(SearchConsoleReport, (report, context) => {
  const { totals, series, synced_at, demo } = report
  const lists = ['queries', 'pages', 'countries', 'devices'] as const
  return [
    totals === null
      ? `Search results: ${stateText(report)}${ofSpan(context)}.`
      : `Search results: clicks ${decimalText(totals.clicks)}, impressions ${decimalText(totals.impressions)}, ctr ${percentText(totals.ctr)}, position ${decimalText(totals.position)} (${stateText(report)})${ofSpan(context)}.`,
    `${synced_at === null ? 'Never synchronised' : `Synchronised ${synced_at}`}${demo ? '; demo: these numbers are made up' : ''}.`,
    ...(series.length === 0
      ? []
      : titled('By day', tableLines([column('date', ({ date }) => date), ...TOTALS], series))),
    ...lists.flatMap((name) => (report[name].length === 0 ? [] : titled(name, listLines(name, report[name], context)))),
  ]
})

const TOTALS: readonly Column<Totals>[] = [
  column('clicks', ({ clicks }) => decimalText(clicks)),
  column('impressions', ({ impressions }) => decimalText(impressions)),
  column('ctr', ({ ctr }) => percentText(ctr)),
  column('position', ({ position }) => decimalText(position)),
]

function listLines(name: string, rows: SearchConsoleReport['queries'], context: ReportContext): readonly string[] {
  return tableLines<(typeof rows)[number]>(
    [column('key', ({ key }) => textAt(`data.${name}[].key`, key, context)), ...TOTALS],
    rows,
  )
}
