/** The language of the messages: that of the document, which the service chooses for the person. */
export const LANGUAGE = globalThis.document?.documentElement.lang || 'en'

/** How numbers and dates are written: in the language of the messages, as in the region of the browser. */
export const LOCALE = localeOf(globalThis.navigator?.language)

/**
 * In English, `de-DE` and `de` give `en-DE`: words stay in one language, while separators, hours and the order of a date follow. A
 * language that is written for one region, such as `pt-BR`, keeps it.
 */
export function localeOf(browserLanguage: string | undefined, language = LANGUAGE): string {
  if (new Intl.Locale(language).region !== undefined) return language
  try {
    const { region } = new Intl.Locale(browserLanguage ?? language).maximize()
    return region === undefined ? language : `${language}-${region}`
  } catch {
    // With a POSIX locale, Chromium reports `en-US@posix`, which is not a language tag.
    return language
  }
}
