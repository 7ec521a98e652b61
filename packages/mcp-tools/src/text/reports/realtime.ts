import { RealtimeReport } from '@footfall/core-domain'
import { column, tableLines } from '../cells.ts'
import { startTexts } from '../days.ts'
import { decimalText } from '../numbers.ts'
import { keyAt, type ReportContext, reportText, titled } from './report.ts'
import { peopleCell, statedText, stateText } from './values.ts'

export const realtimeText = reportText(RealtimeReport, (report, context) => {
  const { active_visitors, active_minutes, visitors, window_minutes, pageviews, minutes } = report
  const active = statedText(active_visitors === null ? undefined : decimalText(active_visitors), report)
  const shown = (visitors: number | null) =>
    visitors === null && report.state === 'empty' ? stateText(report) : peopleCell(visitors)
  const window = `the last ${decimalText(window_minutes)} minutes`
  const starts = startTexts(minutes.map(({ start }) => start))
  return [
    `Visitors of the last ${decimalText(active_minutes)} minutes: ${active}.`,
    `Visitors of ${window}: ${shown(visitors)}; pageviews of ${window}: ${shown(pageviews)}.`,
    ...tableLines<(typeof minutes)[number]>(
      [
        column('minute (UTC)', (_, i) => starts[i]),
        column('pageviews', (minute) => decimalText(minute.pageviews)),
        column('visitors', ({ visitors }) => decimalText(visitors)),
      ],
      minutes,
    ),
    ...titled(`Pages of ${window}`, rankedLines('pages', report.pages, context)),
    ...titled(`Sources of ${window}`, rankedLines('sources', report.sources, context)),
    ...titled(`Countries of ${window}`, rankedLines('countries', report.countries, context)),
  ]
})

type Ranked = RealtimeReport['pages'][number]

function rankedLines(name: string, rows: readonly Ranked[], context: ReportContext): readonly string[] {
  return tableLines<Ranked>(
    [
      column('key', ({ key }) => keyAt(`data.${name}[].key`, key, context, name === 'sources')),
      column('visitors', ({ visitors }) => decimalText(visitors)),
    ],
    rows,
  )
}
