import { type Child, element } from './elements.ts'
import { labelOf } from './format.ts'
import { declinedBox, executedBox } from './outcome.ts'
import { answerOf, type Drawing, problemBox, problemIn, startPage } from './page.ts'
import { plainText } from './plain-text.ts'
import { type Fields, fieldsOf, numberOf, recordsOf, textOf, textsOf } from './read-values.ts'

/** Errors after which the same request may succeed. It has the same key, so the change is made once. */
const WORTH_REPEATING: ReadonlySet<string> = new Set([
  'rate_limited',
  'service_unavailable',
  'request_in_progress',
  'internal_error',
])
const LONG = 300

startPage({
  title: 'Footfall change',
  waitingFor: 'Waiting for the preview…',
  draw(drawing) {
    switch (fieldsOf(drawing.answer.data).state) {
      case 'previewed':
        return previewCard(drawing)
      case 'executed':
        return executedBox(drawing.answer, 'by the client')
      case 'declined':
        return declinedBox('You did not confirm this change. Nothing was changed.')
      default:
        return undefined
    }
  },
})

function previewCard(drawing: Drawing): HTMLElement {
  const data = fieldsOf(drawing.answer.data)
  const { summary, operation } = data
  const title = textOf(drawing.tool.title) || labelOf(textOf(operation).replace(/^service_/, ''))
  return element(
    'article',
    {},
    element('h1', {}, title),
    element('p', {}, element('bdi', {}, plainText(summary))),
    ...warnings(textsOf(data.warnings)),
    ...changes(recordsOf(drawing.hidden['footfall/changes_in_words'] ?? data.changes)),
    decision(drawing),
    element('p', { class: 'muted' }, element('code', {}, textOf(operation))),
  )
}

function warnings(texts: readonly string[]): readonly Child[] {
  if (texts.length === 0) return []
  const items = texts.map((text) => element('li', {}, element('bdi', {}, plainText(text))))
  return [element('section', { class: 'box warned' }, element('h2', {}, 'Warnings'), element('ul', {}, ...items))]
}

function changes(entries: readonly Fields[]): readonly Child[] {
  if (entries.length === 0) return []
  // In words, if the service sends them; otherwise the field is a path.
  const rows = entries.map(({ field, path, from, to }) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, textOf(field) || textOf(path)),
      element('td', { class: 'from' }, shown(from)),
      element('td', {}, shown(to)),
    ),
  )
  const heads = ['Field', 'Now', 'Then'].map((head) => element('th', { scope: 'col' }, head))
  return [
    element(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Changes' },
      element(
        'table',
        {},
        element('caption', {}, 'Changes'),
        element('thead', {}, element('tr', {}, ...heads)),
        element('tbody', {}, ...rows),
      ),
    ),
  ]
}

/** The whole value; a long one is folded. */
function shown(value: unknown): HTMLElement {
  const text = plainText(value)
  if (text.length <= LONG) return element('bdi', {}, text)
  const begin = element('summary', {}, element('bdi', {}, `${text.slice(0, LONG)}…`))
  return element('details', {}, begin, element('bdi', {}, text))
}

/** What follows an answer: it is over, or the person is asked again. */
type Next =
  | { readonly kind: 'ended'; readonly outcome: HTMLElement; readonly forModel: string }
  | { readonly kind: 'unsure'; readonly lead: HTMLElement }

/** Approve and Cancel, and then what came of it. */
function decision(drawing: Drawing): HTMLElement {
  const { given, host, tool } = drawing
  const place = element('div')
  if (given === undefined || !host.can('serverTools')) {
    const text = 'This client cannot make the change from here. Answer in the conversation.'
    place.append(element('p', { class: 'notice' }, text))
    return place
  }
  const operation = textOf(fieldsOf(drawing.answer.data).operation)
  const call = { name: textOf(tool.name) || operation, arguments: confirmedArguments(given, drawing) }
  const follow = (next: Next) => {
    if (next.kind === 'unsure') {
      ask(next.lead)
      return
    }
    place.replaceChildren(next.outcome)
    place.querySelector<HTMLElement>('h2')?.focus()
    addToConversation(drawing, `${next.forModel} (${operation})`)
  }
  const approved = () =>
    host.request('tools/call', call).then(
      (result) => follow(nextOf(result)),
      () => follow({ kind: 'unsure', lead: lostBox() }),
    )
  const kind = fieldsOf(tool.annotations).destructiveHint === true ? 'main danger' : 'main'
  const ask = (lead: HTMLElement | undefined) => askIn(place, { kind, lead, approved, follow })
  ask(undefined)
  return place
}

