import { type Child, element } from './elements.ts'
import { formatStart, labelOf } from './format.ts'
import { lineChart } from './line-chart.ts'
import { metricLabel } from './metrics.ts'
import { notes, rangeText } from './notes.ts'
import { overview } from './overview.ts'
import { type Drawing, startPage } from './page.ts'
import { type Fields, fieldsOf, textsOf } from './read-values.ts'
import { intervalOf, type Report, reportOf } from './report.ts'
import { rowsTable, valueCell } from './rows-table.ts'
import { tiles } from './tiles.ts'

startPage({
  title: 'Footfall chart',
  waitingFor: 'Waiting for the numbers…',
  draw(drawing) {
    const data = fieldsOf(drawing.answer.data)
    if (Array.isArray(data.headline)) return overview(drawing)
    const report = reportOf(data)
    return report === undefined ? undefined : reportArticle(report, drawing)
  },
})

function reportArticle(report: Report, { answer, given }: Drawing): HTMLElement {
  const { measures, points, rows, isCompared } = report
  const meta = fieldsOf(answer.meta)
  const comparison = fieldsOf(fieldsOf(answer.data).comparison)
  return element(
    'article',
    {},
    element('h1', {}, measures.map(({ metric }) => metricLabel(metric)).join(', ')),
    element('p', { class: 'muted' }, rangeText(meta, comparison)),
    tiles(measures, isCompared),
    ...(points.length > 0 ? series(report, given) : []),
    rows.length > 0
      ? rowsTable({ caption: 'Breakdown', heading: dimensionLabel(given), measures, rows, isCompared })
      : undefined,
    notes(meta, fieldsOf(answer.page)),
  )
}

function dimensionLabel(given: Fields | undefined): string {
  const asked = given?.dimension
  const names = typeof asked === 'string' ? asked.split(',') : textsOf(asked)
  return names.length === 0 ? 'Value' : names.map((name) => labelOf(name.trim())).join(' · ')
}

/** The chart of one metric at a time, since metrics have different units, and all numbers as a table. */
function series(report: Report, given: Fields | undefined): readonly Child[] {
  const { measures, points, isCompared } = report
  const interval = intervalOf(points, given)
  const place = element('div')
  const show = (at: number) => {
    const measured = measures[at]
    if (measured === undefined) return
    const label = metricLabel(measured.metric)
    place.replaceChildren(lineChart({ measured, label, points, at, interval, isCompared }))
  }
  show(0)
  return [measures.length > 1 ? choices(report, show) : undefined, place, numbers(report, interval)]
}

function choices({ measures }: Report, show: (at: number) => void): HTMLElement {
  const options = measures.map(({ metric }, at) => {
    const input = element('input', { type: 'radio', name: 'metric', checked: at === 0 })
    input.addEventListener('change', () => show(at))
    return element('label', {}, input, metricLabel(metric))
  })
  return element('fieldset', { class: 'choices' }, element('legend', { class: 'unseen' }, 'Metric'), ...options)
}

function numbers({ measures, points }: Report, interval: ReturnType<typeof intervalOf>): HTMLElement {
  const head = measures.map(({ metric }) => element('th', { scope: 'col', class: 'number' }, metricLabel(metric)))
  const body = points.map(({ start, complete, values }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, `${formatStart(start, interval, 'long')}${complete ? '' : ' (still running)'}`),
      ...measures.map((measure, at) => valueCell(values[at], measure)),
    ),
  )
  return element(
    'details',
    {},
    element('summary', {}, `All ${points.length} intervals as a table`),
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'All intervals' },
      element(
        'table',
        {},
        element('caption', {}, `By ${interval}`),
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, labelOf(interval)), ...head)),
        element('tbody', {}, ...body),
      ),
    ),
  )
}
