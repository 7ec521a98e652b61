import { element } from './elements.ts'
import { formatRange, labelOf } from './format.ts'
import { formatCount } from './numbers.ts'
import { type Fields, fieldsOf, numberOf, recordsOf, textOf, textsOf } from './read-values.ts'

/** The days and the time zone of the numbers, and what they are compared with. */
export function rangeText(meta: Fields, comparison: Fields): string {
  const days = formatRange(textOf(meta.from), textOf(meta.to))
  const earlier =
    textOf(comparison.from) === ''
      ? ''
      : `, compared with ${formatRange(textOf(comparison.from), textOf(comparison.to))}`
  return `${days}, ${textOf(meta.timezone)}${earlier}`
}

/** The filters as they were understood, one text each. */
function filterTexts(meta: Fields): readonly string[] {
  const condition = ({ dimension, operator, values }: Fields) =>
    `${textOf(dimension)} ${labelOf(textOf(operator)).toLowerCase()} ${textsOf(values).join(', ')}`
  return recordsOf(meta.filters).map((filter) => {
    const alternatives = recordsOf(filter.any)
    return alternatives.length > 0 ? alternatives.map(condition).join(' or ') : condition(filter)
  })
}

/** What a reader of the numbers has to know: filters, rows that are withheld or not shown, money left out, hints. */
export function notes(meta: Fields, page: Fields): HTMLElement | undefined {
  const withheld = numberOf(fieldsOf(meta.suppression).rows_withheld) ?? 0
  const entries = [
    ...filterTexts(meta).map((text) => `Filter: ${text}`),
    ...(withheld > 0 ? [`${formatCount(withheld)} rows are withheld to protect privacy.`] : []),
    ...(typeof page.next_cursor === 'string' ? ['There are more rows than these.'] : []),
    ...recordsOf(meta.excluded).map(
      ({ amount, currency, events }) =>
        `Left out: ${textOf(amount)} ${textOf(currency)} of ${formatCount(numberOf(events) ?? 0)} events in another currency.`,
    ),
    ...recordsOf(meta.hints).map(hintText),
  ]
  return entries.length === 0
    ? undefined
    : element('ul', { class: 'muted' }, ...entries.map((entry) => element('li', {}, entry)))
}

function hintText({ code, value, did_you_mean, suggestion }: Fields): string {
  const near = textsOf(did_you_mean)
  return [
    `Hint: ${labelOf(textOf(code)).toLowerCase()}`,
    ...(textOf(value) === '' ? [] : [`(${textOf(value)})`]),
    ...(near.length > 0 ? [`– near: ${near.join(', ')}`] : []),
    ...(textOf(suggestion) === '' ? [] : [`– try ${textOf(suggestion)}`]),
  ].join(' ')
}
