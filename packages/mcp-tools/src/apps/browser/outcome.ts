import { type Child, element } from './elements.ts'
import { plainText } from './plain-text.ts'
import { type Fields, fieldsOf, textOf } from './read-values.ts'

const FACTS_MAX = 8

/** Where an executed change came from: only a card that made it shows its secret, which the model then never sees. */
export type Made = 'in this card' | 'by the client'

/** An executed change. */
export function executedBox(answer: Fields, made: Made): HTMLElement {
  const data = fieldsOf(answer.data)
  const { replayed, resolved_by_operator } = fieldsOf(fieldsOf(answer.meta).idempotency)
  return element(
    'section',
    { class: 'box', role: 'status' },
    element('h2', { class: 'good', tabindex: -1 }, 'Done'),
    element('p', {}, executedText(replayed === true, resolved_by_operator === true)),
    ...facts(fieldsOf(data.result)),
    ...secretLines(data, made),
  )
}

function executedText(replayed: boolean, resolved: boolean): string {
  if (resolved) return 'The operator found that the change was made.'
  return replayed ? 'The change had been made before; it was not made again.' : 'The change was made.'
}

/** The simple fields of what was changed or made. */
function facts(result: Fields): readonly Child[] {
  const simple = Object.entries(result).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  if (simple.length === 0) return []
  const items = simple
    .slice(0, FACTS_MAX)
    .map(([name, value]) => element('li', {}, `${name}: `, element('bdi', {}, plainText(value))))
  return [element('ul', { class: 'muted' }, ...items)]
}

function secretLines({ secret, secret_returned_once }: Fields, made: Made): readonly Child[] {
  if (textOf(secret) !== '') {
    if (made === 'by the client')
      return [element('p', {}, 'The secret is in the answer to the client. It is shown once.')]
    return [
      element('p', {}, 'This is the secret. Copy it now: it is shown once, and the conversation does not have it.'),
      element('code', { class: 'secret', tabindex: 0, 'aria-label': 'Secret' }, textOf(secret)),
    ]
  }
  return secret_returned_once === true ? [element('p', {}, 'Its secret was shown once, when it was made.')] : []
}

export function declinedBox(text: string): HTMLElement {
  return element(
    'section',
    { class: 'box', role: 'status' },
    element('h2', { tabindex: -1 }, 'Not changed'),
    element('p', {}, text),
  )
}
