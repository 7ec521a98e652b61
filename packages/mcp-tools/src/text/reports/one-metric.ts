import { type Measured, StatsReport, type StatsRow } from '@footfall/core-domain'
import { type Column, column, tableLines } from '../cells.ts'
import { startTexts } from '../days.ts'
import { earlierPeriodText, previousText } from './comparison.ts'
import { reasonLines } from './reasons.ts'
import { ofSpan, type ReportContext, reportText } from './report.ts'
import { denominatorColumns, keyColumns, visitorsColumn } from './rows.ts'
import { runningLines } from './series.ts'
import { changeOf, metricTitle, ofVisitors, previousCell, statedText, valueCell, valueText } from './values.ts'

/** A question about one metric. */
export const oneMetricText = reportText(StatsReport, (report, context) => [
  totalLine(report, context),
  ...seriesLines(report),
  ...(report.rows === undefined ? [] : rowLines(report.rows, report, context)),
  ...reasonLines([report, report.comparison]),
])

function totalLine(report: StatsReport, context: ReportContext): string {
  const { value, comparison } = report
  const total = statedText(value === null ? undefined : valueText(value, report), report)
  const earlier =
    comparison &&
    `${previousText(comparison, report, value)}${ofVisitors(comparison.of)} (${earlierPeriodText(comparison)})`
  return `${metricTitle(report.metric)}: ${total}${ofVisitors(report.of)}${ofSpan(context)}${earlier ?? ''}.`
}

function seriesLines(report: StatsReport): readonly string[] {
  const earlier = report.comparison?.series
  if (report.series === undefined && earlier === undefined) return []
  const { series = [] } = report
  const points = Array.from({ length: Math.max(series.length, earlier?.length ?? 0) }, (_, i) => ({
    now: series[i],
    before: earlier?.[i],
  }))
  const starts = startTexts(series.map(({ start }) => start))
  const columns: readonly Column<(typeof points)[number]>[] = [
    column('start', (_, i) => starts[i]),
    column(report.metric, ({ now }) => now && valueCell(now, report)),
    ...(earlier === undefined
      ? []
      : [column<(typeof points)[number]>('previous', ({ before }) => before && valueCell(before, report))]),
  ]
  return [...tableLines(columns, points), ...runningLines(series, ({ state }) => state === 'available')]
}

function rowLines(rows: readonly StatsRow[], measured: Measured, context: ReportContext): readonly string[] {
  const isCompared = rows.some(({ previous, change }) => previous !== undefined || change !== undefined)
  return tableLines<StatsRow>(
    [
      ...keyColumns(rows, context),
      ...(areVisitors(rows, measured) ? [] : [visitorsColumn<StatsRow>()]),
      column(measured.metric, (row) => valueCell(row, measured)),
      ...denominatorColumns(rows),
      ...(isCompared
        ? [
            column<StatsRow>('previous', ({ previous }) => previousCell(previous, measured)),
            column<StatsRow>('change', ({ change, ...row }) =>
              changeOf(change, { ...row, previous: row.previous }, measured),
            ),
          ]
        : []),
    ],
    rows,
  )
}

/** Whether the value of every row is its visitors, so that one column says both. */
function areVisitors(rows: readonly StatsRow[], { metric }: Measured): boolean {
  return metric === 'visitors' && rows.every(({ value, visitors }) => value === visitors)
}
