import { type Child, element, withWidth } from './elements.ts'
import { formatRange } from './format.ts'
import { notes } from './notes.ts'
import { formatCount, formatRatio } from './numbers.ts'
import { startPage } from './page.ts'
import { type Fields, fieldsOf, isFields, listOf, numberOf, recordsOf, textOf } from './read-values.ts'
import { rowLabel } from './report.ts'
import { describeState, statedOf } from './states.ts'

const WITHHELD = describeState({ value: null, state: 'withheld', reason: '' })

startPage({
  title: 'Footfall funnel',
  waitingFor: 'Waiting for the funnels…',
  draw({ answer }) {
    if (!Array.isArray(answer.data)) return undefined
    const funnels = listOf(answer.data).filter(isFields)
    const meta = fieldsOf(answer.meta)
    const shown: readonly Child[] =
      funnels.length === 0 ? [element('p', { class: 'notice' }, 'There are no funnels yet.')] : funnels.map(funnel)
    return element('article', {}, element('h1', {}, 'Funnels'), ...shown, notes(meta, fieldsOf(answer.page)))
  },
})

function funnel(fields: Fields): HTMLElement {
  const results = fieldsOf(fields.results)
  const steps = recordsOf(fields.steps)
  const minutes = numberOf(fields.window_minutes)
  const name = textOf(fields.name) === '' ? 'Funnel' : textOf(fields.name)
  const window = minutes === null ? '' : `, within ${formatCount(minutes)} minutes`
  return element(
    'section',
    {},
    element('h2', {}, name),
    element('p', { class: 'muted' }, `${formatRange(textOf(results.from), textOf(results.to))}${window}`),
    ...(results.state === 'available' ? counted(results, steps, name) : [absent(results)]),
  )
}

function absent(results: Fields): HTMLElement {
  const { short, why } = describeState(statedOf(results))
  return element('div', { class: 'box' }, element('strong', {}, short), element('p', {}, why))
}

function counted(results: Fields, steps: readonly Fields[], name: string): readonly Child[] {
  const entrants = numberOf(results.entrants)
  const rate = numberOf(results.conversion_rate)
  const reached = recordsOf(results.steps)
  return [
    element(
      'ol',
      { class: 'steps', 'aria-label': `Steps of ${name}` },
      ...steps.map((step, at) => stepItem(step, reached[at] ?? {}, at, entrants)),
    ),
    element('p', { class: 'muted' }, `Conversion: ${rate === null ? 'no number' : formatRatio(rate)}`),
    breakdown(recordsOf(results.rows), steps.length, name),
  ]
}

function stepItem(
  { kind, match, property }: Fields,
  reached: Fields,
  at: number,
  entrants: number | null,
): HTMLElement {
  const visitors = numberOf(reached.visitors)
  const fromPrevious = numberOf(reached.conversion_from_previous)
  const condition = fieldsOf(property)
  const where = isFields(property) ? ` with ${textOf(condition.name)} ${textOf(condition.value)}` : ''
  const share = at > 0 && fromPrevious !== null ? `, ${formatRatio(fromPrevious)} of the step before` : ''
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'line' },
      element('span', {}, `${at + 1}. ${textOf(kind)} ${textOf(match)}${where}`),
      visitors === null
        ? element('span', { class: 'none', title: WITHHELD.why }, WITHHELD.short)
        : element('span', {}, `${formatCount(visitors)} visitors${share}`),
    ),
    visitors === null
      ? element('span', { class: 'track withheld' })
      : element('span', { class: 'track' }, bar(visitors, entrants)),
  )
}

function bar(visitors: number, entrants: number | null): HTMLElement {
  return withWidth(element('span', { class: 'fill' }), entrants !== null && entrants > 0 ? visitors / entrants : 0)
}

/** The funnel by the values of a dimension. */
function breakdown(rows: readonly Fields[], steps: number, name: string): HTMLElement | undefined {
  if (rows.length === 0) return undefined
  const heads = Array.from({ length: steps }, (_, at) =>
    element('th', { scope: 'col', class: 'number' }, `Step ${at + 1}`),
  )
  const body = rows.map((row) => {
    const reached = recordsOf(row.steps)
    const rate = numberOf(row.conversion_rate)
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, rowLabel(row)),
      ...heads.map((_, at) => countCell(numberOf(reached[at]?.visitors))),
      element('td', { class: 'number' }, rate === null ? '–' : formatRatio(rate)),
    )
  })
  const conversion = element('th', { scope: 'col', class: 'number' }, 'Conversion')
  return element(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${name} by value` },
    element(
      'table',
      {},
      element('caption', {}, 'By value'),
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, 'Value'), ...heads, conversion)),
      element('tbody', {}, ...body),
    ),
  )
}

function countCell(count: number | null): HTMLElement {
  return count === null
    ? element('td', { class: 'number none', title: WITHHELD.why }, WITHHELD.short)
    : element('td', { class: 'number' }, formatCount(count))
}
