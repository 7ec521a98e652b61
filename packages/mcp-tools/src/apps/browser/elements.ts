/** Text is only ever set as text, and attributes by name: nothing that comes from outside is read as HTML. */
export type Child = Node | string | undefined

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

const SVG = 'http://www.w3.org/2000/svg'

export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return filled(document.createElement(tag), attributes, children)
}

export function drawn<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[Tag] {
  return filled(document.createElementNS(SVG, tag), attributes, children)
}

function filled<Made extends Element>(made: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? '' : String(value))
  }
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** A text only for screen readers. */
export const unseen = (text: string): HTMLElement => element('span', { class: 'unseen' }, text)

/** Sets a length that depends on data; the page's policy allows no style attributes. */
export function withWidth<Made extends HTMLElement>(made: Made, ratio: number): Made {
  made.style.setProperty('width', `${Math.max(0, Math.min(1, ratio)) * 100}%`)
  return made
}
