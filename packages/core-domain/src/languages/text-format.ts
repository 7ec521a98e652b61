/**
 * Reads the part of ICU MessageFormat that the texts of the service need: `{name}`, `{count, plural, one {…} other {…}}` with `#`,
 * and tags such as `<strong>…</strong>`. There are no quotes for braces.
 */
export type TextNode =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'count' }
  | { readonly kind: 'plural'; readonly name: string; readonly forms: ReadonlyMap<string, readonly TextNode[]> }
  | { readonly kind: 'tag'; readonly name: string; readonly content: readonly TextNode[] }

const NAME = /[A-Za-z_]\w*/y
const SPACE = /\s*/y
const TAG_OPEN = /<([a-z]+)>/y

class TextReader {
  readonly #text: string
  #at = 0
  constructor(text: string) {
    this.#text = text
  }

  /** Nodes up to the end, `}` or `</`. */
  nodes(inPlural: boolean): readonly TextNode[] {
    const found: TextNode[] = []
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}' && !this.#text.startsWith('</', this.#at))
      found.push(this.#node(inPlural))
    return found
  }

  whole(): readonly TextNode[] {
    const nodes = this.nodes(false)
    if (this.#at < this.#text.length) throw this.#problem()
    return nodes
  }

  #node(inPlural: boolean): TextNode {
    if (this.#text[this.#at] === '{') return this.#placeholder()
    if (inPlural && this.#text[this.#at] === '#') {
      this.#at++
      return { kind: 'count' }
    }
    const tag = this.#match(TAG_OPEN)
    if (tag?.[1] !== undefined) return this.#tag(tag[1], inPlural)
    const rest = this.#text.slice(this.#at + 1)
    const length = 1 + Math.min(...[rest.search(inPlural ? /[{}<#]/ : /[{}<]/), rest.length].filter((end) => end >= 0))
    const text = this.#text.slice(this.#at, this.#at + length)
    this.#at += length
    return { kind: 'literal', text }
  }

  #tag(name: string, inPlural: boolean): TextNode {
    const content = this.nodes(inPlural)
    this.#expect(`</${name}>`)
    return { kind: 'tag', name, content }
  }

  #placeholder(): TextNode {
    this.#expect('{')
    const name = this.#name()
    if (this.#text[this.#at] === '}') {
      this.#at++
      return { kind: 'value', name }
    }
    this.#expect(',')
    if (this.#name() !== 'plural') throw this.#problem()
    this.#expect(',')
    const forms = new Map<string, readonly TextNode[]>()
    this.#match(SPACE)
    while (this.#text[this.#at] !== '}') {
      const category = this.#name()
      this.#expect('{')
      forms.set(category, this.nodes(true))
      this.#expect('}')
      this.#match(SPACE)
    }
    this.#at++
    if (!forms.has('other')) throw this.#problem()
    return { kind: 'plural', name, forms }
  }

  #name(): string {
    this.#match(SPACE)
    const name = this.#match(NAME)?.[0]
    if (name === undefined) throw this.#problem()
    this.#match(SPACE)
    return name
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    return found
  }

  #expect(text: string): void {
    if (!this.#text.startsWith(text, this.#at)) throw this.#problem()
    this.#at += text.length
  }

  #problem(): SyntaxError {
    return new SyntaxError(`“${this.#text}” cannot be read at ${this.#at}.`)
  }
}

/** The parts of a text. Throws `SyntaxError` for one that cannot be read. */
export function readText(text: string): readonly TextNode[] {
  return new TextReader(text).whole()
}

/** How the parts of a text become something else, such as markup. */
export interface TextWriter<Part> {
  literal(text: string): Part
  /** The content of a tag, by the name of the tag. */
  tag(name: string, content: readonly Part[]): Part
}

/** Puts values into a text. Numbers are written as in the language. Throws if a value is missing. */
export function writeText<Part>(
  nodes: readonly TextNode[],
  language: string,
  values: Readonly<Record<string, Part | number>>,
  writer: TextWriter<Part>,
): readonly Part[] {
  const numbers = new Intl.NumberFormat(language)
  const given = (name: string): Part | number => {
    const value = values[name]
    if (value === undefined) throw new TypeError(`The text has no value for “${name}”.`)
    return value
  }
  const one = (node: TextNode, count: number | undefined): Part => {
    switch (node.kind) {
      case 'literal':
        return writer.literal(node.text)
      case 'count':
        return writer.literal(count === undefined ? '#' : numbers.format(count))
      case 'value': {
        const value = given(node.name)
        return typeof value === 'number' ? writer.literal(numbers.format(value)) : value
      }
      case 'tag':
        return writer.tag(node.name, all(node.content, count))
      case 'plural': {
        const value = given(node.name)
        if (typeof value !== 'number') throw new TypeError(`“${node.name}” is not a number.`)
        const form = node.forms.get(new Intl.PluralRules(language).select(value)) ?? node.forms.get('other') ?? []
        return writer.tag('', all(form, value))
      }
    }
  }
  const all = (list: readonly TextNode[], count: number | undefined) => list.map((node) => one(node, count))
  return all(nodes, undefined)
}
