import type { LanguageTexts } from './language-texts.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

interface Named extends LanguageTexts {
  /** In the language itself. */
  readonly name: string
}
const language = (name: string, written: LanguageTexts): Named => ({ name, ...written })

/**
 * The languages in which everything is written: the texts here and the messages of the dashboard
 * (`apps/dashboard/src/messages/<language>.json`). One is added when both files are complete; their tests compare.
 */
export const CATALOGUES = {
  en: language('English', en),
  de: language('Deutsch', de),
}
