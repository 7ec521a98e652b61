import { escapeHtml } from '@footfall/http-primitives'

/** Markup. Only `html` creates it, so other text is always escaped. */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** A placeholder: text is escaped, markup is not, lists are joined, `undefined` and `false` are empty. */
type Part = Html | string | number | undefined | false | readonly Part[]

/** Creates markup. Placeholders are safe only in elements and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1]) + string))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.toString()
  if (typeof part === 'object') return part.map(render).join('')
  return escapeHtml(String(part))
}
