import type { Host } from './bridge.ts'
import { type Child, element } from './elements.ts'
import { formatDay, labelOf } from './format.ts'
import { notes, rangeText } from './notes.ts'
import type { Drawing } from './page.ts'
import { type Fields, fieldsOf, numberOf, recordsOf, textOf } from './read-values.ts'
import { measureOf, type Row, rowLabel } from './report.ts'
import { rowsTable } from './rows-table.ts'
import { statedOf } from './states.ts'
import { tiles } from './tiles.ts'

const VISITORS = { metric: 'visitors', currency: '' }

/** The answer without a metric: headline metrics, what moved most, annotations, and the way to the dashboard. */
export function overview({ answer, host }: Drawing): HTMLElement {
  const data = fieldsOf(answer.data)
  const meta = fieldsOf(answer.meta)
  const movers = Object.entries(fieldsOf(data.movers)).flatMap(([dimension, rows]) => moved(dimension, recordsOf(rows)))
  return element(
    'article',
    {},
    element('h1', {}, 'Overview'),
    element('p', { class: 'muted' }, rangeText(meta, fieldsOf(data.comparison))),
    tiles(recordsOf(data.headline).map(measureOf), data.comparison !== undefined),
    ...movers,
    ...annotations(recordsOf(data.annotations)),
    notes(meta, {}),
    dashboardLink(textOf(data.link), host),
  )
}

function moved(dimension: string, rows: readonly Fields[]): readonly Child[] {
  if (rows.length === 0) return []
  const caption = `Largest changes by ${labelOf(dimension).toLowerCase()}`
  return [
    rowsTable({
      caption,
      heading: labelOf(dimension),
      measures: [VISITORS],
      rows: rows.map(moverOf),
      isCompared: true,
    }),
  ]
}

/** Movers are counted in both periods, so they are available. */
const moverOf = (row: Fields): Row => ({
  label: rowLabel(row),
  values: [statedOf({ state: 'available', ...row }, 'visitors')],
  previous: [numberOf(row.previous)],
  change: [numberOf(row.change)],
})

function annotations(entries: readonly Fields[]): readonly Child[] {
  if (entries.length === 0) return []
  const items = entries.map(({ date, title, note }) =>
    element('li', {}, `${formatDay(textOf(date))}: ${textOf(title)}${textOf(note) === '' ? '' : ` – ${textOf(note)}`}`),
  )
  return [element('h2', {}, 'Annotations'), element('ul', {}, ...items)]
}

/** Opens the same view in the dashboard, through the host. */
function dashboardLink(link: string, host: Host): HTMLElement | undefined {
  if (!host.can('openLinks') || !/^https?:\/\//.test(link)) return undefined
  const open = element('button', { type: 'button' }, 'Open in the dashboard')
  open.addEventListener('click', () => {
    // A host that does not open it informs the person.
    host.request('ui/open-link', { url: link }).catch(() => undefined)
  })
  return element('div', { class: 'actions' }, open)
}
