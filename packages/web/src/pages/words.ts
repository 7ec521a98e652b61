import { type Language, type TextKey, type TextsIn, type TextValue, textsIn } from '@footfall/core-domain'
import { type Html, html } from './html.ts'

type Values = Readonly<Record<string, string | number>>

/** The texts of a page in the language of its reader. */
export interface Words {
  readonly language: Language
  say: TextsIn['say']
  /** A text with its tags as markup. Values are escaped; a tag other than `strong`, `code` and `bdi` is an element of the page. */
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
  bdi: (content: Html) => html`<bdi>${content}</bdi>`,
}

export function wordsIn(language: Language): Words {
  const texts = textsIn(language)
  return {
    language,
    say: texts.say,
    mark(key, values = {}, tags = {}) {
      const given = Object.entries(values).map(([name, value]) => [
        name,
        typeof value === 'number' ? value : html`${value}`,
      ])
      const inside = Object.entries({ ...TAGS, ...tags }).map(([name, tag]) => [
        name,
        (content: readonly (string | Html)[]) => tag(html`${content}`),
      ])
      const known: Readonly<Record<string, TextValue<Html>>> = Object.fromEntries([...inside, ...given])
      return html`${texts.parts(key, known)}`
    },
  }
}
