export const LANGUAGE = 'en'

/** How numbers and dates are written: in the language of the messages, as in the region of the browser. */
export const LOCALE = localeOf(globalThis.navigator?.language)

/** `de-DE` and `de` give `en-DE`: words stay in one language, while separators, hours and the order of a date follow. */
export function localeOf(browserLanguage: string | undefined): string {
  try {
    const { region } = new Intl.Locale(browserLanguage ?? LANGUAGE).maximize()
    return region === undefined ? LANGUAGE : `${LANGUAGE}-${region}`
  } catch {
    // With a POSIX locale, Chromium reports `en-US@posix`, which is not a language tag.
    return LANGUAGE
  }
}
