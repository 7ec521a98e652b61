import { connectHost, type Host } from './bridge.ts'
import { element } from './elements.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from './read-values.ts'

/** What a page draws. */
export interface Drawing {
  /** Arguments of the call that is shown; undefined while the host has not sent them. */
  readonly given: Fields | undefined
  /** `{ data, meta, page }` of the answer. */
  readonly answer: Fields
  /** Fields of the result that the model does not see. */
  readonly hidden: Fields
  /** The definition of the tool, where the host says it. */
  readonly tool: Fields
  readonly host: Host
}

interface PageDefinition {
  readonly title: string
  /** Shown until there is a result. */
  readonly waitingFor: string
  /** Draws the answer; undefined for one that it does not know. */
  draw(drawing: Drawing): HTMLElement | undefined
}

/** Runs a page: the bridge, the theme, the size, and whatever is shown in place of an answer. */
export function startPage({ title, waitingFor, draw }: PageDefinition): void {
  const place = element('main')
  document.body.append(place)
  const context: Record<string, unknown> = {}
  const show = (shown: HTMLElement) => {
    place.replaceChildren(shown)
    if (place.querySelector('h1') === null) place.prepend(element('h1', { class: 'unseen' }, title))
  }
  let given: Fields | undefined
  let result: Fields | undefined
  let host: Host | undefined
  show(notice(waitingFor))
  const redraw = () => {
    if (host === undefined || result === undefined) return
    const answer = answerOf(result)
    const problem = problemIn(result, answer)
    if (problem !== undefined) return show(problemBox(problem))
    const tool = fieldsOf(fieldsOf(context.toolInfo).tool)
    show(draw({ given, answer, hidden: fieldsOf(result._meta), tool, host }) ?? notice(UNKNOWN))
  }
  void connectHost(title, {
    context(changed) {
      Object.assign(context, changed)
      applyTheme(context)
    },
    input(arrived) {
      given = arrived
      redraw()
    },
    result(arrived) {
      result = arrived
      redraw()
    },
    cancelled(reason) {
      show(notice(reason === '' ? 'The call was cancelled.' : `The call was cancelled: ${reason}`))
    },
  }).then((connected) => {
    host = connected
    reportSize(connected, place)
    redraw()
  })
}

const UNKNOWN = 'This answer has nothing to draw. Its text has everything.'

const notice = (text: string): HTMLElement => element('p', { class: 'notice', role: 'status' }, text)

export const answerOf = ({ structuredContent }: Fields): Fields => fieldsOf(structuredContent)

/** The problem (RFC 9457) of a failed call; its detail without the advice for models. */
export function problemIn({ isError, content, _meta }: Fields, answer: Fields): Fields | undefined {
  if (isError !== true) return undefined
  const detail = fieldsOf(_meta)['footfall/detail']
  if (typeof answer.title === 'string') return typeof detail === 'string' ? { ...answer, detail } : answer
  const text = listOf(content)
    .map((part) => textOf(fieldsOf(part).text))
    .join(' ')
  return { title: 'The call failed', detail: text }
}

export function problemBox({ title, detail, code, errors }: Fields): HTMLElement {
  const fields = listOf(errors).filter(isFields)
  return element(
    'section',
    { class: 'box failed', role: 'alert' },
    element('h2', {}, textOf(title) === '' ? 'Failed' : textOf(title)),
    textOf(detail) === '' ? undefined : element('p', {}, textOf(detail)),
    fields.length === 0
      ? undefined
      : element(
          'ul',
          {},
          ...fields.map(({ path, message }) => element('li', {}, `${textOf(path)} ${textOf(message)}`)),
        ),
    textOf(code) === '' ? undefined : element('p', { class: 'muted' }, element('code', {}, textOf(code))),
  )
}

/** The host says which theme and font; all colors are those of the pages, so that their contrast is known. */
function applyTheme({ theme, styles }: Fields): void {
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  const font = textOf(fieldsOf(fieldsOf(styles).variables)['--font-sans'])
  // A font that is on the machine; a font of a style sheet would be a request to somewhere else.
  if (font !== '') root.style.setProperty('--font', font)
}

/** The width is the host's to choose, so only the height is reported. */
function reportSize(host: Host, place: HTMLElement): void {
  let reported = 0
  new ResizeObserver(() => {
    const height = Math.ceil(place.getBoundingClientRect().bottom + scrollY)
    if (height === reported) return
    reported = height
    host.notify('ui/notifications/size-changed', { height })
  }).observe(place)
}
