import type { LanguageTexts } from './language-texts.ts'
import { en } from './texts/en.ts'

/**
 * The languages in which everything is written: the texts here and the messages of the dashboard
 * (`apps/dashboard/src/messages/<language>.json`). One is added when both files are complete; their tests compare.
 */
export const CATALOGUES = {
  en: { name: 'English', ...en },
} satisfies Readonly<Record<string, LanguageTexts & { readonly name: string }>>
