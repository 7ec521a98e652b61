import { SearchConsoleReport } from '@footfall/core-domain'
import { type Column, column, tableLines } from '../cells.ts'
import { decimalText, percentText } from '../numbers.ts'
import { earlierPeriodText } from './comparison.ts'
import { ofPeriod, type ReportContext, reportText, textAt, titled } from './report.ts'
import { countCell, ratioCell, stateText } from './values.ts'

type Totals = NonNullable<SearchConsoleReport['totals']>

export const searchConsoleText = reportText(SearchConsoleReport, (report, context) => {
  const { totals, series, synced_at, demo, comparison } = report
  const lists = ['queries', 'pages', 'countries', 'devices'] as const
  return [
    totals === null
      ? `Search results: ${stateText(report)}${ofPeriod(context)}.`
      : `Search results: ${totalsText(totals)} (${stateText(report)})${ofPeriod(context)}.`,
    ...(comparison === undefined ? [] : [comparisonText(comparison)]),
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
  column('ctr', ({ ctr }) => ratioCell(ctr)),
  column('position', ({ position }) => countCell(position)),
]

/** `change` is that of the clicks. */
function totalsText({ clicks, impressions, ctr, position }: Totals, change = ''): string {
  return `clicks ${decimalText(clicks)}${change}, impressions ${decimalText(impressions)}, ctr ${ratioCell(ctr)}, position ${countCell(position)}`
}

function comparisonText(comparison: NonNullable<SearchConsoleReport['comparison']>): string {
  const { totals, compared_to } = comparison
  const change = comparison.change === null ? '' : `, ${percentText(comparison.change)} change`
  const numbers =
    totals === null ? `${stateText(comparison)}${change}` : `${totalsText(totals, change)} (${stateText(comparison)})`
  return `Compared until ${compared_to} with ${earlierPeriodText(comparison)}: ${numbers}.`
}

/** The earlier numbers of rows, where they were compared. */
function previousColumns(rows: SearchConsoleReport['queries']): readonly Column<(typeof rows)[number]>[] {
  if (rows.every(({ previous, change }) => previous === undefined && change === undefined)) return []
  return [
    column('previous clicks', ({ previous }) => (previous ? decimalText(previous.clicks) : undefined)),
    column('previous impressions', ({ previous }) => (previous ? decimalText(previous.impressions) : undefined)),
    column('previous ctr', ({ previous }) => (previous ? ratioCell(previous.ctr) : undefined)),
    column('previous position', ({ previous }) => (previous ? countCell(previous.position) : undefined)),
    column('change', ({ change }) => (change === null || change === undefined ? undefined : percentText(change))),
  ]
}

function listLines(name: string, rows: SearchConsoleReport['queries'], context: ReportContext): readonly string[] {
  return tableLines<(typeof rows)[number]>(
    [column('key', ({ key }) => textAt(`data.${name}[].key`, key, context)), ...TOTALS, ...previousColumns(rows)],
    rows,
  )
}
