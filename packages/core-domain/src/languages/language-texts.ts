import type { texts } from './texts/en.ts'

/** The name of a text, such as `sign_in.title`. */
export type TextKey = keyof typeof texts

/** What a language file has. */
export interface LanguageTexts {
  /** Sentences of the server’s pages and emails. One that is not translated yet stays in English; a test names it. */
  readonly texts: Readonly<Partial<Record<TextKey, string>>>
  /**
   * Names of metrics, dimensions and values of fixed lists, by the keys of `englishLabels`. The dashboard shows them, too. One that is
   * missing stays in English.
   */
  readonly labels: Readonly<Record<string, string>>
}
