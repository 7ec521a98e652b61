import { type Language, type TextKey, type TextNode, type TextsIn, textsIn, writeText } from '@footfall/core-domain'
import { Html, html } from './html.ts'

type Values = Readonly<Record<string, string | number>>

/** The texts of a page in the language of its reader. */
export interface Words {
  readonly language: Language
  say: TextsIn['say']
  /** A text with its tags as markup. Values are escaped; a tag other than `strong` and `code` is an element of the page. */
  mark(key: TextKey, values?: Values, tags?: Readonly<Record<string, (content: Html) => Html>>): Html
}

/** A page, whose language is that of the person who reads it. */
export type Page = (words: Words) => string

/** A sentence, for what is known before the language is. */
export type Said = (words: Words) => string

export function said(key: TextKey, values?: Values): Said {
  return ({ say }) => say(key, values)
}

const TAGS = {
  strong: (content: Html) => html`<strong>${content}</strong>`,
  code: (content: Html) => html`<code>${content}</code>`,
}

export function wordsIn(language: Language): Words {
  const texts = textsIn(language)
  return {
    language,
    say: texts.say,
    mark: (key, values = {}, tags = {}) => html`${marked(texts.nodes(key), language, values, { ...TAGS, ...tags })}`,
  }
}

function marked(
  nodes: readonly TextNode[],
  language: Language,
  values: Values,
  tags: Readonly<Record<string, (content: Html) => Html>>,
): readonly Html[] {
  const parts = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : html`${value}`,
  ])
  const given: Readonly<Record<string, Html | number>> = Object.fromEntries(parts)
  return writeText(nodes, language, given, {
    literal: (text) => html`${text}`,
    tag(name, content) {
      const inside = new Html(content.join(''))
      return tags[name]?.(inside) ?? inside
    },
  })
}
