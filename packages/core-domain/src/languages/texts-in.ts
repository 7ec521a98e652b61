import { IntlMessageFormat } from 'intl-messageformat'
import { CATALOGUES } from './catalogues.ts'
import { DEFAULT_LANGUAGE, type Language } from './language.ts'
import type { LanguageTexts, TextKey } from './language-texts.ts'

/** Texts of one language. */
export interface TextsIn {
  readonly language: Language
  /** A text without markup. Throws if a value is missing. */
  say(key: TextKey, values?: Readonly<Record<string, string | number>>): string
  /** The parts of a text with markup, in order: its words, and what values and tags became. Throws if one is missing. */
  parts<Part extends object>(
    key: TextKey,
    values: Readonly<Record<string, TextValue<Part>>>,
  ): readonly (string | Part)[]
}

/** What a text takes: a value for a placeholder, or a function of what is inside of a tag. */
export type TextValue<Part extends object> = number | Part | ((content: readonly (string | Part)[]) => Part)

export function isTextKey(name: string): name is TextKey {
  return Object.hasOwn(CATALOGUES.en.texts, name)
}

const parsed = new Map<string, IntlMessageFormat>()

/** The texts of a language; of English for a person without a choice. */
export function textsIn(language: Language | null): TextsIn {
  const chosen = language ?? DEFAULT_LANGUAGE
  const texts: LanguageTexts['texts'] = CATALOGUES[chosen].texts
  const format = (key: TextKey) => {
    const name = `${chosen} ${key}`
    const known = parsed.get(name) ?? new IntlMessageFormat(texts[key] ?? CATALOGUES.en.texts[key], chosen)
    parsed.set(name, known)
    return known
  }
  return {
    language: chosen,
    say: (key, values) => [format(key).format<string>(values)].flat().join(''),
    parts<Part extends object>(key: TextKey, values: Readonly<Record<string, TextValue<Part>>>) {
      const written = format(key).format<Part>(values)
      return Array.isArray(written) ? written : [written]
    },
  }
}
