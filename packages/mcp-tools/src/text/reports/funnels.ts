import { Funnel, FunnelResult, FunnelStep } from '@footfall/core-domain'
import { z } from 'zod'
import { column, listEntry, tableLines, textOnOneLine } from '../cells.ts'
import { decimalText } from '../numbers.ts'
import { keyAt, ofSpan, type ReportContext, reportText } from './report.ts'
import { countCell, peopleCell, ratioCell, secondsCell, statedText } from './values.ts'

/** A saved funnel, or one that was only counted. */
const CountedFunnel = z.object({
  ...Funnel.partial().shape,
  id: z.string().nullable(),
  steps: z.array(FunnelStep),
  window_minutes: z.int(),
  results: FunnelResult,
})
type CountedFunnel = z.infer<typeof CountedFunnel>
type ResultRow = NonNullable<FunnelResult['rows']>[number]

export const funnelsText = reportText(z.array(CountedFunnel), (funnels, context) =>
  funnels.length === 0
    ? [`No funnels${ofSpan(context)}.`]
    : [
        `${decimalText(funnels.length)} ${funnels.length === 1 ? 'funnel' : 'funnels'}${ofSpan(context)}.`,
        ...funnels.flatMap((funnel) => ['', ...funnelLines(funnel, context)]),
      ],
)

function funnelLines(funnel: CountedFunnel, context: ReportContext): readonly string[] {
  const { id, name, steps, window_minutes, results } = funnel
  const entrants = statedText(results.entrants === null ? undefined : decimalText(results.entrants), results)
  const title =
    id === null ? 'Funnel that is not saved' : `${name === undefined ? 'Funnel' : textOnOneLine(name)} (${id})`
  const rows = steps.map((step, i) => ({ ...step, ...results.steps[i] }))
  return [
    `${title}: entrants ${entrants}, conversion_rate ${ratioCell(results.conversion_rate)}, window ${decimalText(window_minutes)} minutes${savedText(funnel)}.`,
    ...tableLines<(typeof rows)[number]>(
      [
        column('step', (_, i) => String(i + 1)),
        column('kind', ({ kind }) => kind),
        column('match', ({ match, property }) =>
          property === undefined
            ? textOnOneLine(match)
            : `${textOnOneLine(match)} with ${textOnOneLine(property.name)} = ${textOnOneLine(property.value)}`,
        ),
        column('visitors', ({ visitors }) => countCell(visitors ?? null)),
        column('from_previous', ({ conversion_from_previous }) => ratioCell(conversion_from_previous ?? null)),
        column('from_first', ({ conversion_from_first }) => ratioCell(conversion_from_first ?? null)),
        ...(isTimed(results)
          ? [
              column<(typeof rows)[number]>('median_from_previous', ({ median_seconds_from_previous: seconds }) =>
                secondsCell(seconds ?? null),
              ),
            ]
          : []),
      ],
      rows,
    ),
    ...results.steps.flatMap((step, i) => droppedLine(step, i, context)),
    ...(results.rows === undefined ? [] : valueLines(results.rows, steps.length, context)),
  ]
}

/** Whether the times between steps were asked for. */
function isTimed({ steps }: Pick<FunnelResult, 'steps'>): boolean {
  return steps.some(({ median_seconds_from_previous: seconds }) => seconds !== undefined)
}

type Step = FunnelResult['steps'][number]
type DropOffs = NonNullable<Step['dropped_off']>['sources']

/** Who did not go on after a step. */
function droppedLine({ dropped_off }: Step, i: number, context: ReportContext): readonly string[] {
  if (dropped_off === undefined) return []
  const { visitors, sources, next_pages } = dropped_off
  const by = (name: 'sources' | 'next_pages', { rows, other }: DropOffs) => {
    const path = `data[].results.steps[].dropped_off.${name}.rows[].key`
    const said = rows.map(
      (row) => `${listEntry(keyAt(path, row.key, context, name === 'sources'))} ${peopleCell(row.visitors)}`,
    )
    return `${name} ${[...said, `other ${peopleCell(other)}`].join(', ')}`
  }
  return [
    `Dropped off after step ${i + 1}: ${peopleCell(visitors)}; ${by('next_pages', next_pages)}; ${by('sources', sources)}.`,
  ]
}

function savedText({ revision, created_at, updated_at }: CountedFunnel): string {
  const facts = [
    revision === undefined ? undefined : `revision ${decimalText(revision)}`,
    created_at === undefined ? undefined : `created ${created_at}`,
    updated_at === undefined ? undefined : `updated ${updated_at}`,
  ].filter((fact) => fact !== undefined)
  return facts.length === 0 ? '' : `; ${facts.join(', ')}`
}

/** The funnel for each value of a dimension: visitors of each step, and in brackets its shares of the previous and the first. */
function valueLines(rows: readonly ResultRow[], steps: number, context: ReportContext): readonly string[] {
  const shares = ['from_previous', 'from_first', ...(rows.some(isTimed) ? ['median_from_previous'] : [])]
  return tableLines<ResultRow>(
    [
      column('key', ({ key }) => keyAt('data[].results.rows[].key', key, context)),
      ...(rows.some(({ label }) => label !== undefined)
        ? [column<ResultRow>('label', ({ label }) => label && textOnOneLine(label))]
        : []),
      column('entrants', ({ entrants }) => peopleCell(entrants)),
      column('conversion_rate', ({ conversion_rate }) => ratioCell(conversion_rate)),
      ...Array.from({ length: steps }, (_, i) =>
        column<ResultRow>(`step ${i + 1} (${shares.join(', ')})`, ({ steps: { [i]: step } }) => step && stepCell(step)),
      ),
    ],
    rows,
  )
}

function stepCell(step: ResultRow['steps'][number]): string {
  const { visitors, conversion_from_previous, conversion_from_first, median_seconds_from_previous: seconds } = step
  const time = seconds === undefined ? [] : [secondsCell(seconds)]
  return `${peopleCell(visitors)} (${[ratioCell(conversion_from_previous), ratioCell(conversion_from_first), ...time].join(', ')})`
}
