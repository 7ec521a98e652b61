import { Annotation, MOVER_DIMENSIONS, type Mover, OverviewReport } from '@footfall/core-domain'
import { z } from 'zod'
import { column, tableLines, textOnOneLine } from '../cells.ts'
import { decimalText } from '../numbers.ts'
import { earlierPeriodText } from './comparison.ts'
import { reasonLines } from './reasons.ts'
import { keyAt, ofSpan, type ReportContext, reportText } from './report.ts'
import { metricLines } from './several-metrics.ts'
import { changeCell, stateText } from './values.ts'

const ShownAnnotation = Annotation.pick({ id: true, date: true }).extend({
  title: z.string(),
  note: z.string().optional(),
  shortened: z.boolean().optional(),
  product: z.string().optional(),
})
const Overview = OverviewReport.extend({
  annotations: z.array(ShownAnnotation).nullable(),
  link: z.string().nullable(),
})

/** How a product did: the headline, what moved most by each dimension, and what its people noted. */
export const overviewText = reportText(Overview, ({ headline, comparison, movers, annotations, link }, context) => [
  `Overview${ofSpan(context)}; previous is ${earlierPeriodText(comparison)} (${stateText(comparison)}).`,
  ...metricLines(headline),
  ...MOVER_DIMENSIONS.flatMap((dimension) =>
    movers[dimension].length === 0
      ? [`Most changed by ${dimension}: none.`]
      : ['', `Most changed by ${dimension}:`, ...moverLines(dimension, movers[dimension], context)],
  ),
  '',
  ...annotationLines(annotations),
  ...linkLines(link, context),
  ...reasonLines([...headline, comparison]),
])

function linkLines(link: string | null, { meta }: ReportContext): readonly string[] {
  if (link !== null) return [`In the dashboard: ${textOnOneLine(link)}`]
  return meta?.products === undefined ? ['In the dashboard: the filters are too long for an address'] : []
}

function moverLines(dimension: string, rows: readonly Mover[], context: ReportContext): readonly string[] {
  return tableLines<Mover>(
    [
      column('key', ({ key, shortened }) => {
        const text = keyAt(`data.movers.${dimension}[].key`, key, context, dimension === 'source')
        return shortened ? `${text} (shortened)` : text
      }),
      ...(rows.some(({ label }) => label !== undefined)
        ? [column<Mover>('label', ({ label }) => label && textOnOneLine(label))]
        : []),
      column('visitors', ({ visitors }) => decimalText(visitors)),
      column('previous', ({ previous }) => decimalText(previous)),
      column('change', ({ change }) => changeCell(change)),
    ],
    rows,
  )
}

function annotationLines(annotations: z.infer<typeof Overview>['annotations']): readonly string[] {
  if (annotations === null) return ['Annotations: not shown without the scope diagnostics:read.']
  if (annotations.length === 0) return ['Annotations: none.']
  return [
    'Annotations:',
    ...annotations.map(({ id, date, title, note, shortened, product }) => {
      const more = note === undefined ? '' : `: ${textOnOneLine(note)}`
      return `- ${date} ${textOnOneLine(title)}${more}${shortened ? ' (shortened)' : ''} (${id}${product === undefined ? '' : `, ${product}`})`
    }),
  ]
}
