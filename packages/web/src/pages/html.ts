import { escapeHtml } from '@footfall/http-primitives'

/** Markup that may be sent as it is. Only `html` makes it, so text from outside never becomes markup unescaped. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** What may stand in a template: text is escaped, markup is not, lists are joined, and absent parts leave nothing. */
type Part = Html | string | number | undefined | false | readonly Part[]

/** The one way from text to markup. Placeholders belong into elements and quoted attributes, nowhere else. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1]) + string))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}
