import { SeveralStatsReport } from '@footfall/core-domain'
import { type Column, column, tableLines } from '../cells.ts'
import { startTexts } from '../days.ts'
import { earlierPeriodText } from './comparison.ts'
import { reasonLines } from './reasons.ts'
import { ofPeriod, type ReportContext, reportText } from './report.ts'
import { denominatorColumns, keyColumns, visitorsColumn } from './rows.ts'
import { runningLines } from './series.ts'
import { changeOf, metricTitle, ofVisitors, previousCell, statedText, valueCell, valueText } from './values.ts'

type Metrics = SeveralStatsReport['metrics']
type Row = NonNullable<SeveralStatsReport['rows']>[number]
type Point = NonNullable<SeveralStatsReport['series']>[number]

/** A question about several metrics. */
export const severalMetricsText = reportText(SeveralStatsReport, ({ metrics, series, rows, comparison }, context) => [
  `${metrics.length} metrics${ofPeriod(context)}${comparison === undefined ? '' : `; previous is ${earlierPeriodText(comparison)}`}.`,
  ...metricLines(metrics),
  ...(series === undefined ? [] : ['', ...seriesLines(series, metrics)]),
  ...(rows === undefined ? [] : ['', ...rowLines(rows, metrics, context)]),
  ...reasonLines(metrics),
])

export function metricLines(metrics: Metrics): readonly string[] {
  return metrics.map((one) => {
    const { metric, value, previous, change, of } = one
    const total = statedText(value === null ? undefined : valueText(value, one), one)
    const earlier =
      previous === undefined && change === undefined
        ? ''
        : `; previous ${previousCell(previous, one)}, ${changeOf(change, { value, previous }, one)}`
    return `${metricTitle(metric)}: ${total}${ofVisitors(of)}${earlier}`
  })
}

function seriesLines(series: readonly Point[], metrics: Metrics): readonly string[] {
  const starts = startTexts(series.map(({ start }) => start))
  const isCompared = series.some(({ previous }) => previous !== undefined)
  const columns: readonly Column<Point>[] = [
    column('start', (_, i) => starts[i]),
    ...metrics.flatMap((one, at) => [
      valueColumn<Point>(one, at),
      ...(isCompared ? [previousColumn<Point>(one, at)] : []),
    ]),
  ]
  return [
    ...tableLines(columns, series),
    ...runningLines(series, ({ values }) => values.some(({ state }) => state === 'available')),
  ]
}

function rowLines(rows: readonly Row[], metrics: Metrics, context: ReportContext): readonly string[] {
  const isCompared = rows.some(({ previous, change }) => previous !== undefined || change !== undefined)
  const at = metrics.findIndex(({ metric }) => metric === 'visitors')
  const hasVisitors = at >= 0 && rows.every(({ values, visitors }) => values[at]?.value === visitors)
  return tableLines<Row>(
    [
      ...keyColumns(rows, context),
      ...(hasVisitors ? [] : [visitorsColumn<Row>()]),
      ...metrics.flatMap((one, i) => [
        valueColumn<Row>(one, i),
        ...(isCompared
          ? [
              previousColumn<Row>(one, i),
              column<Row>(`${one.metric} change`, ({ change, values, previous }) =>
                changeOf(change?.[i], { value: values[i]?.value, previous: previous?.[i] }, one),
              ),
            ]
          : []),
      ]),
      ...denominatorColumns(rows),
    ],
    rows,
  )
}

const valueColumn = <Of extends Pick<Row, 'values'>>(one: Metrics[number], at: number) =>
  column<Of>(one.metric, ({ values }) => {
    const value = values[at]
    return value && valueCell(value, one)
  })

const previousColumn = <Of extends Pick<Row, 'previous'>>(one: Metrics[number], at: number) =>
  column<Of>(`${one.metric} previous`, ({ previous }) => previousCell(previous?.[at], one))
