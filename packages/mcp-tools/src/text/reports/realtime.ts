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
  // Somebody was there, so a list without rows is withheld.
  const isSomebody = report.state !== 'empty' && visitors !== 0
  const window = `the last ${decimalText(window_minutes)} minutes`
  const starts = startTexts(minutes.map(({ start }) => start))
  return [
    `Visitors of the last ${decimalText(active_minutes)} minutes: ${active}.`,
    `Visitors of ${window}: ${shown(visitors)}; pageviews of ${window}: ${shown(pageviews)}.`,
    ...(isSomebody && minutes.length === 0
      ? [`Minutes of ${window}: withheld.`]
      : tableLines<(typeof minutes)[number]>(
          [
            column('minute (UTC)', (_, i) => starts[i]),
            column('pageviews', (minute) => decimalText(minute.pageviews)),
            column('visitors', ({ visitors }) => decimalText(visitors)),
          ],
          minutes,
        )),
    ...(['pages', 'sources', 'countries'] as const).flatMap((name) => {
      const title = `${name.charAt(0).toUpperCase()}${name.slice(1)} of ${window}`
      const rows = report[name]
      return isSomebody && rows.length === 0
        ? ['', `${title}: withheld.`]
        : titled(title, rankedLines(name, rows, context))
    }),
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
