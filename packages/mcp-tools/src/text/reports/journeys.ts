import { JOURNEY_DIRECTIONS, type JourneyDirection, JourneysReport } from '@footfall/core-domain'
import { column, tableLines, textOnOneLine } from '../cells.ts'
import { decimalText } from '../numbers.ts'
import { ofPeriod, type ReportContext, reportText, textAt, titled } from './report.ts'
import { cellOf, statedText } from './values.ts'

type Step = NonNullable<JourneysReport['after']>[number]
type Row = Step['rows'][number]
type Link = Step['links'][number]

export const journeysText = reportText(JourneysReport, (report, context) => {
  const visits = statedText(report.visits === null ? undefined : decimalText(report.visits), report)
  return [
    `Visits that viewed ${textOnOneLine(report.page)}: ${visits}${ofPeriod(context)}.`,
    ...JOURNEY_DIRECTIONS.flatMap((direction) => directionLines(direction, report[direction] ?? [], context)),
  ]
})

/** Steps are numbered from the page: the first before is the one that was viewed just before it. */
function directionLines(
  direction: JourneyDirection,
  steps: readonly Step[],
  context: ReportContext,
): readonly string[] {
  const distances = steps.map((_, i) => (direction === 'before' ? steps.length - i : i + 1))
  return steps.flatMap(({ rows, links }, i) => {
    const step = `${distances[i]} ${distances[i] === 1 ? 'page' : 'pages'} ${direction}`
    const cell = (path: string, key: string) => textAt(`data.${direction}[].${path}`, key, context)
    return [
      ...titled(
        step,
        tableLines<Row>([column('key', ({ key }) => cell('rows[].key', key)), column('visits', visitsCell)], rows),
      ),
      ...(links.length === 0
        ? []
        : titled(
            `Between pages, ${step}`,
            tableLines<Link>(
              [
                column('from', ({ from }) => cell('links[].from', from)),
                column('to', ({ to }) => cell('links[].to', to)),
                column('visits', visitsCell),
              ],
              links,
            ),
          )),
    ]
  })
}

const visitsCell = ({ visits, state }: Row | Link) =>
  cellOf(visits === null ? undefined : decimalText(visits), { state })
