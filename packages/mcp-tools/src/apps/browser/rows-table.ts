import { element, unseen, withWidth } from './elements.ts'
import { changeOfMetric, formatValue, type Measured, metricLabel } from './metrics.ts'
import type { Row } from './report.ts'
import { describeState, type Stated } from './states.ts'

const ROWS_FIRST = 10

interface RowsTable {
  readonly caption: string
  /** Heading of the first column. */
  readonly heading: string
  readonly measures: readonly Measured[]
  readonly rows: readonly Row[]
  readonly isCompared: boolean
}

/** A breakdown: a bar for the first metric, and a column for each. */
export function rowsTable({ caption, heading, measures, rows, isCompared }: RowsTable): HTMLElement {
  const highest = Math.max(0, ...rows.map(({ values }) => values[0]?.value ?? 0))
  const body = element('tbody')
  const columns = measures.flatMap((measured) => [
    element('th', { scope: 'col', class: 'number' }, metricLabel(measured.metric)),
    ...(isCompared ? [element('th', { scope: 'col', class: 'number' }, 'Change')] : []),
  ])
  const show = (shown: readonly Row[]) =>
    body.append(...shown.map((row) => tableRow(row, measures, highest, isCompared)))
  show(rows.slice(0, ROWS_FIRST))
  const rest = rows.slice(ROWS_FIRST)
  const more = element('button', { type: 'button' }, `Show all ${rows.length}`)
  more.addEventListener('click', () => {
    show(rest)
    more.remove()
  })
  return element(
    'div',
    {},
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
      element(
        'table',
        {},
        element('caption', {}, caption),
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, heading), ...columns)),
        body,
      ),
    ),
    rest.length > 0 ? element('div', { class: 'actions' }, more) : undefined,
  )
}

function tableRow(
  { label, values, previous, change }: Row,
  measures: readonly Measured[],
  highest: number,
  isCompared: boolean,
) {
  const cells = measures.flatMap((measured, at) => [
    valueCell(values[at], measured),
    ...(isCompared ? [changeCell(change[at] ?? null, values[at]?.value ?? null, previous[at] ?? null, measured)] : []),
  ])
  return element('tr', {}, element('th', { scope: 'row' }, label, bar(values[0], highest)), ...cells)
}

function bar(stated: Stated | undefined, highest: number): HTMLElement | undefined {
  if (stated === undefined) return undefined
  if (stated.value === null) return element('span', { class: 'track withheld' })
  const ratio = highest > 0 ? stated.value / highest : 0
  return element('span', { class: 'track' }, withWidth(element('span', { class: 'fill' }), ratio))
}

export function valueCell(stated: Stated | undefined, measured: Measured): HTMLElement {
  if (stated === undefined) return element('td', { class: 'number' }, '–')
  if (stated.value !== null) return element('td', { class: 'number' }, formatValue(stated.value, measured))
  const { short, why } = describeState(stated)
  return element('td', { class: 'number none', title: why }, short)
}

function changeCell(
  change: number | null,
  value: number | null,
  previous: number | null,
  measured: Measured,
): HTMLElement {
  if (change !== null)
    return element('td', { class: 'number' }, changeOfMetric(change, value, previous, measured.metric))
  return previous === null
    ? element('td', { class: 'number none' }, '–', unseen('no earlier number'))
    : element('td', { class: 'number none' }, `from ${formatValue(previous, measured)}`)
}
