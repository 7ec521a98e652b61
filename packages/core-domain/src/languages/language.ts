import { z } from 'zod'
import { CATALOGUES } from './catalogues.ts'

/** A language that pages and emails can be in: each that has a catalog. */
export type Language = keyof typeof CATALOGUES

export const LANGUAGES: readonly Language[] = Object.keys(CATALOGUES).filter(isLanguage)
export const DEFAULT_LANGUAGE = 'en' satisfies Language

export const Language = z.enum(LANGUAGES)

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(CATALOGUES, text)
}

/** The name of a language in itself. */
export function nameOfLanguage(language: Language): string {
  return CATALOGUES[language].name
}

/** How many languages of a header are read; browsers send fewer than ten. */
const READ_MAX = 32

/** The language of the service that suits the `Accept-Language` of a request best; English where none does. */
export function preferredLanguage(accepted: string | undefined): Language {
  const ranges = (accepted ?? '')
    .split(',', READ_MAX)
    .map((range) =>
      /^\s*([A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*(1(?:\.0{0,3})?|0(?:\.\d{0,3})?)\s*)?$/.exec(range),
    )
    .filter((range) => range !== null)
    .map(([, tag = '', quality = '1']) => ({ tag, quality: Number(quality) }))
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of ranges) {
    const language = languageFor(tag)
    if (language !== undefined) return language
  }
  return DEFAULT_LANGUAGE
}

/**
 * The language of the service for a language tag: `de-AT` gives `de`, `pt` and `pt-PT` give `pt-BR`. Traditional Chinese gives none,
 * since its readers do not expect simplified characters.
 */
export function languageFor(tag: string): Language | undefined {
  try {
    const asked = new Intl.Locale(tag).maximize()
    return LANGUAGES.find((language) => {
      const offered = new Intl.Locale(language).maximize()
      return offered.language === asked.language && offered.script === asked.script
    })
  } catch {
    return undefined
  }
}