interface Asking {
  readonly kind: string
  /** Undefined the first time; what is shown above where it is not known whether the change was made. */
  readonly lead: HTMLElement | undefined
  approved(): void
  follow(next: Next): void
}

/** Shows the two buttons. Either of them answers once. */
function askIn(place: HTMLElement, { kind, lead, approved, follow }: Asking): void {
  const approve = element('button', { type: 'button', class: kind }, lead === undefined ? 'Approve' : 'Try again')
  const cancel = element('button', { type: 'button' }, 'Cancel')
  const status = element('p', { class: 'muted', role: 'status' })
  approve.addEventListener('click', () => {
    approve.disabled = true
    cancel.disabled = true
    status.textContent = 'Making the change…'
    approved()
  })
  cancel.addEventListener('click', () => follow(cancelled(lead !== undefined)))
  const actions = element('div', { class: 'actions' }, approve, cancel)
  place.replaceChildren(...(lead === undefined ? [actions, status] : [lead, actions, status]))
  if (lead !== undefined) approve.focus()
}

function cancelled(unsure: boolean): Next {
  const text = unsure ? 'You stopped asking. The change may have been made.' : 'Cancelled. Nothing was changed.'
  return { kind: 'ended', outcome: declinedBox(text), forModel: `The person pressed Cancel in the card. ${text}` }
}

function nextOf(result: Fields): Next {
  const answer = answerOf(result)
  const problem = problemIn(result, answer)
  if (problem !== undefined) {
    const code = textOf(problem.code)
    // A problem without a code is the host's own.
    if (code === '' || WORTH_REPEATING.has(code)) return { kind: 'unsure', lead: problemBox(problem) }
    const forModel = `The person approved the change in the card. The answer was ${code}.`
    return { kind: 'ended', outcome: failedBox(problem), forModel }
  }
  switch (fieldsOf(answer.data).state) {
    case 'executed': {
      const forModel = 'The person approved the change in the card, and it was made.'
      return { kind: 'ended', outcome: executedBox(answer, 'in this card'), forModel }
    }
    case 'declined': {
      const forModel = 'The person declined the change. Nothing was changed.'
      return { kind: 'ended', outcome: declinedBox('Nothing was changed.'), forModel }
    }
    default:
      return { kind: 'unsure', lead: lostBox() }
  }
}

/** An error; its heading takes the focus that the button had. */
function failedBox(problem: Fields): HTMLElement {
  const box = problemBox(problem)
  box.querySelector('h2')?.setAttribute('tabindex', '-1')
  if (problem.code !== 'outcome_unknown') box.append(element('p', {}, 'Nothing was changed by this request.'))
  return box
}

const lostBox = (): HTMLElement =>
  element(
    'div',
    { class: 'box warned', role: 'alert' },
    'No answer arrived. Try again: the change is made once, however often it is sent.',
  )

/** The arguments of the preview with what confirms them. They are fixed, so that a repetition is the same request. */
function confirmedArguments(given: Fields, { answer, hidden, tool }: Drawing): Fields {
  const preview = fieldsOf(fieldsOf(answer.meta).confirm).preview
  const revision = numberOf(fieldsOf(answer.data).revision)
  const product = textOf(hidden['footfall/product'])
  const takesRevision = 'revision' in fieldsOf(fieldsOf(tool.inputSchema).properties)
  return {
    // Fails if someone else changed it since the preview. A signed preview contains the revision, and is only valid for these arguments.
    ...(typeof preview !== 'string' && revision !== null && takesRevision ? { revision } : {}),
    ...given,
    // The product of the preview: another may have the name or the hostname of the arguments by now.
    ...(product === '' ? {} : { product }),
    confirm: true,
    // The key of the preview, so that a card which is shown again cannot make the change again.
    idempotency_key: textOf(hidden['footfall/idempotency_key']) || newKey(),
    ...(typeof preview === 'string' ? { preview } : {}),
  }
}

function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return `card_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Adds what happened in the card to the conversation. It never contains a secret. */
function addToConversation({ host }: Drawing, text: string): void {
  if (!host.can('updateModelContext')) return
  // Without it the model only lacks the news.
  host.request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined)
}
