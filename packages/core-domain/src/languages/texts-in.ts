import { CATALOGUES } from './catalogues.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import type { TextKey } from './language-texts.ts'
import { readText, type TextNode, writeText } from './text-format.ts'

/** Texts of one language. */
export interface TextsIn {
  readonly language: Language
  /** A text without markup. Throws if a value is missing. */
  say(key: TextKey, values?: Readonly<Record<string, string | number>>): string
  /** The parts of a text, for markup. */
  nodes(key: TextKey): readonly TextNode[]
}

export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(CATALOGUES.en.texts, name)
}

const PLAIN = {
  literal: (text: string) => text,
  tag: (_name: string, content: readonly string[]) => content.join(''),
}

const parsed = new Map<string, readonly TextNode[]>()

/** The texts of a language; of English for a person without a choice. */
export function textsIn(language: Language | null): TextsIn {
  const chosen = language ?? DEFAULT_LANGUAGE
  const { texts } = CATALOGUES[chosen]
  const nodes = (key: TextKey) => {
    const name = `${chosen} ${key}`
    const known = parsed.get(name) ?? readText(texts[key])
    parsed.set(name, known)
    return known
  }
  return {
    language: chosen,
    nodes,
    say: (key, values = {}) => writeText(nodes(key), chosen, values, PLAIN).join(''),
  }
}
